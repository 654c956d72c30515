"""Made webs, and walks over them: a part of bench/samples."""
