"""Commands about human studies."""
