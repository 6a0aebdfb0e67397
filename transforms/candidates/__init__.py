"""Candidates: lines and words that models propose for tasks."""
