"""Packages of golang.org/x."""
