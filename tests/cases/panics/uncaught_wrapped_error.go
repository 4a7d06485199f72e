// panic(fmt.Errorf(...)) prints the whole wrapped text.
package main

import (
	"errors"
	"fmt"
)

func main() {
	base := errors.New("disk full")
	err := fmt.Errorf("save %q: %w", "a.txt", base)
	fmt.Println(errors.Is(err, base))
	panic(fmt.Errorf("task 7: %w", err))
}
