"""Commands that sample engines and webs."""
