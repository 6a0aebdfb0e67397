"""The papers' filters: each refuses a stanza for one reason."""
