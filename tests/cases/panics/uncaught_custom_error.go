// A custom error type prints its Error text.
package main

import "fmt"

type apiError struct {
	Status int
	Msg    string
}

func (e *apiError) Error() string { return fmt.Sprintf("api %d: %s", e.Status, e.Msg) }

func call(n int) error {
	if n > 2 {
		return &apiError{404, "not found"}
	}
	return nil
}

func main() {
	for i := 0; ; i++ {
		if err := call(i); err != nil {
			fmt.Println("failing at", i)
			panic(err)
		}
	}
}
