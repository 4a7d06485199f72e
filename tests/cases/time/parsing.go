// time.Parse with layouts, zones, fractions, and its errors.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"time"
)

func show(layout, v string) {
	t, err := time.Parse(layout, v)
	if err != nil {
		fmt.Println("error:", err)
		return
	}
	fmt.Println(t, "|", t.UTC().Format(time.RFC3339Nano))
}

func main() {
	show(time.RFC3339, "2024-05-06T07:08:09Z")
	show(time.RFC3339, "2024-05-06T07:08:09.25+02:00")
	show("2006-01-02", "2024-02-29")
	show("2006-01-02", "2023-02-29")
	show("2006-01-02", "2024-13-01")
	show("2006-01-02", "24-1-1")
	show("2006-01-02 15:04", "2024-01-02 25:00")
	show("Jan 2, 2006", "March 5, 2024")
	show("January 2, 2006", "March 5, 2024")
	show("02/01/06 3:04PM", "31/12/99 11:59PM")
	show("15:04:05", "01:02:03")
	show("2006-01-02", "2024-01-02 extra")
	show("Mon, 02 Jan 2006 15:04:05 MST", "Tue, 05 Mar 2024 10:00:00 UTC")
	show(time.Kitchen, "3:04AM")
	show("2006-002", "2024-060")
	var t time.Time
	err := json.Unmarshal([]byte(`"2024-01-02T03:04:05Z"`), &t)
	fmt.Println(t, err)
	err = json.Unmarshal([]byte(`"nope"`), &t)
	fmt.Println(err)
	var pe *time.ParseError
	_, err = time.Parse("2006", "x")
	fmt.Println(errors.As(err, &pe), pe.Layout, pe.Value)
	ts := []time.Time{}
	for _, s := range []string{"2024-03-01", "2023-12-31", "2024-01-15"} {
		t, _ := time.Parse(time.DateOnly, s)
		ts = append(ts, t)
	}
	sort.Slice(ts, func(i, j int) bool { return ts[i].Before(ts[j]) })
	for i, t := range ts {
		fmt.Print(t.Format("02.01.2006"), " ")
		if i > 0 {
			fmt.Print("+", int(t.Sub(ts[i-1]).Hours()/24), "d ")
		}
	}
	fmt.Println()
	p, _ := time.ParseInLocation("2006-01-02 15:04", "2024-07-01 12:00", time.FixedZone("X", 3600))
	fmt.Println(p, p.UTC())
}
