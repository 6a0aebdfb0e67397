"""The stages of a release, one module each."""
