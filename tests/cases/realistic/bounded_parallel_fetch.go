// Concurrent fetches with a semaphore, retries, ordered results and a summary.
package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
)

type Response struct {
	URL    string
	Status int
	Body   string
}
type HTTPError struct {
	URL    string
	Status int
}

func (e *HTTPError) Error() string   { return fmt.Sprintf("GET %s: %d", e.URL, e.Status) }
func (e *HTTPError) Temporary() bool { return e.Status >= 500 }

type Server struct {
	mu    sync.Mutex
	calls map[string]int
}

func (s *Server) Get(ctx context.Context, url string) (*Response, error) {
	s.mu.Lock()
	s.calls[url]++
	n := s.calls[url]
	s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	switch {
	case strings.HasSuffix(url, "/missing"):
		return nil, &HTTPError{url, 404}
	case strings.HasSuffix(url, "/flaky") && n < 3:
		return nil, &HTTPError{url, 503}
	case strings.HasSuffix(url, "/down"):
		return nil, fmt.Errorf("fetch: %w", &HTTPError{url, 500})
	}
	return &Response{url, 200, strings.Repeat("x", len(url))}, nil
}

func fetch(ctx context.Context, s *Server, url string, tries int) (r *Response, err error) {
	for i := range tries {
		if r, err = s.Get(ctx, url); err == nil {
			return r, nil
		}
		var t interface{ Temporary() bool }
		if !errors.As(err, &t) || !t.Temporary() {
			return nil, err
		}
		time.Sleep(time.Duration(i) * time.Millisecond)
	}
	return nil, fmt.Errorf("after %d tries: %w", tries, err)
}

type result struct {
	resp *Response
	err  error
}

func fetchAll(ctx context.Context, s *Server, urls []string, limit int) []result {
	out := make([]result, len(urls))
	sem := make(chan struct{}, limit)
	var wg sync.WaitGroup
	for i, u := range urls {
		wg.Add(1)
		go func() {
			defer wg.Done()
			sem <- struct{}{}
			defer func() { <-sem }()
			r, err := fetch(ctx, s, u, 4)
			out[i] = result{r, err}
		}()
	}
	wg.Wait()
	return out
}

func main() {
	s := &Server{calls: map[string]int{}}
	urls := []string{"a.io/ok", "a.io/missing", "a.io/flaky", "a.io/down", "bb.io/x"}
	bytes, failed := 0, map[int]int{}
	for i, r := range fetchAll(context.Background(), s, urls, 2) {
		if r.err != nil {
			fmt.Println(i, "failed:", r.err)
			var h *HTTPError
			if errors.As(r.err, &h) {
				failed[h.Status]++
			}
			continue
		}
		fmt.Println(i, r.resp.Status, len(r.resp.Body))
		bytes += len(r.resp.Body)
	}
	fmt.Println(bytes, failed, s.calls)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, r := range fetchAll(ctx, s, urls[:1], 1) {
		fmt.Println(r.resp == nil, r.err, errors.Is(r.err, context.Canceled))
	}
}
