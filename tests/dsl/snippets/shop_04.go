summary := map[string]map[string]float64{}
cursor := None

for {
    args := map[string]any{}
    if cursor != None {
        args["cursor"] = cursor
    }
    res, err := codemode.CallTool("shop.list_refunds", args)
    if err != nil {
        return err
    }
    for _, r := range res["refunds"] {
        reason := r["reason"]
        if reason not in summary {
            summary[reason] = {"count": 0, "amount": 0}
        }
        summary[reason]["count"] += 1
        summary[reason]["amount"] += r["amount"]
    }
    cursor = res["next_cursor"]
    if cursor == None {
        break
    }
}

for reason := range summary {
    summary[reason]["amount"] = math.Round(summary[reason]["amount"] * 100) / 100
}

__out = summary
