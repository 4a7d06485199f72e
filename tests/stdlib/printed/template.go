package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/template"
	"time"
)

type inner struct {
	Deep  string
	Other *inner
	priv  int
}

type base struct{ ID int }

func (b base) Label() string   { return fmt.Sprint("label ", b.ID) }
func (b *base) Pointer() string { return fmt.Sprint("pointer ", b.ID) }

type stringer struct{ n int }

func (s stringer) String() string { return fmt.Sprintf("<%d>", s.n) }

type pstringer struct{ n int }

func (s *pstringer) String() string { return fmt.Sprintf("*%d*", s.n) }

type named string
type level int

func (l level) Next() level { return l + 1 }

type data struct {
	*base
	Name    string
	N       int
	U       uint8
	F       float64
	C       complex128
	B       bool
	In      inner
	P       *inner
	Nil     *inner
	Any     any
	NilAny  any
	Err     error
	S       []int
	Empty   []string
	Arr     [3]string
	M       map[string]int
	MI      map[int]string
	ML      map[level]bool
	MN      map[named]int
	Fn      func(int, int) int
	NilFn   func()
	Ch      chan int
	St      stringer
	PSt     *pstringer
	Sts     []stringer
	PSts    []pstringer
	Lv      level
	Nm      named
	T       time.Duration
	Anys    []any
	Ptrs    []*inner
	Seq     func(func(int) bool)
	Seq2    func(func(int, string) bool)
	private int
}

func (d data) Value() string                    { return "value of " + d.Name }
func (d *data) Ptr() string                     { return "ptr of " + d.Name }
func (d data) Add(a, b int) int                 { return a + b }
func (d data) Sum(ns ...int) (t int)            { for _, n := range ns { t += n }; return }
func (d data) Join(sep string, s ...string) string { return strings.Join(s, sep) }
func (d data) Fail() (string, error)            { return "", errors.New("fail failed") }
func (d data) Okay() (string, error)            { return "okay", nil }
func (d data) Panics() string                   { panic("oh no") }
func (d data) Index() int                       { return d.S[100] }
func (d data) Two() (int, int)                  { return 1, 2 }
func (d data) None()                            {}
func (d data) TakesAny(x any) string            { return fmt.Sprintf("%T", x) }
func (d data) TakesErr(e error) string          { return fmt.Sprint(e) }
func (d data) TakesPtr(p *inner) string         { return fmt.Sprint(p == nil) }
func (d data) TakesInner(i inner) string        { return i.Deep }
func (d data) Takes8(x int8) int8               { return x }
func (d data) TakesU(x uint) uint               { return x }
func (d data) TakesF(x float32) float32         { return x }
func (d data) TakesB(x bool) bool               { return x }
func (d data) TakesN(x named) string            { return "named " + string(x) }
func (d data) TakesLv(x level) string           { return fmt.Sprintf("%T%d", x, x) }
func (d data) TakesS(x []int) int               { return len(x) }
func (d data) Self() data                       { return d }

func newData() *data {
	ch := make(chan int, 3)
	ch <- 1
	ch <- 2
	close(ch)
	return &data{base: &base{7}, Name: "<n>", N: 5, U: 200, F: 2.5, C: 1 + 2i, B: true, In: inner{Deep: "deep", Other: &inner{Deep: "deeper"}}, P: &inner{Deep: "pd"},
		Any: map[string]any{"k": []int{1, 2}, "nil": nil}, Err: errors.New("an error"), S: []int{3, 4, 5}, Arr: [3]string{"x", "y", "z"}, M: map[string]int{"b": 2, "a": 1}, MI: map[int]string{2: "two", 1: "one"}, ML: map[level]bool{1: true}, MN: map[named]int{"q": 9},
		Fn: func(a, b int) int { return a*10 + b }, Ch: ch, St: stringer{1}, PSt: &pstringer{2}, Sts: []stringer{{1}, {2}}, PSts: []pstringer{{3}}, Lv: 4, Nm: "nm", T: 90 * time.Second, Anys: []any{1, "s", nil, 2.5, []int{1}, stringer{8}}, Ptrs: []*inner{nil, {Deep: "q"}},
		Seq: func(yield func(int) bool) { for i := range 5 { if !yield(i) { fmt.Print("[stopped]"); return } } }, Seq2: func(yield func(int, string) bool) { _ = yield(1, "a") && yield(2, "b") }}
}

