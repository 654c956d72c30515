"""Crawls that stay with a topic: what judges them, how it learns, how crawls compare."""
