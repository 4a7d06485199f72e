// Ages, working days, month ends, week starts, rounding and durations between dates.
package main

import (
	"fmt"
	"slices"
	"time"
)

func date(s string) time.Time {
	t, err := time.Parse("2006-01-02", s)
	if err != nil {
		panic(err)
	}
	return t
}

func age(born, now time.Time) int {
	y := now.Year() - born.Year()
	if now.Month() < born.Month() || now.Month() == born.Month() && now.Day() < born.Day() {
		y--
	}
	return y
}

func workdays(from, to time.Time) (n int) {
	for d := from; d.Before(to); d = d.AddDate(0, 0, 1) {
		switch d.Weekday() {
		case time.Saturday, time.Sunday:
		default:
			n++
		}
	}
	return
}

func monthEnd(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month()+1, 0, 0, 0, 0, 0, time.UTC)
}

func monday(t time.Time) time.Time {
	return t.AddDate(0, 0, -((int(t.Weekday()) + 6) % 7))
}

func human(d time.Duration) string {
	d = d.Round(time.Minute)
	h := d / time.Hour
	m := (d % time.Hour) / time.Minute
	switch {
	case h >= 48:
		return fmt.Sprintf("%d days", h/24)
	case h > 0:
		return fmt.Sprintf("%dh%02dm", h, m)
	}
	return fmt.Sprintf("%dm", m)
}

func main() {
	fmt.Println(age(date("2000-02-29"), date("2024-02-28")), age(date("2000-02-29"), date("2024-02-29")))
	fmt.Println(workdays(date("2024-03-01"), date("2024-04-01")), workdays(date("2024-03-02"), date("2024-03-04")))
	for _, s := range []string{"2024-02-10", "2023-02-10", "2024-12-25", "2100-02-01"} {
		t := date(s)
		fmt.Println(s, monthEnd(t).Format("02 Jan"), monday(t).Format(time.DateOnly), t.Weekday(), t.YearDay())
	}
	a, b := date("2024-01-31"), date("2024-03-10")
	fmt.Println(b.Sub(a), int(b.Sub(a).Hours()/24), a.AddDate(0, 1, 0).Format(time.DateOnly), a.AddDate(1, 1, 1).Format(time.DateOnly))
	for _, d := range []time.Duration{29 * time.Second, 90 * time.Minute, 49 * time.Hour, 59*time.Minute + 40*time.Second} {
		fmt.Print(human(d), " ")
	}
	fmt.Println()
	byMonth := map[time.Month]int{}
	for d := date("2024-01-15"); d.Year() == 2024; d = d.AddDate(0, 0, 10) {
		byMonth[d.Month()]++
	}
	fmt.Println(byMonth)
	quarter := func(t time.Time) int { return (int(t.Month())-1)/3 + 1 }
	fmt.Println(quarter(date("2024-03-31")), quarter(date("2024-04-01")), quarter(date("2024-12-01")))
	t := time.Date(2024, 5, 6, 7, 8, 9, 123456789, time.UTC)
	for _, l := range []string{"20060102150405", "3:04:05.000 PM", "Monday, 2 January 2006", "06-1-2 15h", "Jan _2 15:04:05.000000", "2006-01-02T15:04:05.999Z07:00", "02/01/2006 -07:00", "day 002"} {
		fmt.Println(t.Format(l))
	}
	ts := []time.Time{t, t.Add(-time.Hour), t.AddDate(0, 0, -1)}
	slices.SortFunc(ts, time.Time.Compare)
	fmt.Println(ts[0].Format(time.Stamp), ts[2].Equal(t), t.After(ts[1]))
	m := map[time.Time]string{date("2024-01-01"): "new year"}
	fmt.Println(m[time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)], len(m))
	leap := []int{}
	for y := 1896; y <= 2004; y += 4 {
		if time.Date(y, 2, 29, 0, 0, 0, 0, time.UTC).Day() != 29 {
			leap = append(leap, y)
		}
	}
	fmt.Println(leap)
}
