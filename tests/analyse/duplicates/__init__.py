"""Texts that are the same, or nearly."""
