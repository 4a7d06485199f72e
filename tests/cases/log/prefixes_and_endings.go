package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	log.Println("plain", 1, true)
	log.Printf("formatted %d", 2)
	log.Print("a", "b", 1, 2)
	log.Print("with newline\n")
	log.SetPrefix("app: ")
	log.Println("prefixed")
	log.SetFlags(log.Lmsgprefix)
	log.Println("msgprefix")
	fmt.Println(log.Flags() == log.Lmsgprefix, log.Prefix(), log.Writer() == os.Stdout)
	var buf bytes.Buffer
	l := log.New(&buf, "[x] ", log.LstdFlags|log.Lmicroseconds)
	l.Println("timed")
	fmt.Println(len(buf.String()), strings.HasPrefix(buf.String(), "[x] 2"), strings.HasSuffix(buf.String(), " timed\n"))
	buf.Reset()
	l.SetFlags(log.Ldate | log.Ltime | log.LUTC)
	l.Print("x")
	fmt.Println(len(buf.String()))
	buf.Reset()
	l.SetFlags(0)
	l.SetPrefix("")
	l.Output(2, "direct")
	fmt.Printf("%q %d %q\n", buf.String(), l.Flags(), l.Prefix())
	log.Default().Println("default")
	func() {
		defer func() { fmt.Printf("recovered: %q\n", recover()) }()
		log.Panicf("panic %d", 3)
	}()
	func() {
		defer func() { fmt.Printf("recovered: %q\n", recover()) }()
		log.Panicln("panic", "ln")
	}()
	defer fmt.Println("deferred must not run")
	log.Fatalf("fatal %s", "end")
}
