"""A small file system with a working directory."""

from __future__ import annotations

from typing import TypedDict

from benchmarks.agents.tasks import MULTI_TURN, ONE_CALL, Task, World, tells


class Match(TypedDict):
    path: str
    line: int
    text: str


class Count(TypedDict):
    lines: int
    words: int
    characters: int


class Info(TypedDict):
    path: str
    kind: str
    size: int
    modified: str


Listing = list[str]


class Files:
    """Files by their absolute path; a directory is a path with None."""

    def __init__(self) -> None:
        self.at = "/desk"
        self.tree: dict[str, str | None] = {"/": None, "/desk": None, "/desk/reports": None, "/desk/notes": None}
        self.tree |= {
            "/desk/reports/q1.txt": "revenue 1200\ncosts 800\nbudget review pending\n",
            "/desk/reports/q2.txt": "revenue 1350\ncosts 910\nbudget approved\n",
            "/desk/reports/draft.txt": "zeta\nalpha\nmid\n",
            "/desk/notes/todo.txt": "call the bank\nsend q2 to Mira\nTODO rename draft\n",
            "/desk/notes/old.log": "error: disk\nok\nerror: net\nok\nerror: disk\n",
        }

    def _path(self, path: str) -> str:
        whole = path if path.startswith("/") else f"{self.at}/{path}"
        parts: list[str] = []
        for part in whole.split("/"):
            if part == "..":
                parts = parts[:-1]
            elif part not in ("", "."):
                parts.append(part)
        return "/" + "/".join(parts)

    def _text(self, path: str) -> str:
        text = self.tree.get(self._path(path))
        if text is None:
            raise ValueError(f"{path}: no such file")
        return text

    def _put(self, path: str, text: str | None) -> str:
        whole = self._path(path)
        parent = whole.rpartition("/")[0] or "/"
        if self.tree.get(parent, "") is not None:
            raise ValueError(f"{path}: its directory does not exist")
        self.tree[whole] = text
        return whole

    def _under(self, path: str) -> list[str]:
        whole = self._path(path)
        if whole not in self.tree:
            raise ValueError(f"{path}: no such file or directory")
        return [p for p in sorted(self.tree) if p == whole or p.startswith(whole.rstrip("/") + "/")]

    def pwd(self) -> str:
        """The absolute path of the current working directory, which relative paths of all other tools start from."""
        return self.at

    def cd(self, folder: str) -> str:
        """Change the current working directory.

        Args:
            folder: where to go, absolute or relative; `..` is the parent directory
        """
        whole = self._path(folder)
        if self.tree.get(whole, "") is not None:
            raise ValueError(f"{folder}: no such directory")
        self.at = whole
        return whole

    def ls(self, path: str = ".", hidden: bool = False) -> Listing:
        """List the names in a directory, in order of name. Names of directories end with a slash.

        Args:
            path: the directory, by default the current one
            hidden: whether names that begin with a dot are listed
        """
        whole = self._path(path).rstrip("/")
        names = [p for p in self._under(path) if p.rpartition("/")[0] == whole and p != "/"]
        shown = [p.rpartition("/")[2] + ("/" if self.tree[p] is None else "") for p in names]
        return [name for name in shown if hidden or not name.startswith(".")]

    def mkdir(self, path: str) -> str:
        """Make a directory. Its parent has to exist, the directory itself must not.

        Args:
            path: the directory to be made, absolute or relative
        """
        if self._path(path) in self.tree:
            raise ValueError(f"{path}: exists already")
        return self._put(path, None)

    def touch(self, path: str) -> str:
        """Make an empty file, or leave a file that is there as it is.

        Args:
            path: the file, absolute or relative
        """
        return self._path(path) if self._path(path) in self.tree else self._put(path, "")

    def cat(self, path: str) -> str:
        """The whole text of a file.

        Args:
            path: the file, absolute or relative
        """
        return self._text(path)

    def head(self, path: str, lines: int = 10) -> str:
        """The first lines of a file.

        Args:
            path: the file, absolute or relative
            lines: how many lines
        """
        return "\n".join(self._text(path).splitlines()[:lines])

    def tail(self, path: str, lines: int = 10) -> str:
        """The last lines of a file.

        Args:
            path: the file, absolute or relative
            lines: how many lines
        """
        return "\n".join(self._text(path).splitlines()[-lines:])

    def write(self, path: str, text: str) -> str:
        """Write a file anew; what was in it is lost.

        Args:
            path: the file, absolute or relative
            text: everything that shall be in it
        """
        return self._put(path, text)

    def append(self, path: str, text: str) -> str:
        """Add text to the end of a file, which is made if it is not there.

        Args:
            path: the file, absolute or relative
            text: what is added, with its line break
        """
        return self._put(path, (self.tree.get(self._path(path)) or "") + text)

    def rm(self, path: str) -> str:
        """Remove a file. Directories are removed by rmdir.

        Args:
            path: the file, absolute or relative
        """
        self._text(path)
        del self.tree[self._path(path)]
        return self._path(path)

    def rmdir(self, path: str) -> str:
        """Remove an empty directory.

        Args:
            path: the directory, absolute or relative
        """
        if len(self._under(path)) > 1:
            raise ValueError(f"{path}: is not empty")
        del self.tree[self._path(path)]
        return self._path(path)

    def mv(self, source: str, target: str) -> str:
        """Move or rename a file or a directory. Into a directory that exists it keeps its name.

        Args:
            source: what is moved
            target: the new path, or the directory it goes into
        """
        made = self.cp(source, target)
        for path in self._under(source):
            del self.tree[path]
        return made

    def cp(self, source: str, target: str) -> str:
        """Copy a file or a directory with all that is in it. Into a directory that exists it keeps its name.

        Args:
            source: what is copied
            target: the new path, or the directory it goes into
        """
        begin, goal = self._path(source), self._path(target)
        if self.tree.get(goal, "") is None:
            goal = f"{goal.rstrip('/')}/{begin.rpartition('/')[2]}"
        for path in self._under(source):
            self._put(goal + path[len(begin) :], self.tree[path])
        return goal

    def find(self, name: str, path: str = ".") -> Listing:
        """The absolute paths of all files and directories below a directory whose name contains a text.

        Args:
            name: a part of the name
            path: where to look, by default in the current directory
        """
        return [p for p in self._under(path) if name in p.rpartition("/")[2]]

    def grep(self, pattern: str, path: str) -> list[Match]:
        """The lines of a file, or of all files below a directory, that contain a text.

        Args:
            pattern: the text, upper and lower case as it is
            path: a file or a directory
        """
        found: list[Match] = []
        for each in self._under(path):
            lines = (self.tree[each] or "").splitlines()
            found += [{"path": each, "line": n, "text": line} for n, line in enumerate(lines, 1) if pattern in line]
        return found

    def wc(self, path: str) -> Count:
        """Count the lines, words and characters of a file.

        Args:
            path: the file, absolute or relative
        """
        text = self._text(path)
        return {"lines": len(text.splitlines()), "words": len(text.split()), "characters": len(text)}

    def sort_lines(self, path: str, reverse: bool = False) -> str:
        """Sort the lines of a file, in the file itself, and give the new text.

        Args:
            path: the file, absolute or relative
            reverse: whether the last comes first
        """
        lines = sorted(self._text(path).splitlines(), reverse=reverse)
        self._put(path, "\n".join(lines) + "\n")
        return self._text(path)

    def diff(self, first: str, second: str) -> Listing:
        """Compare two files line by line: lines that only the first has, with a minus before them, and those of only the second, with a plus.

        Args:
            first: one file
            second: the other file
        """
        a, b = self._text(first).splitlines(), self._text(second).splitlines()
        return [f"- {line}" for line in a if line not in b] + [f"+ {line}" for line in b if line not in a]

    def stat(self, path: str) -> Info:
        """What is known of a file or directory: its kind, its size in bytes, when it was changed last.

        Args:
            path: the file or directory
        """
        whole = self._under(path)[0]
        text = self.tree[whole]
        kind = "directory" if text is None else "file"
        return {"path": whole, "kind": kind, "size": len(text or ""), "modified": "2026-03-01T09:00:00Z"}


