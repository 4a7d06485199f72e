// A trie with insertion, counting, prefix search and deletion.
package main

import (
	"fmt"
	"slices"
	"strings"
)

type Trie struct {
	kids map[rune]*Trie
	word bool
	n    int
}

func (t *Trie) Insert(w string) bool {
	if t.Has(w) {
		return false
	}
	cur := t
	cur.n++
	for _, r := range w {
		if cur.kids == nil {
			cur.kids = map[rune]*Trie{}
		}
		next, ok := cur.kids[r]
		if !ok {
			next = new(Trie)
			cur.kids[r] = next
		}
		next.n++
		cur = next
	}
	cur.word = true
	return true
}

func (t *Trie) find(p string) *Trie {
	for _, r := range p {
		if t = t.kids[r]; t == nil {
			return nil
		}
	}
	return t
}

func (t *Trie) Has(w string) bool { n := t.find(w); return n != nil && n.word }

func (t *Trie) walk(prefix string, visit func(string) bool) bool {
	if t.word && !visit(prefix) {
		return false
	}
	keys := make([]rune, 0, len(t.kids))
	for r := range t.kids {
		keys = append(keys, r)
	}
	slices.Sort(keys)
	for _, r := range keys {
		if !t.kids[r].walk(prefix+string(r), visit) {
			return false
		}
	}
	return true
}

func (t *Trie) Complete(p string, max int) (out []string) {
	if n := t.find(p); n != nil {
		n.walk(p, func(w string) bool {
			out = append(out, w)
			return len(out) < max
		})
	}
	return
}

func (t *Trie) Delete(w string) bool {
	if !t.Has(w) {
		return false
	}
	cur := t
	cur.n--
	for _, r := range w {
		next := cur.kids[r]
		next.n--
		if next.n == 0 {
			delete(cur.kids, r)
			return true
		}
		cur = next
	}
	cur.word = false
	return true
}

func main() {
	t := &Trie{}
	for _, w := range strings.Fields("car card care cat dog do done äpfel äpfelmus über car") {
		fmt.Print(w, "=", t.Insert(w), " ")
	}
	fmt.Println(t.n)
	fmt.Println(t.Complete("ca", 10), t.Complete("car", 2), t.Complete("x", 5) == nil, t.Complete("ä", 9))
	fmt.Println(t.Has("do"), t.Has("ca"), t.Has(""), t.Delete("car"), t.Delete("car"), t.Has("card"))
	fmt.Println(t.Complete("", 100), t.find("c").n)
	fmt.Println(t.Delete("äpfelmus"), t.find("äpfel").kids, len(t.kids))
}
