"""A university web of made people, computed from a seed: every page says who stands on it."""