def make() -> World:
    files = Files()
    tools = "pwd cd ls mkdir touch cat head tail write append rm rmdir mv cp find grep wc sort_lines diff stat".split()
    return World("files", [getattr(files, name) for name in tools], files)


def _archived(world: World, answers: list[str]) -> bool:
    tree = world.state.tree
    moved = all(f"/desk/archive/{q}.txt" in tree and f"/desk/reports/{q}.txt" not in tree for q in ("q1", "q2"))
    copied = tree.get("/desk/archive/index.txt", "").split() == ["q1.txt", "q2.txt"]
    return moved and copied and tells(answers[1], "pending") and tells(answers[3], "1200", "1350")


def _cleaned(world: World, answers: list[str]) -> bool:
    tree = world.state.tree
    sorted_ = tree.get("/desk/reports/final.txt") == "alpha\nmid\nzeta\n" and "/desk/reports/draft.txt" not in tree
    errors = tree.get("/desk/notes/errors.txt", "").splitlines() == ["error: disk", "error: net", "error: disk"]
    todo = "TODO" not in tree["/desk/notes/todo.txt"] and "call the bank" in tree["/desk/notes/todo.txt"]
    return sorted_ and errors and todo and "/desk/notes/old.log" not in tree and tells(answers[1], 3)


TASKS = [
    Task(
        "files_count",
        ONE_CALL,
        make,
        ("How many lines and words does reports/q1.txt have?",),
        lambda world, answers: tells(answers[0], 3, 7),
    ),
    Task(
        "files_archive",
        MULTI_TURN,
        make,
        (
            "Make a directory archive in my working directory and move both quarterly reports, q1 and q2, from reports into it.",
            "Which line of them says something of a budget that is not approved yet? Tell me the line.",
            "Write archive/index.txt with the names of the files that are in archive now (without itself), one to a line.",
            "Tell me the lines that differ between the two reports.",
        ),
        _archived,
    ),
    Task(
        "files_clean",
        MULTI_TURN,
        make,
        (
            "Sort the lines of reports/draft.txt, then rename it to final.txt in the same directory.",
            "Collect all lines of notes/old.log that have an error in them into notes/errors.txt, in their order, and tell me how many there are.",
            "Good. Then remove old.log, and take the TODO line out of notes/todo.txt, since the draft is renamed.",
        ),
        _cleaned,
    ),
]
