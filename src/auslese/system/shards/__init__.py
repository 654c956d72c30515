"""What is kept of finished shards, and by which program they were finished."""
