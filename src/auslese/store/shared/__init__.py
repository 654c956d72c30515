"""What lies where several machines reach it: objects by key, what is published, copies here."""
