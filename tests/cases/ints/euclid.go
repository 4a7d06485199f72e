// Greatest common divisor, modular powers and digits with plain int arithmetic.
package main

import "fmt"

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	if a < 0 {
		return -a
	}
	return a
}

func powmod(base, exp, mod uint64) uint64 {
	result := uint64(1)
	base %= mod
	for exp > 0 {
		if exp&1 == 1 {
			result = result * base % mod
		}
		base = base * base % mod
		exp >>= 1
	}
	return result
}

func digits(n int) (sum, count, reversed int) {
	for ; n != 0; n /= 10 {
		sum += n % 10
		reversed = reversed*10 + n%10
		count++
	}
	return
}

func isqrt(n int) int {
	x := n
	for y := (x + 1) / 2; y < x; y = (x + n/x) / 2 {
		x = y
	}
	return x
}

func main() {
	fmt.Println(gcd(48, 18), gcd(-48, 18), gcd(0, 5), gcd(17, 0))
	fmt.Println(powmod(2, 62, 1_000_000_007), powmod(3, 200, 13), powmod(7, 0, 10))
	fmt.Println(digits(12345))
	fmt.Println(digits(-987))
	fmt.Println(digits(0))
	fmt.Println(isqrt(99), isqrt(100), isqrt(1<<40))
	fact := 1
	for i := 1; i <= 25; i++ {
		fact *= i
	}
	fmt.Println(fact)
	fib := [2]uint32{0, 1}
	for range 60 {
		fib[0], fib[1] = fib[1], fib[0]+fib[1]
	}
	fmt.Println(fib)
}
