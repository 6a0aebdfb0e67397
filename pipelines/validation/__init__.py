"""Great Expectations over shards and over the whole of a release."""
