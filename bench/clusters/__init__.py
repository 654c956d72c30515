"""Parts of `bench/topics`: labelled sets, and ways to cluster them."""
