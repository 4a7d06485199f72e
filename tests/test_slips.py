"""Slips of models, one by one: what is certain runs and gives the value; what is not is refused with a hint that says what to write."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

import codemode
from codemode import CodeModeError, FunctionSource, FunctionTool


def get_user(id: int) -> dict[str, Any]:
    tags = ["a", "b"]
    return {
        "id": id,
        "name": f"user{id}",
        "age": 20 + id,
        "active": id % 2 == 0,
        "tags": tags,
        "score": id * 1.5,
        "manager": None,
    }


def list_orders(page: int = 1) -> dict[str, Any]:
    pages = {
        1: [
            {"id": "O-1", "total": 10.5, "qty": 2, "status": "open"},
            {"id": "O-2", "total": 20, "qty": 1, "status": "closed"},
        ],
        2: [{"id": "O-3", "total": 5.25, "qty": 4, "status": "open"}],
    }
    return {
        "orders": pages.get(page, []),
        "has_next": page < 2,
        "next_page": page + 1 if page < 2 else None,
        "notes": [],
    }


def fail(why: str) -> None:
    raise ValueError(why)


def send(to: str, item: str, count: int = 1) -> str:
    return f"{to} {item} {count}"


def names() -> list[str]:
    return ["zed", "amy", "bob"]


def move(item: str, count: int) -> int:
    return count


async def ticks(n: int) -> AsyncIterator[dict[str, Any]]:
    for i in range(n):
        yield {"i": i, "v": i * 2.5}


SOURCE = FunctionSource(
    [
        FunctionTool("crm.get_user", get_user, read_only=True),
        FunctionTool("crm.list_orders", list_orders, read_only=True),
        FunctionTool("crm.names", names),
        FunctionTool("crm.move", move),
        FunctionTool("crm.fail", fail),
        FunctionTool("crm.send", send),
        FunctionTool("crm.ticks", ticks),
    ],
    owner="crm",
)
USER = 'u := codemode.CallTool("crm.get_user", {"id": 2})\n'
ORDERS = 'r, err := codemode.CallTool("crm.list_orders", map[string]any{"page": 1})\n'
XS = "xs := []int{3, 1, 2}\nt := 0\n"

RUNS: list[tuple[str, Any]] = [
    # loops
    (XS + "for x in xs { t += x }\n__out = t", 6),
    (XS + "for (const x of xs) { t += x }\n__out = t", 6),
    (XS + "foreach x in xs { t += x }\n__out = t", 6),
    (XS + "for (int x : xs) { t += x }\n__out = t", 6),
    (XS + "for _, x := xs { t += x }\n__out = t", 6),
    (XS + "for i, x in enumerate(xs) { t += i * x }\n__out = t", 5),
    (XS + "for (let i = 0; i < xs.length; i++) { t += xs[i] }\n__out = t", 6),
    (XS + "for i in range(len(xs)) { t += xs[i] }\n__out = t", 6),
    (XS + "for i in range(1, 6) { t += i }\n__out = t", 15),
    (XS + "for i := range(1, 6) { t += i }\n__out = t", 15),
    (XS + "for i in range(6, 0, -2) { t += i }\n__out = t", 12),
    (XS + "while (t < 5) { t++ }\n__out = t", 5),
    (XS + "loop { t++; if (t > 3) break }\n__out = t", 4),
    ('m := map[string]int{"a": 1}\nk := ""\nfor (const [key, v] of Object.entries(m)) { k += key }\n__out = k', "a"),
    ('m := map[string]int{"a": 1}\nt := 0\nfor v in m.values() { t += v }\n__out = t', 1),
    ('m := map[string]int{"a": 1}\nk := ""\nfor key in m { k += key }\n__out = k', "a"),
    (USER + 's := ""\nfor tag in u.tags { s += tag }\n__out = s', "ab"),
    (USER + "n := 0\nfor key in u { n++ }\n__out = n", 7),
    (USER + "n := 0\nfor i in range(u.age) { n++ }\n__out = n", 22),
    ('s := codemode.CallToolStream("crm.ticks", {"n": 3})\nt := 0\nfor x in s { t += x["i"] }\n__out = t', 3),
    ("n := 0\ndo { n++\nif n == 2 { continue }\n} while (n < 3);\n__out = n", 3),
    ('more := "x"\nn := 0\ndo { n++; more = "" } while (more);\n__out = n', 1),
    ("t := 0\nfor (let i = 0, n = 3; i < n; i++) { t += i }\n__out = t", 3),
    ('t := 0\nfor await (const x of codemode.CallToolStream("crm.ticks", {n: 3})) { t += x.v }\n__out = t', 7.5),
    # declarations
    ("let a = 1, b = a + 1, c = [1, 2]\n__out = a + b + len(c)", 5),
    ("var res\nres = crm.get_user(2)\n__out = res.name", "user2"),
    ("let total = 0\ntotal += 2\n__out = total", 2),
    ("let total\ntotal = 2\n__out = total", 2),
    ("const total: number = 2\n__out = total", 2),
    ("int total = 2;\n__out = total;", 2),
    ('const u = await codemode.CallTool("crm.get_user", {id: 2});\n__out = `Hi ${u.name}!`;', "Hi user2!"),
    ('const { age } = codemode.CallTool("crm.get_user", {id: 2})\n__out = age', 22),
    (USER + "const { age, name } = u\n__out = name", "user2"),
    (
        'let total = 0\nlet page = 1\nwhile (true) {\n  const res = codemode.CallTool("crm.list_orders", {page: page})\n'
        "  for (const o of res.orders) { total += o.total }\n  if (!res.has_next) break\n  page++\n}\n__out = total",
        35.75,
    ),
    ('out := []string\nout = append(out, "a")\n__out = out', ["a"]),
    ('m := map[string]int\nm["a"]++\n__out = m', {"a": 1}),
    ("n := 4\n__out = 10.5 / n", 2.625),
    ('import codemode\nfrom codemode import call_tool\n__out = call_tool("crm.get_user", {"id": 2})["age"]', 22),
    ("const xs = []\nif (true) xs.push(1)\nreturn xs", [1]),
    ("__out = round(2.346, 2)", 2.35),
    ("for n in [1, 2, 3] { last = n }\n__out = last", 3),
    (XS + "if len(xs) > 1 { size = `many` } else { size = `few` }\n__out = size", "many"),
    ("package main\nfunc main() {\n\tfor i := range 3 { last = i }\n\t__out = last\n}", 2),
    # values
    (USER + '__out = u["age"] > 40 ? "old" : "young"', "young"),
    ('x := 3\n__out = x == 1 ? "a" : x == 3 ? "c" : "b"', "c"),
    ("x := 0\n__out = x != 0 ? 10 / x : -1", -1),
    ("x := 3\n__out = 1 if x > 2 else 0", 1),
    (USER + "__out = f\"Hi {u['name']}, {u.score:.2f} of 100%\"", "Hi user2, 3.00 of 100%"),
    ('__out = {name: 1, "b": [1, 2]}', {"name": 1, "b": [1, 2]}),
    ('m := {"a": 1}\n__out = m.a + 1', 2),
    # truth
    ('r, ok := strconv.Atoi("5")\nif ok { __out = r }', 5),
    ('_, ok := strconv.Atoi("x")\nif !ok { __out = "bad" }', "bad"),
    (
        ORDERS + "n := 2\nsum := 0\nfor o in r.orders { sum += o.qty }\n__out = [sum / n, sum / len(r.orders)]",
        [1.5, 1.5],
    ),
    ('_, err := strconv.Atoi("x")\nif err { __out = "bad" }', "bad"),
    ('_, err := strconv.Atoi("1")\nif !err { __out = "good" }', "good"),
    (USER + 'if u["active"] && !u["manager"] { __out = "yes" }', "yes"),
    (
        ORDERS
        + "n := 0\nvar page = 1\nfor page { n++\npage = r.next_page\nif n > 5 { break }\nr.next_page = nil }\n__out = n",
        2,
    ),
    ('name := ""\nif name { __out = 1 } else { __out = 2 }', 2),
    # types that Go keeps apart
    ("t := 0.5\nn := 3\nxs := []int{1, 2}\nt = t*n + len(xs)\n__out = t", 3.5),
    (
        "t := 0\nxs := []int{1, 2}\nfor _, x := range xs { t += x }\nm := map[string]float64{}\nm[`a`] = t / len(xs)\n__out = m",
        {"a": 1.5},
    ),
    ("n := 3\ntime.Sleep(n * time.Millisecond)\n__out = n * time.Second", 3_000_000_000),
    ("n := 3\n__out = `a` + n + `b` + 2.5 + true", "a3b2.5true"),
    (USER + '__out = "Hi " + u["name"] + ", " + len(u["tags"]) + " tags"', "Hi user2, 2 tags"),
    (USER + '__out = u["age"] + " years"', "22 years"),
    (USER + 's := "score: "\ns += u.score\n__out = s', "score: 3"),
    ("s := `a,b`\nif s[1] == `,` && strings.HasPrefix(s, 'a') { __out = s[0] + `!` }", "a!"),
    ("xs := []\nxs = append(xs, `a`)\nxs = append(xs, `b`)\n__out = strings.Join(xs, `-`)", "a-b"),
    # one of two values
    (USER + '__out = [u.nick || "anon", u.name || "x", u.nick or u.name or "y"]', ["anon", "user2", "user2"]),
    (USER + "__out = [u.manager ?? 3, u.age ?? 0, u.tags || []]", [3, 22, ["a", "b"]]),
    (ORDERS + "__out = r.notes || []", []),
    (USER + "__out = u.active && u.name", "user2"),
    ('name := ""\n__out = name || "anon"', "anon"),
    ('m := {}\nm["a"] = (m["a"] || 0) + 1\nm["a"] = (m["a"] ?? 0) + 1\n__out = m', {"a": 2}),
    # from the end
    (XS + '__out = []any{xs[-1], xs[-2:], xs[:-1], xs[-9:], "hello"[-3:]}', [2, [1, 2], [3, 1], [3, 1, 2], "llo"]),
    (USER + '__out = u.tags[-1] + u["name"][-2:]', "br2"),
    # results that are not kept, and not wanted
    (
        'xs := []int{}\nappend(xs, 1)\nm := map[string][]int{}\nappend(m["a"], 2)\n__out = []any{xs, m}',
        [[1], {"a": [2]}],
    ),
    ("package main\nfunc main() {\n\txs := []int{1}\n\treturn xs\n}", [1]),
    ("n := 0\ndone := make(chan bool)\ngo func() { n++; done <- true }\n<-done\n__out = n", 1),
    # literals
    (
        '__out = map[string]any{"guest": {"name": "x", "tags": ["a"]}, "l": [1]}',
        {"guest": {"name": "x", "tags": ["a"]}, "l": [1]},
    ),
    ('total := 3\n__out = map[string]any{"x": 1, total: total, sum: 2}', {"x": 1, "total": 3, "sum": 2}),
    ('status := "open"\n__out = {status: status}', {"status": "open"}),
    ('type row struct { id string; over float64 `json:"o"` }\n__out := []row{{`a`, 1.5}}', [{"id": "a", "o": 1.5}]),
    # functions
    (
        USER + '__out = [str(u.age), float("2.5"), parseFloat("1.5"), Number(u.score), parseInt("42", 10)]',
        ["22", 2.5, 1.5, 3, 42],
    ),
    (
        USER + "n := -3\n__out = [abs(n), abs(u.age), Math.floor(2.7), Math.max(1, 5), round(2.4), Math.min(u.age, 3)]",
        [3, 22, 2, 5, 2, 3],
    ),
    (
        XS + '__out = [sum(xs), max(xs), min([2, 1]), sum([]float64{0.5}), max(codemode.CallTool("crm.names"))]',
        [6, 3, 1, 0.5, "zed"],
    ),
    (
        "type user struct { Name string; Tags []string }\nvar u user\nvar v map[string]any\n"
        'res := codemode.CallTool("crm.get_user", 2)\nerr := json.Unmarshal([]byte(res), &u)\njson.Unmarshal(res, &v)\n'
        "__out = [u.Name, len(u.Tags), v.age, err]",
        ["user2", 2, 22, None],
    ),
    ('text := map[string]any{"t": `{"a": 1}`}\nvar v any\njson.Unmarshal([]byte(text["t"]), &v)\n__out = v', {"a": 1}),
    (XS + "sort.Slice(xs, func(i, j) { return xs[i] < xs[j] })\n__out = xs", [1, 2, 3]),
    ('best := float("inf")\n__out = best > 5', True),
    ('__out = JSON.stringify({"a": [1]})', '{"a":[1]}'),
    # tools
    (USER + "__out = u.Name", "user2"),
    ("page := 1\nr := crm.list_orders({ page })\n__out = len(r.orders)", 2),
    ('item := "a"\n__out = crm.move({ item, count: 5 })', 5),
    ('__out = crm.get_user(11)["age"]', 31),
    ('__out = codemode.CallTool("crm.get_user", 11)["age"]', 31),
    ('id := 11\n__out = codemode.call_tool("crm.get_user", id)["age"]', 31),
    ('__out = codemode.CallTool("crm.get_user", id=11)["age"]', 31),
    ('__out = crm.get_user(id: 11)["age"]', 31),
    ('__out = crm.getUser(11)["age"]', 31),
    ('__out = codemode.CallTool("crm.getUser", {"id": 11})["age"]', 31),
    ('s := "a,1\\n\\nb,2\\n"\n__out = s.splitlines()', ["a,1", "", "b,2"]),
    ('s := "@ann,"\n__out = s.strip("@,") + s.lstrip("@").rstrip(",")', "annann"),
    ("function add(a, b) { return a + b }\n__out = add(2, 3)", 5),
    (
        '__out = later({k: 2})\nasync function later({k}) {\n\tif (k > 1) {\n\t\treturn k * later({"k": k - 1})\n\t}\n\treturn k\n}',
        2,
    ),
    ("const xs = [1, 2, 3]\nfunction odd(n) { return n % 2 === 1 }\n__out = xs.filter(odd)", [1, 3]),
    # powers
    ("__out = []any{2 ** 10, 2 ** 3 ** 2, -2 ** 2, 10 - 2 * 3 ** 2, 9 ** 0.5, 2 ** -1}", [1024, 512, -4, -8, 3, 0.5]),
    ("rate, n := 0.5, 2\n__out = []any{(1 + rate) ** n, 100 * (1 + rate) ** -n}", [2.25, 44.44444444444444]),
    (ORDERS + '__out = sum((o["total"] - 15) ** 2 for o in r["orders"]) ** 0.5', 45.25**0.5),
    ("n := 40\nvar b uint8 = 3\n__out = []any{2 ** n, b ** 5}", [1099511627776, 243]),
    # comprehensions
    (XS + "__out = [x * 2 for x in xs if x > 1]", [6, 4]),
    (USER + "__out = [[tag.upper(), i] for i, tag in enumerate(u.tags)]", [["A", 0], ["B", 1]]),
    (ORDERS + '__out = {o["id"]: o["total"] for o in r["orders"] if o.qty > 0}', {"O-1": 10.5, "O-2": 20}),
    (ORDERS + '__out = {o["qty"]: o["id"] for o in r["orders"]}', {"1": "O-2", "2": "O-1"}),
    ("__out = {n: n * n for n in []int{1, 2}}[2]", 4),
    (ORDERS + '__out = sum(o["qty"] for o in r["orders"])', 3),
    (ORDERS + "__out = [any(o.qty > 1 for o in r.orders), all(o.qty > 1 for o in r.orders)]", [True, False]),
    (XS + "n := 0\nseen := (x) => { n++; return x > 2 }\n__out = [any(seen(x) for x in xs), n]", [True, 1]),
    (ORDERS + '__out = next((o.id for o in r.orders if o.status == "closed"), None)', "O-2"),
    (ORDERS + '__out = next((o.id for o in r.orders if o.status == "lost"), "none")', "none"),
    ('__out = ", ".join(f"{k}={v}" for k, v in {"a": 1, "b": 2}.items())', "a=1, b=2"),
    ("__out = [y for row in [[1, 2], [3]] for y in row if y > 1]", [2, 3]),
    ("__out = [\n  x\n  for x in [1, 2, 3]\n  if x != 2\n]", [1, 3]),
    (ORDERS + "__out = sorted({o.status for o in r.orders})", ["closed", "open"]),
    ("__out = dict((k, len(k)) for k in ['a', 'bb'])", {"a": 1, "bb": 2}),
    ("x := 5\nys := [x for x in [1, 2]]\n__out = [x, ys]", [5, [1, 2]]),
    ('names := [n.upper() for n in ["b", "a"]]\nsort.Strings(names)\n__out = names', ["A", "B"]),
    # functions without types
    (XS + "__out = xs.map(x => x * 2).filter((x, i) => i > 0)", [2, 4]),
    (XS + "__out = xs.reduce((a, b) => a + b, 0) + xs.reduce((a, b) => a * b)", 12),
    (
        XS + "__out = [xs.some(x => x > 2), xs.every(x => x > 2), xs.find(x => x < 3), xs.findIndex(x => x == 2)]",
        [True, False, 1, 2],
    ),
    (ORDERS + "r.orders.sort((a, b) => b.total - a.total)\n__out = r.orders.map(o => o.id)", ["O-2", "O-1"]),
    (ORDERS + "t := 0\nr.orders.forEach(o => { t += o.qty })\n__out = t", 3),
    (ORDERS + "ids := []\nr.orders.forEach(o => ids.push(o.id))\n__out = ids", ["O-1", "O-2"]),
    (ORDERS + "__out = [o.id for o in sorted(r.orders, key=lambda o: (-o.qty, o.id))]", ["O-1", "O-2"]),
    (
        ORDERS + '__out = [max(r.orders, key=lambda o: o.total).id, min(r.orders, key=lambda o: o["total"]).id]',
        ["O-2", "O-1"],
    ),
    (XS + "ys := sorted(xs, reverse=True)\nxs.sort(key=lambda x: -x)\n__out = [ys, xs]", [[3, 2, 1], [3, 2, 1]]),
    (XS + "sort.Slice(xs, (i, j) => xs[i] < xs[j])\nslices.SortFunc(xs, (a, b) => b - a)\n__out = xs", [3, 2, 1]),
    ("const area = (a, b) => a * b\nconst twice = function(x) { return x * 2 }\n__out = twice(area(2, 3))", 12),
    ("const grade = x => { if (x > 5) { return 'high' }\nreturn 'low' }\n__out = [9, 1].map(grade)", ["high", "low"]),
    ('__out = list(map(lambda s: s.upper(), ["a"])) + [x for x in filter(lambda n: n > 1, [1, 2])]', ["A", 2]),
    ("__out = ['1', '2'].map(Number).map(String)", ["1", "2"]),
    (
        "const ages = await Promise.all([1, 2].map(async id => { const u = await crm.get_user(id); return u.age }))\n__out = ages",
        [21, 22],
    ),
    (
        'm := {"b": 2, "a": 1}\nout := []\nfor k, v in sorted(m.items(), key=lambda kv: kv[1]) { out.append(k) }\n__out = out',
        ["a", "b"],
    ),
    ('out := []\nfor a, b in zip([1, 2], ["x", "y"]) { out.append("=" * a + b) }\n__out = out', ["=x", "==y"]),
    ('__out = Object.fromEntries(Object.entries({"a": "1"}).map(([k, v]) => [v, k]))', {"1": "a"}),
    ('__out = [Object.keys({"a": 1}), Object.values({"a": 1})]', [["a"], [1]]),
    # errors that are caught
    ('try { __out = crm.get_user({id: 2}).age } catch (e) { __out = "bad" }', 22),
    ('try { __out = crm.fail({why: "full"}) } catch (e) { __out = "bad: " + e.message }', "bad: full"),
    (
        'f := (x) => { try { if (x > 1) { throw new Error("big") }\nreturn x } catch (err) { return String(err) } }\n__out = [f(1), f(2)]',
        [1, "big"],
    ),
    (
        'out := []\nfor x in ["a", "b"] { try { crm.fail({why: x}) } catch (e: any) { out.push(str(e)); continue }\nout.push("no") }\n__out = out',
        ["a", "b"],
    ),
    ("n := 0\ntry { xs := []int{}\nn = xs[3] } catch { n = -1 } finally { n *= 2 }\n__out = n", -2),
    ('try { try { crm.fail({why: "in"}) } catch (e) { throw e } } catch (e) { __out = e.message }', "in"),
    (
        'const ok = [], failed = []\nfor (const id of [1, 2]) { try { if (id > 1) { crm.fail({why: "x"}) }\n'
        "ok.push(id) } catch (e) { failed.push(id) } }\nreturn { ok, failed }",
        {"ok": [1], "failed": [2]},
    ),
    # values of a tool's parameters, one behind the other
    ('__out = crm.move("a", 5)', 5),
    ('count := 5\nname := "a"\n__out = codemode.CallTool("crm.move", name, count)', 5),
    ('o := {"item": "a", "count": 5}\n__out = crm.move(o.item, o["count"])', 5),
    ('item := "x"\n__out = crm.send("me", item, 3)', "me x 3"),
    # what may be missing
    (
        USER + "__out = [u?.name, u?.manager?.name, u.manager?.name ?? 'none', u?.tags?.length, u?.tags?.[0]]",
        ["user2", None, "none", 2, "a"],
    ),
    (USER + "x := u?.name\n__out = `${x} ${u.manager?.name ?? 'none'} ${[1, 2].map(n => n + 1)[1]}!`", "user2 none 3!"),
    # all of these
    ("a := [1, 2]\nb := [3]\n__out = [...a, ...b, 4]", [1, 2, 3, 4]),
    ('a := {"x": 1}\nk := "z"\n__out = {...a, y: 2, k, [k]: 3}', {"x": 1, "y": 2, "k": "z", "z": 3}),
    ("xs := [1]\nxs.push(...[2, 3])\n__out = Math.max(...xs)", 3),
    (
        "const [a, b] = [1, 2]\nconst { age, name: who } = crm.get_user(2)\n__out = [a, b, age, who]",
        [1, 2, 22, "user2"],
    ),
    ("pair := (1, 'a')\n__out = pair[1]", "a"),
    ("__out = codemode.CallTool('crm.names') + ['x']", ["zed", "amy", "bob", "x"]),
    ("x := 3\n__out = [0 < x < 5, 5 > x >= 4]", [True, False]),
    ('__out = "%s has %d (%5.1f%%)" % ("a", 2, 50.0)', "a has 2 ( 50.0%)"),
    ("max = 0\nfor x in [1, 3, 2] { if x > max { max = x } }\n__out = max", 3),
    ('_, err := strconv.Atoi("x")\n__out = err.message.includes("invalid")', True),
    ('__out = [{"type": "a"}].map(e => e.type)', ["a"]),
    ('m := map[string]int{"a": 2}\n__out = m.values()', [2]),
    # methods
    (USER + '__out = u["name"].upper()', "USER2"),
    ('__out = "a,b".split(",")[1].toUpperCase()', "B"),
    ('__out = "a,b".startsWith("a,")', True),
    (XS + "__out = xs.length", 3),
    (USER + "__out = u.tags.length", 2),
    (XS + "xs.push(4)\nxs.append(5)\n__out = len(xs)", 5),
    (USER + 'u.tags.push("c")\n__out = u.tags', ["a", "b", "c"]),
    (USER + '__out = u.tags.includes("b")', True),
    (USER + '__out = u.tags.join("-") + "-".join(u.tags)', "a-ba-b"),
    (USER + "__out = u.score.toFixed(1)", "3.0"),
    (USER + '__out = u.get("name")', "user2"),
    (USER + '__out = [u.get("nick", "x"), u.get("name", "x")]', ["x", "user2"]),
    ('m := map[string]int{"b": 2}\n__out = [m.get("b", 7), m.get("q", 7)]', [2, 7]),
    (
        XS + 'ys := []string{}\nys.extend(["b", "a"])\nys.sort()\nys.reverse()\nxs.sort()\n__out = [xs, ys]',
        [[1, 2, 3], ["b", "a"]],
    ),
    ('n := 2\n__out = "=" * 3 + "-" * n', "===--"),
    (USER + '__out = "a b".split()[1] + u.name.split()[0]', "buser2"),
    ('var sb strings.Builder\nsb.WriteString("x")\n__out = sb.toString()', "x"),
    ('s := "a-b-b"\n__out = [s.count("b"), "=".repeat(3)]', [2, "==="]),
    ('s := codemode.CallToolStream("crm.ticks", {"n": 2})\nx := s.next()\n__out = x.i', 0),
    ('m := map[string]int{"b": 2, "a": 1}\nkeys := maps.Keys(m)\nsort.Strings(keys)\n__out = keys', ["a", "b"]),
    ('m := map[string]int{"b": 2}\n__out = strings.Join(maps.Keys(m), ",")', "b"),
    ('__out = strings.to_upper("a") + fmt.sprint(1)', "A1"),
]


@pytest.mark.parametrize(("code", "value"), RUNS, ids=[code for code, _ in RUNS])
def test_what_is_certain_runs_and_is_reported(code: str, value: Any) -> None:
    result = codemode.run(code, [SOURCE], timeout_ms=10_000)
    assert result.value == value
    assert result.repairs or "u[" in code or ".length" in code


SAYS: list[tuple[str, str]] = [
    ('word := "ab"\nfor ch in word { fmt.Println(ch) }', "for _, r := range word"),
    (XS + "for x in range xs { t += x }\n__out = t", "for _, x := range xs"),
    ("m := map[string]int{}\nfor (const v of m) { __out = v }", "for key, value := range m"),
    (USER + "for ch in u.name { fmt.Println(ch) }", "for _, r := range s"),
    (USER + "for i in range(u.tags) { fmt.Println(i) }", "for _, x := range xs"),
    (ORDERS + "if r.notes { __out = 1 }", "len(x) > 0"),
    ('__out = "a" ** 2', "math.Pow"),
    (USER + "__out = u.tags.map(1)", "for _, v := range u.tags"),
    (USER + "__out = u.tags.indexOf(1)", "slices.Index"),
    ('s := "a-b"\n__out = s.indexOf("b")', "strings.Index"),
    (USER + '__out = u.name.indexOf("b")', "strings.Index"),
    ('xs := []string{"a"}\n__out = xs.count("a")', "v == value"),
    ('__out = []string{"a"}.flat()', "append(all, part...)"),
    (USER + "__out = u.tags.flat()", "append(all, part...)"),
    (XS + "if any([x > 5 for x in xs]) { __out = 1 }", "slices.ContainsFunc"),
    ("flags := []bool{false}\nif any(flags) { __out = 1 }", "slices.ContainsFunc"),
    (
        "flags := []bool{false}\nif not any(flags) or t() { __out = 1 }\nfunc t() bool { return true }",
        "slices.ContainsFunc",
    ),
    ("flags := []bool{false}\nif len(flags) > 0 and any(flags) { __out = 1 }", "slices.ContainsFunc"),
    (USER + "__out = u.name[-1]", "[-1:]"),
    ('s := "ab"\n__out = s[-1]', "s[-1:]"),
    ("ys := [10, 9].sort()\n__out = ys", "slices.Sort"),
    (XS + "__out = xs.reduce(1)", "total += v"),
    ('names := codemode.CallTool("crm.names")\nslices.Sort(names)\n__out = names', "var xs []string = list"),
    (
        'res := codemode.CallTool("crm.get_user", 2)\nvar v any\njson.Unmarshal([]byte(res.(string)), &v)',
        "not JSON text",
    ),
    (ORDERS + 'o := r["orders"].([]string)\n__out = o', "leave out the assertion"),
    ('a, b, ok := codemode.CallTool("crm.names")\n__out = a', "a value and an error"),
    ('crm.send("a", "b")', 'map[string]any{"to": "a", "item": "b"}'),
    ('to := "a"\n__out = crm.send("b", to)', 'map[string]any{"to": to, "item": "b"}'),
    ('crm.move(5, "a")', 'map[string]any{"item": 5, "count": "a"}'),
    (XS + "xs.sort((a, b) => a < b)", "slices.Sort(xs)"),
    ('codemode.CallTool("crm.move", "a")', "item, count"),
    ('__out = crm.get_user("2")', "leave out the quotes: 2"),
    ("err := mapstructure.Decode(1, 2)", "json.Unmarshal(b, &v)"),
    ('r := requests.get("https://x")', "codemode.CallTool"),
    ('r := http.Get("https://x")', "codemode.CallTool"),
    ("xs := await Promise.race([1])", "codemode.Parallel"),
    ("t := time.Now() + time.Now()\n__out = t", "t.Add(d)"),
    (ORDERS + 'name := r.notes || "none"\n__out = name', "len(x) > 0"),
    ('m := map[string]int{}\n__out = m["a"] ?? 1', "never nil"),
    (USER + "__out = max(u.name, u.age)", "strconv.Atoi"),
    ('if true { throw new Error("failed " + 1) }', "failed 1"),
    ('raise ValueError(f"bad {1+1}")', "bad 2"),
    ('err := errors.New("no luck")\nthrow err', "no luck"),
    (
        's := codemode.CallToolStream("crm.ticks", {"n": 2})\nfor { x, more := s.Next()\nif !more { break }\n__out = x }',
        "err == io.EOF",
    ),
    ('_, problem := strconv.Atoi("x")\nif problem { __out = 1 }', "problem != nil"),
    ("var best Hotel\n__out = best", "type Hotel struct"),
    ("func f(i, j) { }\n__out = f", "func(i int)"),
    ("c := Counter()\n__out = c", "m[key]++"),
    ("time.Sleep(0.5)", "0.5*time.Second"),
    ('r := crm.get_user(2)\n__out = r.([]map[string]any)["name"]', "only a map has keys"),
    (
        'var u any\nerr := codemode.CallTool("crm.get_user", {"id": 2}, &u)\n__out = fmt.Sprint(err)',
        "json.Unmarshal(b, &u)",
    ),
    ('__out = crm.get_usr_info("2")', 'codemode.CallTool("crm.get_user"'),
    ("u := crm.get_user(3)\nt := time.Unix(u.score, 0)\n__out = t", "int64(u.score) cuts it off"),
    ("u := crm.get_user(3)\nvar p *float64 = u.score\n__out = p", "use &v"),
    ('err := errors.New("x")\nif err.Contains("x") { __out = 1 }', "strings.Contains(err.Error(), part)"),
    ('re := regexp.MustCompile("a")\n__out = re.findall("a")', "re.FindAllString(s, -1)"),
    ('price := "10.5"\nn := 2\n__out = price + n', "strconv.ParseFloat(price, 64)"),
    (USER + "price := `10.5`\n__out = price + u.score", "cannot use 3 (number) as string value"),
    ("return 1, 2", "return []any{1, 2}"),
    ("function run(x): number { return 1 }", "func name("),
    ("x := 1 as any", "x.([]any)"),
    (USER + "n := strconv.Atoi(u.age)\n__out = n", "fmt.Sprint"),
    (USER + "__out = int(u.name)", "strconv.Atoi"),
]


@pytest.mark.parametrize(("code", "hint"), SAYS, ids=[code for code, _ in SAYS])
def test_what_is_not_certain_is_refused_with_a_hint(code: str, hint: str) -> None:
    with pytest.raises(CodeModeError) as error:
        codemode.run(code, [SOURCE], timeout_ms=10_000)
    assert hint in " ".join([str(error.value), *[d.hint for d in error.value.diagnostics]])


# What Go accepts and must not be touched.
GO: list[tuple[str, Any]] = [
    ("type do struct{ while int }\nthrow := do{while: 2}\n__out = throw.while", 2),
    ("let := 1\nawait := 2\nof, loop, in := 3, 4, 5\n__out = let + await + of + loop + in", 15),
    ("type let struct{ await int }\n__out = let{await: 2}.await", 2),
    ("var (\n\tint_ int = 4\n\tx = 1\n)\n__out = int_ + x", 5),
    (
        "type stack struct{ xs []int }\nfunc (s *stack) push(x int) { s.xs = append(s.xs, x) }\nvar s stack\ns.push(2)\n__out = len(s.xs)",
        1,
    ),
    ('type text string\nfunc (t text) upper() string { return "mine" }\n__out = text("a").upper()', "mine"),
    ('m := map[string]int{"a": 1}\nn := 0\nfor range maps.Keys(m) { n++ }\n__out = n', 1),
    ("const n = len([3]int{})\n__out = n", 3),
    ("x := 2\np := &x\n__out = 3 **p", 6),
    ("x := 2.0\np := &x\n__out = 7 / 2.0**p", 7),
    ('sum := func(n int) int { return -n }\nstr, abs := "a", 2\n__out = sum(abs) + len(str)', -1),
    ('name := "k"\n__out = map[string]any{name: 1}', {"k": 1}),
    ("s := `ab`\n__out = s[0] + '!'", 130),
    ("a, b := 7, 2\n__out = a / b", 3),
    ("__out = `${x}`", "${x}"),
    ("f := func(...int) int { return 1 }\n__out = f([]int{len([...]int{1})}...)", 1),
    ("type m interface{ M(...int) }\nxs := [...]string{`a`}\n__out = len(xs)", 1),
    ("xs := []int{}\nL:\nfor i := range 3 { if i > 1 { break L }\nxs = append(xs, i) }\n__out = xs", [0, 1]),
    ("f := func(a, b int) (int, error) { return (a), nil }\nx, _ := f((1), (2))\n__out = x", 1),
    ('f := func(f string) string { return f }\n__out = f("a")', "a"),
]


@pytest.mark.parametrize(("code", "value"), GO, ids=[code for code, _ in GO])
def test_what_go_accepts_is_go(code: str, value: Any) -> None:
    assert codemode.run(code, [SOURCE]).value == value
