"""Sound and form of verse: languages, stanzas, rhymes, metre, forms."""
