"""The scanner of English verse: its accuracy, what it finds in verse of known form, and its speed."""
