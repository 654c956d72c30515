"""Names in annotated texts: who finds which, exactly."""
