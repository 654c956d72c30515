"""Commands about the subject of a focused crawl."""
