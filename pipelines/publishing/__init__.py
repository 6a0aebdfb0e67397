"""Publish releases to Zenodo and the Hugging Face hub, and fetch records from Zenodo."""
