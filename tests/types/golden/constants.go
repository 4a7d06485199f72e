// Constants: representation, overflow, division, shifts, iota, repetition.
package main

import "math"

const (
	big   = 1 << 100
	huge  = big * big * big * big * big * big // problem: constant multiplication overflow
	third = 1.0 / 3
)

const (
	a = iota
	b
	c, d // problem: missing init expr for d
	e, f = iota, "x"
)

const g int8 = 200 // problem: cannot use 200 (untyped int constant) as int8 value in constant declaration (overflows)
const h = 1 / 0 // problem: invalid operation: division by zero
const i = 1.5 % 2 // problem: invalid operation: operator % not defined on 1.5 (untyped float constant)
const j uint = -1 // problem: cannot use -1 (untyped int constant) as uint value in constant declaration (overflows)
const k = "a" + 1 // problem: invalid operation: "a" + 1 (mismatched types untyped string and untyped int)
const l = 'a' + 1.5
const m int = third // problem: cannot use third (untyped float constant 0.333333) as int value in constant declaration (truncated)
const n = len([]int{1}) // problem: len([]int{…}) (value of type int) is not constant
const o = len([3]int{})
const p byte = 'é'
const q float32 = 1e100 // problem: cannot use 1e100 (untyped float constant 1e+100) as float32 value in constant declaration (overflows)
const r = ^uint8(0) << 8 // problem: ^uint8(0) << 8 (constant 65280 of type uint8) overflows uint8
const s = 1 << -1 // problem: invalid operation: negative shift count -1 (untyped int constant)
const t = 1 << 2000 // problem: invalid operation: invalid shift count 2000 (untyped int constant)
const u = uint8(1) << 8 // problem: uint8(1) << 8 (constant 256 of type uint8) overflows uint8
const v = !1 // problem: invalid operation: operator ! not defined on 1 (untyped int constant)
const w = -"a" // problem: invalid operation: operator - not defined on "a" (untyped string constant)
const x string = 65 // problem: cannot use 65 (untyped int constant) as string value in constant declaration
const y bool = 1 == 2
const z complex64 = 1e100i // problem: cannot use 1e100i (untyped complex constant (0 + 1e+100i)) as complex64 value in constant declaration (overflows)

type named int

const typed named = 1.5 // problem: cannot use 1.5 (untyped float constant) as named value in constant declaration (truncated)

func shift(n uint) {
	var f float64 = 1 << n // problem: invalid operation: shifted operand 1 (type float64) must be integer
	var i = 1.0 << n // problem: invalid operation: shifted operand 1.0 (type float64) must be integer
	var j int32 = 1<<n + 1<<40 // problem: 1 << 40 (untyped int constant 1099511627776) overflows int32
	_ = uint8(1 << n)
	_ = float32(1 << n) // problem: invalid operation: shifted operand 1 (type float32) must be integer
	_ = "a" << n // problem: invalid operation: shifted operand "a" (untyped string constant) must be integer
	_ = 1 << "a" // problem: cannot convert "a" (untyped string constant) to type uint
	_ = 1 << 1.5 // problem: 1.5 (untyped float constant) truncated to uint
	_ = 1 << n == 2.5 // problem: invalid operation: shifted operand 1 (type float64) must be integer
	_, _, _ = f, i, j
}

func use() {
	var i8 int8 = 128 // problem: cannot use 128 (untyped int constant) as int8 value in variable declaration (overflows)
	var u8 uint8 = -1 // problem: cannot use -1 (untyped int constant) as uint8 value in variable declaration (overflows) ;; declared and not used: u8
	var u64 uint64 = 1 << 64 // problem: cannot use 1 << 64 (untyped int constant 18446744073709551616) as uint64 value in variable declaration (overflows)
	var f32 float32 = 1e39 // problem: cannot use 1e39 (untyped float constant 1e+39) as float32 value in variable declaration (overflows)
	i8 = i8 + 200 // problem: 200 (untyped int constant) overflows int8
	u8 = 255 + 1 // problem: cannot use 255 + 1 (untyped int constant 256) as uint8 value in assignment (overflows)
	_ = i8 / 0 // problem: invalid operation: division by zero
	_ = i8 % 0 // problem: invalid operation: division by zero
	_ = 1.5 / 0 // problem: invalid operation: division by zero
	_ = f32 / 0
	_ = math.MaxInt64 + 1 // problem: cannot use math.MaxInt64 + 1 (untyped int constant 9223372036854775808) as int value in assignment to _ identifier (overflows)
	var n int = math.MaxInt64 + 1 // problem: cannot use math.MaxInt64 + 1 (untyped int constant 9223372036854775808) as int value in variable declaration (overflows)
	_ = int8(200) // problem: constant 200 overflows int8
	_ = int(1.5) // problem: cannot convert 1.5 (untyped float constant) to type int
	_ = uint(-1) // problem: constant -1 overflows uint
	_ = string(1 << 40)
	_ = []byte("a") == "a" // problem: invalid operation: []byte("a") == "a" (mismatched types []byte and untyped string)
	_ = [2]int{1, 2, 3} // problem: index 2 is out of bounds (>= 2)
	_ = [...]int{5: 1, 2, 5: 3} // problem: duplicate index 5 in array or slice literal
	_ = []int{-1: 1, "a": 2, 1.5: 3} // problem: 1.5 (untyped float constant) truncated to int ;; cannot convert "a" (untyped string constant) to type int ;; invalid argument: index -1 (constant of type int) must not be negative
	_ = u64 << 70
	_ = u64 + n // problem: invalid operation: u64 + n (mismatched types uint64 and int)
	_ = iota // problem: cannot use iota outside constant declaration
}

func main() {
	use()
	shift(1)
	println(a, b, c, d, e, f)
}
