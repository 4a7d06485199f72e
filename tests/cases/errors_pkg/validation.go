// Collecting many errors, sentinel checks and a retry loop.
package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

type FieldError struct {
	Field, Msg string
}

func (f FieldError) Error() string { return f.Field + ": " + f.Msg }

type user struct {
	name  string
	age   int
	email string
}

var errEmpty = errors.New("must not be empty")

func (u user) validate() error {
	var errs []error
	if u.name == "" {
		errs = append(errs, fmt.Errorf("name %w", errEmpty))
	}
	if u.age < 0 || u.age > 150 {
		errs = append(errs, FieldError{"age", fmt.Sprintf("%d out of range", u.age)})
	}
	if !strings.Contains(u.email, "@") {
		errs = append(errs, &FieldError{"email", "missing @"})
	}
	return errors.Join(errs...)
}

type retryable interface{ Retry() bool }
type flaky struct{ n int }

func (f flaky) Error() string { return "flaky " + strconv.Itoa(f.n) }
func (f flaky) Retry() bool   { return f.n < 3 }

func retry(f func(int) error) (n int, err error) {
	for n = 1; ; n++ {
		err = f(n)
		var r retryable
		if err == nil || !errors.As(err, &r) || !r.Retry() {
			return
		}
	}
}

func main() {
	fmt.Println(user{"a", 5, "a@b"}.validate())
	err := user{"", 200, "x"}.validate()
	fmt.Println(err)
	var fe FieldError
	var pe *FieldError
	fmt.Println(errors.Is(err, errEmpty), errors.As(err, &fe), fe.Field, errors.As(err, &pe), pe.Msg)
	lines := strings.Split(err.Error(), "\n")
	fmt.Println(len(lines), lines[1])
	fmt.Println(retry(func(n int) error { return fmt.Errorf("attempt: %w", flaky{n}) }))
	fmt.Println(retry(func(n int) error {
		if n < 3 {
			return flaky{n}
		}
		return nil
	}))
	fmt.Println(retry(func(n int) error { return errors.New("fatal") }))
	fmt.Println(FieldError{"a", "b"} == FieldError{"a", "b"}, errors.Is(fmt.Errorf("w %w", FieldError{"a", "b"}), FieldError{"a", "b"}))
}
