"""Language models that score texts."""
