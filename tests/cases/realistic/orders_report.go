// Orders from JSON, summed by customer and month, as table, template, CSV and JSON.
package main

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"text/template"
	"time"
)

type Order struct {
	ID       string    `json:"id"`
	Customer string    `json:"customer"`
	Amount   float64   `json:"amount"`
	At       time.Time `json:"at"`
	Items    []struct {
		SKU string  `json:"sku"`
		Qty int     `json:"qty"`
		P   float64 `json:"p"`
	} `json:"items"`
	Meta map[string]any `json:"meta"`
}

const src = `[{"id":"o1","customer":"ann","amount":12.5,"at":"2024-01-31T10:00:00Z","items":[{"sku":"A","qty":2,"p":1.25}],"meta":{"vip":true,"n":3}},
{"id":"o2","customer":"bob","amount":99.99,"at":"2024-02-01T23:30:00-05:00","items":[],"meta":null},
{"id":"o3","customer":"ann","amount":0.01,"at":"2024-02-29T00:00:00+01:00"},
{"id":"o4","customer":"Çelik","amount":1e3,"at":"2024-12-31T23:59:59.999Z","items":[{"sku":"B","qty":1,"p":1000}]}]`

func main() {
	var os1 []Order
	if err := json.Unmarshal([]byte(src), &os1); err != nil {
		fmt.Println(err)
		return
	}
	by := map[string][]Order{}
	months := map[time.Month]float64{}
	for _, o := range os1 {
		by[o.Customer] = append(by[o.Customer], o)
		months[o.At.UTC().Month()] += o.Amount
	}
	fmt.Println(months)
	names := slices.SortedFunc(maps.Keys(by), func(a, b string) int { return cmp.Compare(strings.ToLower(a), strings.ToLower(b)) })
	for _, n := range names {
		t := 0.0
		for _, o := range by[n] {
			t += o.Amount
		}
		fmt.Printf("%-8s|%8.2f|%3d|%q\n", n, t, len(by[n]), n)
		fmt.Printf("%-*s|%+.1e|%6.2f%%\n", 10, n, t, t/1112.5*100)
	}
	fmt.Printf("%+v\n", os1[0])
	fmt.Printf("%v\n", os1[1])
	fmt.Printf("%#v\n", os1[2].Items)
	fmt.Println(os1[3].At.Sub(os1[0].At), os1[3].At.Sub(os1[0].At).Round(time.Hour), os1[1].At, os1[1].At.UTC().Format(time.RFC1123), os1[2].At.Equal(os1[2].At.UTC()))
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 1, ' ', tabwriter.AlignRight|tabwriter.Debug)
	for _, o := range os1 {
		fmt.Fprintf(w, "%s\t%s\t%.2f\t%s\t\n", o.ID, o.Customer, o.Amount, o.At.Format("Jan _2"))
	}
	w.Flush()
	tm := template.Must(template.New("r").Funcs(template.FuncMap{"money": func(f float64) string { return "$" + strconv.FormatFloat(f, 'f', 2, 64) }}).Parse("{{range .}}{{.ID}}: {{money .Amount}}{{with .Meta}} {{.}}{{end}}{{range .Items}}\n  - {{.SKU}} x{{.Qty}}{{end}}\n{{end}}"))
	if err := tm.Execute(os.Stdout, os1); err != nil {
		fmt.Println(err)
	}
	cw := csv.NewWriter(os.Stdout)
	cw.Write([]string{"id", "customer", "note"})
	for _, o := range os1 {
		cw.Write([]string{o.ID, o.Customer, fmt.Sprintf("amount: %v, \"at\" %v", o.Amount, o.At.Year())})
	}
	cw.Flush()
	enc := json.NewEncoder(os.Stdout)
	enc.SetIndent("", "  ")
	enc.Encode(map[string]any{"total": 1112.5, "orders": len(os1), "first": os1[0]})
}
