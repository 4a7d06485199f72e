// Scanner over lines, words, runes and bytes, with custom splits and long lines.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

func main() {
	sc := bufio.NewScanner(strings.NewReader("one two\r\nthree\n\nlast no newline"))
	for n := 1; sc.Scan(); n++ {
		fmt.Printf("%d:%q ", n, sc.Text())
	}
	fmt.Println(sc.Err())
	sc = bufio.NewScanner(strings.NewReader("  the quick\tbrown\n fox "))
	sc.Split(bufio.ScanWords)
	count := 0
	for sc.Scan() {
		count++
		fmt.Print(sc.Text(), "|")
	}
	fmt.Println(count)
	sc = bufio.NewScanner(strings.NewReader("hé\xff"))
	sc.Split(bufio.ScanRunes)
	for sc.Scan() {
		fmt.Printf("%q ", sc.Bytes())
	}
	sc = bufio.NewScanner(strings.NewReader("ab"))
	sc.Split(bufio.ScanBytes)
	for sc.Scan() {
		fmt.Printf("%q ", sc.Text())
	}
	fmt.Println()
	sc = bufio.NewScanner(strings.NewReader(strings.Repeat("x", 70000) + "\nshort"))
	fmt.Println(sc.Scan(), sc.Err())
	sc = bufio.NewScanner(strings.NewReader(strings.Repeat("x", 70000) + "\nshort"))
	sc.Buffer(make([]byte, 0, 1024), 1<<20)
	for sc.Scan() {
		fmt.Print(len(sc.Text()), " ")
	}
	fmt.Println(sc.Err())
	sc = bufio.NewScanner(strings.NewReader("1,2,,3"))
	sc.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		if i := bytes.IndexByte(data, ','); i >= 0 {
			return i + 1, data[:i], nil
		}
		if atEOF && len(data) > 0 {
			return len(data), data, bufio.ErrFinalToken
		}
		return 0, nil, nil
	})
	for sc.Scan() {
		fmt.Printf("%q ", sc.Text())
	}
	fmt.Println(sc.Err())
	sc = bufio.NewScanner(strings.NewReader(""))
	fmt.Println(sc.Scan(), sc.Text() == "", sc.Err())
	sum := 0
	sc = bufio.NewScanner(strings.NewReader("10\n20\nx\n30"))
	for sc.Scan() {
		n, err := strconv.Atoi(sc.Text())
		if err != nil {
			fmt.Println("bad line:", err)
			continue
		}
		sum += n
	}
	fmt.Println(sum)
}
