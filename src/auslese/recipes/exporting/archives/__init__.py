"""What a collection has archived, brought out: WARC, CDXJ, WACZ, and a folder to browse."""
