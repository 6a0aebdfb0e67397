from collections import Counter

import pytest
from pydantic import ValidationError

from tests.studies.made_up import TASKS, item_rows, items, pairs, spec
from versebench.expectations.checks.items import answer_holds, texts_parallel, texts_shown, unasked
from versebench.expectations.rows import Rows
from versebench.schemas.studies import ITEMS
from versebench.studies.errors import SpecError
from versebench.studies.plan.design import judges_needed, quotas
from versebench.studies.plan.estimate import half_width, mcnemar_power
from versebench.studies.plan.items import rows_of_items, scrambled
from versebench.studies.plan.sample import sample_pairs

KEYS = [(task, pair, row["work_id"]) for (task, pair), row in pairs().items()]


def test_every_task_gives_as_many_pairs_of_different_poems() -> None:
    of = spec(gold={"one_in": 4, "at_least": 0.8})
    rows = items(of)
    main = [row for row in rows if not row["gold"] and not row["practice"]]
    assert Counter((row["protocol"], row["task"]) for row in main) == {
        ("choose_original.v1", TASKS[0]): 8,
        ("choose_original.v1", TASKS[1]): 8,
        ("altered_or_not.v1", TASKS[0]): 16,
    }
    sampled = sample_pairs(of, KEYS)
    assert len({sample.pair_id for sample in sampled}) == len(sampled)
    assert Counter(row["answer"] for row in main if row["protocol"] == "altered_or_not.v1") == {"yes": 8, "no": 8}
    assert sum(row["gold"] for row in rows) == 4
    assert sum(row["practice"] for row in rows) == 2
    assert len({row["item"] for row in rows}) == len(rows)


def test_a_sample_depends_on_the_seed_and_not_on_the_order_of_pairs() -> None:
    assert sample_pairs(spec(), KEYS) == sample_pairs(spec(), KEYS[::-1])
    assert sample_pairs(spec(), KEYS) != sample_pairs(spec(seed=1), KEYS)


def test_a_poem_is_shared_only_if_there_are_too_few() -> None:
    shared = [(task, pair, f"work {number % 20}") for number, (task, pair, _) in enumerate(KEYS)]
    one = spec([{"protocol": "choose_original.v1", "tasks": [TASKS[0]], "items": 19}], practice=1)
    works = {pair: work for _, pair, work in shared}
    assert len({works[sample.pair_id] for sample in sample_pairs(one, shared)}) == 20
    more = spec([{"protocol": "choose_original.v1", "tasks": [TASKS[0]], "items": 30}], practice=0)
    assert len(sample_pairs(more, shared)) == 30


