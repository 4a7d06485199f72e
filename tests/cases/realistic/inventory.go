// An inventory with commands, validation, low-stock alerts and undo.
package main

import (
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

type Item struct {
	Name  string
	Qty   int
	Price float64
	Tags  map[string]bool
}
type Inventory struct {
	items map[string]*Item
	undo  []func()
}
type Cmd func(inv *Inventory, args []string) (string, error)

func (inv *Inventory) add(name string, qty int, price float64) {
	if it, ok := inv.items[name]; ok {
		old := *it
		inv.undo = append(inv.undo, func() { *it = old })
		it.Qty += qty
		it.Price = price
		return
	}
	inv.items[name] = &Item{Name: name, Qty: qty, Price: price, Tags: map[string]bool{}}
	inv.undo = append(inv.undo, func() { delete(inv.items, name) })
}

var commands = map[string]Cmd{
	"add": func(inv *Inventory, a []string) (string, error) {
		if len(a) != 3 {
			return "", fmt.Errorf("usage: add NAME QTY PRICE")
		}
		q, err := strconv.Atoi(a[1])
		if err != nil {
			return "", fmt.Errorf("quantity: %w", err)
		}
		p, err := strconv.ParseFloat(a[2], 64)
		if err != nil {
			return "", fmt.Errorf("price: %w", err)
		}
		inv.add(a[0], q, p)
		return fmt.Sprintf("%s: %d", a[0], inv.items[a[0]].Qty), nil
	},
	"take": func(inv *Inventory, a []string) (string, error) {
		it, ok := inv.items[a[0]]
		if !ok {
			return "", errors.New("no item " + a[0])
		}
		n, _ := strconv.Atoi(a[1])
		if n > it.Qty {
			return "", fmt.Errorf("only %d of %s left", it.Qty, it.Name)
		}
		it.Qty -= n
		inv.undo = append(inv.undo, func() { it.Qty += n })
		return fmt.Sprint(it.Qty, " left"), nil
	},
	"tag": func(inv *Inventory, a []string) (string, error) {
		for _, t := range a[1:] {
			inv.items[a[0]].Tags[t] = true
		}
		return fmt.Sprint(inv.items[a[0]].Tags), nil
	},
	"undo": func(inv *Inventory, a []string) (string, error) {
		if len(inv.undo) == 0 {
			return "", errors.New("nothing to undo")
		}
		last := len(inv.undo) - 1
		inv.undo[last]()
		inv.undo = inv.undo[:last]
		return "undone", nil
	},
	"report": func(inv *Inventory, a []string) (string, error) {
		names := make([]string, 0, len(inv.items))
		for n := range inv.items {
			names = append(names, n)
		}
		sort.Strings(names)
		out, total := "", 0.0
		for _, n := range names {
			it := inv.items[n]
			low := ""
			if it.Qty < 5 {
				low = " LOW"
			}
			out += fmt.Sprintf("\n  %-8s %3d x %7.2f = %8.2f%s", it.Name, it.Qty, it.Price, float64(it.Qty)*it.Price, low)
			total += float64(it.Qty) * it.Price
		}
		return out + fmt.Sprintf("\n  total %.2f", total), nil
	},
}

func (inv *Inventory) exec(line string) (out string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("crashed: %v", r)
		}
	}()
	f := strings.Fields(line)
	cmd, ok := commands[f[0]]
	if !ok {
		return "", fmt.Errorf("unknown command %q", f[0])
	}
	return cmd(inv, f[1:])
}

func main() {
	inv := &Inventory{items: map[string]*Item{}}
	script := `add pen 10 1.5
add ink 3 20.25
add pen 5 1.6
take pen 20
take pen 12
take cup 1
add cup x 1
add cup
tag pen blue cheap
tag nothing x
report
undo
undo
undo
report
undo
undo
fly`
	for n, line := range strings.Split(script, "\n") {
		out, err := inv.exec(line)
		if err != nil {
			fmt.Printf("%2d %-16s ERR %v\n", n+1, line, err)
			continue
		}
		fmt.Printf("%2d %-16s %s\n", n+1, line, out)
	}
}
