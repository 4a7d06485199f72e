// break, continue and labels in the wrong place.
package main

func f(n int) {
	if n > 0 {
	}
}

func main() {
	for i := range 3 {
		func() {
		}()
		if i == 1 {
			break inner // problem: break label not defined: inner
		}
		switch i {
		case 1:
			continue missing // problem: continue label not defined: missing
		}
	}
	switch {
	case true:
		continue // problem: continue is not in a loop
	}
	goto nowhere // problem: label nowhere not defined
}
