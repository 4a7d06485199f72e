// MarshalIndent, Encoder options, Compact, Indent, HTMLEscape.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

func main() {
	v := map[string]any{"name": "a<b>&", "list": []any{1, []int{}, map[string]any{}}, "obj": map[string]any{"x": nil, "y": []string{"p", "q"}}}
	b, err := json.MarshalIndent(v, "", "  ")
	fmt.Println(string(b), err)
	b, _ = json.MarshalIndent([]int{1, 2}, ">", "\t")
	fmt.Println(string(b))
	enc := json.NewEncoder(os.Stdout)
	fmt.Println(enc.Encode(v))
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	fmt.Println(enc.Encode(v))
	var buf bytes.Buffer
	fmt.Println(json.Compact(&buf, []byte(`{ "a" : [ 1 , 2 ] , "b":"x y" }`)), buf.String())
	buf.Reset()
	fmt.Println(json.Indent(&buf, []byte(`{"a":[1,{"b":{}}],"c":[]}`), "", "  "), buf.String())
	buf.Reset()
	json.HTMLEscape(&buf, []byte(`"<x>"`))
	fmt.Println(buf.String())
	var sb strings.Builder
	e2 := json.NewEncoder(&sb)
	for i := range 3 {
		e2.Encode(map[string]int{"i": i})
	}
	fmt.Printf("%q\n", sb.String())
	dec := json.NewDecoder(strings.NewReader(sb.String() + `[1]x`))
	for dec.More() {
		var x any
		if err := dec.Decode(&x); err != nil {
			fmt.Println("err", err)
			break
		}
		fmt.Println(x)
	}
	empty, _ := json.MarshalIndent(struct{}{}, "", "  ")
	fmt.Println(string(empty))
}
