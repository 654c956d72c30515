"""Commands about pictures and the texts around them."""
