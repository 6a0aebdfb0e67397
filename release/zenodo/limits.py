"""What a record of Zenodo may hold."""

from collections.abc import Mapping

from versebench.release.zenodo.errors import ZenodoError

MOST_FILES = 100
MOST_BYTES = 50 * 10**9


def check_limits(sizes: Mapping[str, int]) -> None:
    """Raise :class:`ZenodoError` where files of these sizes in bytes are more than a record may hold."""
    if len(sizes) > MOST_FILES:
        raise ZenodoError(
            f"the release would have {len(sizes)} files, and Zenodo takes {MOST_FILES} a record: release again under a "
            "new version, as versebench release merges shards into fewer files, or give the recipe fewer tasks"
        )
    if (total := sum(sizes.values())) > MOST_BYTES:
        raise ZenodoError(
            f"the release has {total / 1e9:.1f} GB, and Zenodo takes {MOST_BYTES / 1e9:.0f} GB a record: split its "
            "sources over several recipes, or ask Zenodo for a larger quota"
        )
