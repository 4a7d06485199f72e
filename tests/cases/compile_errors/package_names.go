// Names that packages do not export or do not have.
package main

import (
	"fmt"
	"math"
	"sort"
	"strings"
	"time"
)

func main() {
	fmt.Println(math.PI, strings.Length("x"), time.second, sort.ints([]int{})) // problem: undefined: math.PI (but have Pi) ;; undefined: sort.ints (but have Ints) ;; undefined: strings.Length ;; undefined: time.second (but have Second)
	var sb strings.Builder
	fmt.Println(sb.buf, sb.writeString("x")) // problem: sb.buf undefined (cannot refer to unexported field buf) ;; sb.writeString undefined (type strings.Builder has no field or method writeString, but does have method WriteString)
	fmt.Println(math.Pi, strings.ToUpper(""), time.Second)
	fmt.println("x") // problem: undefined: fmt.println (but have Println)
	sort.Ints(nil)
}
