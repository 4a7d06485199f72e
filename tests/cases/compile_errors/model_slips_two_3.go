// A field on the left side of :=.
package main

import (
	"fmt"
	"strconv"
)

type Config struct{ Port int }

func main() {
	var c Config
	c.Port, err := strconv.Atoi("1") // problem: non-name c.Port on left side of :=
	fmt.Println(c, err)
}
