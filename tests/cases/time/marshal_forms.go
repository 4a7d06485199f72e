// Times as text and JSON, and what is refused.
package main

import (
	"encoding/json"
	"fmt"
	"time"
)

func main() {
	t := time.Date(2024, 5, 6, 7, 8, 9, 987654321, time.FixedZone("Z1", -5*3600-1800))
	var u time.Time
	b, err := t.AppendText([]byte("p:"))
	fmt.Printf("%s %v\n", b, err)
	b, err = time.Date(20000, 1, 1, 0, 0, 0, 0, time.UTC).AppendText([]byte("p:"))
	fmt.Printf("%s %v\n", b, err)
	b, err = time.Date(20000, 1, 1, 0, 0, 0, 0, time.UTC).MarshalText()
	fmt.Printf("%s %v\n", b, err)
	b, err = time.Date(2024, 5, 6, 7, 8, 9, 0, time.FixedZone("", 25*3600)).MarshalJSON()
	fmt.Printf("%s %v\n", b, err)
	for _, s := range []string{`"2024-01-02T03:04:05Z"`, `null`, `5`, `"x"`, `"2024-01-02T3:04:05Z"`, `"2024-01-02T03:04:05,5Z"`, `"2024-01-02T03:04:05+25:00"`, `"2024-01-02T03:04:05.Z"`, `""`} {
		fmt.Println(u.UnmarshalJSON([]byte(s)), u)
		fmt.Println(json.Unmarshal([]byte(s), &u))
	}
	fmt.Println(u.UnmarshalText([]byte("2024-01-02T03:04:05.5+01:00")), u)
}
