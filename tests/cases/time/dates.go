// Building, adding, comparing, truncating and formatting times in UTC.
package main

import (
	"encoding/json"
	"fmt"
	"time"
)

func main() {
	t := time.Date(2024, time.February, 28, 23, 59, 30, 123456789, time.UTC)
	fmt.Println(t)
	fmt.Println(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), t.Weekday(), t.YearDay())
	fmt.Println(t.Add(30*time.Second), t.AddDate(0, 0, 2), t.AddDate(0, 1, 3), t.AddDate(-1, 0, 1))
	fmt.Println(t.Format(time.RFC3339), t.Format(time.RFC3339Nano), t.Format("2006-01-02"), t.Format("Jan 2, 2006 at 3:04pm (MST)"))
	fmt.Println(t.Format(time.RFC1123), t.Format(time.Kitchen), t.Format("Mon Monday 01 1 02 _2 15 03 3 04 05 .000 .999999 06 PM -0700 Z07:00"), t.Format(time.DateTime), t.Format(time.ANSIC))
	fmt.Println(t.Unix(), t.UnixMilli(), t.UnixNano(), time.Unix(1700000000, 5).UTC(), time.UnixMilli(1700000000123).UTC())
	u := time.Date(2024, 13, 35, 25, 61, 0, 0, time.UTC)
	fmt.Println(u, u.Sub(t), t.Sub(u), u.After(t), u.Before(t), t.Equal(t.Add(0)), t.Compare(u))
	fmt.Println(t.Truncate(time.Hour), t.Round(time.Hour), t.Truncate(24*time.Hour))
	y, w := t.ISOWeek()
	fmt.Println(y, w, time.March, time.Saturday, time.Month(14), time.Weekday(1))
	var z time.Time
	fmt.Println(z, z.IsZero(), z.Unix(), t.IsZero())
	zone := time.FixedZone("EST", -5*3600)
	fmt.Println(t.In(zone), t.In(zone).Format(time.RFC822Z), t.Location(), t.In(zone).Equal(t), t == t.In(zone))
	h, m, s := t.Clock()
	yy, mm, dd := t.Date()
	fmt.Println(h, m, s, yy, mm, dd)
	days := int(time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC).Sub(time.Date(2024, 2, 1, 0, 0, 0, 0, time.UTC)).Hours() / 24)
	fmt.Println(days, time.Date(2023, 3, 0, 0, 0, 0, 0, time.UTC).Day())
	b, _ := json.Marshal(map[string]any{"t": t, "d": time.Second, "m": t.Month()})
	fmt.Println(string(b))
	fmt.Printf("%v %s %d\n", t.Month(), t.Weekday(), t.Month())
	next := t
	for next.Weekday() != time.Monday {
		next = next.AddDate(0, 0, 1)
	}
	fmt.Println(next.Format("Mon 02 Jan"), t.String() == fmt.Sprint(t))
}
