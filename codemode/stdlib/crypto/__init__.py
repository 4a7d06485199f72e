"""crypto/hmac and the hash functions: crypto/md5, crypto/sha1, crypto/sha256, crypto/sha512."""
