"""What a guest, a server or a schema can make the host do: every attack of the suite, played under one gate."""
