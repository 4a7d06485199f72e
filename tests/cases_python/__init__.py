"""Programs in Python with what plain CPython makes of them."""
