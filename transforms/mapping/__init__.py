"""Functions over the shards of a stage, and rows that they refuse."""
