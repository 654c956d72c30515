"""Commands about people, contacts and what a crawl holds of a list."""
