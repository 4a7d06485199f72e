// Open and close patterns with named errors and cleanup order.
package main

import (
	"errors"
	"fmt"
	"strings"
)

type res struct {
	name string
	log  *[]string
	fail bool
}

func open(name string, log *[]string, fail bool) (*res, error) {
	if name == "" {
		return nil, errors.New("no name")
	}
	*log = append(*log, "open "+name)
	return &res{name, log, fail}, nil
}

func (r *res) Close() error {
	*r.log = append(*r.log, "close "+r.name)
	if r.fail {
		return fmt.Errorf("close %s failed", r.name)
	}
	return nil
}

func process(names []string, failClose bool) (n int, log []string, err error) {
	var l []string
	defer func() { log = l }()
	for _, name := range names {
		r, e := open(name, &l, failClose)
		if e != nil {
			return n, nil, fmt.Errorf("process: %w", e)
		}
		defer func() {
			if cerr := r.Close(); cerr != nil {
				err = errors.Join(err, cerr)
			}
		}()
		n++
	}
	return n, nil, nil
}

func timed(name string, log *[]string) func() {
	*log = append(*log, "start "+name)
	return func() { *log = append(*log, "stop "+name) }
}

func main() {
	fmt.Println(process([]string{"a", "b"}, false))
	fmt.Println(process([]string{"a", "", "c"}, false))
	n, log, err := process([]string{"x", "y"}, true)
	fmt.Println(n, log)
	fmt.Printf("%q\n", err.Error())
	var l []string
	func() {
		defer timed("work", &l)()
		l = append(l, "working")
	}()
	fmt.Println(strings.Join(l, ", "))
}
