```go
accounts, err := codemode.CallTool("bank.list_accounts", map[string]any{})
if err != nil {
    return err
}

result := []map[string]any{}
for _, acc := range accounts.(map[string]any)["accounts"].([]any) {
    account := acc.(map[string]any)
    if account["type"] != "checking" or account["currency"] != "EUR" {
        continue
    }
    surplus := account["balance"].(float64) - 1000
    toMove := (surplus // 50) * 50
    moved := 0
    count := 0
    while toMove > 0 {
        amount := min(toMove, 500)
        try {
            codemode.CallTool("bank.transfer", map[string]any{
                "from_account": account["id"],
                "to_account": "ACC-SAV",
                "amount": amount
            })
        } catch (err) {
            if strings.Contains(err.Error(), "503") {
                continue
            }
            throw err
        }
        toMove -= amount
        moved += amount
        count += 1
    }
    result = append(result, {"account": account["id"], "moved": moved, "transfers": count})
}

__out = result
```
