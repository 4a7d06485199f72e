// A method called String, Error, MarshalJSON, IsZero or Unwrap of another signature is an ordinary method.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

type Count struct{ N int }

func (Count) String() int             { return 4 }
func (Count) Error() error            { return nil }
func (Count) MarshalJSON() string     { return "json" }
func (*Count) UnmarshalJSON() error   { return nil }
func (Count) IsZero() int             { return 0 }
func (Count) GoString(n int) string   { return "go" }
func (Count) Format(s string) string  { return s }
func (Count) MarshalText() []byte     { return nil }
func (Count) UnmarshalText() []string { return nil }

type Word string

func (w Word) String(n int) string            { return string(w[:n]) }
func (w Word) MarshalText() (string, error)   { return "", nil }
func (w *Word) UnmarshalText(s string) error  { *w = Word(s); return nil }
func (w Word) MarshalJSON() ([]byte, string)  { return nil, "" }
func (w *Word) UnmarshalJSON(b []byte) string { *w = "no"; return "" }

type fail struct{ inner error }

func (f fail) Error() string          { return "fail" }
func (f fail) Unwrap() (error, bool)  { return f.inner, true }
func (f fail) Is(s string) bool       { return true }
func (f fail) As(target any) error    { return nil }
func (f fail) Timeout(n int) struct{} { return struct{}{} }

type scope struct{ context.Context }

func (scope) String() []string { return nil }

func main() {
	fmt.Println(Count{1}, Word("word"), &Count{2})
	fmt.Printf("%v %+v %#v %s %d\n", Count{1}, Count{1}, Count{1}, Word("w"), Count{3})
	data, err := json.Marshal(map[Word]any{"k": Count{7}, "w": Word("x"), "p": &Count{8}})
	fmt.Println(string(data), err)
	var all struct {
		C Count `json:"c,omitzero"`
		W Word  `json:"w,omitzero"`
	}
	fmt.Println(json.Unmarshal([]byte(`{"c":{"N":5},"w":"abc"}`), &all), all)
	data, err = json.Marshal(struct {
		C Count `json:"c,omitzero"`
	}{})
	fmt.Println(string(data), err)
	base := errors.New("base")
	fmt.Println(errors.Is(fail{base}, base), errors.Unwrap(fail{base}), errors.Is(fail{}, fail{}))
	ctx := context.WithValue(scope{context.Background()}, Word("key"), Count{1})
	fmt.Println(ctx.Value(Word("key")), ctx)
	defer func() {
		fmt.Println(recover())
		panic(Word("last"))
	}()
	panic(Word("first"))
}
