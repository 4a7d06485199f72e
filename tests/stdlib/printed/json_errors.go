// Marshal and Unmarshal of good and bad data, and what went wrong, in the words of Go.
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"
)

type Inner struct{ B int }
type T struct {
	A   int   `json:"a"`
	In  Inner `json:"in"`
	S   []string
	M   map[string]int
	P   *Inner
	F   float32
	U   uint8
	Any any
	Ar  [2]int
	By  []byte
	D   time.Duration
	Ti  time.Time
	Bo  bool
	N   json.Number
	R   json.RawMessage
	Q   int `json:",string"`
}
type Color int

func (c Color) MarshalJSON() ([]byte, error) { return nil, fmt.Errorf("bad color %d", int(c)) }

type C2 int

func (c C2) MarshalJSON() ([]byte, error) { return []byte("{bad"), nil }

type C3 int

func (c C3) MarshalText() ([]byte, error) { return nil, fmt.Errorf("bad text") }

type Node struct {
	Next *Node
	V    int
}

func try(s string) {
	var t T
	err := json.Unmarshal([]byte(s), &t)
	fmt.Printf("%-40q %T %v | %+v\n", s, err, err, t.A)
}
func tryAny(s string) {
	var t any
	err := json.Unmarshal([]byte(s), &t)
	off := int64(-1)
	if se, ok := err.(*json.SyntaxError); ok {
		off = se.Offset
	}
	fmt.Printf("%-40q %T %v %d| %v\n", s, err, err, off, t)
}
func main() {
	for _, s := range []string{"", " ", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "[1,2", "[1,2,]", "[,]", "{,}", "nul", "nulx", "tru", "trux", "fals", "falsx", "1 2", "{} {}", "\"abc", "\"a\\x\"", "\"a\\u12\"", "\"a\\u12g4\"", "\"a\nb\"", "01", "-", "-x", "1.", "1.x", "1e", "1e+", "1ex", ".5", "+1", "'a'", "{a:1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "[1 2]", "]", "}", "\xff", "\"\xff\"", "abc", "True", "None", "<html>", "// x", "{\"a\":1}x", "\x00", "é", "[1}", "{]", "NaN", "Infinity", "\ufeff{}", "{\"a\":tru}", "[\"\\ud800\"]", "[\"\\ud83d\\ude00\"]", "{\"a\":1,\"a\":2}", "1e400", "-0", "[1.0, 1e2, 123456789012345678901]"} {
		tryAny(s)
	}
	fmt.Println("---- typed")
	for _, s := range []string{`{"a":"x"}`, `{"a":1.5}`, `{"a":1e3}`, `{"a":99999999999999999999}`, `{"a":null}`, `{"A":5}`, `{"in":5}`, `{"in":{"B":"q"}}`, `{"in":[]}`, `{"S":"x"}`, `{"S":[1]}`, `{"S":{"x":1}}`, `{"M":[]}`, `{"M":{"x":"y"}}`, `{"P":{"B":true}}`, `{"P":null}`, `{"F":1e100}`, `{"U":256}`, `{"U":-1}`, `{"Ar":[1,2,3]}`, `{"Ar":"x"}`, `{"By":"!!!"}`, `{"By":[1,2]}`, `{"By":5}`, `{"D":"5s"}`, `{"D":1.5}`, `{"Ti":"x"}`, `{"Ti":5}`, `{"Ti":"2024-01-02T03:04:05Z"}`, `{"Bo":1}`, `{"Bo":"true"}`, `{"N":"x"}`, `{"N":12}`, `{"N":"12"}`, `{"N":true}`, `{"Q":5}`, `{"Q":"5"}`, `{"Q":"x"}`, `{"a":1,"in":{"B":"q"},"S":3}`, `[1]`, `"x"`, `5`, `null`, `true`, `{"a":1,"S":["a",`, `{"a":{"x":1}}`, `{"a":[1,2]}`, `{"a":true}`} {
		try(s)
	}
	fmt.Println("---- marshal")
	show := func(v any) { b, err := json.Marshal(v); fmt.Printf("%T: %s %T %v\n", v, b, err, err) }
	show(math.NaN())
	show(math.Inf(1))
	show(make(chan int))
	show(func() {})
	show(complex(1, 2))
	show(Color(3))
	show(C2(1))
	show(C3(1))
	show(map[C3]int{1: 1})
	show([]any{math.Inf(-1)})
	show(map[string]any{"x": make(chan int)})
	show(map[bool]int{true: 1})
	show(struct{ X chan int }{nil})
	show(&struct{ F func() }{})
	n := &Node{V: 1}
	n.Next = n
	show(n)
	m := map[string]any{}
	m["m"] = m
	show(m)
	sl := make([]any, 1)
	sl[0] = sl
	show(sl)
	show("a\xffb<>&\u2028\u2029\x01\x7f\"\\/\t\n\r\b\f")
	show([]float64{1, 1.5, 1e20, 1e21, 1e-6, 1e-7, 123456789, 0.1, 1e100, 5e-324, -0.0, math.Copysign(0, -1), 100000000000000000000})
	show([]float32{1, 1.5, 1e20, 1e21, 1e-6, 1e-7, 0.1, 3.4e38})
	show([]byte(nil))
	show([]byte{})
	show([]byte("hi"))
	show([3]byte{1, 2, 3})
	show([]int(nil))
	show(map[string]int(nil))
	show((*int)(nil))
	show(any(nil))
	show(map[int]string{10: "a", 9: "b", -1: "c"})
	show(map[float64]int{1.5: 1})
	show(time.Second)
	show(time.Unix(0, 0).UTC())
	show(json.Number("12x"))
	show(json.Number(""))
	show(json.RawMessage("{bad"))
	show(json.RawMessage(" {\"a\" : 1} "))
	show(json.RawMessage(nil))
	show([]error{fmt.Errorf("x")})
	show(time.Time{})
	show(strings.Repeat("é", 2))
	show('x')
	show(uint64(math.MaxUint64))
	show(struct {
		A int       `json:"-"`
		B int       `json:"-,"`
		C int       `json:",omitempty"`
		D string    `json:"d,omitempty"`
		E []int     `json:",omitempty"`
		F *int      `json:",omitempty"`
		G struct{}  `json:",omitempty"`
		H time.Time `json:",omitzero"`
		I int       `json:"bad name!"`
		J int       `json:"i,string"`
		K string    `json:",string"`
		L bool      `json:"l,string"`
		M any       `json:",omitempty"`
		u int
		O float64 `json:",string"`
		P *int    `json:",string"`
		Z int     `json:"a\"b"`
	}{})
	// unmarshal to non pointer
	fmt.Println(json.Unmarshal([]byte("1"), nil))
	fmt.Println(json.Unmarshal([]byte("1"), 5))
	fmt.Println(json.Unmarshal([]byte("1"), (*int)(nil)))
	var e error
	fmt.Println(json.Unmarshal([]byte("1"), &e))
	fmt.Println(json.Unmarshal([]byte("{}"), &e))
	var ch chan int
	fmt.Println(json.Unmarshal([]byte("1"), &ch))
	var mi map[int]string
	fmt.Println(json.Unmarshal([]byte(`{"1":"a","x":"b"}`), &mi), mi)
	var mb map[bool]string
	fmt.Println(json.Unmarshal([]byte(`{"true":"a"}`), &mb), mb)
	var i8 int8
	fmt.Println(json.Unmarshal([]byte("300"), &i8), i8)
	var st string
	fmt.Println(json.Unmarshal([]byte("300"), &st), st)
	fmt.Println(json.Unmarshal([]byte("[1,2]"), &st), st)
	var ii []int
	fmt.Println(json.Unmarshal([]byte("[1,\"x\",3]"), &ii), ii)
	fmt.Println(json.Unmarshal([]byte("{}"), &ii), ii)
	dec := json.NewDecoder(strings.NewReader(`{"a":1,"zz":2} {"a":3} x`))
	dec.DisallowUnknownFields()
	var t T
	fmt.Println(dec.Decode(&t))
	fmt.Println(dec.Decode(&t), t.A)
	fmt.Println(dec.Decode(&t))
	fmt.Println(dec.Decode(&t))
	deep := strings.Repeat("[", 10001) + strings.Repeat("]", 10001)
	var a any
	fmt.Println(json.Unmarshal([]byte(deep), &a))
	fmt.Println(json.Unmarshal([]byte(deep[1:20001]), &a))
}
