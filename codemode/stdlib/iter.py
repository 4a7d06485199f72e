"""iter: the types of functions that a range statement iterates over. Sequences are plain push functions."""

from __future__ import annotations

from codemode.stdlib.registry import Package

iter_ = Package("iter", "iterators over functions")

iter_.type("type Seq[V any] func(yield func(V) bool)", "Seq is an iterator over sequences of individual values.")
iter_.type("type Seq2[K, V any] func(yield func(K, V) bool)", "Seq2 is an iterator over sequences of pairs of values.")
