// Types that marshal themselves, inside others, and their errors.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"
)

type Status int

const (
	Open Status = iota
	Closed
)

func (s Status) MarshalJSON() ([]byte, error) { return json.Marshal([]string{"open", "closed"}[s]) }
func (s *Status) UnmarshalJSON(b []byte) error {
	var str string
	if err := json.Unmarshal(b, &str); err != nil {
		return fmt.Errorf("status: %w", err)
	}
	switch str {
	case "open":
		*s = Open
	case "closed":
		*s = Closed
	default:
		return fmt.Errorf("unknown status %q", str)
	}
	return nil
}

type Date struct{ time.Time }

func (d *Date) UnmarshalJSON(b []byte) error {
	t, err := time.Parse(`"2006-01-02"`, string(b))
	d.Time = t
	return err
}
func (d Date) MarshalJSON() ([]byte, error) { return []byte(d.Format(`"2006-01-02"`)), nil }

type Money struct{ Cents int64 }

func (m *Money) UnmarshalText(b []byte) error {
	f, err := strconv.ParseFloat(string(b), 64)
	m.Cents = int64(math.Round(f * 100))
	return err
}
func (m Money) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d.%02d", m.Cents/100, m.Cents%100), nil }

type Shape interface{ Area() float64 }
type Sq struct{ S float64 }

func (s Sq) Area() float64 { return s.S * s.S }

type Env struct {
	Kind string          `json:"kind"`
	Data json.RawMessage `json:"data"`
}
type T struct {
	S  Status            `json:"s"`
	D  Date              `json:"d"`
	DP *Date             `json:"dp"`
	M  Money             `json:"m"`
	MM map[string]Money  `json:"mm"`
	SS []Status          `json:"ss"`
	Sh Shape             `json:"sh"`
	MS map[Status]string `json:"-"`
}

func main() {
	var t T
	err := json.Unmarshal([]byte(`{"s":"closed","d":"2024-02-29","dp":null,"m":"12.345","mm":{"a":"1"},"ss":["open","closed"],"sh":null}`), &t)
	fmt.Println(err, t.S, t.D, t.DP, t.M, t.MM, t.SS, t.Sh)
	for _, s := range []string{`{"s":"x"}`, `{"s":5}`, `{"d":"2024-13-01"}`, `{"m":"abc"}`, `{"m":5}`, `{"ss":["open","bad"]}`, `{"sh":{}}`, `{"mm":{"k":"z"}}`} {
		err := json.Unmarshal([]byte(s), &t)
		fmt.Printf("%v | %T | %T\n", err, err, errors.Unwrap(err))
	}
	t.Sh = Sq{2}
	b, err := json.Marshal(t)
	fmt.Println(string(b), err)
	b, err = json.Marshal(&t)
	fmt.Println(string(b), err)
	b, err = json.Marshal(map[string]any{"p": &t.M, "v": t.M, "s": []Money{{5}}})
	fmt.Println(string(b), err)
	defer func() { fmt.Println("recovered:", recover()) }()
	var env []Env
	fmt.Println(json.Unmarshal([]byte(`[{"kind":"sq","data":{"S":3}},{"kind":"n","data": null },{"kind":"x"}]`), &env))
	for _, e := range env {
		fmt.Printf("%s %q %t\n", e.Kind, e.Data, e.Data == nil)
		if e.Kind == "sq" {
			var s Sq
			fmt.Println(json.Unmarshal(e.Data, &s), s.Area())
		}
	}
	b, err = json.Marshal(env)
	fmt.Println(string(b), err)
	b, err = json.Marshal([]Status{5})
	fmt.Println(string(b), err)
}
