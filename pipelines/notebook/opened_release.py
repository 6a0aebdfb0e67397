"""A release as tables in memory."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pyarrow as pa

from versebench.pipelines.errors import DataError
from versebench.release.folder.read import stream_release_table
from versebench.storage.commit import DamagedShardError
from versebench.storage.manifest import Manifest, read_manifest

if TYPE_CHECKING:
    import pandas
    import polars

_OF_PAIR = ("pair_id", "work_id", "task", "edit", "original", "corrupted", "words")
_OF_DECISION = ("pair_id", "model", "convention", "reduction", "margin", "correct", "tie")
_OF_SCORE = ("work_id", "text_id", "model", "convention", "log_probability", "tokens")
_SCORE_OF = ("model", "convention")


class OpenedRelease:
    """The tables of a release, read when they are asked for. Nothing of a table is kept."""

    def __init__(self, folder: str, manifest: Manifest) -> None:
        self.folder, self._manifest = folder, manifest

    def __repr__(self) -> str:
        tables = ", ".join(f"{name} ({entry.rows:,})" for name, entry in self._manifest.tables.items())
        return f"<release {self.folder}: {tables}>"

    @property
    def tables(self) -> list[str]:
        """The names of its tables."""
        return list(self._manifest.tables)

    def arrow(self, table: str, columns: Sequence[str] | None = None) -> pa.Table:
        """A table, all its shards in order, with these columns or all.

        Raises:
            DataError: The release has no such table or column, or a file is damaged.
        """
        if table not in self._manifest.tables:
            raise DataError(f"{self.folder}: has no table {table!r}; it has {', '.join(self.tables)}")
        try:
            return pa.concat_tables(stream_release_table(self.folder, self._manifest, table, columns))
        except DamagedShardError as error:
            raise DataError(str(error)) from None

    def pandas(self, table: str, columns: Sequence[str] | None = None) -> "pandas.DataFrame":
        """A table for pandas. Raises as :meth:`arrow` does, and ``ImportError`` without pandas."""
        frame: pandas.DataFrame = self.arrow(table, columns).to_pandas()
        return frame

    def polars(self, table: str, columns: Sequence[str] | None = None) -> "polars.DataFrame":
        """A table for polars. Raises as :meth:`arrow` does, and ``ImportError`` without polars."""
        import polars

        return polars.DataFrame(self.arrow(table, columns))

    def joined(self) -> pa.Table:
        """A row for each pair, model, convention and reduction: both texts, both scores, and the decision.

        ``original_log_probability`` and ``corrupted_log_probability`` are sums in nats, and ``margin`` is the
        difference of the reduced scores. Rows are sorted by task, pair, model, convention and reduction.

        Raises:
            DataError: The release has no pairs with scores, or a file is damaged.
        """
        pairs = self.arrow("pairs", [*_OF_PAIR, "original_text_id", "corrupted_text_id"])
        rows = self.arrow("decisions", _OF_DECISION).join(_joinable(pairs), "pair_id", join_type="inner")
        scores = self.arrow("scores", _OF_SCORE)
        for side in ("original", "corrupted"):
            names = ["work_id", f"{side}_text_id", *_SCORE_OF, f"{side}_log_probability", f"{side}_tokens"]
            keys = names[:4]
            rows = rows.join(scores.rename_columns(names), keys, join_type="inner")
        rows = rows.drop_columns(["original_text_id", "corrupted_text_id"])
        return rows.sort_by([(name, "ascending") for name in ("task", "pair_id", *_SCORE_OF, "reduction")])


def _joinable(pairs: pa.Table) -> pa.Table:
    """The pairs with their words as one text: Arrow joins no columns of lists."""
    words = pa.array([" ".join(words) for words in pairs.column("words").to_pylist()], pa.string())
    return pairs.set_column(pairs.schema.get_field_index("words"), "words", words)


def open_release(folder: str) -> OpenedRelease:
    """The release in a folder. Raises :class:`DataError` if there is none."""
    manifest = read_manifest(folder)
    if manifest is None:
        raise DataError(f"{folder}: is no release, as it has no manifest.json; give the folder NAME/VERSION of one")
    return OpenedRelease(folder, manifest)
