// Package encoding: what implements its interfaces.
package main

import (
	"encoding"
	"encoding/json"
	"fmt"
	"time"
)

type Temp float64

func (t Temp) MarshalText() ([]byte, error)  { return fmt.Appendf(nil, "%.1fC", float64(t)), nil }
func (t *Temp) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "%fC", (*float64)(t))
	return err
}

// Blob has the binary forms.
type Blob struct{ data []byte }

func (b Blob) MarshalBinary() ([]byte, error)            { return b.data, nil }
func (b Blob) AppendBinary(to []byte) ([]byte, error)    { return append(to, b.data...), nil }
func (b *Blob) UnmarshalBinary(data []byte) error        { b.data = data; return nil }

var _ encoding.TextMarshaler = Temp(0)
var _ encoding.TextUnmarshaler = (*Temp)(nil)

func main() {
	for _, v := range []any{Temp(1), 5, Blob{}, new(Temp), new(Blob)} {
		_, a := v.(encoding.TextMarshaler)
		_, b := v.(encoding.BinaryMarshaler)
		_, c := v.(encoding.TextUnmarshaler)
		_, d := v.(encoding.BinaryAppender)
		_, e := v.(encoding.TextAppender)
		_, f := v.(encoding.BinaryUnmarshaler)
		fmt.Println(a, b, c, d, e, f)
	}
	var now any = time.Now()
	_, marshals := now.(encoding.TextMarshaler)
	_, appends := now.(encoding.TextAppender)
	fmt.Println(marshals, appends)
	b, err := json.Marshal(map[Temp]Temp{36.6: 1})
	fmt.Println(string(b), err)
	var m map[Temp]Temp
	fmt.Println(json.Unmarshal(b, &m), m)
	var t Temp
	fmt.Println(json.Unmarshal([]byte(`"x"`), &t))
}
