"""hash, hash/crc32 and hash/fnv; `digests` is what all hash functions share."""