var funcs = template.FuncMap{
	"upper": strings.ToUpper, "join": strings.Join, "add": func(ns ...int) int { t := 0; for _, n := range ns { t += n }; return t },
	"fail": func() (int, error) { return 0, errors.New("func failed") }, "boom": func() int { var m map[string]int; m["a"] = 1; return 1 }, "panicErr": func() int { panic(errors.New("as error")) },
	"seq": func(n int) []int { s := []int{}; for i := range n { s = append(s, i) }; return s }, "dict": func(kv ...any) map[string]any { m := map[string]any{}; for i := 0; i+1 < len(kv); i += 2 { m[kv[i].(string)] = kv[i+1] }; return m },
	"typ": func(x any) string { return fmt.Sprintf("%T", x) }, "ptr": func(s string) *string { return &s }, "nilMap": func() map[string]int { return nil }, "nilIface": func() any { return nil }, "nilErr": func() error { return nil },
	"mk": func() func(string) string { return strings.ToUpper }, "f32": func(f float32) float32 { return f }, "i64": func(i int64) int64 { return i }, "rep": strings.Repeat,
}

func run(text string, x any) {
	t, err := template.New("t").Funcs(funcs).Parse(text)
	if err != nil {
		fmt.Printf("%q\n  parse: %v\n", text, err)
		return
	}
	var b bytes.Buffer
	err = t.Execute(&b, x)
	fmt.Printf("%q\n  %q %v\n", text, b.String(), err)
}

