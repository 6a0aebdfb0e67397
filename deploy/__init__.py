"""What runs versebench elsewhere, and what it is installed from."""
