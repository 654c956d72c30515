"""What people describe themselves: institutions and projects."""
