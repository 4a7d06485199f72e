// Matrix multiplication, transposition, determinant, inverse by Gauss-Jordan.
package main

import (
	"fmt"
	"math"
)

type Matrix [][]float64

func New(r, c int) Matrix {
	m := make(Matrix, r)
	for i := range m {
		m[i] = make([]float64, c)
	}
	return m
}

func Identity(n int) Matrix {
	m := New(n, n)
	for i := range n {
		m[i][i] = 1
	}
	return m
}

func (a Matrix) Mul(b Matrix) (Matrix, error) {
	if len(a[0]) != len(b) {
		return nil, fmt.Errorf("shapes %dx%d and %dx%d do not fit", len(a), len(a[0]), len(b), len(b[0]))
	}
	out := New(len(a), len(b[0]))
	for i := range a {
		for j := range b[0] {
			for k := range b {
				out[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return out, nil
}

func (a Matrix) T() Matrix {
	out := New(len(a[0]), len(a))
	for i, row := range a {
		for j, v := range row {
			out[j][i] = v
		}
	}
	return out
}

func (a Matrix) Inverse() (Matrix, bool) {
	n := len(a)
	m := New(n, 2*n)
	for i := range a {
		copy(m[i], a[i])
		m[i][n+i] = 1
	}
	for c := range n {
		p := c
		for r := c + 1; r < n; r++ {
			if math.Abs(m[r][c]) > math.Abs(m[p][c]) {
				p = r
			}
		}
		if math.Abs(m[p][c]) < 1e-12 {
			return nil, false
		}
		m[c], m[p] = m[p], m[c]
		d := m[c][c]
		for j := range m[c] {
			m[c][j] /= d
		}
		for r := range n {
			if r == c {
				continue
			}
			f := m[r][c]
			for j := range m[r] {
				m[r][j] -= f * m[c][j]
			}
		}
	}
	out := make(Matrix, n)
	for i := range out {
		out[i] = m[i][n:]
	}
	return out, true
}

func (a Matrix) Det() float64 {
	if len(a) == 1 {
		return a[0][0]
	}
	det := 0.0
	for c, v := range a[0] {
		minor := Matrix{}
		for _, row := range a[1:] {
			minor = append(minor, append(append([]float64{}, row[:c]...), row[c+1:]...))
		}
		if c%2 == 1 {
			v = -v
		}
		det += v * minor.Det()
	}
	return det
}

func (a Matrix) String() string {
	s := ""
	for _, row := range a {
		for _, v := range row {
			s += fmt.Sprintf("%8.2f", v)
		}
		s += "\n"
	}
	return s
}

func main() {
	a := Matrix{{2, 1, 3}, {0, 4, 1}, {5, 2, 0}}
	fmt.Print(a, a.T())
	fmt.Println(a.Det())
	inv, ok := a.Inverse()
	fmt.Println(ok)
	fmt.Print(inv)
	prod, _ := a.Mul(inv)
	for i := range prod {
		for j := range prod[i] {
			prod[i][j] = math.Round(prod[i][j]*1000)/1000 + 0
		}
	}
	fmt.Print(prod)
	_, err := a.Mul(Matrix{{1, 2}})
	fmt.Println(err)
	_, ok = Matrix{{1, 2}, {2, 4}}.Inverse()
	fmt.Println(ok, Identity(2))
}
