"""Songs in the layout of lyrics archives."""
