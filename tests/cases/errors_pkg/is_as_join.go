// Wrapping, Is, As, Join, Unwrap and custom Is/As methods.
package main

import (
	"errors"
	"fmt"
	"io"
)

type notFound struct{ name string }

func (e *notFound) Error() string { return e.name + " not found" }

type temp struct{ code int }

func (t temp) Error() string { return fmt.Sprint("temp ", t.code) }
func (t temp) Is(target error) bool {
	o, ok := target.(temp)
	return ok && (o.code == 0 || o.code == t.code)
}

type multi struct{ errs []error }

func (m multi) Error() string   { return fmt.Sprint(len(m.errs), " errors") }
func (m multi) Unwrap() []error { return m.errs }

var ErrBase = errors.New("base")

func main() {
	err := fmt.Errorf("a: %w", fmt.Errorf("b: %w", ErrBase))
	fmt.Println(err, errors.Is(err, ErrBase), errors.Is(err, errors.New("base")), errors.Unwrap(err), errors.Unwrap(errors.Unwrap(errors.Unwrap(err))))
	nf := fmt.Errorf("load: %w", &notFound{"x.txt"})
	var target *notFound
	fmt.Println(errors.As(nf, &target), target.name, errors.As(err, &target))
	fmt.Println(errors.Is(fmt.Errorf("w: %w", temp{3}), temp{}), errors.Is(temp{3}, temp{4}), errors.Is(temp{3}, temp{3}))
	j := errors.Join(ErrBase, nil, nf)
	fmt.Println(j, errors.Is(j, ErrBase), errors.As(j, &target), errors.Unwrap(j) == nil)
	fmt.Println(errors.Join(nil, nil) == nil, errors.Join() == nil)
	two := fmt.Errorf("both %w and %w", ErrBase, temp{9})
	fmt.Println(two, errors.Is(two, ErrBase), errors.Is(two, temp{9}))
	var t temp
	fmt.Println(errors.As(two, &t), t.code)
	m := multi{[]error{ErrBase, temp{1}}}
	fmt.Println(m, errors.Is(m, ErrBase), errors.Is(fmt.Errorf("deep %w", m), temp{1}))
	fmt.Println(errors.Is(nil, ErrBase), errors.Is(ErrBase, nil), errors.Is(nil, nil), errors.Unwrap(nil))
	no := fmt.Errorf("only %v", ErrBase)
	fmt.Println(no, errors.Is(no, ErrBase), errors.Unwrap(no))
	fmt.Println(fmt.Errorf("bad %w", "notanerror"), fmt.Errorf("nil %w", nil))
	fmt.Printf("%v|%s|%q|%+v\n", err, err, ErrBase, ErrBase)
	fmt.Printf("%T %T %T %T\n", ErrBase, err, two, j)
	var e1 error = ErrBase
	fmt.Println(e1 == ErrBase, errors.New("x") == errors.New("x"), err == err)
	for e := err; e != nil; e = errors.Unwrap(e) {
		fmt.Print("[", e, "] ")
	}
	fmt.Println()
	fmt.Println(fmt.Errorf("%d%%: %w", 50, io.EOF), errors.Is(fmt.Errorf("x: %w", io.EOF), io.EOF), io.ErrUnexpectedEOF)
	fmt.Println(errors.ErrUnsupported)
	if e, ok := errors.AsType[*notFound](nf); ok {
		fmt.Println(e.name)
	}
}
