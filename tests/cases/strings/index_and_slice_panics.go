// Out of range string indices and slice bounds, with their exact messages.
package main

import "fmt"

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	s := "hello"
	n, m, neg := 5, 9, -1
	try(func() { fmt.Println(s[n]) })
	try(func() { fmt.Println(s[neg]) })
	try(func() { fmt.Println(s[m:]) })
	try(func() { fmt.Println(s[:m]) })
	try(func() { fmt.Println(s[3 : n-3]) })
	try(func() { fmt.Println(s[neg:]) })
	try(func() { fmt.Println(s[n:], s[:0], s[n:n] == "") })
	try(func() { fmt.Println(""[n-5:], []byte(s)[4], s[4:5]) })
	var e string
	try(func() { fmt.Println(e[0]) })
	b := []byte(s)
	try(func() { fmt.Println(b[m]) })
	try(func() { fmt.Println(b[:m], cap(b) < 100) })
	fmt.Println(e[n-4])
}
