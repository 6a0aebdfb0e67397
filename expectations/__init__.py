"""Expectations of every table, and how they are checked on shards and on a whole run."""
