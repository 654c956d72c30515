"""The link graph, and triples about pages, brought into files for others."""
