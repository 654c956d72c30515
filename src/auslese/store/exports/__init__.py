"""What leaves the house, asked of the tables: pages that are chosen, rows of any table."""
