// Constant booleans and strings fold; comparison results are untyped bools.
package main

import "fmt"

type Flag bool
type Name string

const On Flag = true
const Sep = ", "
const Multi = `raw
"text"\n`

func main() {
	const debug = false
	if debug {
		fmt.Println("never")
	}
	var f Flag = 3 > 2
	fmt.Println(f, !f, f && On, f == On)
	fmt.Printf("%T %T\n", f, 3 > 2)
	var n Name = "abc" + "def"
	fmt.Println(n, n[1:3], len(n), n+Sep, n < "abd")
	fmt.Printf("%T %T\n", n, n[1:])
	fmt.Println(Multi, len(Multi))
	fmt.Println("a"+"b" == "ab", "abc"[1], "é"[0], len("é"))
	fmt.Println("hello"[1])
	fmt.Println(len(Sep), Sep > "", string('a'+1))
	b := Sep == ", "
	b = b && !false
	fmt.Println(b)
	var any1 any = Sep
	_, ok := any1.(string)
	fmt.Println(ok)
	fmt.Println(true != false, !(1 == 2), "Z" < "a")
	x, y := 5, 5
	var eq Flag = x == y
	fmt.Println(eq)
	switch {
	case "a" > "b":
		fmt.Println("wrong")
	case !debug:
		fmt.Println("right")
	}
}
