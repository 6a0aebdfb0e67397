"""The range of ids of a shard, and the shards that overlap it if the number of shards differs."""

_BITS = 32
"""The number of leading bits of an id that decide its shard (:func:`versebench.transforms.text.keys.shard_of`)."""


def ids_of(shard: int, shards: int) -> range:
    """The range of the first 32 bits of the ids in a shard."""
    return range(-(-(shard << _BITS) // shards), -(-((shard + 1) << _BITS) // shards))


def overlapping(shard: int, shards: int, others: int) -> range:
    """The shards that share ids with this shard if the ids are spread over ``others`` shards instead."""
    ids = ids_of(shard, shards)
    return range(ids[0] * others >> _BITS, (ids[-1] * others >> _BITS) + 1)
