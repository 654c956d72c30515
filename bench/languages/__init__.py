"""Naming languages, measured: ours beside its peers."""
