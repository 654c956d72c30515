"""Commands about languages."""
