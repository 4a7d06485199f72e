// Zero values of Decoder and Encoder: what their methods do.
package main

import (
	"encoding/json"
	"fmt"
)

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "panics:", r)
		}
	}()
	fmt.Print(name, " ")
	f()
}

func main() {
	try("Decode", func() { var d json.Decoder; var v any; fmt.Println(d.Decode(&v)) })
	try("More", func() { var d json.Decoder; fmt.Println(d.More()) })
	try("Token", func() { var d json.Decoder; fmt.Println(d.Token()) })
	try("InputOffset", func() { var d json.Decoder; fmt.Println(d.InputOffset()) })
	try("Buffered", func() { var d json.Decoder; fmt.Println(d.Buffered() == nil) })
	try("UseNumber", func() { var d json.Decoder; d.UseNumber(); fmt.Println("ok") })
	try("Disallow", func() { var d json.Decoder; d.DisallowUnknownFields(); fmt.Println("ok") })
	try("Encode", func() { var e json.Encoder; fmt.Println(e.Encode(1)) })
	try("SetIndent", func() { var e json.Encoder; e.SetIndent("", " "); fmt.Println("ok") })
	try("SetEscapeHTML", func() { var e json.Encoder; e.SetEscapeHTML(false); fmt.Println("ok") })
	try("Number", func() {
		var n json.Number
		fmt.Println(n.String() == "")
		fmt.Println(n.Int64())
		fmt.Println(n.Float64())
	})
	try("RawMessage", func() { var r json.RawMessage; b, err := r.MarshalJSON(); fmt.Println(string(b), err) })
	try("encoder nil", func() { e := json.NewEncoder(nil); fmt.Println(e.Encode(1)) })
}
