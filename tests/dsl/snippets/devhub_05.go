re := regexp.MustCompile(`^(\w+)(?:\(([^)]+)\))?(!)?:\s*(.+?)(?:\s*\(#\d+\))?$`)

var breaking, features, fixes []string

page := 1
for {
	res, err := codemode.CallTool("hub.list_commits", map[string]any{
		"repo":  "lantern/api",
		"since": "2026-04-15T00:00:00Z",
		"page":  page,
	})
	if err != nil {
		return err
	}
	m, ok := res.(map[string]any)
	if !ok {
		return fmt.Errorf("unexpected response: %v", res)
	}

	commits, _ := m["commits"].([]any)
	for _, c := range commits {
		commit := c.(map[string]any)
		header, _, _ := strings.Cut(commit["message"].(string), "\n")
		match := re.FindStringSubmatch(header)
		if match == nil {
			continue
		}
		typ, scope, bang, subject := match[1], match[2], match[3], match[4]

		bullet := "- " + subject
		if scope != "" {
			bullet = fmt.Sprintf("- %s: %s", scope, subject)
		}
		if bang == "!" {
			breaking = append(breaking, bullet)
		}
		switch typ {
		case "feat":
			features = append(features, bullet)
		case "fix":
			fixes = append(fixes, bullet)
		}
	}

	next, ok := m["next_page"].(float64)
	if !ok {
		break
	}
	page = int(next)
}

var sb strings.Builder
writeSection := func(title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	if sb.Len() > 0 {
		sb.WriteString("\n")
	}
	sb.WriteString("## " + title + "\n\n")
	for _, l := range lines {
		sb.WriteString(l)
		sb.WriteByte('\n')
	}
}
writeSection("Breaking", breaking)
writeSection("Features", features)
writeSection("Fixes", fixes)

__out = strings.TrimRight(sb.String(), "\n")
