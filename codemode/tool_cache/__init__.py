"""TTL caches for tool specs, rendered catalogs, selections and compiled programs, with statistics."""

from codemode.tool_cache.cache import ToolCache
from codemode.tool_cache.keys import program_key, selection_key
from codemode.tool_cache.settings import parse_duration
from codemode.tool_cache.stats import CacheStats

__all__ = ["CacheStats", "ToolCache", "parse_duration", "program_key", "selection_key"]
