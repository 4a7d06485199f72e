"""What models are asked, as Markdown files with named slots. No prompt text lives in Python."""

from codemode.prompts.templates import Template, load, names, render

__all__ = ["Template", "load", "names", "render"]
