"""The types of the language: go/types of this project."""
