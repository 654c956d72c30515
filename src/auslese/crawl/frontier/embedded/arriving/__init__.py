"""What comes into the frontier's file without a lease: imports, and frontiers from elsewhere."""
