"""The export of a study: tables without texts that identify, clock times or comments."""
