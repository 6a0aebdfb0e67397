"""Columns that several tables of studies share."""

import pyarrow as pa

from versebench.schemas.table import column

NO_STUDY = "none"
"""Stands for the study in the rows of a release that belong to no study."""

UNDECIDED = "undecided"
"""The answer of a judge who leaves a choice open, where the study allows that; it counts as wrong."""

STUDY = column("study", pa.string(), "Id of the study: the hash of its plan; none for rows of no study", "hex digits")
JUDGE = column("judge", pa.string(), "Random pseudonym of the judge, made for this study")
ITEM = column("item", pa.string(), "Id of the item in the study's plan")
PROTOCOL = column("protocol", pa.string(), "What the judges were asked: choose_original.v1, match_style.v1 and so on")
SIMULATED = column("simulated", pa.bool_(), "Whether programs answered in place of people; such rows prove nothing")
WITH_EXCLUDED = column(
    "with_excluded", pa.bool_(), "Whether judgements that the plan excludes count too; the primary figures are without"
)
TASK = column("task", pa.string(), "Task that made the pair; null if the item is not a pair", nullable=True)
PAIR = column(
    "pair_id", pa.string(), "Pair of the release; null if the item is not a pair", "hex digits", nullable=True
)
WORK = column("work_id", pa.string(), "Poem or verse that the item shows; a judge meets it once", "hex digits")
OF_TASK = column(
    "task",
    pa.string(),
    "Task of the items; if they have none, who wrote the judged texts: human or a model; all for several of these",
)
GROUP = column(
    "group",
    pa.string(),
    "all, the pseudonym of a judge, a category of judges as question=answer, or a cut of poems as poems=which",
)
WHY_NULL = column("why_null", pa.string(), "Why a figure of the row is null", nullable=True)


def share(name: str, description: str) -> pa.Field:
    """A column with a share that is null where it cannot be computed."""
    return column(name, pa.float64(), f"{description}; null where it cannot be computed", "share", nullable=True)
