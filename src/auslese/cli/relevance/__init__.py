"""Commands about topics that an expert teaches."""
