// Times, numbers, cycles and keys in JSON.
package main

import (
	"encoding/json"
	"fmt"
	"time"
)

type T struct{ time.Time }
type U struct {
	N json.Number   `json:",string"`
	D time.Duration `json:",string"`
	P *json.Number  `json:",string"`
}
type M struct {
	Mx struct{ A int }
	P  *struct{ B PC }
	PC
}
type PC int

func (c *PC) MarshalJSON() ([]byte, error) { return []byte(fmt.Sprintf(`"pc%d"`, int(*c))), nil }

type V struct {
	A PC
	*W
}
type W struct{ B PC }

func main() {
	show := func(v any) { b, err := json.Marshal(v); fmt.Printf("%T: %s %v\n", v, b, err) }
	show(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC))
	show(T{time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)})
	show(U{N: "12"})
	show(U{})
	show(V{1, &W{2}})
	show(&V{1, &W{2}})
	show(V{1, nil})
	show(time.Date(2020, 1, 1, 0, 0, 0, 0, time.FixedZone("", 25*3600)))
	var u U
	fmt.Println(json.Unmarshal([]byte(`{"N":"13","D":"5"}`), &u), u)
	fmt.Println(json.Unmarshal([]byte(`{"N":13}`), &u), u)
	fmt.Println(json.Unmarshal([]byte(`{"D":5}`), &u), u)
	var t time.Time
	fmt.Println(json.Unmarshal([]byte(`"2024-01-02"`), &t), t, json.Unmarshal([]byte(`null`), &t), json.Unmarshal([]byte(`[]`), &t), json.Unmarshal([]byte(`"2024-01-02T03:04:05+25:00"`), &t))
	var mt map[time.Time]int
	fmt.Println(json.Unmarshal([]byte(`{"2024-01-02T00:00:00Z":1}`), &mt), mt)
	show(mt)
	var md map[time.Duration]int
	fmt.Println(json.Unmarshal([]byte(`{"5":1}`), &md), md)
	show(md)
	type R struct {
		Next *R
		Kids []R
		M    map[string]*R
	}
	var r R
	fmt.Println(json.Unmarshal([]byte(`{"Next":{"Next":{"Kids":[{"M":{"x":{"Kids":5}}}]}}}`), &r))
	show(r)
	r2 := &R{}
	r2.Kids = []R{{}}
	r2.Kids[0].Next = r2
	show(r2)
	mm := map[string]any{}
	mm["a"] = []any{mm}
	show(mm)
	type L struct {
		X *L
		Y []any
	}
	l := &L{}
	l.Y = []any{map[string]any{"l": l}}
	show(l)
	var x any = map[any]any{}
	show(x)
	show(map[any]any{nil: 1})
	show(map[any]any{true: 1})
	show(map[interface{}]any{1.5: 2})
	show(map[[1]int]int{})
	show(map[bool]int{})
	fmt.Println(json.Unmarshal([]byte(`{"a":1}`), &map[any]int{}))
	var mmm map[any]int
	fmt.Println(json.Unmarshal([]byte(`{"a":1}`), &mmm), mmm)
	var arr []map[string]any
	fmt.Println(json.Unmarshal([]byte(`[{"a":1},2]`), &arr), arr)
	fmt.Println(json.Unmarshal([]byte(`{"a~b/c":"x"}`), &map[string]int{}))
	var sp []*int
	fmt.Println(json.Unmarshal([]byte(`[1,null,"x"]`), &sp), len(sp), sp[1], *sp[2])
	var st struct {
		A, B int
		c    int
	}
	fmt.Println(json.Unmarshal([]byte(`{"A":1,"A":2,"B":"x","c":3}`), &st), st)
	fmt.Println(json.Unmarshal([]byte(`{"a":1e400}`), &x))
	fmt.Println(json.Unmarshal([]byte(`[1e400]`), &x), x)
	var f64 struct{ A float64 }
	fmt.Println(json.Unmarshal([]byte(`{"A":-0}`), &f64), f64.A, 1/f64.A)
	var in struct{ A int }
	fmt.Println(json.Unmarshal([]byte(`{"A":-0}`), &in), in)
	var ss struct {
		A int    `json:"a"`
		B string `json:"A"`
	}
	fmt.Println(json.Unmarshal([]byte(`{"a":1,"A":"x"}`), &ss), ss)
	var s2 struct {
		Ab int
		AB int
	}
	fmt.Println(json.Unmarshal([]byte(`{"ab":1}`), &s2), s2)
	big := `{"items":[`
	for i := 0; i < 3; i++ {
		if i > 0 {
			big += ","
		}
		big += fmt.Sprintf(`{"id":%d,"name":"n%d","tags":["a","b"],"ok":true,"v":%d.5}`, i, i, i)
	}
	big += `]}`
	fmt.Println(json.Unmarshal([]byte(big), &x), x)
}
