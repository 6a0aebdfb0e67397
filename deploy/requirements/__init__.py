"""The locked packages: versions, hashes, and the bill of materials."""
