"""The Arrow schema of every table that versebench writes."""
