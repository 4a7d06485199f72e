// Zero values of types of package time: what their methods do.
package main

import (
	"fmt"
	"time"
)

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "panics:", r)
		}
	}()
	fmt.Print(name, " ")
	f()
}

func main() {
	try("Time", func() { var t time.Time; fmt.Println(t, t.IsZero(), t.Unix(), t.UnixNano(), t.Weekday(), t.YearDay(), t.Location(), t.Nanosecond()) })
	try("Time text", func() { var t time.Time; b, err := t.MarshalText(); fmt.Println(string(b), err, t.Format(time.RFC1123), t.GoString()) })
	try("Time arithmetic", func() { var t, u time.Time; fmt.Println(t.Sub(u), t.Equal(u), t.Before(u), t.Add(time.Hour), t.AddDate(0, 0, -1), t.Truncate(time.Hour), t.Round(time.Hour), t.UTC(), t.In(time.UTC)) })
	try("Time ISOWeek", func() { var t time.Time; fmt.Println(t.ISOWeek()); fmt.Println(t.Zone()); fmt.Println(t.Date()); fmt.Println(t.Clock()); fmt.Println(t.IsDST()) })
	try("Location", func() { var l time.Location; fmt.Println(l.String(), &l) })
	try("Date in Location", func() { var l time.Location; fmt.Println(time.Date(2024, 1, 2, 3, 4, 5, 0, &l)) })
	try("In Location", func() { var l time.Location; var t time.Time; fmt.Println(t.In(&l).Location() == &l); fmt.Println(t.In(&l).Zone()) })
	try("In nil", func() { var t time.Time; t.In(nil) })
	try("Location nil", func() { var l *time.Location; fmt.Println(l.String()) })
	try("ParseInLocation", func() { var l time.Location; t, err := time.ParseInLocation("2006", "2024", &l); fmt.Println(t, err) })
	try("Timer Stop", func() { var t time.Timer; t.Stop() })
	try("Timer Reset", func() { var t time.Timer; t.Reset(1) })
	try("Ticker Stop", func() { var t time.Ticker; t.Stop(); fmt.Println("ok") })
	try("Ticker Reset", func() { var t time.Ticker; t.Reset(1) })
	try("Duration", func() { var d time.Duration; fmt.Println(d, d.Seconds(), d.Round(0), d.Truncate(0), d.Abs()) })
	try("Month", func() { var m time.Month; fmt.Println(m) })
	try("ParseError", func() { var e time.ParseError; fmt.Println(e.Error()) })
}
