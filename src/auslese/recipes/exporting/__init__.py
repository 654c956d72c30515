"""What a collection has, brought into files for others."""
