"""How do language models and their programs ask a collection? By the Model Context Protocol."""