def test_pairs_are_sampled_equally_from_thirds_of_the_margins() -> None:
    margins = {(task, pair): float(place) for place, (task, pair, _) in enumerate(KEYS)}
    of = spec([{"protocol": "choose_original.v1", "tasks": list(TASKS), "items": 24}], practice=0)
    sampled = sample_pairs(of, KEYS, margins)
    counts = Counter((sample.task, int(margins[sample.task, sample.pair_id]) % 40 * 3 // 40) for sample in sampled)
    assert counts == {(task, third): 4 for task in TASKS for third in range(3)}
    assert sampled == sample_pairs(of, KEYS[::-1], margins)
    assert sampled != sample_pairs(of, KEYS)
    less = {key: margin for key, margin in margins.items() if margin % 40 < 2}
    with pytest.raises(SpecError, match="decided on 2 pairs"):
        sample_pairs(of, KEYS, less)


def test_every_protocol_about_a_table_of_items_has_checks_of_attention() -> None:
    parts = [{"protocol": name, "items": 4} for name in ("probability_human.v1", "match_style.v1", "rate_lines.v1")]
    rows = items(spec(parts, gold={"one_in": 4, "at_least": 0.8}))
    gold = [row for row in rows if row["gold"]]
    assert Counter(row["protocol"] for row in gold) == {part["protocol"]: 2 for part in parts}
    others = {row["work_id"] for row in rows if not row["gold"]}
    assert not others & {row["work_id"] for row in gold}
    table = ITEMS.build_rows(rows)
    given = Rows("items", table, {"artists": table}, 0, 1)
    for check in (texts_parallel, texts_shown, answer_holds, unasked):
        assert all(check(given).to_pylist())


def test_poems_without_a_title_are_met_once_each() -> None:
    row = {"protocol": "probability_human.v1", "title": None, "work_id": "w", "gold": False, "practice": False}
    part = [{"protocol": "probability_human.v1", "items": 4}]
    numbers = {"items": 4, "most": 5, "judgements_per_item": 1}
    assert judges_needed(spec(part, judges=numbers), [{**row, "work_id": str(number)} for number in range(4)]) == 1


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"protocol": "choose_original.v1", "tasks": list(TASKS), "items": 7}, "such as 8"),
        ({"protocol": "altered_or_not.v1", "tasks": list(TASKS), "items": 6}, "such as 8"),
        ({"protocol": "choose_original.v1", "tasks": ["swap_line.v1"], "items": 7}, "its tasks are: swap_end_words.v1"),
        ({"protocol": "choose_original.v1", "tasks": [TASKS[0]], "items": 41}, "too few pairs"),
    ],
)
def test_a_sample_that_cannot_be_taken_is_refused(part: dict[str, object], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        sample_pairs(spec([part]), KEYS)


def test_items_are_taken_from_a_table_equally_per_stratum() -> None:
    of = spec([{"protocol": "rate_lines.v1", "items": 8}])
    rows = rows_of_items(of, item_rows())
    assert Counter(row["stratum"] for row in rows if not row["practice"]) == {"s0": 4, "s1": 4}
    assert sum(row["practice"] for row in rows) == 1
    with pytest.raises(SpecError, match="has 12; ask for fewer"):
        rows_of_items(spec([{"protocol": "rate_lines.v1", "items": 12}]), item_rows())


def test_proftap_needs_22_judges_if_no_title_comes_twice() -> None:
    """110 titles, a poem of ten models and one of a person under each, two judgements of each poem."""
    rows = [
        {"protocol": "probability_human.v1", "title": f"title {number % 110}", "work_id": str(number)}
        | {"gold": False, "practice": False}
        for number in range(1210)
    ]
    numbers = {"items": 110, "judgements_per_item": 2}
    part = [{"protocol": "probability_human.v1", "items": 1210}]
    with pytest.raises(SpecError, match="needs 22 judges and has 13"):
        judges_needed(spec(part, judges={**numbers, "most": 13}), rows)
    assert judges_needed(spec(part, judges={**numbers, "most": 22}), rows) == 22
    with pytest.raises(SpecError, match=r"186 items .* 110 different"):
        judges_needed(spec(part, judges={**numbers, "items": 186, "most": 13}), rows)


def test_quotas_add_up_to_the_items_of_a_judge() -> None:
    of = spec(judges={"items": 7, "most": 100, "judgements_per_item": 3})
    assert sorted(quotas(of).values()) == [3, 4]


@pytest.mark.parametrize(
    ("judges", "items_each", "times", "accuracy", "width"),
    [(2, 20, 1, 0.95, 0.15), (11, 20, 1, 0.95, 0.045), (9, 20, 3, 0.95, 0.053), (15, 40, 3, 0.95, 0.033)],
)
def test_half_widths(judges: int, items_each: int, times: int, accuracy: float, width: float) -> None:
    judgements = judges * items_each
    assert half_width(judges, judgements // times, judgements, accuracy) == pytest.approx(width, abs=0.004)


@pytest.mark.parametrize(("number", "power"), [(40, 0.18), (100, 0.58), (200, 0.90)])
def test_the_power_of_mcnemars_test(number: int, power: float) -> None:
    assert mcnemar_power(number, 0.95, 0.85) == pytest.approx(power, abs=0.02)


def test_scrambling_keeps_the_words_of_each_line() -> None:
    text = "one two three four five\nsix seven eight nine ten"
    assert [sorted(line.split()) for line in scrambled(text, 1).split("\n")] == [
        sorted(line.split()) for line in text.split("\n")
    ]
    assert scrambled(text, 1) != text


@pytest.mark.parametrize(
    "wrong",
    [
        {"colour": 1},
        {"people": {"responsible": "TODO"}},
        {"protocols": [{"protocol": "choose.v1", "items": 3}]},
        {"protocols": [{"protocol": "choose_original.v1", "items": 3}]},
        {"languages": ["fr"]},
        {"time_limit": 5},
        {"stratify": "margin"},
        {"protocols": [{"protocol": "rate_lines.v1", "items": 3, "undecided": True}]},
        {"protocols": [{"protocol": "rate_lines.v1", "items": 3}], "stratify": {"margin": "gpt2"}},
    ],
)
def test_a_wrong_specification_is_refused(wrong: dict[str, object]) -> None:
    values = spec().model_dump()
    with pytest.raises(ValidationError):
        spec(**{**{name: values[name] for name in ("people", "protocols")}, **wrong})
