"""Templates: text with slots written `{{name}}`. What fills a slot is data: it is never looked at for slots itself."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from codemode.errors import InternalError
from codemode.records import dataclass

FOLDER = Path(__file__).parent
_SLOT = re.compile(r"\{\{([a-z][a-z_]*)\}\}")
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Template:
    name: str
    text: str

    @property
    def slots(self) -> frozenset[str]:
        return frozenset(_SLOT.findall(self.text))

    def render(self, /, **slots: str) -> str:
        """The text with every slot filled. A missing or a spare slot is an error, so that no prompt silently loses a part."""
        missing, spare = self.slots - slots.keys(), slots.keys() - self.slots
        if missing or spare:
            wrong = [f"without {name!r}" for name in sorted(missing)] + [
                f"with spare {name!r}" for name in sorted(spare)
            ]
            raise InternalError(f"prompt {self.name!r} rendered {', '.join(wrong)}")
        # one pass: the text that fills a slot is not searched for slots
        return _SLOT.sub(lambda found: slots[found[1]], self.text)


def names() -> list[str]:
    """The names of all templates."""
    return sorted(file.stem for file in FOLDER.glob("*.md"))


@cache
def load(name: str) -> Template:
    """The template of `name`.md, without its comments, which are for whoever edits it."""
    file = FOLDER / f"{name}.md"
    if not re.fullmatch(r"[a-z_]+", name) or not file.is_file():
        raise InternalError(f"there is no prompt called {name!r}; there are {', '.join(names())}")
    return Template(name, _COMMENT.sub("", file.read_text(encoding="utf-8")).strip() + "\n")


def render(name: str, /, **slots: str) -> str:
    """Loads a template and fills its slots."""
    return load(name).render(**slots)
