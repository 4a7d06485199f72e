// nil dereference.
package main

import "fmt"

type node struct {
	v    int
	next *node
}

func main() {
	n := &node{1, &node{2, nil}}
	for {
		fmt.Println(n.v)
		n = n.next
	}
}
