"""Pictures with the texts around them: fetched, looked at, scored, ranked."""
