// CSV in, joined with JSON, grouped, and written as a table and CSV.
package main

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

const people = `id,name,team
1,"Ann ""A"" Lee",red
2,Bob,blue
3,"Cid, Jr.",red
x,Bad,blue
5,Eve,`

const hours = `[{"person":1,"hours":[8,7.5,6]},{"person":2,"hours":[]},{"person":3,"hours":[4.25,4.25]},{"person":9,"hours":[1]},{"person":5,"hours":[10]}]`

type Person struct {
	ID         int
	Name, Team string
}

func load(s string) (map[int]Person, []string, error) {
	rows, err := csv.NewReader(strings.NewReader(s)).ReadAll()
	if err != nil {
		return nil, nil, err
	}
	col := map[string]int{}
	for i, h := range rows[0] {
		col[h] = i
	}
	out := map[int]Person{}
	var skipped []string
	for n, r := range rows[1:] {
		id, err := strconv.Atoi(r[col["id"]])
		if err != nil {
			skipped = append(skipped, fmt.Sprintf("row %d: %v", n+2, err))
			continue
		}
		out[id] = Person{id, r[col["name"]], cmp.Or(r[col["team"]], "none")}
	}
	return out, skipped, nil
}

func main() {
	byID, skipped, err := load(people)
	fmt.Println(len(byID), skipped, err)
	var entries []struct {
		Person int       `json:"person"`
		Hours  []float64 `json:"hours"`
	}
	if err := json.Unmarshal([]byte(hours), &entries); err != nil {
		panic(err)
	}
	type stat struct {
		people int
		total  float64
		names  []string
	}
	teams := map[string]*stat{}
	for _, e := range entries {
		p, ok := byID[e.Person]
		if !ok {
			fmt.Println("unknown person", e.Person)
			continue
		}
		s := teams[p.Team]
		if s == nil {
			s = &stat{}
			teams[p.Team] = s
		}
		s.people++
		s.names = append(s.names, p.Name)
		for _, h := range e.Hours {
			s.total += h
		}
	}
	tw := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight|tabwriter.Debug)
	fmt.Fprintln(tw, "team\tpeople\thours\tavg\t")
	for _, t := range slices.Sorted(maps.Keys(teams)) {
		s := teams[t]
		fmt.Fprintf(tw, "%s\t%d\t%.2f\t%.1f\t\n", t, s.people, s.total, s.total/float64(s.people))
	}
	tw.Flush()
	w := csv.NewWriter(os.Stdout)
	for _, t := range slices.Sorted(maps.Keys(teams)) {
		w.Write([]string{t, strings.Join(teams[t].names, "; "), strconv.FormatFloat(teams[t].total, 'f', -1, 64)})
	}
	w.Flush()
	_, _, err = load("a,b\n1\n")
	fmt.Println(err)
}
