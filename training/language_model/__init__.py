"""The language model that ships, made from what other packages deliver."""
