// A value of type any may stand where a concrete type is wanted; what it is, is looked at when the program runs.
package main

import "fmt"

func main() {
	var data any = map[string]any{"items": []any{1, 2, 3}, "name": "x", "price": 2.5}
	sum := 0
	for _, v := range data.items {
		sum += v
	}
	var name string = data["name"]
	fmt.Println(sum, name+"!", data["price"]*2, len(data["items"]))
	if data["price"] > 2 {
		fmt.Println("dear")
	}
}
