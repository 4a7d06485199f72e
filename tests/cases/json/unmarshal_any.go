// Decoding into any gives maps, slices, float64, strings, bools and nil.
package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

func main() {
	var v any
	for _, s := range []string{`null`, `true`, `12`, `1.5e3`, `"a\u00e9\n\ud83d\ude00"`, `[1,"a",null,[]]`, `{"b":{"c":[1,2]},"a":1}`, ` [ 1 , 2 ] `, `""`, `-0`, `1e400`, `"\ud800"`} {
		err := json.Unmarshal([]byte(s), &v)
		fmt.Printf("%T %v %v\n", v, v, err)
		v = "unset"
	}
	for _, s := range []string{``, `{`, `[1,`, `{"a" 1}`, `{a:1}`, `[1 2]`, `nul`, `"abc`, `01`, `1 2`, `{"a":1,}`, `'x'`, "\"\x01\"", `+1`, `.5`, `tru`, `[1,]`, `"\x"`} {
		err := json.Unmarshal([]byte(s), &v)
		fmt.Println(err)
	}
	var m map[string]any
	json.Unmarshal([]byte(`{"id": 9007199254740993, "tags": ["x"], "n": {"k": null}}`), &m)
	fmt.Println(m["id"], m["id"].(float64) == 9007199254740992, m["tags"].([]any)[0], m["n"].(map[string]any)["k"] == nil, len(m))
	fmt.Printf("%T %T %v\n", m["id"], m["tags"], m)
	dec := json.NewDecoder(strings.NewReader(`{"id": 9007199254740993, "f": 1.50}`))
	dec.UseNumber()
	fmt.Println(dec.Decode(&m), m["id"], m["f"], m["n"])
	n, err := m["id"].(json.Number).Int64()
	fmt.Println(n, err)
	f, err := m["f"].(json.Number).Float64()
	fmt.Println(f, err)
	fmt.Println(json.Valid([]byte(`{"a":[1]}`)), json.Valid([]byte(`{a}`)))
}
