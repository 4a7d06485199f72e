package main

import "fmt"

type stat struct {
	orders int
	total  float64
	marks  [2]int
}

type pair struct{ in stat }

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "panics:", r)
		}
	}()
	f()
	fmt.Println(name, "done")
}

func main() {
	rows := []any{
		map[string]any{"country": "DE", "status": "done", "amount": 1.5, "n": 3, "ok": true},
		map[string]any{"country": "FR", "status": "cancelled", "amount": 2.5, "n": 4, "ok": false},
		map[string]any{"country": "DE", "status": "new", "amount": 0.25, "n": 5, "ok": true},
	}
	stats := map[string]stat{}
	pairs := map[string]pair{}
	for i, r := range rows {
		row := r.(map[string]any)
		if row["status"].(string) == "cancelled" {
			continue
		}
		s := stats[row["country"].(string)]
		s.orders++
		s.orders += 2
		s.orders -= 1
		s.total += row["amount"].(float64)
		s.marks[i%2]++
		before := stats[row["country"].(string)]
		stats[row["country"].(string)] = s
		s.orders = 99
		fmt.Println(before, s, stats)
		p := pairs["x"]
		p.in = s
		p.in.marks[0] += 10
		pairs["x"] = p
		p.in.marks[0] = -1
		fmt.Println(pairs, p)
	}
	found := 0
	for _, r := range rows {
		row := r.(map[string]any)
		found++
		if row["ok"].(bool) == false {
			break
		}
		if row["n"].(int) != 3 {
			found += 100
		}
		found += 10
	}
	fmt.Println(found)

	var none map[string]any
	var nowhere map[string]stat
	fmt.Println(nowhere["x"])
	try("nil map", func() {
		if none["a"].(string) == "x" {
			fmt.Println("never")
		}
	})
	try("missing", func() {
		row := rows[0].(map[string]any)
		if row["missing"].(string) != "x" {
			fmt.Println("never")
		}
	})
	try("other type", func() {
		row := rows[0].(map[string]any)
		if row["n"].(string) == "x" {
			fmt.Println("never")
		}
	})
	try("not a map", func() {
		var x any = []int{1}
		row := x.(map[string]any)
		fmt.Println("never", row)
	})
	try("nil interface", func() {
		var x any
		n := x.(int)
		fmt.Println("never", n)
	})
	try("store into nil", func() {
		nowhere["a"] = stat{}
	})
	try("captured", func() {
		var x any = 7
		n := x.(int)
		add := func() { n++ }
		add()
		m := map[string]stat{}
		get := func() stat { s := m["q"]; s.orders += n; m["q"] = s; return m["q"] }
		fmt.Println(get(), get(), m)
	})
	arrays := map[int][2]stat{}
	a := arrays[1]
	a[1].orders = 5
	arrays[1] = a
	a[1].orders = 6
	fmt.Println(arrays, a)
	i := 1<<63 - 1
	s := stat{orders: i}
	s.orders++
	fmt.Println(s.orders)
}
