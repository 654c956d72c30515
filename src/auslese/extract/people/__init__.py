"""Who is marked up on a page for machines, and how to reach somebody: markup in, values out."""
