"""Is a file as it was written? Checksums, and the one error for damage."""
