// Constructors, zero values, functional options, copies with changes.
package main

import (
	"fmt"
	"time"
)

type server struct {
	host    string
	port    int
	tls     bool
	tags    []string
	timeout time.Duration
}
type option func(*server)

func withPort(p int) option       { return func(s *server) { s.port = p } }
func withTags(t ...string) option { return func(s *server) { s.tags = append(s.tags, t...) } }
func withTLS(s *server)           { s.tls = true }
func newServer(host string, opts ...option) *server {
	s := &server{host: host, port: 80, timeout: 30 * time.Second}
	for _, o := range opts {
		o(s)
	}
	return s
}
func (s server) clone(host string) server {
	s.host = host
	s.tags = append([]string(nil), s.tags...)
	return s
}

func main() {
	var z server
	fmt.Printf("%+v\n", z)
	fmt.Println(z.tags == nil, z.timeout)
	s := newServer("a.example", withPort(443), withTLS, withTags("x", "y"), withTags("z"))
	fmt.Printf("%+v\n", *s)
	c := s.clone("b.example")
	c.tags[0] = "changed"
	fmt.Println(s.tags, c.tags, c.host, c.port)
	fmt.Printf("%v\n", *newServer("d"))
	type pair struct {
		k string
		v *pair
	}
	p := pair{"a", &pair{"b", nil}}
	fmt.Println(p.v.k, p.v.v == nil)
	zero := new(server)
	*zero = server{port: 1}
	fmt.Println(*zero, zero.port)
}
