"""What no shard can see: facts of each shard, and how they are brought together."""
