"""`--attachments FOLDER`: writes the pictures and files of a program into a folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile

from codemode.engine import Attachment
from codemode.errors import CodeModeError, ConfigError
from codemode.terminal.render import quoted, tell


def make_folder(folder: str | None) -> None:
    """Makes the folder before the program runs. Raises ConfigError if nothing can be written into it."""
    if folder is None:
        return
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as odd:
        raise _unwritable(folder, odd) from odd


def save_attachments(attachments: Sequence[Attachment], folder: str | None) -> None:
    """Writes each attachment under its id and name. Existing files are left alone. Raises ConfigError when one cannot be written."""
    if folder is None or not attachments:
        return
    try:
        for each in attachments:
            # an id has hexadecimal digits, and a name is never a path
            path = Path(folder) / (f"{each.id}-{each.name}" if each.name else f"{each.id}{_ending(each.media_type)}")
            if not path.exists():
                path.write_bytes(each.data)
                tell(f"{path}: {each.media_type}, {each.bytes} bytes")
    except OSError as odd:
        raise _unwritable(folder, odd) from odd
    except CodeModeError as gone:
        tell(quoted(gone.message))


def _unwritable(folder: str, odd: OSError) -> ConfigError:
    return ConfigError(f"attachments cannot be written into {folder}: {odd.strerror}")


def _ending(media_type: str) -> str:
    import mimetypes

    return mimetypes.guess_extension(media_type) or ""
