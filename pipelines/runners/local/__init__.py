"""Worker processes of the local runner."""
