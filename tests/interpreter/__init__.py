"""Tests of the lowering: what lowered programs compute, cost and report."""
