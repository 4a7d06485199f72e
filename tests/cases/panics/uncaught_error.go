// panic(err) prints the error's text.
package main

import (
	"errors"
	"fmt"
)

func load(name string) (string, error) {
	if name == "" {
		return "", errors.New("empty name")
	}
	return "data:" + name, nil
}

func must(s string, err error) string {
	if err != nil {
		panic(err)
	}
	return s
}

func main() {
	fmt.Println(must(load("x")))
	fmt.Println(must(load("")))
}
