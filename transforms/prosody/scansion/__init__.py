"""Lines of text as the words that a scanner reads, and scansion as text."""
