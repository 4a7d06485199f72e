"""Programs of which the tier compiles loops and functions: (loops, functions) and the source."""

PROGRAMS: dict[str, tuple[int, int, str]] = {
    "loops": (
        *(1, 0),
        """sum := 0
for i := 0; i < 20; i++ {
	if i%3 == 0 {
		sum += i
		continue
	}
	if i == 15 {
		break
	}
	s := 0
	for s < i {
		s++
	}
	sum += s
}
__out = sum""",
    ),
    "recursion": (
        *(0, 1),
        """func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}
__out = fib(8)""",
    ),
    "slices": (
        *(5, 0),
        """xs := []int{}
for i := 0; i < 30; i++ {
	xs = append(xs, i*i)
}
t := 0
for _, x := range xs {
	t += x
}
for i := range xs {
	xs[i], xs[29-i] = xs[29-i], xs[i]
	t += xs[i]
}
for range xs {
	t++
}
for i := range 5 {
	t -= i
}
__out = t""",
    ),
    "switches": (
        *(3, 2),
        """type Color int
names := []string{"red", "green", "blue", "", strings.Repeat("long", 30)}
func kind(n int) string {
	switch {
	case n < 0:
		return "negative"
	case n == 0, n == 100:
		return "round"
	case n%2 == 0:
		return "even"
	default:
		return "odd"
	}
}
func weight(c Color) int {
	switch w := int(c) * 2; c {
	case 0:
		return w + 1
	case 1, 2:
		return w + 10
	}
	return -1
}
n, t := 0, ""
outer:
for i := -2; i < 30; i++ {
	t += kind(i)[:1]
	n += weight(Color(i % 4))
	switch names[(i+5)%5] {
	case "red":
		n++
	case "green", "blue":
		if i > 20 {
			continue
		}
		n += 2
		for j := 0; j < 3; j++ {
			if j == 1 {
				break
			}
			n++
		}
	case "":
	default:
		n += 100
	}
	switch ok := i%7 == 0; ok {
	case true:
		n -= 3
	}
	switch {
	case i < 3:
		n += i
	case names[i%3] == "red":
		n -= i
	}
	switch uint8(i) {
	case 255:
		n += 7
	case 28:
		break outer
	}
}
for i := range 9 {
	switch i % 3 { // with break and fallthrough it stays with the tree-walker
	case 0:
		if i > 3 {
			break
		}
		fallthrough
	case 1:
		n++
	}
}
xs := []int{1, 2}
for i := range 4 {
	switch xs[i] {
	case 1:
		n++
	}
}
__out = []any{n, t}""",
    ),
    "types": (
        *(4, 6),
        """type Shape interface{ Area() int }
type Box struct{ w, h int }
type Dot struct{ at [2]int }
func (b Box) Area() int { return b.w * b.h }
func (d *Dot) Area() int { return d.at[0] }
type Celsius float64
var data any
json.Unmarshal([]byte(`[1, 2.5, "text", null, true, [3], {"k": 7}, 1e300]`), &data)
xs := append(data.([]any), 4, int64(5), uint8(6), Celsius(21.5), Box{2, 3}, &Dot{[2]int{4}}, nil, map[string]any(nil),
	map[string]int{"a": 1}, []string{"s"}, errors.New("bad"), io.EOF, func() int { return 9 }, Box{5, 1})
func name(x any) string {
	switch v := x.(type) {
	case nil:
		return "nil"
	case int:
		return "int" + strconv.Itoa(v)
	case string:
		return v
	case error, Shape:
		return fmt.Sprint("one of two ", v)
	case []any, map[string]any:
		return fmt.Sprint(v)
	}
	return "?"
}
func first(xs []any) (n int) {
	for _, x := range xs {
		if s, ok := x.(string); ok {
			n += len(s)
		}
		switch x := x.(type) {
		case float64:
			n += int(x) % 1000
		case int, int64:
			n++
		case bool:
			if x {
				n += 10
			}
		case map[string]any:
			n += len(x)
			x = nil
			_ = x
		case Box:
			x.w = 100 // a copy
			n += x.Area()
		default:
			for range 2 {
				if x == nil {
					continue
				}
				n += 1000
			}
		}
	}
	return
}
t := ""
for i, x := range xs {
	t += name(x) + ";"
	switch x.(type) {
	case Shape:
		t += "shape"
	case fmt.Stringer, error:
		t += "text"
	default:
		t += strconv.Itoa(i)
	}
	switch y := i % 3; v := xs[(i+y)%len(xs)].(type) {
	case Celsius:
		t += fmt.Sprint(v + 1)
	case *Dot:
		v.at[0]++
		t += fmt.Sprint(v.Area())
	case []any:
		v[0] = 8
	case func() int:
		t += strconv.Itoa(v())
	case Shape:
		t += strconv.Itoa(v.Area())
	}
}
fs := []func() any{}
for _, x := range xs {
	switch v := x.(type) { // a variable that a function changes
	case int:
		fs = append(fs, func() any { v++; return v })
	case string:
		if len(v) > 3 {
			break // with a break it stays with the tree-walker
		}
		t += v
	}
}
for i := range fs {
	t += fmt.Sprint(fs[i](), fs[i]())
}
for i := range 30 {
	switch v := xs[i].(type) {
	case int:
		t += string(rune('a' + v))
	}
}
__out = []any{t, first(xs)}""",
    ),
    "arrays": (
        *(4, 1),
        """type Grid [4][5]int
type Board struct{ cells Grid }
var g Grid
var fs [3]float64
var names [3]string
var b Board
p := &b
n := 0
func at(i int) int {
	n += i
	return i
}
for i := 0; i < 20; i++ {
	g[i%4][i%5] += i * 3
	g[i%4][(i+1)%5] = g[(i+1)%4][i%5] + 1
	g[at(i)%4][at(i+1)%5]++
	fs[i%3] -= float64(i) / 2
	names[i%3] += "x"
	names[(i+1)%3] = names[i%3] + "y"
	b.cells[i%4][1] |= i
	p.cells[2][i%5] = i
	n += g[i%4][2] + len(names[1]) + b.cells[2][i%5]
}
for i := range g {
	row := g[i]
	for j := range row {
		row[j] = -1
		n += g[i][j]
	}
}
for i := 0; i < 9; i++ {
	g[i][5-i]++
}
__out = n""",
    ),
    "the least and the most": (
        *(2, 0),
        """xs := []int{3, -7, 12, 0, 9, math.MaxInt64}
var small int8 = 100
nan, zero := math.NaN(), math.Copysign(0, -1)
fs := []float64{1.5, zero, 0, nan, math.Inf(1), -2}
n, f, seen := 0, 0.0, []any{}
for i := 0; i < 12; i++ {
	n = max(n, xs[i%5]) - min(xs[(i+1)%5], xs[i%3], 4)
	n += max(1, n%7) + int(min(small, int8(i*20))) + max(i)
	f = max(f, float64(i)) - min(fs[i%2], 3, f)
	seen = append(seen, fmt.Sprint(min(fs[i%6], fs[(i+1)%6]), max(fs[i%6], fs[(i+1)%6], fs[(i+2)%6])))
}
for i := 0; i < 9; i++ {
	n = max(xs[i], n)
}
__out = []any{n, f, seen}""",
    ),
    "interfaces": (
        *(1, 0),
        """t, long := 0, strings.Repeat("x", 3000)
var e error = errors.New("odd")
for i := 0; i < 12; i++ {
	row := map[string]any{"s": "a", "n": i, "b": i%2 == 0, "f": float64(i), "l": long, "e": e}
	if row["s"] == "a" && row["s"] != "b" && row["l"] != "a" && row["missing"] != "a" {
		t++
	}
	if row["n"] == 3 || row["n"] == "3" || row["b"] == true || row["f"] == 2.0 || row["n"] == i {
		t += 10
	}
	var x any = row["l"]
	if x == row["l"] && x == long && e == row["e"] && row["e"] != io.EOF {
		t += 100
	}
}
__out = t""",
    ),
    "texts compared": (
        *(1, 2),
        """func less(a, b map[string]any, s string) bool {
	return a["k"].(string) < b["k"].(string) || a["k"] == b["k"] || a["k"] == s
}
func more(a map[string]any, s string) bool {
	return strings.ToLower(s) >= fmt.Sprint(len(s))+s || s[1:] != s[:1] || s+"x" == a["k"]
}
t, rows := 0, []map[string]any{}
for i := 0; i < 12; i++ {
	rows = append(rows, map[string]any{"k": strings.Repeat("y", (i%3)*800) + fmt.Sprint(i%5)})
	if less(rows[0], rows[i], "ab") == less(rows[i], rows[i/2], rows[i]["k"].(string)) || more(rows[i], "zx") {
		t++
	}
	if rows[i]["k"].(string) == rows[i/2]["k"].(string) {
		t += 10
	}
}
sort.Slice(rows, func(i, j int) bool { return rows[i]["k"].(string) < rows[j]["k"].(string) })
__out = []any{t, rows[11]}""",
    ),
    "operations in place": (
        *(0, 1),
        """func f(n int) (t int) {
	u, x, y := uint8(200), 7.5, -17
	xs, m := []int{5, -7, 9}, map[string]int{"a": 100}
	for i := 1; i < 9; i++ {
		n /= i
		n += 1000
		n %= 37
		n <<= 3
		n >>= uint(i % 4)
		u <<= 1
		u /= 3
		u += 90
		u >>= 1
		y /= 2
		y -= 5 * i
		y %= 11
		x /= 1.5
		xs[i%3] /= 2
		xs[i%3] <<= i
		xs[i%3] %= -(i + 20)
		m["a"] /= i + 1
		m["a"] += 31
		m["b"] %= 5
		n &= 0xff
		n |= 3
		n ^= i
		n &^= 4
	}
	return n + int(u) + y + int(x*1000) + xs[0] + xs[1] + xs[2] + m["a"]
}
__out = []any{f(1), f(100000), f(-99), f(-1 << 63)}""",
    ),
    "methods": (
        *(1, 7),
        """type counter struct {
	n    int
	name string
}
func (c *counter) add(by int) int {
	c.n += by
	return c.n
}
func (c counter) twice() int {
	c.n *= 2
	return c.n
}
type stack []int
func (s *stack) push(xs ...int) {
	*s = append(*s, xs...)
}
func (s stack) Len() int {
	return len(s)
}
type sized interface{ Len() int }
type holder struct {
	counter
	all map[string]map[string]int
}
func sum(first int, rest ...int) int {
	for _, x := range rest {
		first += x
	}
	return first
}
func maker(k int) func(int) int {
	return func(x int) int { return x*k + 1 }
}
c, h, s, b, t := &counter{}, holder{all: map[string]map[string]int{}}, stack{}, strings.Builder{}, 0
var z sized = s
f := maker(3)
for i := 0; i < 12; i++ {
	t += c.add(i) + c.twice() + h.add(1) + h.twice() + f(i) + sum(i, t%5, 2) + sum(1)
	s.push(i, t)
	z = s
	t += z.Len()
	fmt.Fprintf(&b, "%d,", t%7)
	b.WriteString("x")
	p := &counter{n: i, name: string([]byte(b.String())[:1])}
	p.add(sum(p.n))
	h.all["a"+p.name] = map[string]int{"x": i}
	h.all["a"+p.name]["x"] += h.all["a"+p.name]["x"] + len(h.all["none"])
	if v, ok := h.all["a1"]["x"]; ok {
		t += v + h.all["a1"]["y"]
	}
	var data any = t
	t = int(data.(int)) + int(float64(t)/3)
	ys := make([]int, i, 2*i)
	ys = append(ys, len(ys))
	t += cap(make([]string, i%3)) + ys[i]
}
sort.Slice(s, func(i, j int) bool { return s[i] > s[j] })
__out = []any{t, b.Len(), s[0], h.all}""",
    ),
    "methods of nil": (
        *(1, 2),
        """type node struct {
	next *node
	v    int
}
func (n *node) value() int {
	return n.v
}
func (n *node) depth() int {
	if n == nil {
		return 0
	}
	return n.next.depth() + 1
}
var list *node
t := 0
for i := 0; i < 9; i++ {
	list = &node{list, i}
	t += list.depth() + list.value()
	if i == 7 {
		list = list.next.next.next.next.next.next.next.next
	}
}
__out = t""",
    ),
    "maps made in parts": (
        *(1, 0),
        """ms, s := []map[string]any{}, ""
for i := 0; i < 12; i++ {
	s += "Ab"
	m := map[string]any{"i": i, "lower": strings.ToLower(s), "n": len(s) / (i + 1), "all": map[string]string{s: strings.ToUpper(s + "x")}}
	ms = append(ms, m, map[string]any{"text": fmt.Sprint(i), "has": strings.Contains(s, "bA"), "m": m["n"]})
}
__out = []any{len(ms), ms[20]["all"], ms[21]}""",
    ),
    "costs of texts": (
        *(1, 0),
        """t, s := 0, ""
for i := 0; i < 20; i++ {
	s += "aBcDeFgHi "
	if strings.HasPrefix(s, "aBc") && strings.Contains(strings.ToLower(s), "ghi a") {
		t += len(strings.ToUpper(s)) + strings.Count(s, "c") + len(strings.TrimSpace(s))
	}
	t += len(strings.ToLower("Ä" + s)) + strings.Index(s, "Hi")
}
__out = t""",
    ),
    "maps": (
        *(2, 0),
        """m := map[int]int{}
for i := 0; i < 100; i++ {
	m[i%7] += i
	m[i] = m[i+1] + i
}
t := 0
for k, v := range m {
	t += k * v
}
__out = t""",
    ),
    "texts": (
        *(3, 0),
        """s, n := "", 0
for i := 0; i < 40; i++ {
	s += "abcdefgh"
}
for i, c := range s {
	if c == 'a' {
		n += i
	}
}
for i := 0; i < len(s); i++ {
	if s[i] == 'b' {
		n++
	}
}
__out = n""",
    ),
    "integers": (
        *(1, 0),
        """a, b, c, u, h := 9223372036854775000, 7, int8(100), uint32(4000000000), uint64(14695981039346656037)
for i := -40; i < 40; i++ {
	a += b * i * i
	b = b*31 ^ i
	c += int8(i)
	u += uint32(i)*7 + 1
	h = (h ^ uint64(i&255)) * 1099511628211
	a ^= -b / 7
	b -= a % 11
	if i%2 == 0 && -i > 3 || a>>3 < 0 {
		a = a<<2 | b&0xff
	}
}
__out = []any{a, b, c, u, h}""",
    ),
    "floats": (
        *(1, 1),
        """func f(x float64, n int) float64 {
	if n < 1 {
		return x
	}
	y := x / float64(n)
	return f(y, n-1) - x*1.5
}
t := 0.0
for i := 0; i < 30; i++ {
	t += f(float64(i)-7.5, i%9) / t
}
__out = t""",
    ),
    "panic in a loop of a function": (
        *(0, 2),
        """func f(xs []int, n int) int {
	t := 0
	for i := 0; i < n; i++ {
		t += xs[i]
	}
	return t
}
func g(n int) int {
	if n == 0 {
		return f([]int{1, 2, 3}, 5)
	}
	return g(n-1) + 1
}
__out = g(5)""",
    ),
    "panic in a function": (
        *(1, 1),
        """func d(a, b int) int {
	return a / b
}
t := 0
for i := 10; i >= 0; i-- {
	t += d(100, i)
}
__out = t""",
    ),
    "recovered": (
        *(2, 1),
        """func f(xs []int, n int) (r int) {
	defer func() {
		if e := recover(); e != nil {
			r = -r
		}
	}()
	for i := 0; i < n; i++ {
		r += xs[i]
	}
	return r
}
t := 0
for i := 0; i < 6; i++ {
	t = t*10 + f([]int{1, 2, 3}, i)
}
__out = t""",
    ),
    "goroutines": (
        *(1, 3),
        """func twice(n int) int {
	return n * 2
}
c, done := make(chan int), make(chan bool)
for w := 0; w < 3; w++ {
	go func() {
		t := 0
		for i := 0; i < 50; i++ {
			t += twice(i * w)
		}
		c <- t
	}()
}
go func() {
	t := 0
	for i := 0; i < 3; i++ {
		select {
		case v := <-c:
			t += v
		}
	}
	__out = t
	done <- true
}()
<-done""",
    ),
    "clock": (
        *(2, 1),
        """import "time"
func f(n int) int {
	t := 0
	for i := 0; i < n; i++ {
		t += i
	}
	return t
}
a, t := time.Now(), 0
for i := 0; i < 10; i++ {
	t += f(i)
}
time.Sleep(time.Second)
for i := 0; i < 10; i++ {
	t += f(i)
}
__out = time.Now().UnixNano() - a.UnixNano()""",
    ),
    "globals and cells": (
        *(1, 2),
        """var n = 0
func add(k int) int {
	n += k
	return n
}
x := 1
f := func() int { x++; return x }
for i := 0; i < 20; i++ {
	k := add(i)
	x += k
	n--
}
__out = f() + n""",
    ),
    "library": (
        *(3, 1),
        """import ("fmt"; "strings")
func tag(n int) string {
	s := strings.Repeat("ab", n%5)
	return s + fmt.Sprint(n)
}
m, words := map[string]int{}, strings.Fields(strings.Repeat("The quick brown fox jumps over the lazy dog ", 4))
for _, word := range words {
	m[strings.ToLower(word)]++
}
best, most := "", 0
for word, count := range m {
	if count > most || count == most && word < best {
		best, most = word, count
	}
}
for i := 0; i < 12; i++ {
	t := tag(i)
	n := len(strings.ToUpper(t + strings.TrimSpace(" a ")))
	m["x"+t] = n
	fmt.Println(i, t, strings.Contains(t, "a"), best)
}
__out = []any{best, most, len(m)}""",
    ),
    "records": (
        *(2, 1),
        """type stat struct {
	n     int
	total float64
	last  any
}
rows := []any{}
for i := 0; i < 12; i++ {
	row := map[string]any{"id": i, "name": fmt.Sprint("n", i%3), "sum": float64(i) * 1.5}
	if i%4 == 0 {
		row["ok"] = true
	}
	rows = append(rows, row)
}
stats, names := map[string]stat{}, []string{}
for _, r := range rows {
	row := r.(map[string]any)
	if row["name"].(string) == "n2" {
		continue
	}
	s := stats[row["name"].(string)]
	s.n++
	s.total += row["sum"].(float64)
	s.last = row["id"]
	stats[row["name"].(string)] = s
	if v, ok := row["ok"]; ok {
		names = append(names, fmt.Sprint(v))
	}
	n, isInt := row["id"].(int)
	t, isText := row["id"].(string)
	names = append(names, []string{t, row["name"].(string)}[n%2])
	p := stat{n: n, last: isInt || isText}
	p.n += len(row)
	stats["all"] = p
}
__out = []any{fmt.Sprint(stats), names, row_of(rows)}
func row_of(rows []any) any {
	return rows[0].(map[string]any)["missing"]
}""",
    ),
    "what the walker does in between": (
        *(2, 6),
        """type acc struct {
	sum int
	log []string
}
func (a *acc) add(n int) int {
	a.sum += n
	return a.sum
}
func (a acc) half() int {
	return a.sum / 2
}
func pick(n int) (int, error) {
	switch {
	case n%5 == 0:
		return n, nil
	case n%5 == 1:
		return 0, fmt.Errorf("bad %d", n)
	}
	return -n, nil
}
func total(xs ...int) int {
	t := 0
	for _, x := range xs {
		t += x
	}
	return t
}
a, fs, seen := acc{}, []func() int{}, map[int]bool{}
for i := 0; i < 15; i++ {
	v, err := pick(i)
	if err != nil {
		a.log = append(a.log, err.Error())
		continue
	}
	n := a.add(v)
	k := n
	fs = append(fs, func() int { k++; return k + a.sum })
	switch i % 4 {
	case 0:
		n += a.half()
	case 1, 2:
		n -= total(i, n, k)
		if i > 12 {
			break
		}
		n *= 2
	default:
		seen[n] = !seen[k]
	}
	b := a
	b.sum += n
	xs := []int{n, k, v, i}
	sort.Slice(xs, func(i, j int) bool { return xs[i] < xs[j] })
	ys := xs[1:3]
	a.sum += ys[0] - ys[len(ys)-1] + len(a.log)
	p := &b.sum
	*p += len(fmt.Sprint(seen)[1:2])
	a.log = append(a.log, fmt.Sprint(b.sum, ys, cap(ys)))
}
for _, f := range fs {
	a.sum += f()
}
__out = []any{a.sum, a.log}""",
    ),
    "failed assertions": (
        *(2, 2),
        """func name(row map[string]any) (s string, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("%v", e)
		}
	}()
	for i := 0; i < 2; i++ {
		s += row["name"].(string)
	}
	return
}
func last(row map[string]any) string {
	return row["b"].(string)
}
t := ""
for i, v := range []any{"a", 1, nil, 2.5, map[string]any{}, []any{"x"}} {
	s, err := name(map[string]any{"name": v, "b": "c"})
	t += fmt.Sprint(i, s, err) + last(map[string]any{"b": "c"})
	if i == 5 {
		t += last(map[string]any{"c": t})
	}
}
__out = t""",
    ),
    "labels": (
        *(1, 0),
        """t := 0
outer:
for i := 0; i < 12; i++ {
	for j := 0; j < 5; j++ {
		if j == i {
			break
		}
		t += j
	}
	if i == 10 {
		break outer
	}
	if i%2 == 1 {
		continue outer
	}
	t *= 3
}
__out = t""",
    ),
}

