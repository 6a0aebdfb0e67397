"""Language models that judge texts."""
