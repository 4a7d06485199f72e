stream, err := codemode.CallToolStream("news.follow", map[string]any{"topic": "go", "count": 3})
if err != nil {
	return err
}
defer stream.Close()

var headlines []string
for {
	item, err := stream.Next()
	if err == io.EOF {
		break
	}
	if err != nil {
		return err
	}
	headlines = append(headlines, strings.ToUpper(item["headline"].(string)))
}
__out = headlines
