"""The limits of a Zenodo record."""

from collections.abc import Mapping

from versebench.release.zenodo.errors import ZenodoError

MOST_FILES = 100
MOST_BYTES = 50 * 10**9


def check_limits(sizes: Mapping[str, int]) -> None:
    """Raise :class:`ZenodoError` if files of these sizes, in bytes, exceed the limits of a record."""
    if len(sizes) > MOST_FILES:
        raise ZenodoError(
            f"the release would have {len(sizes)} files, but Zenodo accepts only {MOST_FILES} per record: release "
            "again under a new version, because versebench release merges shards into fewer files, or remove tasks "
            "from the recipe"
        )
    if (total := sum(sizes.values())) > MOST_BYTES:
        raise ZenodoError(
            f"the release has {total / 1e9:.1f} GB, but Zenodo accepts only {MOST_BYTES / 1e9:.0f} GB per record: "
            "split its sources into several recipes, or ask Zenodo for a larger quota"
        )
