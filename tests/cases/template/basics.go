// text/template: fields, pipelines, range, if, with, variables, functions, nested templates.
package main

import (
	"fmt"
	"os"
	"strings"
	"text/template"
)

type item struct {
	Name  string
	Price float64
	Tags  []string
}

func (i item) Upper() string       { return strings.ToUpper(i.Name) }
func (i item) Times(n int) float64 { return i.Price * float64(n) }

func run(name, text string, data any) {
	t, err := template.New(name).Funcs(template.FuncMap{"join": strings.Join, "inc": func(i int) int { return i + 1 }}).Parse(text)
	if err != nil {
		fmt.Println("parse:", err)
		return
	}
	if err := t.Execute(os.Stdout, data); err != nil {
		fmt.Println("\nexec:", err)
		return
	}
	fmt.Println()
}

func main() {
	data := map[string]any{"Title": "List <x>", "Items": []item{{"pen", 1.5, []string{"a", "b"}}, {"ink", 10, nil}}, "Empty": []int{}, "N": 3, "M": map[string]int{"z": 1, "a": 2}}
	run("a", `{{.Title}}: {{len .Items}} items{{range $i, $e := .Items}}
{{inc $i}}. {{$e.Name | printf "%-5s"}} {{printf "%.2f" .Price}} {{.Upper}} {{.Times 3}}{{if .Tags}} [{{join .Tags ","}}]{{else}} (none){{end}}{{end}}`, data)
	run("b", `{{range .Empty}}x{{else}}nothing{{end}} {{range $k, $v := .M}}{{$k}}={{$v}};{{end}}`, data)
	run("c", `{{if and (gt .N 2) (lt .N 10)}}yes{{end}} {{if eq .N 1 2 3}}in{{end}} {{if or .Missing .N}}or{{end}} {{not true}} {{ne .N 3}}`, data)
	run("d", `{{with .Title}}{{.}}{{end}}{{with .Missing}}x{{else}}no{{end}} {{$x := 5}}{{$x}} {{$x = 6}}{{$x}}`, data)
	run("e", "{{- /* comment */ -}}  trim  {{- 1 }} {{ 2 -}}  end {{index .Items 1 | printf \"%v\"}} {{index .M \"a\"}} {{(index .Items 0).Name}}", data)
	run("f", `{{define "row"}}<{{.}}>{{end}}{{range .Items}}{{template "row" .Name}}{{end}}`, data)
	run("g", `{{html "<a>"}} {{print 1 2 "x"}} {{println "y"}}{{urlquery "a b"}} {{slice "abcdef" 1 3}} {{"quoted\n" | printf "%q"}} {{len "héé"}}`, data)
	run("h", `{{range 3}}{{.}} {{end}}{{range .Items}}{{if eq .Name "ink"}}{{break}}{{end}}{{.Name}}{{end}} {{1.5}} {{true}} {{nil | printf "%v"}}`, data)
	run("i", `{{.Nope.Deep}} {{.Items.Name}}`, data)
	run("j", `{{.Foo}}`, item{})
	run("k", `{{if}}`, nil)
	run("l", `{{range .}}`, nil)
	run("m", `{{nofunc 1}}`, nil)
	run("n", `{{index . 5}}`, []int{1})
	run("o", `{{.}} {{. | len}}`, []string{"a"})
}
