"""The frontier in PostgreSQL, shared by crawls on several machines."""
