// Constants, arithmetic, printing, parsing, rounding and conversion of durations.
package main

import (
	"fmt"
	"time"
)

func main() {
	for _, d := range []time.Duration{0, 1, 999, 1000, 1500, time.Millisecond, 1500 * time.Microsecond, time.Second, 90 * time.Second, time.Hour, 25*time.Hour + 3*time.Minute + 4*time.Second + 500*time.Millisecond, -2 * time.Minute, 1<<63 - 1, -1 << 63} {
		fmt.Printf("%v|%s|%d ", d, d, d)
	}
	fmt.Println()
	d := 3*time.Hour + 25*time.Minute + 45*time.Second + 500*time.Millisecond
	fmt.Println(d.Hours(), d.Minutes(), d.Seconds(), d.Milliseconds(), d.Microseconds(), d.Nanoseconds())
	fmt.Println(d.Round(time.Minute), d.Truncate(time.Hour), d.Round(time.Hour), d.Abs(), (-d).Abs(), d.Truncate(7*time.Second))
	n := 5
	fmt.Println(time.Duration(n)*time.Second, time.Second*2, 10*time.Second/4, d/2, d%time.Hour, time.Duration(1.5*float64(time.Second)))
	for _, s := range []string{"1h30m", "2.5s", "-1.5h", "300ms", "1us", "1µs2ns", "0", "5", "abc", "1x", "", "+3m"} {
		d, err := time.ParseDuration(s)
		fmt.Println(d, err)
	}
	fmt.Printf("%T %v %5.1f %q %x\n", d, d, d.Hours(), d, time.Second)
	fmt.Println(time.Second > time.Millisecond, time.Minute == 60*time.Second, max(time.Second, 2*time.Millisecond))
	type job struct {
		T time.Duration
		D []time.Duration
	}
	fmt.Println(job{time.Second, []time.Duration{1, time.Hour}})
	fmt.Printf("%+v\n", map[string]time.Duration{"a": time.Minute})
	fmt.Printf("%s %v %10v|%-10v|\n", job{T: 2 * time.Second}, &job{T: 1}, time.Second, time.Minute)
}
