// The everyday idioms: delete, insert, filter in place, reverse, rotate, dedupe.
package main

import "fmt"

func main() {
	s := []int{0, 1, 2, 3, 4, 5}
	s = append(s[:2], s[3:]...)
	fmt.Println(s, len(s), cap(s), s[:6])
	i := 1
	s = append(s[:i], append([]int{99}, s[i:]...)...)
	fmt.Println(s)
	copy(s[2:], s[3:])
	s = s[:len(s)-1]
	fmt.Println(s)
	evens := s[:0]
	for _, v := range s {
		if v%2 == 0 {
			evens = append(evens, v)
		}
	}
	fmt.Println(evens, s)
	r := []int{1, 2, 3, 4, 5}
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	fmt.Println(r)
	r = append(r[2:], r[:2]...)
	fmt.Println(r)
	st := []string{}
	st = append(st, "a", "b", "c")
	top := st[len(st)-1]
	st = st[:len(st)-1]
	fmt.Println(top, st)
	q := []int{1, 2, 3}
	head, q := q[0], q[1:]
	fmt.Println(head, q, cap(q))
	seen := map[int]bool{}
	uniq := []int{}
	for _, v := range []int{3, 1, 3, 2, 1} {
		if !seen[v] {
			seen[v] = true
			uniq = append(uniq, v)
		}
	}
	fmt.Println(uniq)
	chunks := [][]int{}
	for rest := []int{1, 2, 3, 4, 5}; len(rest) > 0; {
		n := min(2, len(rest))
		chunks = append(chunks, rest[:n])
		rest = rest[n:]
	}
	fmt.Println(chunks, len(chunks))
	last := chunks[len(chunks)-1]
	fmt.Println(last, cap(last), cap(chunks[0]))
}
