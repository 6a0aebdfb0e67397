"""Readers of documents: TEI, spreadsheets, books of Project Gutenberg, and files with one poem each."""
