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
	parts := strings.Split(s, ":")
	_ = parts
	if err != nil { // problem: undefined: err
	}
	return c // problem: not enough return values have (Config) want (Config, error)
}

func main() {
	c, err := load("a:1")
	_ = c
	if err { // problem: non-boolean condition in if statement
		return err // problem: too many return values have (error) want ()
	}
	fmt.Println(cfg.Host) // problem: undefined: cfg
}
