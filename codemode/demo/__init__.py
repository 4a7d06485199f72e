"""`codemode demo`: a small UTCP server on loopback, and three prompts answered through the whole pipeline."""

from codemode.demo.server import DemoServer
from codemode.demo.show import run_demo

__all__ = ["DemoServer", "run_demo"]