var texts = []string{
	// values
	"{{.}}", "{{.Name}} {{.N}} {{.U}} {{.F}} {{.C}} {{.B}} {{.S}} {{.Arr}} {{.M}} {{.MI}}", "{{.In.Deep}} {{.In.Other.Deep}} {{.P.Deep}}", "{{.Nil}} {{.NilAny}} {{.Err}} {{.Any}}", "{{.Nil.Deep}}", "{{.In.Other.Other.Deep}}", "{{.NilAny.X}}", "{{.Any.k}} {{.Any.missing}} {{.Any.nil}}", "{{.Any.nil.x}}", "{{.Any.missing.x}}",
	"{{.ID}} {{.Label}} {{.Pointer}} {{.base}}", "{{.Value}} {{.Ptr}} {{.Self.Value}}", "{{.Self.Ptr}}", "{{.Add 1 2}} {{.Sum}} {{.Sum 1 2 3}} {{.Join \"-\" \"a\" \"b\"}}", "{{.Add 1}}", "{{.Add 1 2 3}}", "{{.Join}}", "{{.Name 1}}", "{{.M.a}} {{.M.zz}} {{.M.a 1}}", "{{.private}}", "{{.In.priv}}", "{{.Nope}}", "{{.S.X}}", "{{.N.X}}", "{{.Name.X}}", "{{.MI.x}}", "{{.MN.q}} {{.MN.r}}",
	"{{.St}} {{.PSt}} {{.Sts}} {{.PSts}} {{range .PSts}}{{.}}{{end}} {{range .Sts}}{{.}}{{end}} {{.Lv}} {{.Lv.Next}} {{.Lv.Next.Next}} {{.Nm}} {{.T}} {{.T.Seconds}}", "{{.Fn}}", "x", "{{.NilFn}}", "{{.Anys}} {{range .Anys}}[{{.}}]{{end}}", "{{range .Ptrs}}{{.}}{{end}}{{(index .Ptrs 1).Deep}}", "{{(index .Ptrs 0).Deep}}",
	"{{.Fail}}", "{{.Okay}}", "{{.Panics}}", "{{.Index}}", "{{.Two}}", "{{.None}}", "{{.T.Nope}}",
	"{{.TakesAny 1}} {{.TakesAny 1.5}} {{.TakesAny \"s\"}} {{.TakesAny nil}} {{.TakesAny true}} {{.TakesAny 'a'}} {{.TakesAny .Any}} {{.TakesAny .P}} {{.TakesAny .In}} {{.TakesAny .}} {{.TakesAny 0x10}} {{.TakesAny 1e3}} {{.TakesAny .NilAny}}",
	"{{.TakesErr nil}} {{.TakesErr .Err}}", "{{.TakesErr 1}}", "{{.TakesErr .Name}}", "{{.TakesPtr nil}} {{.TakesPtr .P}} {{.TakesPtr .In}} {{.TakesPtr .Nil}}", "{{.TakesInner .In}} {{.TakesInner .P}}", "{{.TakesInner .Nil}}", "{{.TakesInner nil}}", "{{.Takes8 5}} {{.Takes8 300}}", "{{.Takes8 1.5}}", "{{.Takes8 2.0}}", "{{.Takes8 .N}}", "{{.TakesU 5}} {{.TakesU -5}}", "{{.TakesF 1.1}} {{.TakesF 2}} {{.TakesF 'a'}}", "{{.TakesF \"x\"}}", "{{.TakesB true}}", "{{.TakesB 1}}", "{{.TakesN \"x\"}} {{.TakesN .Nm}}", "{{.TakesN .Name}}", "{{.TakesLv 3}} {{.TakesLv .Lv}}", "{{.TakesS .S}} {{.TakesS nil}}", "{{.TakesS 1}}", "{{.TakesN 1}}", "x", "{{i64 .N}}", "{{f32 1.5}}",
	// pipelines, variables
	"{{.Name | upper}} {{\"a\" | printf \"%s-%s\" \"b\"}} {{1 | add 2 | add 3}} {{.N | .Add 1}} {{.N | typ}}", "{{upper .Name | printf \"%q\"}} {{printf \"%d %v %s\" 1 .S .Name}}", "{{$}} {{$.N}}", "{{$x := 1}}{{$x}}{{$x = \"two\"}}{{$x}}{{if true}}{{$x := 3}}{{$x}}{{$x = 4}}{{$x}}{{end}}{{$x}}", "{{$x := .S}}{{$x}} {{len $x}} {{$x.Y}}", "{{$d := .In}}{{$d.Deep}} {{$d.Other.Deep}}", "{{$a := .N | add 1}}{{$a}}", "{{with $y := .N}}{{$y}}{{.}}{{end}}", "{{$x := nilIface}}{{$x}}", "{{1 2}}", "{{\"a\" 1}}", "{{.N | 5}}", "{{nil}}", "{{nil | print}}", "{{(1)}} {{(add 1 2)}} {{(.Add 1 2) | add 3}} {{(.Self).Name}} {{(index .S 0)}}", "{{(1) 2}}", "{{(.N).X}}", "{{(nil).X}}", "{{$x := 1}}{{$x 2}}", "{{mk | typ}} {{call mk \"x\"}}",
	// control
	"{{if .B}}t{{else}}f{{end}} {{if .Nil}}t{{else}}f{{end}} {{if .NilAny}}t{{else}}f{{end}} {{if .S}}t{{end}}{{if .Empty}}t{{else}}e{{end}} {{if .F}}t{{end}} {{if .C}}t{{end}} {{if .Fn}}t{{end}} {{if .NilFn}}t{{else}}n{{end}} {{if .In}}t{{end}} {{if .M}}t{{end}} {{if nilMap}}t{{else}}n{{end}} {{if .Arr}}t{{end}} {{if \"\"}}t{{else}}f{{end}} {{if 0}}t{{else if 0.0}}u{{else if 1}}v{{else}}w{{end}}",
	"{{with .Name}}{{.}}{{end}}{{with .Nil}}x{{else}}no{{end}}{{with .Empty}}a{{else with .Name}}b{{.}}{{else}}c{{end}}{{with .P}}{{.Deep}}{{$.N}}{{end}}", "{{range .S}}{{.}},{{end}} {{range $i, $e := .S}}{{$i}}={{$e}},{{end}} {{range $e := .S}}{{$e}}{{end}} {{range .Empty}}x{{else}}none{{end}} {{range .M}}{{.}}{{end}} {{range $k, $v := .M}}{{$k}}{{$v}}{{end}} {{range $k, $v := .MI}}{{$k}}{{$v}}{{end}} {{range .Arr}}{{.}}{{end}}",
	"{{range 3}}{{.}}{{end}} {{range $i := 2}}{{$i}}{{end}} {{range 0}}x{{else}}zero{{end}} {{range .N}}{{.}}{{end}} {{range .U}}{{if eq . 3}}{{break}}{{end}}{{.}}{{end}}", "{{range $a, $b := 3}}{{end}}", "x", "{{range .Name}}{{end}}", "{{range .F}}{{end}}", "{{range .B}}x{{end}}", "{{range .Nil}}x{{else}}nil{{end}}", "{{range .NilAny}}x{{else}}nil{{end}}", "{{range .St}}{{end}}", "{{range nilMap}}x{{else}}nm{{end}}", "{{range .Any}}{{.}}{{end}} {{range .Any.k}}{{.}}{{end}}",
	"{{range .S}}{{if eq . 4}}{{continue}}{{end}}{{.}}{{end}} {{range .S}}{{if eq . 4}}{{break}}{{end}}{{.}}{{else}}x{{end}} {{range $i, $e := .S}}{{range $.S}}{{if gt . $e}}{{break}}{{end}}{{.}}{{end}};{{end}}", "x", "{{$v := 0}}{{range $v = .S}}{{end}}{{$v}} {{$k := 0}}{{range $k, $v = .S}}{{end}}{{$k}}{{$v}}", "{{range $i, $e := .S}}{{$i = 9}}{{$i}}{{end}}", "{{range seq 3}}{{.}}{{end}} {{range $i := seq 2}}{{$i}}{{end}}",
	// functions
	"x", "{{len 3}}", "{{len nil}}", "{{len .Nil}}", "{{len .P}}", "{{index .S 1}} {{index .M \"a\"}} {{index .M \"zz\"}} {{index .MI 1}} {{index .Arr 2}} {{index \"abc\" 1}} {{index .Any \"k\" 0}} {{index .S}} {{index .ML 1}} {{index .MN \"q\"}}", "{{index .S 3}}", "{{index .S 4}}", "{{index .S -1}}", "{{index .S \"a\"}}", "{{index .S nil}}", "{{index .M 1}}", "{{index .MI \"x\"}}", "{{index nil 1}}", "{{index .N 1}}", "{{index .Nil 1}}", "{{index .M nil}}", "{{index \"abc\" 3}}", "{{index .Arr 3}}",
	"{{slice .S}} {{slice .S 1}} {{slice .S 1 2}} {{slice .S 0 1 2}} {{slice \"abcdef\" 2 4}} {{slice .Arr 1}} {{slice .S 3}}", "{{slice .S 2 1}}", "{{slice .S 0 10}}", "{{slice \"abc\" 1 2 3}}", "{{slice .S 1 2 3 4}}", "{{slice 5}}", "{{slice nil}}", "{{slice .Self.Arr 1}}", "{{slice .S 0 2 1}}",
	"{{eq 1 1}} {{eq 1 2}} {{eq 1 2 1}} {{eq \"a\" \"a\"}} {{eq .N 5}} {{eq .U 200}} {{eq 200 .U}} {{eq -1 .U}} {{eq .B true}} {{eq .F 2.5}} {{eq .Nil nil}} {{eq .NilAny nil}} {{eq nil nil}} {{eq .St .St}} {{eq .P .P}} {{eq .P .Nil}} {{ne 1 2}} {{eq .Nm \"nm\"}} {{eq .Lv 4}} {{eq .Arr .Arr}}", "{{eq 1 1.0}}", "{{eq 1 \"a\"}}", "{{eq .S .S}}", "{{eq .M nil}} {{eq .S nil}}", "{{eq 1}}", "{{eq}}", "{{ne 1}}", "{{eq .In .P}}", "{{eq .Name nil}}", "{{eq .In .In}}",
	"{{lt 1 2}} {{le 2 2}} {{gt 3 2}} {{ge 1 2}} {{lt \"a\" \"b\"}} {{lt .F 3.0}} {{lt .N .U}} {{lt -1 .U}} {{gt .U -1}} {{le .Nm \"z\"}}", "{{lt true false}}", "{{lt 1 1.5}}", "{{lt .S .S}}", "{{lt nil 1}}", "{{lt 1}}",
	"{{and 1 0 2}} {{and 1 2}} {{or 0 \"\" 3 4}} {{or 0 \"\"}} {{not 0}} {{not .S}} {{and .B .Name}} {{or .Nil .Name}} {{and true (fail)}}", "{{or true (fail)}} {{and false (fail)}}", "{{and}}", "{{not}}", "{{not 1 2}}", "{{1 | and 0}} {{1 | and 2}} {{1 | or 0}} {{or 0 nil}} {{and 1 nil}}",
	"{{html \"<a href='x'>&\\\"\"}} {{html .Name 1 nil}} {{urlquery \"a b&c\" 1}} {{print 1 2 \"a\" \"b\" 3 nil}} {{println 1 \"x\"}}{{printf \"%05.1f|%v|%T|%q\" 2.25 .M .U .Nm}} {{html .Err}} {{html .PSt}}", "{{printf}}", "{{printf 1}}", "{{printf \"%d\" \"x\"}} {{printf \"%s\"}}", "{{print}}{{html}}", "{{call .Fn 1 2}} {{call .Fn 1 .N}}", "{{call .Fn 1}}", "{{call .Fn 1 \"x\"}}", "{{call .N}}", "{{call nil}}", "{{call .NilFn}}", "{{call}}", "{{.Fn | call}}", "{{2 | call .Fn 1}}", "{{call .Missing}}",
	"{{fail}}", "{{boom}}", "{{panicErr}}", "{{upper}}", "{{upper 1}}", "{{upper nil}}", "{{upper .Nm}}", "{{upper (ptr \"x\")}}", "{{add 1 \"x\"}}", "{{dict \"a\" 1 \"b\" .S}} {{(dict \"k\" \"v\").k}}", "{{with dict \"x\" 1}}{{.x}}{{end}}", "{{nilErr}}", "{{rep \"ab\" 3}}", "{{rep \"ab\" -1}}", "{{join .Arr \",\"}}", "{{join (slice .Arr 1) \",\"}}",
	// templates
	`{{define "a"}}A{{.}}{{end}}{{template "a"}} {{template "a" 1}} {{template "a" .N}}`, `{{define "a"}}{{template "b" .}}{{end}}{{define "b"}}{{.Nope}}{{end}}{{template "a" .}}`, `{{template "none"}}`, `{{block "blk" .N}}[{{.}}]{{end}} {{template "blk" 9}}`, `{{define "r"}}{{if .}}{{len .}}{{template "r" (slice . 1)}}{{end}}{{end}}{{template "r" .S}}`, `{{define "a"}}1{{end}}{{define "a"}}2{{end}}`, `{{define "a"}}{{end}}{{define "a"}}2{{end}}{{template "a"}}`, `{{define "a"}}1{{end}}{{define "a"}} {{end}}{{template "a"}}`, `{{$x := 1}}{{define "a"}}{{$x}}{{end}}`, `{{define "a"}}{{$}}{{end}}{{template "a" 7}}`, `{{define "a"}}x`, `{{define a}}{{end}}`, `{{template}}`, `{{template "a" 1 2}}`, `{{block "b"}}{{end}}`, `{{define "x"}}{{break}}{{end}}`, `{{range .S}}{{template "q"}}{{end}}`,
	// text and trimming
	"", "plain", "a {{- 1 -}} b", "a \n{{- 1 -}}\n b", "{{- 1}} x {{2 -}}  y", "{{-1}} {{- -1 -}} z", "{{/* c */}}x{{- /* c */ -}} y", "{{/* multi\nline */}}", "a{{/* x */ -}}  b", "{{\"}}\"}} {{`raw\\n`}} {{'x'}} {{'\\n'}} {{'\\''}}", "{{ \"a\\tb\\u00e9\" }}", "x{{\n.N\n}}y", "{ {{.N}} }", "{{.N}}}}", "{{{.N}}", "{{1_000}} {{0b11}} {{0o17}} {{017}} {{1e3}} {{.5}} {{-.5}} {{+3}} {{1.}} {{'\\x41'}} {{0x1F}}",
	// parse errors
	"{{", "{{.N", "}}", "{{}}", "{{ }}", "{{.N}", "{{if}}", "{{if .B}}", "{{if .B}}{{else}}", "{{end}}", "{{else}}", "{{if .B}}{{else}}{{else}}{{end}}", "{{range}}", "{{with}}", "{{range .S}}", "{{break}}", "{{continue}}", "{{range .S}}{{break 1}}{{end}}", "{{nofunc}}", "{{$x}}", "{{$x = 1}}", "{{$x := }}", "{{$x, $y := 1}}", "{{range $x, $y, $z := .S}}{{end}}", "{{range $x, 1 := .S}}{{end}}", "{{range $x,}}{{end}}", "{{.N | }}", "{{| .N}}", "{{.N || 1}}", "{{(.N}}", "{{.N)}}", "{{()}}", "{{\"abc}}", "{{`abc}}", "{{'a}}", "{{'ab'}}", "{{''}}", "{{\"\\z\"}}", "{{1x}}", "x", "{{0x}}", "{{99999999999999999999}}", "{{18446744073709551615}}", "{{1.5.N}}", "{{\"a\".N}}", "{{true.N}}", "{{nil.N}}", "{{..N}}", "{{.N.}}", "{{.1a}}", "{{.N!}}", "{{.N,1}}", "{{#}}", "{{@}}", "{{.é}}", "{{é}}", "{{a.b}}", "{{.N:1}}", "{{$x:=1}}{{$x}}", "{{/* open", "{{/* c */ x}}", "{{.N /* c */}}", "{{if .B}}\n\n{{.X\n", "a\nb\n{{.N}}\n{{.Bad\n}}", "{{end 1}}", "{{else 1}}", "{{if .B}}{{else 1}}{{end}}", "{{if .B}}{{else with 1}}{{end}}{{end}}", "{{define \"x\"}}{{define \"y\"}}{{end}}{{end}}", "{{if .B}}{{define \"y\"}}{{end}}{{end}}", "{{verylongidentifiername}}", "{{\"a very long string here\" 5 .}}{{\"a very long string\"", "{{template \"x\" |}}", "{{if true | false}}{{end}}", "{{.N | true}}", "{{.N | .}}", "\x00{{.N}}\xff", "{{\x00}}", "{{\xff}}", "{{printf \"%d\" 1 }}{{ - }}", "{{ .N -}}", "{{.N -}} x", "{{.N - }}", "{{range $i := .S}}{{end}}{{$i}}", "{{if $x := 1}}{{$x}}{{end}}{{$x}}", "{{with $x := 1}}{{else}}{{$x}}{{end}}", "{{break | print}}", "{{1 := 2}}", "{{.x := 2}}", "{{$x.y := 2}}", "{{$x := 1}}{{$x.y = 2}}",
}

