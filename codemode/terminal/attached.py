"""`--attachments FOLDER`: writes the pictures and files of a program into a folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from codemode.engine import Attachment
from codemode.errors import CodeModeError, ConfigError
from codemode.terminal.render import quoted, tell


def save_attachments(attachments: Sequence[Attachment], folder: str | None) -> None:
    """Writes each attachment under its id and name. Existing files are left alone. Raises ConfigError when one cannot be written."""
    if folder is None or not attachments:
        return
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for each in attachments:
            # an id has hexadecimal digits, and a name is never a path
            path = Path(folder) / (f"{each.id}-{each.name}" if each.name else f"{each.id}{_ending(each.media_type)}")
            if not path.exists():
                path.write_bytes(each.data)
                tell(f"{path}: {each.media_type}, {each.bytes} bytes")
    except OSError as odd:
        raise ConfigError(f"attachments cannot be written into {folder}: {odd.strerror}") from odd
    except CodeModeError as gone:
        tell(quoted(gone.message))


def _ending(media_type: str) -> str:
    import mimetypes

    return mimetypes.guess_extension(media_type) or ""
