// Errors are values, not conditions, and have no fields.
package main

import "fmt"

type Config struct{ Host string }

func load(s string) (*Config, error) { return &Config{s}, nil }

func check(s string) error {
	c, err := load(s)
	if err { // problem: non-boolean condition in if statement
		return err
	}
	if err.message == "bad" || err.Code > 3 { // problem: err.Code undefined (type error has no field or method Code) ;; err.message undefined (type error has no field or method message)
		return "bad" // problem: cannot use "bad" (constant of type string) as error value in return statement: string does not implement error (missing method Error)
	}
	if c == "" { // problem: invalid operation: c == "" (mismatched types *Config and untyped string)
		return fmt.Errorf("no %s"+c.Host, c.host) // problem: c.host undefined (type *Config has no field or method host, but does have field Host)
	}
} // problem: missing return

func main() { fmt.Println(check("x")) }
