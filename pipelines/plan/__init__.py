"""The dry run of a release: what it would do, and what is missing."""
