"""Long work over a collection: stages, whether they are stale, and how they run."""
