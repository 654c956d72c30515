"""Words of a collection: how often, how many, and which of them move."""
