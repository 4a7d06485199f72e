// Decoding into structs: tags, case folding, missing, extra and wrong fields.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

type addr struct {
	City string `json:"city"`
	Zip  *string
}
type user struct {
	Name   string         `json:"name"`
	Age    int            `json:"age"`
	Email  *string        `json:"email,omitempty"`
	Tags   []string       `json:"tags"`
	Addr   addr           `json:"addr"`
	Extra  map[string]int `json:"extra"`
	Any    any            `json:"any"`
	F      float64
	secret string
	U8     uint8
	Arr    [2]int
	Raw    json.RawMessage
	N      json.Number
	S      int `json:",string"`
	Data   []byte
	Users  []user
	P      *user
}

func main() {
	u := user{Age: 7, Tags: []string{"old1", "old2", "old3"}, Extra: map[string]int{"kept": 1}}
	err := json.Unmarshal([]byte(`{"NAME":"ann","tags":["x"],"addr":{"city":"Rome","zip":"00100"},"extra":{"n":2},"any":[1],"f":2,"secret":"no","unknown":1,"u8":200,"arr":[1,2,3],"raw":{"a": 1},"N":1.20,"S":"42","Data":"aGk=","users":[{"name":"kid","p":{"age":3}}]}`), &u)
	fmt.Println(err)
	fmt.Println(u.Name, u.Age, u.Email == nil, u.Tags, u.Addr.City, *u.Addr.Zip, u.Extra, u.Any, u.F, u.secret == "", u.U8, u.Arr, string(u.Raw), u.N, u.S, string(u.Data), u.Users[0].Name, u.Users[0].P.Age)
	err = json.Unmarshal([]byte(`{"name":null,"tags":null,"email":"e","extra":null}`), &u)
	fmt.Println(err, u.Name, u.Tags == nil, *u.Email, u.Extra == nil, u.Age)
	for _, s := range []string{`{"age":"x"}`, `{"age":1.5}`, `{"u8":300}`, `{"name":5}`, `{"tags":"a"}`, `{"addr":[]}`, `{"addr":{"city":1}}`, `[1]`, `"s"`, `{"tags":[1]}`, `{"S":42}`, `{"Data":"!!"}`, `{"f":"1"}`, `{"users":[{"age":true}]}`} {
		var v user
		err := json.Unmarshal([]byte(s), &v)
		fmt.Println(err)
		var te *json.UnmarshalTypeError
		if errors.As(err, &te) {
			fmt.Println("  ", te.Value, te.Type, te.Field, te.Offset)
		}
	}
	var list []int
	fmt.Println(json.Unmarshal([]byte(`[1,2,"3"]`), &list), list)
	var mi map[int]string
	fmt.Println(json.Unmarshal([]byte(`{"1":"a","-2":"b"}`), &mi), mi)
	fmt.Println(json.Unmarshal([]byte(`{"x":"a"}`), &mi))
	var ms map[string]addr
	fmt.Println(json.Unmarshal([]byte(`{"h":{"city":"C"}}`), &ms), ms["h"].City)
	fmt.Println(json.Unmarshal([]byte(`1`), u))
	fmt.Println(json.Unmarshal([]byte(`1`), nil))
	var se *json.SyntaxError
	err = json.Unmarshal([]byte(`{"a":}`), &u)
	fmt.Println(errors.As(err, &se), se.Offset, err)
	var b bool
	var s string
	fmt.Println(json.Unmarshal([]byte("true"), &b), b, json.Unmarshal([]byte(`"q"`), &s), s)
	dec := json.NewDecoder(strings.NewReader(`{"name":"x","bogus":1}`))
	dec.DisallowUnknownFields()
	fmt.Println(dec.Decode(&u))
}
