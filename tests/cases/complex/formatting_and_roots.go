// Quadratic roots, discrete Fourier transform, formatting with verbs and flags.
package main

import (
	"fmt"
	"math"
)

func sqrt(x float64) complex128 {
	if x < 0 {
		return complex(0, math.Sqrt(-x))
	}
	return complex(math.Sqrt(x), 0)
}

func abs(c complex128) float64 { return math.Hypot(real(c), imag(c)) }

func conj(c complex128) complex128 { return complex(real(c), -imag(c)) }

func roots(a, b, c float64) (complex128, complex128) {
	d := sqrt(b*b - 4*a*c)
	return (complex(-b, 0) + d) / complex(2*a, 0), (complex(-b, 0) - d) / complex(2*a, 0)
}

func dft(xs []float64) []complex128 {
	out := make([]complex128, len(xs))
	for k := range xs {
		for n, x := range xs {
			angle := -2 * math.Pi * float64(k*n) / float64(len(xs))
			out[k] += complex(x, 0) * complex(math.Cos(angle), math.Sin(angle))
		}
	}
	return out
}

type signal []complex128

func (s signal) power() (p []string) {
	for _, v := range s {
		p = append(p, fmt.Sprintf("%.3f", abs(v)+0))
	}
	return
}

func main() {
	fmt.Println(roots(1, -3, 2))
	fmt.Println(roots(1, 2, 5))
	fmt.Println(roots(1, 0, 1))
	fmt.Println(signal(dft([]float64{1, 0, -1, 0, 1, 0, -1, 0})).power())
	z := 3 - 4i
	fmt.Printf("%v|%.2f|%8.1f|%+v|%g|%e|%x\n", z, z, z, z, z, z, z)
	fmt.Printf("%6.2f|%-12v|%012.2f|%T|%#v\n", z, z, z, z, z)
	fmt.Printf("%v %v %v\n", []complex64{1, 2i}, map[string]complex128{"k": z}, struct{ C complex128 }{z})
	var c64 complex64 = complex(float32(0.1), 1e10)
	fmt.Println(c64, complex128(c64) == complex(0.1, 1e10), real(c64), c64*c64)
	fmt.Println(z == complex(3, -4), z != 3-4i, conj(z)*z, -z, +z)
	zero := complex(0, 0)
	fmt.Println(z/zero, zero/zero, z/zero == z/zero, zero/zero == zero/zero)
	const i = 1i
	fmt.Println(i*i == -1, i*i*i*i, 2+3i == 3i+2, real(5+0i), imag(2i*i))
	x := real(z)
	y := imag(z)
	x, y = y, x
	fmt.Println(complex(x, y), math.Hypot(x, y) == abs(z))
	fmt.Println(complex(math.Inf(1), math.NaN()), complex(math.Copysign(0, -1), -0.0))
}
