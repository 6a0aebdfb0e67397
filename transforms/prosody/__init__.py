"""Sound and form of verse: stanzas, rhymes, metre, forms."""