func options() {
	m := map[string]int{"a": 1}
	for _, opt := range []string{"missingkey=default", "missingkey=invalid", "missingkey=zero", "missingkey=error"} {
		t := template.Must(template.New("o").Option(opt).Parse("{{.a}} {{.b}} {{.b.c}}"))
		var b strings.Builder
		err := t.Execute(&b, m)
		fmt.Println(opt, b.String(), err)
		b.Reset()
		err = template.Must(template.New("o2").Option(opt).Parse("{{.a.b}}|{{.x.y}}")).Execute(&b, map[string]any{"a": map[string]any{}})
		fmt.Println(opt, b.String(), err)
	}
	for _, opt := range []string{"", "missingkey", "missingkey=x", "other=zero"} {
		func() {
			defer func() { fmt.Println(recover()) }()
			template.New("o").Option(opt)
		}()
	}
	for _, fm := range []template.FuncMap{{"a": 1}, {"": strings.ToUpper}, {"1a": strings.ToUpper}, {"a-b": strings.ToUpper}, {"a": func() {}}, {"a": func() (int, int) { return 1, 2 }}, {"a": nil}} {
		func() {
			defer func() { fmt.Println(recover()) }()
			template.New("f").Funcs(fm)
		}()
	}
}

type failing struct{ n int }

