// A named integer type keeps its name, its width and its own methods.
package main

import "fmt"

type Celsius int16
type Flags uint8
type ID int64

func (c Celsius) Double() Celsius { return c * 2 }
func (f Flags) Has(g Flags) bool  { return f&g == g }
func (f *Flags) Set(g Flags)      { *f |= g }

func main() {
	c := Celsius(20000)
	fmt.Println(c, c.Double(), c+c == c.Double())
	fmt.Printf("%T %v %d %x\n", c, c, c, uint16(c.Double()))
	var f Flags
	f.Set(3)
	f.Set(128)
	fmt.Println(f, f.Has(2), f.Has(4), ^f, f<<1)
	f++
	fmt.Println(f)
	id := ID(7)
	fmt.Println(int(id)+1, id%4, -id/2)
	var x any = id
	_, isInt := x.(int64)
	_, isID := x.(ID)
	fmt.Println(isInt, isID, x == ID(7), x == int64(7))
	type Local uint16
	var l Local = 65535
	l += 2
	fmt.Printf("%v %T\n", l, l)
	m := map[ID]string{1: "one", 7: "seven"}
	fmt.Println(m[id], len(m[ID(3)]))
	fmt.Println(Celsius(3).Double(), Flags(7).Has(Flags(5)))
}
