// A Fourier transform, a fractal, keys and constants of complex numbers.
package main

import (
	"fmt"
	"math"
)

type C complex64

func (c C) Conj() C { return C(complex(real(c), -imag(c))) }

func fft(a []complex128) []complex128 {
	n := len(a)
	if n == 1 {
		return a
	}
	e, o := make([]complex128, 0, n/2), make([]complex128, 0, n/2)
	for i, v := range a {
		if i%2 == 0 {
			e = append(e, v)
		} else {
			o = append(o, v)
		}
	}
	e, o = fft(e), fft(o)
	out := make([]complex128, n)
	for k := range n / 2 {
		t := cexp(complex(0, -2*math.Pi*float64(k)/float64(n))) * o[k]
		out[k], out[k+n/2] = e[k]+t, e[k]-t
	}
	return out
}

func mandel(c complex128) (n int) {
	for z := 0i; n < 30 && real(z)*real(z)+imag(z)*imag(z) <= 4; n++ {
		z = z*z + c
	}
	return
}

func main() {
	z := complex(3, -4)
	fmt.Println(z, real(z), imag(z), -z, z*z, z/2i, z+1, z == 3-4i)
	var c64 complex64 = complex64(z)
	c64 *= 1.1
	fmt.Println(c64, C(c64).Conj(), real(c64) == 3.3000002)
	fmt.Printf("%v %.2f %g %e %T %T %8.1f|%+v\n", z, z, z, z, z, real(c64), z, 1i)
	const k = 2 + 3i
	var f float64 = real(k) * 2
	var i int = 4 + 0i
	fmt.Println(f, i, k*k, imag(k*1i), 1i*1i)
	for _, v := range fft([]complex128{1, 2, 3, 4}) {
		fmt.Printf("%.3f ", v)
	}
	fmt.Println()
	for y := -1.0; y <= 1; y += 0.5 {
		for x := -2.0; x <= 0.5; x += 0.25 {
			fmt.Print(string(" .:-=+*#%@"[mandel(complex(x, y))/3%10]))
		}
		fmt.Println()
	}
	m := map[complex128]string{1 + 2i: "a", 0: "z"}
	fmt.Println(m[complex(1, 2)], m[complex(math.Copysign(0, -1), 0)], len(m))
	zero := complex(0, 0)
	fmt.Println(z/zero, zero/zero)
	var x any = z
	switch v := x.(type) {
	case complex64:
		fmt.Println("64", v)
	case complex128:
		fmt.Println("128", v)
	}
	arr := [2]complex64{1, 2i}
	arr[1] += complex(float32(1), 0)
	p := &arr[0]
	*p++
	fmt.Println(arr, arr == [2]complex64{2, 1 + 2i})
}

func cexp(z complex128) complex128 {
	r := math.Exp(real(z))
	return complex(r*math.Cos(imag(z)), r*math.Sin(imag(z)))
}
