"""Releases to and from Zenodo and the Hugging Face hub."""
