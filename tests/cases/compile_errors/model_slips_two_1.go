// Wrong types in code that reads a configuration.
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
	port, err := strconv.Atoi(parts) // problem: cannot use parts (variable of type []string) as string value in argument to strconv.Atoi
	if err != nil {
		return nil, err // problem: cannot use nil as Config value in return statement
	}
	c.Port = port + "0" // problem: invalid operation: port + "0" (mismatched types int and untyped string)
	return c, nil
}

func main() {
	c, err := load("a:1")
	fmt.Println(c.host, err) // problem: c.host undefined (type Config has no field or method host, but does have field Host)
}
