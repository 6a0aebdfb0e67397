"""Completions as offers for the last line."""

import pyarrow as pa

from tests.transforms.tasks.completions.test_rows import MADE, WRITTEN_BY
from tests.transforms.tasks.poems import CENTIPEDE
from versebench.models.pronunciation.registry import load_pronouncer
from versebench.transforms.annotation.offers import Offered, Offers
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.completions.rows import CompletionRows, attempts_table, offers_of

POEMS = pa.table({"work_id": list("abcd"), "text": [CENTIPEDE] * 4})
START = CENTIPEDE.rindex("\n") + 1


def tables(label: str) -> tuple[pa.Table, pa.Table]:
    rows = CompletionRows(label, WRITTEN_BY, SoundMemory(load_pronouncer("cmudict")), None)
    return rows.table(MADE), attempts_table(MADE, label)


def test_each_completion_is_offered_for_the_whole_last_line() -> None:
    found = offers_of(*tables("one.v1"), POEMS, "one.v1")
    end = len(CENTIPEDE)
    assert found == {
        "a": Offers(
            (
                Offered(START, end, "so he swam to the man.", ("hose", "man")),
                Offered(START, end, "— the pfff went to Japan!", ("hose", "Japan")),
            )
        ),
        "b": Offers((), "not_tried"),
        "c": Offers((), "prompt_longer_than_context"),
        "d": Offers(),
    }


def test_the_order_of_rows_and_other_tasks_change_nothing() -> None:
    one, other = tables("one.v1"), tables("two.v1")
    completions, attempts = (
        pa.concat_tables(parts).take(pa.array(range(2 * len(parts[0])))[::-1]) for parts in zip(one, other, strict=True)
    )
    assert offers_of(completions, attempts, POEMS, "one.v1") == offers_of(*one, POEMS, "one.v1")
    assert offers_of(completions, attempts, POEMS, "three.v1") == {}
