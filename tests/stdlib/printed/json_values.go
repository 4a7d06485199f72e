// Methods, tags, embedding, streams and tokens.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
)

type PC int

func (c *PC) MarshalJSON() ([]byte, error) { return []byte(fmt.Sprintf(`"pc%d"`, int(*c))), nil }

type TX struct{ A int }

func (t TX) MarshalText() ([]byte, error) { return []byte(fmt.Sprintf("tx<%d>", t.A)), nil }
func (t *TX) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "tx<%d>", &t.A)
	return err
}

type KS string

func (k KS) MarshalText() ([]byte, error) { return []byte("K" + string(k)), nil }

type UJ struct{ raw string }

func (u *UJ) UnmarshalJSON(b []byte) error {
	u.raw = string(b)
	if len(b) > 10 {
		return errors.New("too long")
	}
	return nil
}

type St int

func (s St) String() string { return "st" }

type E struct{ Msg string }

func (e E) Error() string { return e.Msg }

type Base struct {
	ID   int `json:"id"`
	Name string
}
type Mid struct {
	*Base
	Extra int
}
type priv struct {
	X int
	y int
}
type Emb struct {
	Mid
	priv
	time.Time `json:"when"`
}
type EmbT struct {
	time.Time
	A int
}
type I interface{ Foo() }

