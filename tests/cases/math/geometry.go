// Vectors, polygons, convex hull, distances, angles and interpolation.
package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

type Vec struct{ X, Y float64 }

func (a Vec) Add(b Vec) Vec       { return Vec{a.X + b.X, a.Y + b.Y} }
func (a Vec) Sub(b Vec) Vec       { return Vec{a.X - b.X, a.Y - b.Y} }
func (a Vec) Mul(k float64) Vec   { return Vec{a.X * k, a.Y * k} }
func (a Vec) Dot(b Vec) float64   { return a.X*b.X + a.Y*b.Y }
func (a Vec) Cross(b Vec) float64 { return a.X*b.Y - a.Y*b.X }
func (a Vec) Len() float64        { return math.Hypot(a.X, a.Y) }
func (a Vec) Rot(deg float64) Vec {
	s, c := math.Sincos(deg * math.Pi / 180)
	return Vec{a.X*c - a.Y*s, a.X*s + a.Y*c}
}
func (a Vec) String() string { return fmt.Sprintf("(%.2f, %.2f)", a.X+0, a.Y+0) }

type Poly []Vec

func (p Poly) Area() float64 {
	sum := 0.0
	for i, a := range p {
		sum += a.Cross(p[(i+1)%len(p)])
	}
	return math.Abs(sum) / 2
}

func (p Poly) Perimeter() (sum float64) {
	for i := range p {
		sum += p[(i+1)%len(p)].Sub(p[i]).Len()
	}
	return
}

func (p Poly) Contains(q Vec) (in bool) {
	for i, j := 0, len(p)-1; i < len(p); j, i = i, i+1 {
		a, b := p[i], p[j]
		if (a.Y > q.Y) != (b.Y > q.Y) && q.X < (b.X-a.X)*(q.Y-a.Y)/(b.Y-a.Y)+a.X {
			in = !in
		}
	}
	return
}

func hull(pts []Vec) Poly {
	pts = slices.Clone(pts)
	slices.SortFunc(pts, func(a, b Vec) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	half := func(seq []Vec) (h []Vec) {
		for _, p := range seq {
			for len(h) >= 2 && h[len(h)-1].Sub(h[len(h)-2]).Cross(p.Sub(h[len(h)-1])) <= 0 {
				h = h[:len(h)-1]
			}
			h = append(h, p)
		}
		return h[:len(h)-1]
	}
	lower := half(pts)
	slices.Reverse(pts)
	return append(lower, half(pts)...)
}

func lerp(a, b Vec, t float64) Vec { return a.Add(b.Sub(a).Mul(t)) }

func haversine(lat1, lon1, lat2, lon2 float64) float64 {
	rad := func(d float64) float64 { return d * math.Pi / 180 }
	a := math.Pow(math.Sin(rad(lat2-lat1)/2), 2) + math.Cos(rad(lat1))*math.Cos(rad(lat2))*math.Pow(math.Sin(rad(lon2-lon1)/2), 2)
	return 2 * 6371 * math.Asin(math.Sqrt(a))
}

func main() {
	sq := Poly{{0, 0}, {4, 0}, {4, 3}, {0, 3}}
	fmt.Println(sq.Area(), sq.Perimeter(), sq.Contains(Vec{1, 1}), sq.Contains(Vec{5, 1}))
	fmt.Println(Vec{1, 0}.Rot(90), Vec{3, 4}.Len(), Vec{1, 2}.Dot(Vec{3, 4}), Vec{2, 0}.Rot(-45).Mul(2))
	pts := []Vec{{0, 0}, {1, 1}, {2, 2}, {4, 4}, {0, 4}, {4, 0}, {2, 1}, {3, 3}, {1, 3}}
	h := hull(pts)
	fmt.Println(h, h.Area(), len(pts))
	for i := range 5 {
		fmt.Print(lerp(Vec{0, 10}, Vec{8, -2}, float64(i)/4), " ")
	}
	fmt.Println()
	fmt.Printf("%.1f km\n", haversine(52.52, 13.405, 48.8566, 2.3522))
	fmt.Printf("%.4f %.4f\n", math.Atan2(1, -1)*180/math.Pi, math.Acos(Vec{1, 1}.Dot(Vec{0, 1})/Vec{1, 1}.Len()))
	best, pair := math.Inf(1), [2]Vec{}
	for i, a := range pts {
		for _, b := range pts[i+1:] {
			if d := a.Sub(b).Len(); d < best {
				best, pair = d, [2]Vec{a, b}
			}
		}
	}
	fmt.Printf("%.4f %v %v\n", best, pair, pair[0] == pts[1])
	var path Poly
	for a := 0.0; a < 360; a += 60 {
		path = append(path, Vec{1, 0}.Rot(a))
	}
	fmt.Printf("%v %.6f %.6f\n", path, path.Area(), path.Perimeter())
}
