"""Indexes of lines on disk, and the reuse of their lines in files of poems."""
