"""Links, and what is said of pages, in the forms that programs for graphs read."""
