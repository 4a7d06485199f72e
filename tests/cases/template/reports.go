// Templates with nested data, methods, pipelines, whitespace control and custom functions.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"text/template"
)

type Line struct {
	Name  string
	Qty   int
	Price float64
}

func (l Line) Total() float64 { return float64(l.Qty) * l.Price }

type Invoice struct {
	No    int
	To    map[string]string
	Lines []Line
	Paid  bool
	Notes []string
}

func (i *Invoice) Sum() (t float64) {
	for _, l := range i.Lines {
		t += l.Total()
	}
	return
}

func (i *Invoice) Discount(pct float64) (float64, error) {
	if pct > 100 {
		return 0, errors.New("discount over 100%")
	}
	return i.Sum() * (1 - pct/100), nil
}

const text = `{{define "line"}}{{printf "%-8s" .Name}}|{{printf "%3d" .Qty}}|{{.Total | money}}{{end -}}
Invoice #{{.No}} to {{.To.name}}{{with .To.city}} in {{. | upper}}{{end}}
{{range $i, $l := .Lines -}}
{{$i}} {{template "line" $l}}{{if gt $l.Qty 5}} *bulk*{{end}}
{{else -}}
no lines
{{end -}}
{{if .Paid}}PAID{{else if eq (len .Lines) 0}}EMPTY{{else}}DUE {{.Sum | money}}{{end}}
{{- range .Notes}}
- {{.}}
{{- end}}
{{with $x := index .Lines 0}}first {{$x.Name}}{{end}} {{.Discount 10 | money}} {{len .To}} {{and .Paid .No}} {{or .Paid "no"}} {{not .Paid}} {{lt 1 2}} {{ne "a" "b"}}
`

func main() {
	t, err := template.New("invoice").Funcs(template.FuncMap{
		"money": func(f float64) string { return fmt.Sprintf("$%.2f", f) },
		"upper": strings.ToUpper,
		"fail":  func() (string, error) { return "", errors.New("failed on purpose") },
	}).Parse(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	inv := &Invoice{7, map[string]string{"name": "Ann", "city": "Rome"}, []Line{{"pen", 10, 1.5}, {"ink", 1, 20}}, false, []string{"thanks", "bye"}}
	fmt.Println(t.Execute(os.Stdout, inv))
	inv.Lines, inv.Notes = nil, nil
	inv.To = map[string]string{"name": "Bob"}
	var sb strings.Builder
	err = t.Execute(&sb, inv)
	fmt.Printf("%q\n%v\n", sb.String(), err)
	for _, src := range []string{"{{.Discount 200}}", "{{fail}}", "{{template \"nope\"}}", "{{.Missing}}", "{{range $k, $v := .To}}{{$k}}:{{$v}};{{end}}", "{{.No | printf \"%05d\"}}", "{{ \"a\" | printf \"%s-%s\" \"b\" }}", "{{/* hi */}}x{{- \" y \" -}} z"} {
		u, err := template.Must(t.Clone()).New("u").Parse(src)
		if err != nil {
			fmt.Println("parse:", err)
			continue
		}
		var out strings.Builder
		err = u.Execute(&out, inv)
		fmt.Printf("%q %v\n", out.String(), err)
	}
	m := template.Must(template.New("m").Parse(`{{range .}}{{.}},{{end}}{{.b}} {{.zzz}}`))
	fmt.Println(m.Execute(os.Stdout, map[string]int{"b": 2, "a": 1}))
	fmt.Println(m.Name(), t.Lookup("line") != nil, t.Lookup("zip") == nil)
}
