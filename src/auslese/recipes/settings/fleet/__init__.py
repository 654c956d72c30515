"""Settings of work on several machines, and what this one is called among them."""
