// Decoder tokens, offsets and streaming arrays.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

func main() {
	dec := json.NewDecoder(strings.NewReader(`{"a": [1, "x", true, null], "b": {"c": 2.5}}`))
	for {
		t, err := dec.Token()
		if err == io.EOF {
			fmt.Println("EOF")
			break
		}
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Printf("%T:%v more=%v; ", t, t, dec.More())
	}
	type msg struct {
		N string
		V int
	}
	d2 := json.NewDecoder(strings.NewReader(`[{"N":"a","V":1},{"N":"b","V":2}]`))
	t, _ := d2.Token()
	fmt.Println(t)
	for d2.More() {
		var m msg
		fmt.Println(d2.Decode(&m), m)
	}
	t, _ = d2.Token()
	fmt.Println(t, d2.InputOffset())
	d3 := json.NewDecoder(strings.NewReader("{\"x\":1}\n{\"x\":2} {\"x\":3}"))
	for {
		var v map[string]int
		if err := d3.Decode(&v); err != nil {
			fmt.Println(err)
			break
		}
		fmt.Print(v["x"], " ")
	}
	rest, _ := io.ReadAll(json.NewDecoder(strings.NewReader("1 rest")).Buffered())
	fmt.Println(len(rest))
}
