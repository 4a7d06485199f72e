// Unused, doubled and misplaced labels; jumps over declarations and into blocks.
package main

import "fmt"

func f() {
unused: // problem: label unused defined and not used
	fmt.Println("x")
twice:
	for {
		break twice
	}
twice: // problem: label twice already defined at 9:1
	fmt.Println("y")
}

func g() {
	goto after // problem: goto after jumps over declaration of x at 19:4
	x := 1
	_ = x
after:
	fmt.Println("after")
}

func h() {
	goto inside // problem: goto inside jumps into block starting at 27:2
	{
	inside:
		fmt.Println("inside")
	}
}

func i() {
L:
	if true {
		continue L // problem: invalid continue label L
	}
}

func main() { f(); g(); h(); i() }
