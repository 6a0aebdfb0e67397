"""Language models and linguistic models behind small contracts."""
