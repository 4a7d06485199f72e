// Errors in error handling code.
package main

import (
	"fmt"
	"strconv"
	"strings"
)

type Config struct {
	Host string
	Port int
}

func load(s string) (Config, error) {
	var c Config
	parts := strings.Split(s, ":")
	c.Host = parts // problem: cannot use parts (variable of type []string) as string value in assignment
	c.Port, err := strconv.Atoi(parts[1]) // problem: non-name c.Port on left side of :=
	if err != nil {
		return nil, err // problem: cannot use nil as Config value in return statement
	}
} // problem: missing return

func main() {
	c, err := load("a:1")
	_, _ = err, c
	fmt.Println(cfg.Host) // problem: undefined: cfg
}
