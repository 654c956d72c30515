"""What a page marks up for machines: JSON-LD, microdata, RDFa."""
