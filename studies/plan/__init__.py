"""The plan of a study: which items, how many judges, and what the answers can show."""
