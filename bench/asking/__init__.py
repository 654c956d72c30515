"""Parts of `bench/search`: what is asked, of whom, and what the answers are worth."""
