"""Releases: packaging, pages, checksums and verification."""
