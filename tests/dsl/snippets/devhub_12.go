func hasWantedLabel(issue map[string]any) bool {
	wanted := map[string]bool{"feature": true, "performance": true, "database": true}
	labels, _ := issue["labels"].([]any)
	for _, l := range labels {
		if lm, ok := l.(map[string]any); ok {
			if name, _ := lm["name"].(string); wanted[name] {
				return true
			}
		}
	}
	return false
}

refRe := regexp.MustCompile(`(?i)\b(?:blocked by|depends on)\s+#(\d+)`)

// Collect the issues we care about.
bodies := map[int]string{}
for page := 1; ; page++ {
	res, err := codemode.CallTool("hub.list_issues", map[string]any{
		"repo":  "lantern/api",
		"state": "open",
		"page":  page,
	})
	if err != nil {
		return err
	}
	data := res.(map[string]any)
	for _, it := range data["issues"].([]any) {
		issue := it.(map[string]any)
		if hasWantedLabel(issue) {
			body, _ := issue["body"].(string)
			bodies[int(issue["number"].(float64))] = body
		}
	}
	if hasNext, _ := data["has_next"].(bool); !hasNext {
		break
	}
}

// Build the dependency graph restricted to the set.
blockers := map[int]map[int]bool{}
dependents := map[int][]int{}
for n, body := range bodies {
	blockers[n] = map[int]bool{}
	for _, m := range refRe.FindAllStringSubmatch(body, -1) {
		b, err := strconv.Atoi(m[1])
		if err != nil {
			continue
		}
		if _, inSet := bodies[b]; !inSet || blockers[n][b] {
			continue
		}
		blockers[n][b] = true
		dependents[b] = append(dependents[b], n)
	}
}

blockedCount := 0
indegree := map[int]int{}
ready := []int{}
for n, bs := range blockers {
	indegree[n] = len(bs)
	if len(bs) > 0 {
		blockedCount++
	} else {
		ready = append(ready, n)
	}
}

// Kahn's algorithm, always taking the lowest available number.
order := make([]int, 0, len(bodies))
for len(ready) > 0 {
	sort.Ints(ready)
	n := ready[0]
	ready = ready[1:]
	order = append(order, n)
	for _, d := range dependents[n] {
		indegree[d]--
		if indegree[d] == 0 {
			ready = append(ready, d)
		}
	}
}
if len(order) != len(bodies) {
	return fmt.Errorf("dependency cycle: only ordered %d of %d issues", len(order), len(bodies))
}

__out = map[string]any{
	"order":         order,
	"blocked_count": blockedCount,
}
