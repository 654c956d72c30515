"""Engines made up from a seed, whose sizes are known: the parts of bench/samples."""
