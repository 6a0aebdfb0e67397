"""Ingest: read files once, drop duplicates, and distribute the rows over shards, in bounded memory.

Ingest consists of three maps with spill files between them. The first reads each file and distributes its rows over
partitions by the hash of their text. The second drops the duplicates of each partition and distributes its rows over
the shards. The third sorts and commits each shard.
"""
