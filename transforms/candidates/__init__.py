"""Lines and words that models propose for tasks."""
