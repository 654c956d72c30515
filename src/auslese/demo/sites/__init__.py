"""Which hosts does the demo web have? One file per host; the institutes have their own."""
