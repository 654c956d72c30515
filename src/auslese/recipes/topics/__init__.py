"""What the pages of a collection are about, in clusters."""
