"""Commands about copies."""
