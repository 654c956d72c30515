"""On what answers about languages depend; by itself, as it is asked where none is told."""

from pathlib import Path

METHOD = 3
"""Raised whenever other answers come out, so that tables know they are stale."""
SHIPPED = Path(__file__).parent / "shipped"
"""The model that comes with Auslese."""
NOISE = Path(__file__).with_name("noise.json")
"""What was learnt of texts that are none."""
