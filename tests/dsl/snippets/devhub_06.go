```go
var hours []float64
repos := []string{"lantern/api", "lantern/web"}

for i, repo := range repos {
    page := 1
    for {
        resp, err := codemode.CallTool("hub.list_issues", map[string]any{
            "repo": repo,
            "state": "closed",
            "label": "bug",
            "page": page,
        })
        if err != nil {
            __out = err
            return
        }
        data := resp.(map[string]any)
        issues := data["issues"].([]any)
        for _, issue := range issues {
            created, err := time.Parse(time.RFC3339, issue["created_at"])
            closed, err := time.Parse(time.RFC3339, issue["closed_at"])
            hours = append(hours, closed.Sub(created).Hours())
        }
        if !data["has_next"] {
            break
        }
        page++
    }
}

sort.Float64s(hours)
n := len(hours)
var median float64
if n % 2 == 1 {
    median = hours[n/2]
}
else {
    median = (hours[n/2-1] + hours[n/2]) / 2
}

__out = map[string]any{
    "count": n,
    "median_hours": math.Round(median * 10) / 10,
}
```
