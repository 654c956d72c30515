"""Tests of the room for samples."""
