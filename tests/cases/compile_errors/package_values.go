// Packages used as values, and as types.
package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

func main() {
	x := fmt // problem: use of package fmt not in selector
	_ = x
	y := 5 + strings // problem: use of package strings not in selector
	_ = y
	strings("a") // problem: use of package strings not in selector
	fmt.Println(math) // problem: use of package math not in selector
	var t time // problem: time (package name) is not a type
	_ = t
	_ = strings.ToUpper("x") + strconv.Itoa(1) + fmt.Sprint(math.Pi, time.Second)
}
