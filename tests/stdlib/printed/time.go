// Prints what package time says about many layouts, values, dates and durations; tests/stdlib/test_time.py compares it with ours.
package main

import (
	"fmt"
	"time"
)

func line(parts ...any) {
	for i, p := range parts {
		if i > 0 {
			fmt.Print("\t")
		}
		fmt.Printf("%q", fmt.Sprint(p))
	}
	fmt.Println()
}

var layouts = []string{time.Layout, time.ANSIC, time.UnixDate, time.RubyDate, time.RFC822, time.RFC822Z, time.RFC850, time.RFC1123, time.RFC1123Z, time.RFC3339,
	time.RFC3339Nano, time.Kitchen, time.Stamp, time.StampMilli, time.StampMicro, time.StampNano, time.DateTime, time.DateOnly, time.TimeOnly,
	"2006-01-02 15:04:05.999999999 -0700 MST", "Jan 2, 2006 at 3:04pm (MST)", "02/01/06", "__2 002 2006", "_2006 _2", "15h04m05s", "3:4:5 pm PM", "January Monday Janx Monx",
	"Z07 Z0700 Z07:00 Z070000 Z07:00:00", "-07 -0700 -07:00 -070000 -07:00:00", "05.0 05.00 05,000 05.999 05.9999999999 05.0000000000", "20060102150405", "06.01.02",
	"[é] 2006 \"x\"", "", ".000", "2006-1-2 3:4:5", "Monday, January 02 2006 12:00"}

var values = []string{"2024-01-02T03:04:05Z", "2024-01-02T03:04:05.123456Z", "2024-01-02T03:04:05+05:30", "2024-01-02T03:04:05-08:00", "2024-01-02", "2024-13-02",
	"2024-02-30", "2024-02-29T24:00:00Z", "2024-1-2", "x", "", "2024-01-02T03:04:05", "2024-01-02T03:04:05Zjunk", "2024-01-02 03:04:05", "10:15PM", "3:04PM", "13:04PM", "12:00AM",
	"Mon Jan  2 15:04:05 2006", "Mon Jan 12 15:04:05 EST 2006", "Mon, 02 Jan 2006 15:04:05 GMT", "Mon, 02 Jan 2006 15:04:05 MST", "Mon, 02 Jan 2006 15:04:05 -0700",
	"02 Jan 06 15:04 PST", "02 Jan 69 15:04 GMT+3", "Jan _2 15:04:05.000", "Jan 12 15:04:05.123", "Feb 30 15:04:05", "15:04:65", "25:04:05", "15:64:05",
	"2006-01-02 15:04:05.999999999 +0000 UTC", "2024-01-02T03:04:05.Z", "2024-01-02T03:04:05,5Z", "2024-01-02T03:04:05+24:00", "2024-01-02T03:04:05+25:00",
	"2024-01-02T03:04:05+05:61", "2024-01-02T03:04:05 05:30", "٣", "2024-01-02\n", "20240102030405", "January 02", "feb 3, 2021 at 6:05am (UTC)", "Feb 3, 2013 at 7:54pm (PST)",
	"366 366 2020", "060 060 2021", "  9 009 2020", "9999-12-31T23:59:59Z", "0000-01-01T00:00:00Z", "2024-01-02T3:04:05Z", "2024-06-15T12:00:00-04:00"}

