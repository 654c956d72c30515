"""Learns to tell texts in a language from noise."""
