// Missing comma between entries on one line.
package main

func main() {
	m := map[string]int{"a": 1 "b": 2} // problem: syntax error: unexpected literal "b" in composite literal; possibly missing comma or }
	println(len(m))
}
