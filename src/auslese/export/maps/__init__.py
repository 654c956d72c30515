"""The map of clusters, as SVG and as a page."""
