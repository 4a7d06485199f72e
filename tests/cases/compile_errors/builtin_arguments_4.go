// make, new, append, delete, copy and friends with wrong arguments.
package main

func main() {
	s := []int{1}
	delete(map[string]int{}, 5) // problem: cannot use 5 (untyped int constant) as string value in argument to delete
	copy(s, "abc") // problem: invalid copy: arguments s (variable of type []int) and "abc" (untyped string constant) have different element types int and byte
	copy(s, []string{}) // problem: invalid copy: arguments s (variable of type []int) and []string{} (value of type []string) have different element types int and string
	_ = len(5) // problem: invalid argument: 5 (untyped int constant) for built-in len
	_ = new(5)
}