# Programs that allocate much: measuring what lives costs steps, so the tier has to hold what the walker holds.
HUNGRY: dict[str, str] = {
    "types": """type Row struct{ a, b string }
xs, kept := []any{1, "a", Row{"b", "c"}, []any{"d"}, nil}, []any{}
for i := range 900 {
	switch x := xs[i%5].(type) {
	case int:
		kept = append(kept, x+i)
	case string:
		kept = append(kept, strings.Repeat(x, i))
	case Row:
		x.a += strings.Repeat(x.b, i)
		kept = append(kept, x)
	case []any:
		xs[3] = append(x, strings.Repeat("e", i))
	default:
		kept = kept[len(kept)/2:]
	}
}
__out = len(kept)""",
    "switches and arrays": """var kept [7][3]string
n := 0
for i := 0; i < 900; i++ {
	s := "a"
	for j := 0; j < i%9; j++ {
		s += s
	}
	switch s + s {
	case "aa", "aaaa":
		kept[i%7][0] = s + s
	case "aaaaaaaa":
		kept[i%7][1] += s
	default:
		kept[i%7][2] = strings.Repeat(s, 1+i/90)
	}
	switch {
	case kept[i%7][2] > s+"b":
		n++
	case s+s == kept[i%7][1]:
		n += len(strings.ToUpper(s))
	}
}
__out = n""",
    "texts": """func rep(n int) string {
	s := ""
	for i := 0; i < n; i++ {
		s += "abcdefghijklmnop"
	}
	return s
}
m := map[int]string{}
for i := 0; i < 200; i++ {
	m[i%10] = rep(i) + "x"
}
__out = len(m)""",
    "slices": """xs, ys := []int{}, []string{}
for i := 0; i < 8000; i++ {
	xs = append(xs, i*1000)
}
for i := 0; i < 1000; i++ {
	s := "a"
	for j := 0; j < i%7; j++ {
		s += s
	}
	ys = append(ys, s+s)
}
__out = len(xs) + len(ys)""",
    "maps": """m, t := map[string]int{}, 0
for i := 0; i < 1000; i++ {
	k := "k"
	for j := i; j > 0; j /= 2 {
		if j%2 == 0 {
			k += "a"
		} else {
			k += "b"
		}
	}
	m[k]++
	m[k+k] += 2
	m["z"+k] = i
}
for k, v := range m {
	t += len(k) * v
}
__out = t""",
    "library": """import "strings"
m, t := map[string]string{}, 0
for i := 0; i < 300; i++ {
	a := strings.Repeat("abc", i)
	m[strings.ToUpper(a[0:0])+"x"] = a
	m["y"+a] += "z"
}
for i := 0; i < 400; i++ {
	a := strings.Repeat("abc", i)
	m["y"+strings.Repeat("k", i%30)] = a
	b := strings.ToLower(m[a] + "Q")
	c := a + strings.Repeat("q", 7)
	t += len(strings.Replace(b+c, "q", "rs", -1)) + strings.Count(a+"b", "bc")
}
for i := 0; i < 400; i++ {
	a := strings.Repeat("abc", i)
	t += strings.Index(a+"z", "z") + len(strings.Split(a, "c"))
}
__out = t""",
    "literals": """type point struct {
	x, y int
	name string
}
ps, ms, t := []point{}, map[string]any{}, 0
for i := 0; i < 400; i++ {
	p := point{i, i * 1000, "p"}
	q := p
	q.name = p.name + "q"
	ps = append(ps, q)
	ms[fmt.Sprint(i%20)] = []any{i, p, map[string]any{"a": i, "b": q.name}}
	if v, ok := ms["3"].([]any); ok {
		t += len(v)
	}
}
__out = t + len(ps)""",
    "methods": """type text struct {
	s string
}
func (t *text) grow(by string) int {
	t.s += by
	return len(t.s)
}
func (t text) with(by string) text {
	t.s += by
	return t
}
type grower interface{ grow(string) int }
x, n, all := &text{}, 0, map[string]map[string][]byte{}
var g grower = x
f := func(s string) string { return s + s }
for i := 0; i < 300; i++ {
	n += x.grow("abc") + g.grow(f(x.with("de").s[:i]))
	all[fmt.Sprint(i%4)] = map[string][]byte{"b": []byte(x.s)}
	n += len(all["1"]["b"]) + len(make([]int, i))
	if len(x.s) > 3000 {
		x = &text{string(all["0"]["b"][:5])}
		g = x
	}
}
__out = n""",
    "maps made in parts": """ms, s, t := []map[string]any{}, "", 0
for i := 0; i < 400; i++ {
	s += "Ab"
	ms = append(ms, map[string]any{"i": i, "lower": strings.ToLower(s), "all": map[string]string{"u": strings.ToUpper(s + s), "x": s + "x"}})
	if len(ms) > 12 {
		ms = ms[6:]
	}
	if ms[0]["lower"] == "abab" || ms[0]["lower"] == ms[len(ms)-1]["lower"] {
		t++
	}
}
__out = t""",
    "cuts": """s, t := strings.Repeat("abcdefgh", 400), []string{}
for i := 0; i < 300; i++ {
	part := s[i : i+i*8]
	if len(part) > 100 {
		t = append(t, part[1:len(part)-1])
	}
	if len(t) > 20 {
		t = t[len(t)-10:]
	}
}
__out = len(t)""",
    "closures": """fs, t := []func(int) string{}, 0
for i := 0; i < 200; i++ {
	s := strings.Repeat("x", i)
	fs = append(fs, func(n int) string {
		s += "y"
		return s + fmt.Sprint(n)
	})
	for _, f := range fs[len(fs)/2:] {
		t += len(f(i))
	}
	if len(fs) > 12 {
		fs = fs[6:]
	}
}
__out = t""",
    "frames": """func f(n int, s string) int {
	if n == 0 {
		return len(s)
	}
	t := s + "abcabcabcabc"
	return f(n-1, t) + 1
}
t := 0
for i := 0; i < 20; i++ {
	t += f(60, "")
}
__out = t""",
    "frames without parameters": """var depth, s = 0, ""
func f() int {
	if depth == 0 {
		return 0
	}
	depth--
	longer := s + "abcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabc"
	s = longer
	return f() + 1
}
t := 0
for i := 0; i < 20; i++ {
	depth, s = 100, ""
	t += f()
}
__out = t""",
    "goroutines": """c, t := make(chan string), 0
for w := 0; w < 5; w++ {
	go func() {
		s := ""
		for i := 0; i < 200; i++ {
			s += "abcdefghijkl"
		}
		c <- s
	}()
}
for i := 0; i < 5; i++ {
	s := <-c
	t += len(s)
}
__out = t""",
}
