// Index and slice expressions out of range, each with Go's own words.
package main

import "fmt"

func try(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

func main() {
	s := make([]int, 3, 5)
	n, big, neg := 3, 10, -2
	try("index", func() { _ = s[n] })
	try("neg", func() { _ = s[neg] })
	try("assign", func() { s[big] = 1 })
	try("high", func() { _ = s[:big] })
	try("len..cap", func() { fmt.Println(s[:5], len(s[2:4])) })
	try("low>high", func() { _ = s[n : n-1] })
	try("low>len", func() { _ = s[n+1:] })
	try("neg slice", func() { _ = s[neg:] })
	try("three max", func() { _ = s[0:1:big] })
	try("three high", func() { _ = s[0 : n+1 : n] })
	try("three low", func() { _ = s[n:1:n] })
	var null []int
	try("nil", func() { _ = null[0] })
	try("nil slice", func() { fmt.Println(null[0:0]); _ = null[:1] })
	arr := [4]int{}
	try("array", func() { arr[big%7+1] = 1; _ = arr[big%7+1] })
	p := &arr
	try("ptr", func() { _ = p[:big] })
	try("make", func() { _ = make([]int, neg) })
	try("make cap", func() { _ = make([]int, big, n) })
	try("to array", func() { _ = [4]int(s) })
	var u8 uint8 = 200
	try("u8", func() { _ = s[u8] })
	fmt.Println("end", s)
	_ = s[big]
}
