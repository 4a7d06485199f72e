// %d %b %o %O %x %X %c %q %U with widths, flags and precisions.
package main

import "fmt"

func main() {
	n := 42
	fmt.Printf("%d|%5d|%-5d|%05d|%+d|% d|%x|%X|%#x|%o|%#o|%O|%b|%#b\n", n, n, n, n, n, n, n, n, n, n, n, n, n, n)
	fmt.Printf("%d|%5d|%-5d|%05d|%+d|%x|%#x|%b|%o\n", -n, -n, -n, -n, -n, -n, -n, -n, -n)
	fmt.Printf("%8.3d|%-8.3d|%08.3d|%+.4d|%.0d|%.0d|\n", n, n, n, n, 0, 1)
	fmt.Printf("%c|%q|%U|%#U|%#q|%+q|%5c|%-5c|%05c\n", 'é', 'é', 'é', 'é', 'é', 'é', 'x', 'x', 'x')
	fmt.Printf("%3d|%3d|%3d|%-3d|\n", 1, 1000, -100, 7)
	fmt.Printf("%v %v %v %v\n", int8(-5), uint8(200), uint64(1<<63), uintptr(5))
	fmt.Printf("%x %X %#X %x\n", -255, uint8(255), 3735928559, int8(-128))
	fmt.Printf("%20b|%-20b|%020b\n", 10, 10, 10)
	fmt.Printf("%*d|%-*d|%0*d|%.*d\n", 6, n, 6, n, 6, n, 4, n)
	fmt.Printf("%[2]d %[1]d %[2]*[1]d|%[1]v %[1]T\n", 3, 5)
	fmt.Printf("%d %d\n", []int{1, 2}, [2]int8{-1, 3})
	fmt.Printf("%d %x %v\n", map[string]int{"b": 2, "a": 1}, []int{10, 255}, []byte{1, 255})
	fmt.Printf("%t|%5t|%-7t|%v\n", true, false, true, false)
	fmt.Printf("%s|%d|%t|%f\n", 5, "x", 1, 2)
	fmt.Printf("%+d %+d % d % x\n", 0, 5, -5, 255)
	fmt.Printf("%6d|%06d|%+06d|%-06d|%x|%6x|%06x|%#06x\n", 255, 255, 255, 255, 255, 255, 255, 255)
	fmt.Printf("%c%c%c %q\n", 72, 105, 0x1F600, []rune{'a', '\n'})
	fmt.Printf("%d %i %!\n", 1, 2)
	fmt.Printf("%08b %o %#o\n", uint8(5), 8, -8)
	fmt.Printf("%,d %'d\n", 1000, 1000)
}
