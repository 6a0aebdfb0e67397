"""Facts that need more than one shard: how each shard states them, and how they are merged."""
