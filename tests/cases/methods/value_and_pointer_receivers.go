// Value receivers get a copy, pointer receivers the original; calls take addresses as needed.
package main

import "fmt"

type acct struct {
	bal  int
	hist []string
}

func (a acct) Add(n int)       { a.bal += n; a.hist = append(a.hist, "lost") }
func (a *acct) Deposit(n int)  { a.bal += n; a.hist = append(a.hist, fmt.Sprint("+", n)) }
func (a acct) With(n int) acct { a.bal = n; return a }
func (a *acct) Self() *acct    { return a }
func (a acct) Bal() int        { return a.bal }

type ints []int

func (s ints) Sum() (t int) {
	for _, v := range s {
		t += v
	}
	return
}
func (s ints) Set(i, v int) { s[i] = v }
func (s *ints) Push(v int)  { *s = append(*s, v) }

type fn func(int) int

func (f fn) Twice(x int) int { return f(f(x)) }

type temp float64

func (t temp) Fahr() temp { return t*9/5 + 32 }

func main() {
	a := acct{bal: 1}
	a.Add(100)
	fmt.Println(a)
	a.Deposit(5)
	(&a).Add(7)
	fmt.Println(a, a.With(50), a.Bal(), (&a).Bal())
	a.Self().Self().Deposit(1)
	fmt.Println(a.bal, a.hist, len(a.hist))
	p := &a
	p.Deposit(2)
	q := *p
	q.Deposit(100)
	fmt.Println(p.bal, q.bal)
	s := ints{1, 2}
	s.Push(3)
	s.Set(0, 10)
	fmt.Println(s, s.Sum(), ints{4, 5}.Sum(), ints(nil).Sum())
	fmt.Println(fn(func(x int) int { return x * 3 }).Twice(2), temp(100).Fahr())
	list := []acct{{bal: 1}, {bal: 2}}
	for _, x := range list {
		x.Deposit(10)
	}
	fmt.Println(list[0].bal, list[1].bal)
	for i := range list {
		list[i].Deposit(10)
	}
	fmt.Println(list[0].bal, list[1].bal)
	m := map[string]*acct{"k": {}}
	m["k"].Deposit(3)
	fmt.Println(m["k"].Bal())
	acct{}.Add(1)
}
