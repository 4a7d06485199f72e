// assignment to entry in nil map.
package main

import "fmt"

type store struct{ data map[string]int }

func (s *store) put(k string) { s.data[k]++ }

func main() {
	s := &store{}
	fmt.Println(s.data["a"], len(s.data))
	s.put("a")
}
