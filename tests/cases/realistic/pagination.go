// Paging through an API with retries, rate limits and a final check.
package main

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
)

type Item struct {
	ID    int
	Owner string
	Size  int64
}
type Page struct {
	Items []Item
	Next  string
}
type API struct {
	data  []Item
	calls int
	fail  map[int]error
}

var ErrRate = errors.New("rate limited")

func (a *API) List(cursor string, limit int) (*Page, error) {
	a.calls++
	if err, ok := a.fail[a.calls]; ok {
		return nil, err
	}
	start := 0
	if cursor != "" {
		n, err := strconv.Atoi(strings.TrimPrefix(cursor, "c"))
		if err != nil {
			return nil, fmt.Errorf("bad cursor %q: %w", cursor, err)
		}
		start = n
	}
	end := min(start+limit, len(a.data))
	p := &Page{Items: a.data[start:end]}
	if end < len(a.data) {
		p.Next = fmt.Sprintf("c%d", end)
	}
	return p, nil
}

func withRetry[T any](tries int, f func() (T, error)) (v T, err error) {
	for i := 1; i <= tries; i++ {
		if v, err = f(); err == nil || !errors.Is(err, ErrRate) {
			return
		}
	}
	return v, fmt.Errorf("gave up after %d tries: %w", tries, err)
}

func All(api *API, limit int) ([]Item, error) {
	var out []Item
	for cursor := ""; ; {
		p, err := withRetry(3, func() (*Page, error) { return api.List(cursor, limit) })
		if err != nil {
			return out, err
		}
		out = append(out, p.Items...)
		if p.Next == "" {
			return out, nil
		}
		cursor = p.Next
	}
}

func Iter(api *API, limit int) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		cursor := ""
		for {
			p, err := api.List(cursor, limit)
			if err != nil {
				yield(Item{}, err)
				return
			}
			for _, it := range p.Items {
				if !yield(it, nil) {
					return
				}
			}
			if p.Next == "" {
				return
			}
			cursor = p.Next
		}
	}
}

func human(n int64) string {
	if n < 1024 {
		return fmt.Sprintf("%dB", n)
	}
	v, u := float64(n)/1024, 0
	for v >= 1024 {
		v /= 1024
		u++
	}
	return fmt.Sprintf("%.1f%cB", v, "KMGT"[u])
}

func main() {
	var data []Item
	for i := range 23 {
		data = append(data, Item{i, []string{"ann", "bob", "cid"}[i%3], int64(i*i*i) * 100})
	}
	api := &API{data: data}
	items, err := All(api, 5)
	fmt.Println(len(items), err, api.calls)
	api = &API{data: data, fail: map[int]error{2: ErrRate, 3: fmt.Errorf("wrapped: %w", ErrRate)}}
	items, err = All(api, 10)
	fmt.Println(len(items), err, api.calls)
	api = &API{data: data, fail: map[int]error{2: ErrRate, 3: ErrRate, 4: ErrRate}}
	items, err = All(api, 10)
	fmt.Println(len(items), err)
	api = &API{data: data, fail: map[int]error{3: errors.New("server down")}}
	n := 0
	for it, err := range Iter(api, 4) {
		if err != nil {
			fmt.Println("stopped after", n, err)
			break
		}
		n += it.ID*0 + 1
	}
	api = &API{data: data}
	for it := range Iter(api, 4) {
		if it.ID == 6 {
			fmt.Println("found", it, "with", api.calls, "calls")
			break
		}
	}
	_, err = api.List("cx", 1)
	fmt.Println(err)
	sizes := map[string]int64{}
	for _, it := range data {
		sizes[it.Owner] += it.Size
	}
	for _, o := range slices.Sorted(maps.Keys(sizes)) {
		fmt.Print(o, "=", human(sizes[o]), " ")
	}
	fmt.Println(human(512), human(5<<40))
}
