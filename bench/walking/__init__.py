"""Made webs, and walks over them: the parts of bench/walk."""
