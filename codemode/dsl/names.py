"""Names that differ only in how they are written."""


def letters_of(name: str) -> str:
    """A name without case and separators: `toUpperCase`, `to_upper_case` and `to-upper-case` are one."""
    if name.isalnum():
        return name.lower()
    return "".join([ch for ch in name if ch.isalnum()]).lower()
