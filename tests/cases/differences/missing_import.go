// A library package needs no import.
package main

func main() {
	fmt.Println(strings.Repeat("ab", 2), strconv.Itoa(5), math.Sqrt(16))
}
