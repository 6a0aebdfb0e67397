"""The dry run: what a release would do, and what is missing."""
