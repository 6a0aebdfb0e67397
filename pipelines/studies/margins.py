"""The margins of a model of a release, by which a study can sample pairs."""

import pyarrow.compute as pc

from versebench.release.folder.read import stream_release_table
from versebench.storage.manifest import Manifest
from versebench.studies.errors import SpecError
from versebench.studies.plan.sample import Margins
from versebench.studies.spec import Margin, Spec

_SERIES = ("model", "convention", "reduction")
_COLUMNS = ("task", "pair_id", "margin", *_SERIES)

_Series = tuple[str, str, str]


def margins_of(release: str, manifest: Manifest, spec: Spec) -> Margins | None:
    """The margins that a specification asks for; None if it asks for none.

    Raises :class:`SpecError` if the release has no decisions of the model, or several series of them.
    """
    wanted = spec.stratify
    if wanted is None:
        return None
    if "decisions" not in manifest.tables:
        raise SpecError(f"stratify: {release} has no decisions of models; plan from a release of scored pairs")
    margins: dict[_Series, dict[tuple[str, str], float]] = {}
    models: set[str] = set()
    for shard in stream_release_table(release, manifest, "decisions", list(_COLUMNS)):
        models |= set(shard["model"].unique().to_pylist())
        for row in shard.filter(pc.equal(shard["model"], wanted.margin)).to_pylist():
            series = (row["model"], row["convention"], row["reduction"])
            margins.setdefault(series, {})[row["task"], row["pair_id"]] = row["margin"]
    return margins[_series(wanted, sorted(margins), sorted(models))]


def _series(wanted: Margin, series: list[_Series], models: list[str]) -> _Series:
    if not series:
        raise SpecError(f"stratify.margin: unknown model {wanted.margin!r}; choose from {', '.join(models)}")
    fitting = [each for each in series if wanted.convention in (None, each[1]) and wanted.reduction in (None, each[2])]
    if len(fitting) != 1:
        named = "; ".join(f"convention {convention}, reduction {reduction}" for _, convention, reduction in series)
        count = "several series" if fitting else "no such series"
        raise SpecError(
            f"stratify: {wanted.margin} has {count} of decisions; name the convention and reduction of one: {named}"
        )
    return fitting[0]
