"""Commands that read and analyse pages, export them, and show settings."""
