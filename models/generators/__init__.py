"""Language models that write lines."""
