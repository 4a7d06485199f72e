// Prints a table of floats as text and text as floats: what strconv makes of them.
package main

import (
	"fmt"
	"math"
	"math/rand"
	"strconv"
)

func main() {
	values := []float64{0, math.Copysign(0, -1), 1, -1, 0.1, 0.5, 1.5, 2.5, 100, 12345, 123456, 999999, 999999.5, 1e6, 1234567, 1e20, 1e21, 123456789012345678,
		1e-4, 1e-5, 0.00001234, 1.0 / 3, 2.0 / 3, math.Pi, 1e100, 1e-100, math.MaxFloat64, math.SmallestNonzeroFloat64, 5e-310, math.MaxFloat32,
		math.SmallestNonzeroFloat32, 1.17549435e-38, 16777216, 33554432.5, math.Inf(1), math.Inf(-1), math.NaN(), 8388608, 0.3, 9007199254740993, 4.35, 1.005, 2.675}
	r := rand.New(rand.NewSource(7))
	for range 60 {
		values = append(values, math.Float64frombits(r.Uint64()), float64(math.Float32frombits(r.Uint32())), r.NormFloat64()*1000)
	}
	for e := -149; e < 128; e += 9 {
		values = append(values, math.Ldexp(1, e))
	}
	for _, v := range values {
		for _, verb := range "efgGbxXE" {
			for _, prec := range []int{-1, 0, 1, 2, 6, 17, 25} {
				fmt.Printf("f64\t%x\t%c\t%d\t%s\n", math.Float64bits(v), verb, prec, strconv.FormatFloat(v, byte(verb), prec, 64))
				if f := float32(v); prec < 7 {
					fmt.Printf("f32\t%x\t%c\t%d\t%s\n", math.Float64bits(float64(f)), verb, prec, strconv.FormatFloat(float64(f), byte(verb), prec, 32))
				}
			}
		}
	}
	texts := []string{"", "1", "+1", "-1", "1.", ".1", ".", "1e", "1e5", "1E+5", "1e-5", "1_000", "1__0", "_1", "1_", "1_.5", "0x1p4", "0x1", "0x.8p0", "0x1.8p-2", "0x_1p0",
		"0X1P+1023", "0x1p1024", "0x1p-1100", "inf", "-Inf", "+infinity", "Infinit", "nan", "NaN", "-nan", "1e400", "-1e400", "1e-400", "1e99999999999", " 1", "1 ", "1.2.3", "--1",
		"0x1.fffffffffffff8p0", "3.4028235677973366e38", "3.40282356e38", "3.4028236e38", "1.17549429e-38", "1.000000059604644775390625", "1.000000059604644775390625000000000000001",
		"1.00000005960464477539062499999999", "123456789012345678901234567890", "0x1.000001p0", "0x1.0000010000000001p0", "0x1.ffffffp127", "0x1.fffffefp127", "7e-46", "7.1e-46", "1d5", "１",
		"16777217", "16777219", "16777217.0000000001", "9007199254740993", "9007199254740993.0000000000000001", "0b11", "0o7", "1p3", "infx", "e5", "+", "-"}
	for _, text := range texts {
		for _, bits := range []int{64, 32} {
			v, err := strconv.ParseFloat(text, bits)
			fmt.Printf("parse\t%q\t%d\t%x\t%v\n", text, bits, math.Float64bits(v), err)
		}
	}
}
