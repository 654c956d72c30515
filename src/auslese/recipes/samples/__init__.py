"""Samples of search engines: whom to ask, how politely, and what came of it."""
