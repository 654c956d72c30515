"""Reading pages: the labelled sets, the measures, ours and the peers, each run in its own venv."""
