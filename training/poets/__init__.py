"""The training of poets: small models that write poems from titles."""