func main() {
	show := func(v any) { b, err := json.Marshal(v); fmt.Printf("%T: %s %v\n", v, b, err) }
	show(struct {
		A []int           `json:",string"`
		B map[string]int  `json:",string"`
		C struct{ X int } `json:",string"`
		D [2]bool         `json:",string"`
		E any             `json:",string"`
		F *int            `json:",string"`
		G **int           `json:",string"`
		H *string         `json:",string"`
	}{A: []int{1}, B: map[string]int{"a": 1}, E: 5, F: new(int), H: new(string)})
	pc := PC(3)
	show(pc)
	show(&pc)
	show([]PC{1, 2})
	show([2]PC{1, 2})
	show(&[2]PC{1, 2})
	show(map[string]PC{"a": 1})
	show(struct{ P PC }{4})
	show(&struct{ P PC }{4})
	show([]any{pc, &pc})
	show(TX{5})
	show(map[TX]int{{1}: 1, {2}: 2})
	show(map[KS]int{"a": 1})
	show([]TX{{1}})
	show(St(3))
	show(map[St]int{3: 1})
	show(E{"x"})
	show(errors.New("x"))
	show(Mid{})
	show(Mid{Base: &Base{1, "n"}})
	show(Emb{})
	show(EmbT{})
	show(map[string]any{"z": 1, "a": []any{nil, true}, "é": "x", "A": 1.0})
	show(map[int8]string{-1: "a", 1: "b"})
	show(map[any]int{})
	show(map[any]int{1: 1})
	show(map[any]int{"x": 1})
	show(map[[2]int]int{{1, 2}: 1})
	show(map[*int]int{nil: 1})
	show(map[struct{}]int{})
	show(map[chan int]int{})
	show(struct {
		F func() `json:",omitempty"`
	}{})
	show(struct {
		F func() `json:"-"`
	}{})
	var np *PC
	show(np)
	var ip I
	show(ip)
	show([]I{nil})
	show(struct{ X *TX }{})
	show(struct {
		X []byte
		Y [2]byte
		Z json.RawMessage
	}{Z: json.RawMessage(`{"a":  [1,2 ,3]}`)})
	show(&struct {
		Z json.RawMessage `json:",omitempty"`
	}{})
	// indent
	b, err := json.MarshalIndent(map[string]any{"a": []any{}, "b": map[string]any{}, "c": []any{1, "x<", map[string]any{"d": nil}}}, ">", "  ")
	fmt.Println(string(b), err)
	var buf bytes.Buffer
	fmt.Println(json.Indent(&buf, []byte(` {"a" : [ 1 , 2 ] , "b":{ } ,"c":"<\u2028" } `), "", "\t"), buf.String())
	buf.Reset()
	fmt.Println(json.Compact(&buf, []byte(` {"a" : [ 1 , 2 ] , "b":{ } ,"c":"<" } `)), buf.String())
	buf.Reset()
	fmt.Println(json.Compact(&buf, []byte(`{"a" : x}`)), buf.String())
	buf.Reset()
	fmt.Println(json.Indent(&buf, []byte(`{"a" : x}`), "", " "), buf.String())
	buf.Reset()
	json.HTMLEscape(&buf, []byte(`{"a":"<b>&\u2028 "}`))
	fmt.Println(buf.String())
	fmt.Println(json.Valid([]byte(`{}`)), json.Valid([]byte(`{`)), json.Valid([]byte(`{} `)), json.Valid([]byte(``)), json.Valid([]byte("\"\xff\"")))
	enc := json.NewEncoder(os.Stdout)
	enc.Encode(map[string]any{"a": "<x>"})
	enc.SetEscapeHTML(false)
	enc.Encode(map[string]any{"a": "<x>\u2028"})
	enc.SetIndent("", "  ")
	enc.Encode([]int{1, 2})
	fmt.Println(enc.Encode(make(chan int)))
	// unmarshal
	un := func(s string, p any) {
		err := json.Unmarshal([]byte(s), p)
		b, _ := json.Marshal(p)
		fmt.Printf("%s -> %s %T %v\n", s, b, err, err)
	}
	var u struct {
		U  UJ
		P  *UJ
		M  map[string]UJ
		S  []UJ
		T  TX
		TP *TX
		TM map[TX]int
	}
	un(`{"U": {"a" : 1}, "P": [1,  2], "M":{"k": "v\u0041"}, "S":[null, 1.50], "T":"tx<4>", "TP":"tx<9>", "TM":{"tx<7>":1}}`, &u)
	fmt.Println(u.P.raw)
	var u2 struct {
		A int
		U UJ
		B string
		C int
	}
	un(`{"A":"x","U":"12345678901234","B":5,"C":7}`, &u2)
	var t3 struct {
		T TX
		A int
	}
	un(`{"T":"bad","A":3}`, &t3)
	un(`{"T":5,"A":3}`, &t3)
	un(`{"T":null,"A":4}`, &t3)
	var m map[string]any = map[string]any{"keep": 1}
	un(`{"a":1}`, &m)
	un(`null`, &m)
	var sl = []int{9, 9, 9}
	un(`[1]`, &sl)
	fmt.Println(cap(sl), sl[:3])
	un(`[]`, &sl)
	un(`null`, &sl)
	fmt.Println(sl == nil)
	var ar = [3]int{9, 9, 9}
	un(`[1]`, &ar)
	un(`[1,2,3,4]`, &ar)
	var an any = &struct{ A int }{5}
	un(`{"A":7}`, &an)
	fmt.Printf("%T\n", an)
	var an2 any = 5
	un(`{"A":7}`, &an2)
	var pi *int
	un(`5`, &pi)
	fmt.Println(*pi)
	un(`null`, &pi)
	var cs struct {
		FooBar  int
		Foobar2 int `json:"foo_bar2"`
		X       int `json:"x"`
		XX      int `json:"X"`
	}
	un(`{"foobar":1,"FOO_BAR2":2,"fooBar2":3,"X":5,"x":6}`, &cs)
	un(`{"foo-bar":1,"Foo_Bar2":2,"ſ":3}`, &cs)
	var em Emb
	un(`{"id":4,"Name":"q","Extra":2,"X":3,"y":4,"when":"2024-01-02T03:04:05Z"}`, &em)
	var st struct {
		S string  `json:",string"`
		I int     `json:",string"`
		B bool    `json:",string"`
		F float64 `json:",string"`
		P *int    `json:",string"`
		A any     `json:",string"`
	}
	un(`{"S":"\"x\"","I":"5","B":"true","F":"1.5","P":"7","A":5}`, &st)
	un(`{"S":"x"}`, &st)
	un(`{"I":"1.5"}`, &st)
	un(`{"B":"yes"}`, &st)
	un(`{"B":true}`, &st)
	un(`{"F":"abc"}`, &st)
	un(`{"P":null}`, &st)
	un(`{"I":""}`, &st)
	un(`{"I":null}`, &st)
	un(`{"I":"null"}`, &st)
	var i I
	un(`{"a":1}`, &i)
	un(`null`, &i)
	var ii struct{ X I }
	un(`{"X":1}`, &ii)
	var fl float32
	un(`3.4e39`, &fl)
	un(`0.1`, &fl)
	un(`1e-400`, &fl)
	var num json.Number
	un(`1.50`, &num)
	un(`"1e5"`, &num)
	un(`"x"`, &num)
	un(`null`, &num)
	fmt.Println(num.Int64())
	fmt.Println(num.Float64())
	fmt.Println(json.Number("x").Int64())
	fmt.Println(json.Number("1.5").Int64())
	var raw json.RawMessage
	un(` [1,  2 ] `, &raw)
	var rs struct {
		R json.RawMessage
		P *json.RawMessage
		N json.RawMessage
	}
	un(`{"R": {"x" : 1}, "P": 5, "N": null}`, &rs)
	fmt.Println(string(rs.R), string(*rs.P), string(rs.N))
	d := json.NewDecoder(strings.NewReader(`{"a":12345678901234567890,"b":[1,2.5]} [1] "x" 5`))
	d.UseNumber()
	for d.More() {
		var v any
		err := d.Decode(&v)
		fmt.Printf("%v %T %v %d\n", v, v, err, d.InputOffset())
	}
	var v any
	fmt.Println(d.Decode(&v))
	d = json.NewDecoder(strings.NewReader(`{"items":[{"a":1},{"a":2}],"n":null,"t":true,"f":1.5,"s":"x"}`))
	for {
		t, err := d.Token()
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Printf("%T %v more=%v\n", t, t, d.More())
	}
	d = json.NewDecoder(strings.NewReader(`[{"a":1},{"a":2}]`))
	d.Token()
	for d.More() {
		var x struct{ A int }
		fmt.Println(d.Decode(&x), x)
	}
	fmt.Println(d.Token())
	d = json.NewDecoder(strings.NewReader(`{"a":`))
	fmt.Println(d.Decode(&v))
	d = json.NewDecoder(strings.NewReader(``))
	fmt.Println(d.Decode(&v))
	d = json.NewDecoder(strings.NewReader(`[1,}`))
	fmt.Println(d.Decode(&v))
	d = json.NewDecoder(strings.NewReader(`[1,x`))
	d.Token()
	d.Token()
	fmt.Println(d.Token())
	var ute *json.UnmarshalTypeError
	err = json.Unmarshal([]byte(`{"A": {"B": ["x"]}}`), &struct{ A struct{ B []int } }{})
	fmt.Println(errors.As(err, &ute), ute.Value, ute.Field, ute.Offset, ute.Struct, ute.Type)
	type Named struct{ A struct{ B []int } }
	err = json.Unmarshal([]byte(`{"A": {"B": ["x"]}}`), &Named{})
	fmt.Println(err, errors.As(err, &ute), ute.Value, ute.Field, ute.Offset, ute.Struct, ute.Type)
	var se *json.SyntaxError
	err = json.Unmarshal([]byte(`{"A": tru}`), &v)
	fmt.Println(errors.As(err, &se), se.Offset, se)
	var bs []byte
	un(`"aGk="`, &bs)
	un(`"aGk"`, &bs)
	un(`"a Gk="`, &bs)
	un("\"aG\\nk=\"", &bs)
	un(`[104,105]`, &bs)
	var b4 [4]byte
	un(`[1,2]`, &b4)
	un(`"AQID"`, &b4)
	var mk map[uint8]int
	un(`{"1":1,"300":2}`, &mk)
	un(`{"-1":1}`, &mk)
	var mf map[float64]int
	un(`{"1.5":1}`, &mf)
	var msi map[string]*int
	un(`{"a":1,"b":null}`, &msi)
	var uns struct {
		C chan int
		F func()
		X complex128
	}
	un(`{"C":1}`, &uns)
	un(`{"F":null}`, &uns)
	un(`{"X":1}`, &uns)
	un(`{"C":null}`, &uns)
	_, err = json.Marshal(map[string]any{"a": PC(1), "b": C2(1)})
	var me *json.MarshalerError
	fmt.Println(errors.As(err, &me), err)
}

type C2 int

func (c C2) MarshalJSON() ([]byte, error) { return nil, E{"inner"} }
