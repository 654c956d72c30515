"""What `bench/focus` measures, a module for each part."""
