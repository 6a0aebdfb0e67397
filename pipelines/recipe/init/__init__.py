"""A recipe for a folder of files: what the files are, and the recipe as text."""
