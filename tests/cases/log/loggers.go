// Loggers without times: prefixes, flags, Panic, own writers.
package main

import (
	"fmt"
	"log"
	"os"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	log.Print("a", 1, 2, "b")
	log.Println("line", 3)
	log.Printf("%05.1f|%s", 2.5, "x")
	log.Printf("already newline\n")
	log.SetPrefix("[app] ")
	log.Println("prefixed", log.Prefix(), log.Flags())
	var sb strings.Builder
	l := log.New(&sb, "sub: ", log.Lmsgprefix)
	l.Println("one")
	l.SetPrefix("x ")
	l.Print("two")
	fmt.Printf("%q\n", sb.String())
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		l.Panicf("bad %d", 5)
	}()
	func() {
		defer func() { fmt.Printf("%T %v\n", recover(), sb.Len() > 0) }()
		log.Panic("std ", 1, 2)
	}()
	log.Default().Println("default")
	l.SetOutput(os.Stdout)
	l.Println("to stdout", l.Flags() == log.Lmsgprefix, log.LstdFlags)
	fmt.Println(log.Writer() == os.Stdout)
}
