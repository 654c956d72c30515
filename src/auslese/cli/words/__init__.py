"""Commands about words."""
