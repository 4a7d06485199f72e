// Errors in error handling code.
package main

import (
	"fmt"
	"strings"
)

type Config struct {
	Host string
	Port int
}

func load(s string) (Config, error) {
	var c Config
	_ = c
	parts := strings.Split(s, ":")
	_ = parts
	if err != nil { // problem: undefined: err
	}
} // problem: missing return

func main() {
	c, err := load("a:1")
	_ = err
	fmt.Println(c.host, c.Port+"1") // problem: c.host undefined (type Config has no field or method host, but does have field Host) | invalid operation: c.Port + "1" (mismatched types int and untyped string)
	cfg := load("b:2") // problem: assignment mismatch: 1 variable but load returns 2 values
	fmt.Println(cfg.Host)
	if err := load("c:3"); err != nil { // problem: assignment mismatch: 1 variable but load returns 2 values
		panic(err.message)
	}
}
