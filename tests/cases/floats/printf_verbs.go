// Widths, precisions and flags of the float verbs.
package main

import "fmt"

func main() {
	v := 3.14159265
	fmt.Printf("[%f] [%.2f] [%8.3f] [%-8.3f] [%08.3f] [%+.1f] [% .1f]\n", v, v, v, v, v, v, v)
	fmt.Printf("[%e] [%.2e] [%E] [%g] [%G] [%.3g] [%10.2g]\n", v, v, v, v, v, v, v)
	fmt.Printf("[%6.2f] [%-6.2f] [%+06.2f] [%06.2f]\n", -v, -v, v, -v)
	fmt.Printf("%.0f %.0f %.0f %.0f %.0f\n", 0.5, 1.5, 2.5, -0.5, 3.5)
	fmt.Printf("%.1f %.1f %.2f %.2f\n", 0.25, 0.35, 1.005, 2.675)
	fmt.Printf("%g %g %g %g\n", 1e-5, 100000.0, 1e21, 1234567.0)
	fmt.Printf("%.3g %.3g %.10g %#g %#.3g\n", 1234567.0, 0.00012345, 1234567.0, 1.0, 1.0)
	fmt.Printf("%x %X %b\n", 1.0, 255.5, 1.0)
	fmt.Printf("%5.1f%% %d%%\n", 45.678, 50)
	fmt.Printf("%*.*f|%-*.*f|\n", 10, 2, v, 10, 3, v)
	fmt.Printf("%d %s %t\n", 1.5, 1.5, 1.5)
	fmt.Printf("%v %v\n", float32(2.5), []float32{0.1, 0.2})
	fmt.Printf("%6.3v|%.3v|%10v|%-10v|\n", v, v, v, v)
	fmt.Printf("%08.2f %+d %+g\n", -1.5, 3, 2.0)
	fmt.Printf("%.15g %.17g %.20f\n", 0.1, 0.1, 0.1)
	fmt.Printf("%e %e %.0e\n", 0.0, 123456.789, 15.0)
}
