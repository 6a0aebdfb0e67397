"""Which ids a shard holds, and where they lie among another number of shards."""

_BITS = 32
"""Of an id, these first ones decide its shard (:func:`versebench.transforms.text.keys.shard_of`)."""


def ids_of(shard: int, shards: int) -> range:
    """The first 32 bits of the ids of a shard."""
    return range(-(-(shard << _BITS) // shards), -(-((shard + 1) << _BITS) // shards))


def overlapping(shard: int, shards: int, others: int) -> range:
    """Of another number of shards those that hold an id of this one."""
    ids = ids_of(shard, shards)
    return range(ids[0] * others >> _BITS, (ids[-1] * others >> _BITS) + 1)
