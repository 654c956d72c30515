"""What a crawl of very many pages needs, on paper: arithmetic on measured costs, and dice."""
