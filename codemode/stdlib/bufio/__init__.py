"""bufio: `io` is Reader, Writer and ReadWriter, `scan` is Scanner and its split functions."""
