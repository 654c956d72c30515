"""Rows of any table, brought into files for others."""
