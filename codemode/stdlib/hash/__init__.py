"""hash, hash/crc32 and hash/fnv; `digests` has the code that all hash functions share."""