func main() {
	ny, _ := time.LoadLocation("America/New_York")
	ka, _ := time.LoadLocation("Asia/Kathmandu")
	zones := []*time.Location{time.UTC, ny, ka, time.FixedZone("XST", -3*3600-1800), time.FixedZone("", 5*3600+30*60+15)}
	for i, z := range zones {
		for _, t := range []time.Time{
			time.Date(2024, 2, 29, 23, 59, 59, 123456789, z), time.Date(2006, 1, 2, 15, 4, 5, 0, z), time.Date(1999+i, 12, 31, 0, 0, 0, 5000, z), time.Date(1, 1, 1, 0, 0, 0, 0, z),
			time.Date(2023, 7, 4, 12, 30, 0, 100000000, z), time.Date(2024, 3, 10, 2, 30, 0, 0, z), time.Date(2024, 11, 3, 1, 30, 0, 0, z), time.Date(2020, 14, 35, 25, 61, 61, 1e9+7, z),
			time.Date(12345, 6, 7, 8, 9, 10, 11, z), time.Date(-5, 1, 1, 1, 1, 1, 1, z), time.Date(2020, 0, 0, 0, 0, 0, -1, z)} {
			y, w := t.ISOWeek()
			name, off := t.Zone()
			line("time", t.Unix(), t.Nanosecond(), t.Location(), t, t.Weekday(), t.YearDay(), y, w, name, off, t.UnixMilli(), t.IsDST(), t.AddDate(0, 1, -1).Unix(),
				t.Truncate(time.Hour).UnixNano(), t.Round(7*time.Minute).UnixNano(), fmt.Sprintf("%#v", t))
			for _, l := range layouts {
				line("format", t.Unix(), t.Nanosecond(), t.Location(), l, t.Format(l))
			}
		}
	}
	for _, l := range layouts {
		for _, v := range values {
			t, err := time.Parse(l, v)
			show("parse", l, v, t, err)
		}
	}
	for _, l := range []string{time.DateTime, time.RFC3339, time.RFC1123, "2006-01-02 15:04 MST"} {
		for _, v := range append(values, "2024-07-04 12:00 EDT", "2024-07-04 12:00 EST", "2024-07-04 12:00 XYZ", "2024-03-10 02:30:00") {
			t, err := time.ParseInLocation(l, v, ny)
			show("parsein", l, v, t, err)
		}
	}
	durations()
	line("names", time.Month(0), time.Month(1), time.Month(13), time.Month(-1), time.Weekday(0), time.Weekday(6), time.Weekday(7), time.Weekday(-3))
	for _, n := range []string{"", "UTC", "Europe/Berlin", "Nope/Zone", "../etc", "/abs", "europe/berlin", "EST", "Etc/GMT+5"} {
		l, err := time.LoadLocation(n)
		if err != nil {
			line("location", n, "error", err)
		} else {
			line("location", n, l, time.Date(2024, 7, 1, 0, 0, 0, 0, l))
		}
	}
}

func show(kind, l, v string, t time.Time, err error) {
	if err != nil {
		line(kind, l, v, "error", err)
		return
	}
	name, off := t.Zone()
	line(kind, l, v, t.Unix(), t.Nanosecond(), name, off, t.Location())
}

func durations() {
	for _, d := range []string{"0", "1s", "1.5h", "-1.5h", "300ms", "2h45m", "1us", "1µs", "1μs", "1ns", ".5s", "1.s", ".s", "", "-", "+", "3", "1x", "1h1", "9223372036854775807ns",
		"9223372036854775808ns", "-9223372036854775808ns", "-9223372036854775809ns", "2562047h47m16.854775807s", "2562048h", "1e3s", "1h-5m", "0.3333333333333333333h",
		"0.100000000000000000000h", "9007199254.740993ms", "1 s", "é", "99999999999999999999s", "1d", "1.2.3s", "+5s", "0s", "-0"} {
		v, err := time.ParseDuration(d)
		line("duration", d, int64(v), err)
	}
	for _, d := range []time.Duration{0, 1, -1, 999, 1000, 1100, 2200000, 3300000000, 5*time.Minute + 1, 4*time.Minute + 5001*time.Millisecond, 5*time.Hour + 6*time.Minute + 7001*time.Millisecond,
		1<<63 - 1, -1 << 63, -90 * time.Second, 36 * time.Hour, 1234567890, 100 * time.Millisecond, 59999999999, 1500 * time.Microsecond} {
		line("durations", int64(d), d, d.Hours(), d.Minutes(), d.Seconds(), d.Milliseconds(), d.Microseconds(), int64(d.Round(time.Second)), int64(d.Truncate(time.Second)),
			int64(d.Round(7)), int64(d.Abs()), int64(d.Round(time.Hour)), int64(d.Truncate(-5)))
	}
}
