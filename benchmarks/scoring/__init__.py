"""Scoring with language models beside peers."""
