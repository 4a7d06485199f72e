// NaN never equals itself, so NaN keys pile up and cannot be looked up.
package main

import (
	"fmt"
	"math"
)

func main() {
	nan := math.NaN()
	m := map[float64]string{}
	m[nan] = "a"
	m[nan] = "b"
	fmt.Println(len(m))
	_, ok := m[nan]
	fmt.Println(ok, m[nan] == "")
	delete(m, nan)
	fmt.Println(len(m))
	sum := 0
	for k, v := range m {
		if k != k {
			sum += int(v[0] - 'a' + 1)
		}
	}
	fmt.Println(sum)
	clear(m)
	fmt.Println(len(m))
	type t struct{ f float64 }
	s := map[t]int{{nan}: 1, {1}: 2}
	s[t{nan}]++
	s[t{1}]++
	fmt.Println(len(s), s[t{1}], s[t{nan}])
	i := map[any]int{nan: 1}
	i[nan] = 2
	fmt.Println(len(i))
	z := map[float64]int{}
	zero := 0.0
	z[0] = 1
	z[-zero] = 2
	z[math.Copysign(0, -1)] = 3
	fmt.Println(z, len(z))
}
