"""Lists the packages, the modules that register each of them, and hints for packages and members that do not exist."""

from __future__ import annotations

# import path -> modules in its folder that register it; "" for a package with a single module
_PARTS = {
    "bufio": "io scan",
    "bytes": "buffer cut text",
    "cmp": "",
    "container/heap": "",
    "container/list": "",
    "context": "cancel timers",
    "crypto/hmac": "",
    "crypto/md5": "",
    "crypto/sha1": "",
    "crypto/sha256": "",
    "crypto/sha512": "",
    "encoding": "package",
    "encoding/base64": "package",
    "encoding/csv": "",
    "encoding/hex": "",
    "encoding/json": "package",
    "errors": "",
    "fmt": "print scan",
    "golang.org/x/sync/errgroup": "",
    "hash": "package",
    "hash/crc32": "",
    "hash/fnv": "",
    "html": "",
    "io": "base types",
    "iter": "",
    "log": "",
    "maps": "",
    "math": "package",
    "math/big": "format ints rats",
    "math/bits": "",
    "math/rand": "package",
    "math/rand/v2": "",
    "net/url": "methods parse values",
    "os": "",
    "path": "package",
    "path/filepath": "",
    "reflect": "",
    "regexp": "package replacing",
    "runtime": "",
    "slices": "edit search sort",
    "sort": "package",
    "strconv": "package",
    "strings": "cut text types",
    "sync": "once shared wait",
    "sync/atomic": "",
    "text/tabwriter": "",
    "text/template": "package",
    "time": "durations instants marshal text timers",
    "unicode": "tables",
    "unicode/utf8": "",
}


def _modules(path: str, parts: str) -> tuple[str, ...]:
    home = "codemode.stdlib." + path.removeprefix("golang.org/").replace("/", ".")
    return tuple(f"{home}.{part}" for part in parts.split()) or (home,)


# import path -> full names of the modules that register the package
MODULES: dict[str, tuple[str, ...]] = {path: _modules(path, parts) for path, parts in _PARTS.items()}

_TOOL = "the program has no network of its own: call a tool with codemode.CallTool"
_FILES = "there are no files here: get data from a tool with codemode.CallTool, or from the input"
_PROCESSES = "there are no processes here: call a tool with codemode.CallTool"
_REFLECT = "use a type switch, a type assertion, or fmt's %T and %v"

_INPUT = "there is no standard input here: input comes as data, and text is read with fmt.Sscan or strings.NewReader"
_ENVIRONMENT = "there is no environment here: input comes as data"

# package.member -> hint for a member that does not exist
MEMBER_HINTS: dict[str, str] = {
    **dict.fromkeys(
        ("crc32.MakeTable", "crc32.Checksum", "crc32.Update", "crc32.New"), "use crc32.ChecksumIEEE or crc32.NewIEEE"
    ),
    "errors.Cause": "use errors.Unwrap, errors.Is or errors.As",
    "errors.Errorf": "use fmt.Errorf",
    "errors.Newf": "use fmt.Errorf",
    "errors.Wrap": 'use fmt.Errorf("...: %w", err)',
    "errors.Wrapf": 'use fmt.Errorf("...: %w", err)',
    "fmt.Scan": _INPUT,
    "fmt.Scanf": _INPUT,
    "fmt.Scanln": _INPUT,
    "os.Stdin": _INPUT,
    **dict.fromkeys(
        ("json.loads", "json.load", "json.parse", "json.Parse", "json.decode"),
        "what a tool gives is data already: use it as it is; a text is read with var v any; err := json.Unmarshal([]byte(text), &v)",
    ),
    **dict.fromkeys(("os.Environ", "os.Getenv", "os.LookupEnv", "os.Setenv", "os.ExpandEnv"), _ENVIRONMENT),
    **dict.fromkeys(
        [
            f"os.{name}"
            for name in (
                "ReadFile WriteFile Open OpenFile Create CreateTemp Mkdir MkdirAll MkdirTemp Remove RemoveAll Rename Stat ReadDir "
                "Getwd Chdir TempDir IsNotExist IsExist DirFS"
            ).split()
        ],
        _FILES,
    ),
    **{
        f"filepath.{name}": _FILES
        for name in "Abs EvalSymlinks Glob Localize SkipAll SkipDir Walk WalkDir WalkFunc".split()
    },
}

# import path, or prefix that ends in a slash -> hint
HINTS: dict[str, str] = {
    "archive/": _FILES,
    "bufio/": 'use "bufio"',
    "container/": "use container/list, container/heap, or a slice and an index",
    "crypto/": "use crypto/sha256, crypto/sha512, crypto/sha1, crypto/md5 or crypto/hmac",
    "database/sql": "there is no database here: call a tool with codemode.CallTool",
    "database/": "there is no database here: call a tool with codemode.CallTool",
    "embed": _FILES,
    "encoding/": "use encoding/json, encoding/csv, encoding/base64 or encoding/hex",
    "encoding/gob": "use encoding/json",
    "encoding/xml": "use encoding/json, or take the text apart with strings or regexp",
    "flag": "there is no command line here: input comes as data",
    "hash/": "use hash/fnv or hash/crc32",
    "html/template": 'use "text/template", with html.EscapeString for what must be escaped',
    "io/fs": _FILES,
    "io/ioutil": 'use io.ReadAll of "io"; there are no files here',
    "log/slog": 'use "log" or fmt.Println',
    "math/": "use math, math/big, math/rand or math/bits",
    "net": _TOOL,
    "net/": _TOOL,
    "net/http": _TOOL,
    "os/": _PROCESSES,
    "os/exec": _PROCESSES,
    "os/signal": _PROCESSES,
    "plugin": "code cannot be loaded here",
    "reflect": _REFLECT,
    "runtime/": "leave it out: the program cannot look at its own machine",
    "syscall": _PROCESSES,
    "testing": "leave it out: a program checks its results with if and panic or an error",
    "testing/": "leave it out: a program checks its results with if and panic or an error",
    "text/": "use text/tabwriter, text/template or strings",
    "time/tzdata": "leave it out: the zones are there",
    "unicode/": "use unicode or unicode/utf8",
    "unique": "use a map[T]struct{}",
    "unsafe": "memory cannot be reached directly: use the ordinary conversions",
    "C": "there is no cgo here",
}
