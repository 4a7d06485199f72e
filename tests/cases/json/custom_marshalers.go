// MarshalJSON, UnmarshalJSON, MarshalText, map keys with text methods, embedded structs.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

type temp float64

func (t temp) MarshalJSON() ([]byte, error) { return []byte(fmt.Sprintf(`"%.1fC"`, float64(t))), nil }
func (t *temp) UnmarshalJSON(b []byte) error {
	s, err := strconv.Unquote(string(b))
	if err != nil {
		return fmt.Errorf("temp: %w", err)
	}
	f, err := strconv.ParseFloat(strings.TrimSuffix(s, "C"), 64)
	*t = temp(f)
	return err
}

type level int

func (l level) MarshalText() ([]byte, error) { return []byte(fmt.Sprint("L", int(l))), nil }
func (l *level) UnmarshalText(b []byte) error {
	n, err := strconv.Atoi(strings.TrimPrefix(string(b), "L"))
	*l = level(n)
	return err
}

type base struct {
	ID   int
	Kind string `json:"kind"`
}
type rec struct {
	base
	T    temp
	L    level
	M    map[level]int
	PT   *temp `json:",omitempty"`
	Kind string
}
type failing struct{}

func (failing) MarshalJSON() ([]byte, error) { return nil, errors.New("cannot") }

type badJSON struct{}

func (badJSON) MarshalJSON() ([]byte, error) { return []byte("{bad"), nil }

type ptrM struct{ n int }

func (p *ptrM) MarshalJSON() ([]byte, error) { return []byte(`"ptr"`), nil }

func main() {
	r := rec{base{1, "inner"}, 21.55, 3, map[level]int{2: 20, 1: 10}, nil, "outer"}
	b, err := json.Marshal(r)
	fmt.Println(string(b), err)
	var q rec
	fmt.Println(json.Unmarshal(b, &q), q.ID, q.T, q.L, q.M, q.Kind, q.base.Kind)
	fmt.Println(json.Unmarshal([]byte(`{"T":5}`), &q))
	fmt.Println(json.Unmarshal([]byte(`{"L":"Lx"}`), &q))
	_, err = json.Marshal(failing{})
	fmt.Println(err)
	_, err = json.Marshal(map[string]any{"x": []any{failing{}}})
	fmt.Println(err)
	_, err = json.Marshal(badJSON{})
	fmt.Println(err)
	b, _ = json.Marshal([]any{ptrM{1}, &ptrM{2}, []ptrM{{3}}, struct{ P ptrM }{}})
	fmt.Println(string(b))
	b, _ = json.Marshal([]temp{1, 2.25})
	fmt.Println(string(b))
	b, _ = json.Marshal([]error{errors.New("x"), nil})
	fmt.Println(string(b))
	b, _ = json.Marshal(time.Date(2024, 1, 2, 3, 4, 5, 6000, time.UTC))
	fmt.Println(string(b))
}
