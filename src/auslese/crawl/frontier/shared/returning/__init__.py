"""Coming back to pages of a shared frontier: what visits brought, and which are worth another."""
