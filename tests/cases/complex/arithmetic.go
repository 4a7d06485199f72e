// Complex numbers: parts, arithmetic, comparison, formatting.
package main

import (
	"fmt"
	"math"
)

func main() {
	var c complex128 = 3 + 4i
	d := complex(1, -2)
	fmt.Println(c, d, c+d, c-d, c*d, c/d, -c)
	fmt.Println(real(c), imag(c), math.Hypot(real(c), imag(c)), c == complex(3, 4), c != d)
	fmt.Printf("%v %.1f %g %T %T\n", c, c, d, c, complex64(d))
	var z complex64 = 1i
	fmt.Println(z*z, real(z), imag(z*2))
	fmt.Printf("%T %T\n", real(z), imag(c))
	const k = 2i * 2i
	fmt.Println(k, real(k) == -4, 1i*1i == -1)
	c += 1
	c *= 2i
	fmt.Println(c)
	fmt.Println(complex(real(d), -imag(d)), complex(0, 1)*complex(0, 1))
	mandel := func(c complex128) int {
		z := complex(0, 0)
		for n := range 50 {
			if math.Hypot(real(z), imag(z)) > 2 {
				return n
			}
			z = z*z + c
		}
		return 50
	}
	fmt.Println(mandel(0), mandel(1), mandel(-1+0.3i), mandel(0.3+0.5i))
	m := map[complex128]string{1 + 1i: "a"}
	fmt.Println(m[complex(1, 1)], []complex128{1, 2i}, struct{ c complex64 }{3})
	inf := complex(math.Inf(1), math.Inf(-1))
	fmt.Println(inf, complex(math.NaN(), 1), complex(math.Inf(-1), 0))
	fmt.Printf("%8.2f|%+v|%.3f\n", 1-1i, 2+0i, inf)
	var any1 any = c
	_, ok := any1.(complex128)
	fmt.Println(ok, any1 == c)
}
