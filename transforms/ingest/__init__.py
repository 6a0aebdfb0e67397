"""Ingest: files are read once, duplicates fall out, and the rows are shuffled into shards, in bounded memory.

Three maps with spill files between them. The first reads each file and spreads its rows over partitions by the hash of
their text; the second drops the duplicates of each partition and spreads its rows over the shards; the third sorts and
commits each shard.
"""
