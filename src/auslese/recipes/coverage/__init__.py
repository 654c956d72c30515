"""How much of a list of URLs a crawl holds, and why it lacks the rest."""
