"""Checks of rhyme groups: schemes must fit their form, and swaps must stay within a group of rhyming lines."""

import pyarrow as pa

from versebench.expectations.rows import Rows
from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.prosody.rhymes.groups import same_group
from versebench.transforms.tasks.registry import TASKS


def scheme_admissible(rows: Rows) -> pa.Array:
    """Whether the poem's form admits the scheme for this number of lines."""
    poems = rows.sibling("poems")
    forms = dict(zip(poems.column("work_id").to_pylist(), poems.column("form").to_pylist(), strict=True))
    pairs = zip(rows.column("work_id").to_pylist(), rows.column("scheme").to_pylist(), strict=True)
    return pa.array(_admissible(forms.get(work), scheme) for work, scheme in pairs)


def _admissible(form: str | None, scheme: str | None) -> bool:
    if form is None or form not in FORMS or scheme is None:
        return False
    if len(scheme) not in FORMS[form].lines:
        return False
    schemes = FORMS[form].schemes_of(len(scheme))
    return scheme in schemes if schemes else True


def swapped_lines_rhyme(rows: Rows) -> pa.Array:
    """Whether a pair of a task ``between_rhyming_lines`` edits two lines of one rhyme group; True for other tasks."""
    annotation = rows.sibling("annotation")
    schemes = dict(zip(annotation.column("work_id").to_pylist(), annotation.column("scheme").to_pylist(), strict=True))
    names = ("work_id", "task", "lines")
    pairs = zip(*(rows.column(name).to_pylist() for name in names), strict=True)
    return pa.array(_within_group(schemes.get(work), task, lines) for work, task, lines in pairs)


def _within_group(scheme: str | None, task: str | None, lines: list[int] | None) -> bool:
    kind = TASKS.get((task or "").partition(":")[0])
    if kind is None or not kind.between_rhyming_lines:
        return True
    if scheme is None or lines is None or len(lines) != 2:
        return False
    first, second = lines
    return 1 <= first < second <= len(scheme) and same_group(scheme, first - 1, second - 1)
