// Struct, array, pointer and interface keys compare by value (or identity).
package main

import "fmt"

type point struct{ x, y int }
type named struct {
	p    point
	name string
}

func main() {
	m := map[point]string{{1, 2}: "a", {3, 4}: "b"}
	m[point{1, 2}] += "!"
	fmt.Println(m[point{1, 2}], m[point{9, 9}] == "", len(m), m)
	n := map[named]int{{point{1, 1}, "x"}: 1}
	n[named{point{1, 1}, "x"}]++
	n[named{point{1, 1}, "y"}]++
	fmt.Println(n)
	p, q := &point{1, 1}, &point{1, 1}
	pm := map[*point]int{p: 1, q: 2}
	p.x = 50
	fmt.Println(len(pm), pm[p], pm[q], pm[&point{50, 1}])
	im := map[any]string{1: "int", 1.0: "float", "1": "string", int8(1): "int8", 'a': "rune", true: "bool", point{1, 2}: "pt", nil: "nil", [1]int{1}: "arr"}
	fmt.Println(im[1], im[1.0], im["1"], im[int8(1)], im[int64(1)] == "", im[rune(97)], im[nil], im[point{1, 2}], im[[1]int{1}], len(im))
	bm := map[bool]int{true: 1}
	bm[1 > 2]--
	fmt.Println(bm)
	fm := map[float64]string{0.5: "half"}
	fmt.Println(fm[1.0/2], fm[0.25+0.25])
	neg := 0.0
	neg = -neg
	fm[0] = "zero"
	fm[neg] = "neg zero"
	fmt.Println(len(fm), fm[0])
	type pair [2]string
	pairs := map[pair]bool{{"a", "b"}: true}
	fmt.Println(pairs[pair{"a", "b"}], pairs[pair{"b", "a"}])
	for k, v := range map[point]int{{7, 8}: 9} {
		fmt.Println(k.x, k.y, v)
	}
}
