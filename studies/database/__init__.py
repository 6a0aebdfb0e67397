"""The database of a study: its tables, and one module for each kind of transaction."""
