// Accounts, transfers with typed errors, a ledger and a statement.
package main

import (
	"errors"
	"fmt"
)

type Account struct {
	ID      string
	Owner   string
	Balance int64
	history []Entry
}
type Entry struct {
	Kind   string
	Amount int64
	After  int64
}
type InsufficientFunds struct {
	Need, Have int64
}

func (e *InsufficientFunds) Error() string {
	return fmt.Sprintf("insufficient funds: need %s, have %s", money(e.Need), money(e.Have))
}

var (
	ErrNoAccount = errors.New("no such account")
	ErrAmount    = errors.New("amount must be positive")
)

type Bank struct {
	accounts map[string]*Account
	next     int
}

func money(c int64) string {
	sign := ""
	if c < 0 {
		sign, c = "-", -c
	}
	return fmt.Sprintf("%s$%d.%02d", sign, c/100, c%100)
}

func (b *Bank) Open(owner string, initial int64) *Account {
	b.next++
	a := &Account{ID: fmt.Sprintf("AC%03d", b.next), Owner: owner}
	if b.accounts == nil {
		b.accounts = map[string]*Account{}
	}
	b.accounts[a.ID] = a
	if initial > 0 {
		a.post("open", initial)
	}
	return a
}

func (a *Account) post(kind string, amount int64) {
	a.Balance += amount
	a.history = append(a.history, Entry{kind, amount, a.Balance})
}

func (b *Bank) find(id string) (*Account, error) {
	if a, ok := b.accounts[id]; ok {
		return a, nil
	}
	return nil, fmt.Errorf("%q: %w", id, ErrNoAccount)
}

func (a *Account) Withdraw(amount int64) error {
	switch {
	case amount <= 0:
		return ErrAmount
	case amount > a.Balance:
		return &InsufficientFunds{amount, a.Balance}
	}
	a.post("withdraw", -amount)
	return nil
}

func (b *Bank) Transfer(from, to string, amount int64) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("transfer %s->%s: %w", from, to, err)
		}
	}()
	src, err := b.find(from)
	if err != nil {
		return err
	}
	dst, err := b.find(to)
	if err != nil {
		return err
	}
	if err := src.Withdraw(amount); err != nil {
		return err
	}
	dst.post("transfer in", amount)
	return nil
}

func main() {
	var bank Bank
	a, b := bank.Open("Ann", 100_00), bank.Open("Bob", 0)
	for _, t := range []struct {
		from, to string
		amt      int64
	}{{a.ID, b.ID, 30_50}, {b.ID, a.ID, 100_00}, {a.ID, "AC999", 1}, {a.ID, b.ID, -5}, {b.ID, a.ID, 50}} {
		err := bank.Transfer(t.from, t.to, t.amt)
		var f *InsufficientFunds
		switch {
		case err == nil:
			fmt.Println("ok", money(t.amt))
		case errors.As(err, &f):
			fmt.Println("short by", money(f.Need-f.Have), "|", err)
		case errors.Is(err, ErrNoAccount), errors.Is(err, ErrAmount):
			fmt.Println("rejected:", err)
		default:
			fmt.Println("unexpected:", err)
		}
	}
	total := int64(0)
	for _, id := range []string{"AC001", "AC002"} {
		acc, _ := bank.find(id)
		fmt.Printf("%s %-5s %10s\n", acc.ID, acc.Owner, money(acc.Balance))
		for _, e := range acc.history {
			fmt.Printf("   %-12s %10s %10s\n", e.Kind, money(e.Amount), money(e.After))
		}
		total += acc.Balance
	}
	fmt.Println("total", money(total))
}
