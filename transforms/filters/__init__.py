"""Filters, those of the papers and further ones: each refuses a poem for one kind of fault."""
