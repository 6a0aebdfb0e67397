"""Zenodo: a draft, its files, its publication, and the download of a record."""
