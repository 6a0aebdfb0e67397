"""The pipeline over ten thousand to a million poems."""
