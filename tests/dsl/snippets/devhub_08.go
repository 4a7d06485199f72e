import "regexp"
import "strconv"
import "strings"

// get open issues
openIssues := map[int]string{}
page := 1
hasNext := true
for hasNext {
    res, err := codemode.CallTool("hub.list_issues", map[string]any{"repo": "lantern/api", "state": "open", "page": page})
    if err != nil {
        return nil
    }
    m := res.(map[string]any)
    for _, it := range m["issues"].([]any) {
        issue := it.(map[string]any)
        openIssues[issue["number"].(int)] = issue["title"].(string)
    }
    hasNext = m["has_next"].(bool)
    page += 1
}

// get merged prs
pulls, err := codemode.CallTool("hub.list_pulls", map[string]any{"repo": "lantern/api", "state": "merged"})
if err != nil {
    return nil
}

re := regexp.MustCompile("(?i)\b(fix(es|ed)?|close(s|d)?|resolve(s|d)?) #(\d+)")
result := []map[string]any{}
for _, pr := range pulls {
    for _, m := range re.FindAllStringSubmatch(pr["body"], -1) {
        num, err := strconv.Atoi(m[5])
        if title, ok := openIssues[num]; ok {
            result = append(result, map[string]any{"issue": num, "title": title, "pr": pr["number"]})
        }
    }
}

sort.Slice(result, func(i, j int) bool {
    return result[i]["issue"] < result[j]["issue"]
})

__out = result
