package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
)

type NotFound struct{ Key string }

func (e NotFound) Error() string { return "not found: " + e.Key }

type Coded struct {
	Code int
	Err  error
}

func (e *Coded) Error() string        { return fmt.Sprintf("code %d: %v", e.Code, e.Err) }
func (e *Coded) Unwrap() error        { return e.Err }
func (e *Coded) Is(target error) bool { t, ok := target.(*Coded); return ok && t.Code == e.Code }

type Flexible struct{}

func (Flexible) Error() string { return "flexible" }
func (Flexible) As(target any) bool {
	if p, ok := target.(*NotFound); ok {
		p.Key = "made by As"
		return true
	}
	return false
}

type Many []error

func (m Many) Error() string   { return fmt.Sprint("many: ", len(m)) }
func (m Many) Unwrap() []error { return m }

type Str string

func (s Str) Error() string { return string(s) }

type Uncomparable struct{ parts []string }

func (u Uncomparable) Error() string { return "uncomparable" }

type Timeout interface{ Timeout() bool }

type NetErr struct{}

func (NetErr) Error() string { return "net" }
func (NetErr) Timeout() bool { return true }

type WrongUnwrap struct{}

func (WrongUnwrap) Error() string { return "wrong" }
func (WrongUnwrap) Unwrap() int   { return 1 }

func main() {
	base := errors.New("base")
	e1 := fmt.Errorf("level1: %w", base)
	e2 := fmt.Errorf("level2: %w", e1)
	fmt.Println(e2, errors.Is(e2, base), errors.Unwrap(e2) == e1, errors.Unwrap(base))
	var nf NotFound
	fmt.Println(errors.As(fmt.Errorf("x: %w", NotFound{"k"}), &nf), nf.Key, nf)
	var c *Coded
	w := fmt.Errorf("outer: %w", &Coded{404, NotFound{"page"}})
	fmt.Println(errors.As(w, &c), c.Code, errors.As(w, &nf), nf.Key)
	fmt.Println(errors.Is(w, &Coded{Code: 404}), errors.Is(w, &Coded{Code: 500}), errors.Is(w, NotFound{"page"}), errors.Is(w, NotFound{"x"}))
	nf = NotFound{}
	fmt.Println(errors.As(Flexible{}, &nf), nf.Key)
	m := Many{io.EOF, w, nil}
	fmt.Println(errors.Is(m, io.EOF), errors.As(m, &c), errors.Is(m, fs2))
	j := errors.Join(base, w, nil, io.ErrUnexpectedEOF)
	fmt.Println(j)
	fmt.Printf("%q %T\n", j.Error(), j)
	fmt.Println(errors.Is(j, io.ErrUnexpectedEOF), errors.As(j, &c), errors.Unwrap(j))
	if u, ok := j.(interface{ Unwrap() []error }); ok {
		fmt.Println(len(u.Unwrap()))
	}
	fmt.Println(errors.Is(Str("a"), Str("a")), errors.Is(Str("a"), Str("b")))
	fmt.Println(errors.Is(Uncomparable{}, Uncomparable{}), errors.Is(base, Uncomparable{}))
	var to Timeout
	fmt.Println(errors.As(fmt.Errorf("w: %w", NetErr{}), &to), to != nil && to.Timeout())
	fmt.Println(errors.Unwrap(WrongUnwrap{}), errors.Is(WrongUnwrap{}, base))
	got, ok := errors.AsType[*Coded](w)
	fmt.Println(got.Code, ok)
	nf2, ok := errors.AsType[NotFound](base)
	fmt.Println(nf2, ok)
	nf3, ok := errors.AsType[NotFound](Flexible{})
	fmt.Println(nf3, ok)
	_, err := strconv.Atoi("12a")
	var ne *strconv.NumError
	if errors.As(err, &ne) {
		fmt.Println(ne.Func, ne.Num, ne.Err, errors.Is(err, strconv.ErrSyntax))
	}
	fmt.Printf("%v|%+v|%s|%q\n", err, err, err, err)
	_, err = strconv.ParseInt("99999999999999999999", 10, 64)
	fmt.Println(err, errors.Is(err, strconv.ErrRange))
	multi := fmt.Errorf("%w + %w", base, io.EOF)
	fmt.Println(multi, errors.Is(multi, base), errors.Is(multi, io.EOF), errors.Unwrap(multi))
	fmt.Println(fmt.Errorf("plain %d%%", 5), fmt.Errorf("nil: %w", nil), fmt.Errorf("%w", "notanerror"))
	var nilErr *Coded
	var asErr error = nilErr
	fmt.Println(asErr == nil, nilErr == nil)
	for _, f := range []func(){
		func() { errors.As(base, nil) },
		func() { errors.As(base, nf) },
		func() { var p *NotFound; errors.As(base, p) },
		func() { var s string; errors.As(base, &s) },
	} {
		func() {
			defer func() { fmt.Println("recovered:", recover()) }()
			f()
		}()
	}
	fmt.Println(errors.Is(nil, nil), errors.Is(base, nil), errors.Is(nil, base), errors.Join() == nil)
	fmt.Println(errors.ErrUnsupported)
	defer func() {
		r := recover()
		err, ok := r.(error)
		fmt.Println(ok, err)
		var re interface{ RuntimeError() }
		fmt.Println(errors.As(err, &re))
	}()
	var arr []int
	_ = arr[5]
}

var fs2 = errors.New("fs")