func (f *failing) Write(p []byte) (int, error) {
	if f.n--; f.n < 0 {
		return 0, errors.New("cannot write")
	}
	fmt.Printf("(%s)", p)
	return len(p), nil
}

func whole() {
	t := template.Must(template.New("root").Parse(`{{define "one"}}1{{end}}root {{template "one"}} {{template "two"}}`))
	fmt.Println(t.Name(), t.Lookup("one").Name(), t.Lookup("none") == nil, t.Execute(os.Stdout, nil))
	c := template.Must(t.Clone())
	template.Must(c.New("two").Parse("2{{template \"one\"}}"))
	fmt.Println(c.Execute(os.Stdout, nil), t.Lookup("two") == nil)
	template.Must(c.Parse(`{{define "one"}}uno{{end}}`))
	fmt.Println(c.Execute(os.Stdout, nil))
	fmt.Println(t.ExecuteTemplate(os.Stdout, "one", nil), t.ExecuteTemplate(os.Stdout, "nope", nil))
	fmt.Println(template.New("empty").Execute(os.Stdout, nil))
	fmt.Println(template.New("a").New("b").Name(), template.New("a").Lookup("a") == nil)
	d := template.Must(template.New("d").Delims("<<", ">>").Parse("<<.>> {{.}} <<- 1 >>"))
	fmt.Println(d.Execute(os.Stdout, 5))
	fmt.Println(template.Must(template.New("d").Delims("[[", "").Parse("[[.}}")).Execute(os.Stdout, 5))
	_, err := template.New("d").Delims("<<", ">>").Parse("<<end>>")
	fmt.Println(err)
	func() {
		defer func() { fmt.Println(recover()) }()
		template.Must(template.New("bad").Parse("{{"))
	}()
	for n := range 4 {
		fmt.Println(template.Must(template.New("w").Parse("a{{.}}b{{.}}")).Execute(&failing{n}, 1))
	}
	sentinel := errors.New("sentinel")
	err = template.Must(template.New("e").Funcs(template.FuncMap{"f": func() (int, error) { return 0, sentinel }}).Parse("line\n  {{f}}")).Execute(os.Stdout, nil)
	var ee template.ExecError
	fmt.Println(err, errors.Is(err, sentinel), errors.As(err, &ee), ee.Name)
	fmt.Printf("%T\n", err)
	over := template.Must(template.New("o").Funcs(template.FuncMap{"len": func(x any) string { return "mine" }, "break": func() string { return "my break" }}).Parse("{{len 5}} {{range 1}}{{break}}{{end}}"))
	fmt.Println(over.Execute(os.Stdout, nil))
	fmt.Println()
	var text = "{{range $i, $r := .}}{{if $i}}, {{end}}{{$r.name}}:{{printf \"%.1f\" $r.v}}{{end}}"
	fmt.Println(template.Must(template.New("r").Parse(text)).Execute(os.Stdout, []map[string]any{{"name": "a", "v": 1.25}, {"name": "b", "v": 2.0}}))
	fmt.Println(template.Must(template.New("deep").Parse(`{{define "n"}}{{.V}}{{range .Kids}}({{template "n" .}}){{end}}{{end}}{{template "n" .}}`)).Execute(os.Stdout, tree{1, []tree{{2, nil}, {3, []tree{{4, nil}}}}}))
}

type tree struct {
	V    int
	Kids []tree
}

func main() {
	for _, text := range texts {
		if text == "{{.}}" || text == "{{.Fn}}" || strings.Contains(text, "{{$}} ") {
			continue
		}
		if strings.Contains(text, "x") || strings.Contains(text, "range .Ch") || true {
			run(text, newData())
		}
	}
	for _, x := range []any{nil, 1, "s", 2.5, []int{1}, map[string]int{"a": 1}, stringer{3}, &stringer{4}, pstringer{5}, &pstringer{6}, true, (*stringer)(nil), errors.New("e"), [2]bool{true}} {
		run("{{.}}|{{printf \"%v\" .}}|{{if .}}t{{end}}|{{.X}}", x)
		run("{{len .}} {{index . 0}}", x)
		run("{{range .}}{{.}};{{end}}", x)
	}
	options()
	whole()
}
