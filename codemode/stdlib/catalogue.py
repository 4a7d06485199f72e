"""Which packages there are, in which module each is, and what to use instead of those that are not."""

from __future__ import annotations

# import path -> module in this package
MODULES: dict[str, str] = {
    "bufio": "bufio",
    "bytes": "bytes",
    "cmp": "cmp",
    "container/heap": "container_heap",
    "container/list": "container_list",
    "container/ring": "container_ring",
    "context": "context",
    "crypto/hmac": "crypto_hmac",
    "crypto/md5": "crypto_md5",
    "crypto/sha1": "crypto_sha1",
    "crypto/sha256": "crypto_sha256",
    "crypto/sha512": "crypto_sha512",
    "encoding": "encoding",
    "encoding/base64": "encoding_base64",
    "encoding/csv": "encoding_csv",
    "encoding/hex": "encoding_hex",
    "encoding/json": "encoding_json",
    "errors": "errors",
    "fmt": "fmt",
    "golang.org/x/sync/errgroup": "x_sync_errgroup",
    "hash": "hash",
    "hash/crc32": "hash_crc32",
    "hash/fnv": "hash_fnv",
    "html": "html",
    "io": "io",
    "iter": "iter",
    "log": "log",
    "maps": "maps",
    "math": "math",
    "math/big": "math_big",
    "math/bits": "math_bits",
    "math/rand": "math_rand",
    "math/rand/v2": "math_rand_v2",
    "net/url": "net_url",
    "os": "os",
    "path": "path",
    "path/filepath": "path_filepath",
    "reflect": "reflect",
    "regexp": "regexp",
    "runtime": "runtime",
    "slices": "slices",
    "sort": "sort",
    "strconv": "strconv",
    "strings": "strings",
    "sync": "sync",
    "sync/atomic": "sync_atomic",
    "text/tabwriter": "text_tabwriter",
    "text/template": "text_template",
    "time": "time",
    "unicode": "unicode",
    "unicode/utf16": "unicode_utf16",
    "unicode/utf8": "unicode_utf8",
}

_TOOL = "the program has no network of its own: call a tool with codemode.CallTool"
_FILES = "there are no files here: get data from a tool with codemode.CallTool, or from the input"
_PROCESSES = "there are no processes here: call a tool with codemode.CallTool"
_REFLECT = "use a type switch, a type assertion, or fmt's %T and %v"

_INPUT = "there is no standard input here: input comes as data, and text is read with fmt.Sscan or strings.NewReader"
_ENVIRONMENT = "there is no environment here: input comes as data"

# package.member -> what to use instead of a member that is not there
MEMBER_HINTS: dict[str, str] = {
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

# import path, or a prefix that ends in a slash -> advice
HINTS: dict[str, str] = {
    "archive/": _FILES,
    "bufio/": 'use "bufio"',
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
    "unique": "use a map[T]struct{}",
    "unsafe": "memory cannot be reached directly: use the ordinary conversions",
    "C": "there is no cgo here",
}
