"""Areas of poems by title under the cuts of Tables 2 and 3, and the cues that judges may go by."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from tests.transforms.judgements.exports import Rows, export_tables, judgement, poem_items
from versebench.schemas.proftap import TEST_POEMS
from versebench.transforms.judgements.analyse import analyse
from versebench.transforms.judgements.human_or_not import ScorerAnswers
from versebench.transforms.judgements.poem_cuts import POEM_COLUMNS, Poem, poems_of

TITLES = 24
PLAIN = Poem("5-yan", patterned=True, repeated_characters=0, one_level_rhyme=True, regulated=False)
Items = list[dict[str, Any]]
Given = Callable[[int, dict[str, Any]], float]


def poem(**traits: Any) -> Poem:
    return Poem(**{**vars(PLAIN), **traits})


def title_of(of: dict[str, Any]) -> int:
    return int(of["title"].split()[1])


def rows_of(items: Items, given: Given, judges: int = 2) -> Rows:
    answers = [
        judgement(f"j{judge:03d}", of, answer="x", probability=round(given(judge, of), 6))
        for judge in range(judges)
        for of in items
    ]
    return {"items": items, "judgements": answers}


def analysed(
    items: Items, given: Given, poems: dict[str, Poem], judges: int = 2, scorers: tuple[ScorerAnswers, ...] = ()
) -> dict[str, list[dict[str, Any]]]:
    tables = analyse(export_tables(rows_of(items, given, judges)), human_answers=scorers, poems=poems)
    kept = {name: table.to_pylist() for name, table in tables.items() if name in ("human_results", "cues")}
    return {name: [row for row in rows if not row["with_excluded"]] for name, rows in kept.items()}


def areas(results: list[dict[str, Any]], model: str = "gpt") -> dict[str, dict[str, Any]]:
    found = [row for row in results if row["measure"] == "auc_mean_delong" and row["of"] == model]
    return {row["group"]: row for row in found}


def wave(judge: int, of: dict[str, Any]) -> float:
    """Probabilities that are the same for all writers, and differ between titles and judges."""
    return 0.2 + 0.02 * title_of(of) + 0.001 * judge


def by_hand(humans: list[float], models: list[float]) -> float:
    wins: Iterator[float] = ((h > m) + 0.5 * (h == m) for h in humans for m in models)
    return sum(wins) / (len(humans) * len(models))


@pytest.mark.parametrize(
    ("group", "kept", "cut"),
    [
        ("poems=patterned", PLAIN, poem(yan="others", patterned=False)),
        ("poems=without repetition", PLAIN, poem(repeated_characters=1)),
    ],
)
def test_poems_of_models_that_break_a_criterion_are_left_out_and_those_of_people_stay(
    group: str, kept: Poem, cut: Poem
) -> None:
    items = poem_items(TITLES, ["human", "gpt"])
    breaks = {of["work_id"]: title_of(of) % 2 == 1 for of in items}
    poems = {name: cut if broken else kept for name, broken in breaks.items()}

    def given(judge: int, of: dict[str, Any]) -> float:
        return wave(judge, of) + 0.3 * (of["writer"] == "gpt" and breaks[of["work_id"]])

    found = areas(analysed(items, given, poems)["human_results"])
    means = {(of["writer"], title_of(of)): (given(0, of) + given(1, of)) / 2 for of in items}
    humans = [means["human", title] for title in range(TITLES)]
    models = [means["gpt", title] for title in range(0, TITLES, 2)]
    assert found[group]["value"] == pytest.approx(by_hand(humans, models))
    assert found[group]["items"] == TITLES + TITLES // 2
    every = by_hand(humans, [means["gpt", title] for title in range(TITLES)])
    assert found["all"]["value"] == pytest.approx(every)
    assert found["all"]["value"] < found[group]["value"]
    assert found[group]["low"] < found[group]["value"] < found[group]["high"]


def test_poems_of_one_line_length_are_compared_with_people_s_of_that_length() -> None:
    items = poem_items(TITLES, ["human", "gpt"])
    poems = {of["work_id"]: poem(yan="5-yan" if title_of(of) < 12 else "7-yan") for of in items}

    def given(judge: int, of: dict[str, Any]) -> float:
        human, five = of["writer"] == "human", title_of(of) < 12
        return wave(judge, of) + (0.4 if five and human else 0)

    found = areas(analysed(items, given, poems)["human_results"])
    assert found["poems=5-yan"]["value"] == 1
    assert found["poems=7-yan"]["value"] == pytest.approx(0.5)
    assert found["poems=5-yan"]["items"] == found["poems=7-yan"]["items"] == 24


@pytest.mark.parametrize("few", ["human", "gpt"])
@pytest.mark.parametrize(("poems_of_length", "has_value"), [(9, False), (10, True)])
def test_a_cell_with_fewer_than_ten_poems_of_either_side_is_null(
    few: str, poems_of_length: int, *, has_value: bool
) -> None:
    items = poem_items(TITLES, ["human", "gpt"])
    poems = {
        of["work_id"]: poem(yan="7-yan" if of["writer"] == few and title_of(of) >= poems_of_length else "5-yan")
        for of in items
    }
    cell = areas(analysed(items, wave, poems)["human_results"])["poems=5-yan"]
    assert (cell["value"] is not None) == has_value
    assert (cell["why_null"] is None) == has_value
    assert has_value or "fewer than 10 poems" in cell["why_null"]


def test_a_cut_without_a_poem_is_null_for_each_model_with_a_reason() -> None:
    items = poem_items(TITLES, ["human", "gpt", "llama"])
    results = analysed(items, wave, {of["work_id"]: PLAIN for of in items})["human_results"]
    for model in ("gpt", "llama"):
        cell = areas(results, model)["poems=7-yan"]
        assert cell["value"] is None
        assert cell["why_null"]
        assert areas(results, model)["poems=5-yan"]["value"] is not None


def test_poems_that_the_release_lacks_are_in_no_cut() -> None:
    items = poem_items(TITLES, ["human", "gpt"])
    poems = {of["work_id"]: PLAIN for of in items if title_of(of) < 15}
    found = areas(analysed(items, wave, poems)["human_results"])
    assert found["all"]["items"] == 2 * TITLES
    assert {found[f"poems={cut}"]["items"] for cut in ("patterned", "without repetition", "5-yan")} == {30}


def test_without_poems_of_a_release_there_are_no_cuts_and_no_cues() -> None:
    items = poem_items(TITLES, ["human", "gpt"])
    tables = analysed(items, wave, {})
    assert not tables["cues"]
    assert set(areas(tables["human_results"])) == {"all"}


def cue_items() -> tuple[Items, dict[str, Poem]]:
    """Poems whose traits do not go together, and are not those of a writer."""
    items = poem_items(40, ["human", "gpt"])
    random = np.random.default_rng(5)
    poems = {
        of["work_id"]: Poem(
            ("5-yan", "7-yan", "others")[int(random.integers(3))],
            patterned=True,
            repeated_characters=int(random.integers(3)),
            one_level_rhyme=bool(random.integers(2)),
            regulated=bool(random.integers(2)),
        )
        for of in items
    }
    return items, poems


def cues_of(*args: Any, **named: Any) -> dict[str, dict[str, Any]]:
    return {row["cue"]: row for row in analysed(*args, **named)["cues"]}


def test_judges_who_go_by_rhyme_are_found_to_go_by_rhyme() -> None:
    items, poems = cue_items()

    def given(judge: int, of: dict[str, Any]) -> float:
        return 0.3 + 0.4 * poems[of["work_id"]].one_level_rhyme + 0.002 * (title_of(of) % 7) + 0.001 * judge

    found = cues_of(items, given, poems)
    assert set(found) == {
        "poet_alone",
        "poet",
        "lines_of_seven",
        "other_lengths",
        "repeated_characters",
        "one_level_rhyme",
        "regulated",
    }
    rhyme = found["one_level_rhyme"]
    assert rhyme["log_odds"] == pytest.approx(np.log(0.7 / 0.3) - np.log(0.3 / 0.7), abs=0.1)
    assert rhyme["p"] < 1e-12
    assert rhyme["low"] < rhyme["log_odds"] < rhyme["high"]
    assert rhyme["poems"] == 80
    others = [row for name, row in found.items() if name not in ("one_level_rhyme", "poet_alone")]
    assert all(abs(row["log_odds"]) < 0.03 for row in others)


def test_what_a_model_does_beside_its_traits_is_apart_from_what_it_does_alone() -> None:
    items = poem_items(40, ["human", "gpt"])
    rhymes = {of["work_id"]: (of["writer"] == "human") != (title_of(of) % 5 == 0) for of in items}
    poems = {name: poem(one_level_rhyme=rhymed) for name, rhymed in rhymes.items()}

    def given(judge: int, of: dict[str, Any]) -> float:
        return 0.3 + 0.4 * float(rhymes[of["work_id"]]) + 0.01 * (title_of(of) % 3) + 0.001 * judge

    found = cues_of(items, given, poems)
    assert found["poet_alone"]["log_odds"] < -0.5
    assert found["poet"]["log_odds"] == pytest.approx(0, abs=0.05)


@pytest.mark.parametrize(("judges", "sign"), [(1, 1), (3, -1)])
def test_the_sign_of_a_model_is_that_of_its_judgements_with_one_judge_or_several(judges: int, sign: int) -> None:
    items, poems = cue_items()

    def given(judge: int, of: dict[str, Any]) -> float:
        return 0.5 + sign * 0.2 * float(of["writer"] == "gpt") + 0.003 * (title_of(of) % 9) + 0.01 * judge

    found = cues_of(items, given, poems, judges=judges)
    assert np.sign(found["poet_alone"]["log_odds"]) == np.sign(found["poet"]["log_odds"]) == sign


def test_a_trait_that_all_poems_have_has_no_estimate_and_the_others_do() -> None:
    items, poems = cue_items()
    poems = {name: Poem(**{**vars(each), "regulated": False}) for name, each in poems.items()}
    found = cues_of(items, wave_of(poems), poems)
    assert found["regulated"]["log_odds"] is None
    assert found["regulated"]["why_null"] == "the same for all poems"
    assert {found["regulated"][name] for name in ("low", "high", "p")} == {None}
    assert found["one_level_rhyme"]["log_odds"] is not None
    assert found["one_level_rhyme"]["why_null"] is None


def test_traits_that_coincide_have_no_estimate_and_the_model_alone_does() -> None:
    items, poems = cue_items()
    poems = {name: Poem(**{**vars(each), "regulated": each.one_level_rhyme}) for name, each in poems.items()}
    found = cues_of(items, wave_of(poems), poems)
    assert found["poet_alone"]["log_odds"] is not None
    for name in ("poet", "regulated", "one_level_rhyme", "lines_of_seven"):
        assert found[name]["log_odds"] is None
        assert "coincide" in found[name]["why_null"]


def test_poems_that_are_told_apart_without_a_fault_have_no_estimate() -> None:
    items, poems = cue_items()
    found = cues_of(items, lambda _, of: float(of["writer"] == "human"), poems)
    assert found["poet_alone"]["log_odds"] is None
    assert "separates" in found["poet_alone"]["why_null"]


@pytest.mark.parametrize("of_human", [0.5, 0.75])
def test_judgements_that_leave_no_residuals_have_no_estimate(of_human: float) -> None:
    items, poems = cue_items()
    found = cues_of(items, lambda _, of: of_human if of["writer"] == "human" else 0.5, poems)
    assert {row["why_null"] for row in found.values()} == {"no estimate: the judgements leave no residuals"}
    assert {row[name] for row in found.values() for name in ("log_odds", "low", "high", "p")} == {None}


@pytest.mark.parametrize("titles", [0, 1, 2, 3])
def test_few_poems_or_none_have_no_estimate_and_a_reason(titles: int) -> None:
    """As many columns as rows and fewer, and poems that nobody judged."""
    items, every = cue_items()
    few = {of["work_id"] for of in items if title_of(of) < titles}
    poems = {work: each for work, each in every.items() if work in few}
    found = cues_of(items, wave, poems or {"another": PLAIN})
    for row in found.values():
        assert row["log_odds"] is not None or row["why_null"]
        assert row["poems"] == 2 * titles
        assert all(row[name] is None or np.isfinite(row[name]) for name in ("log_odds", "low", "high", "p"))
    if not titles:
        assert {row["why_null"] for row in found.values()} == {"no poem was judged"}


def wave_of(poems: dict[str, Poem]) -> Given:
    return lambda judge, of: wave(judge, of) / 2 + 0.2 * poems[of["work_id"]].one_level_rhyme


def test_the_log_probability_of_the_first_scorer_is_a_cue_if_it_can_read_all_poems() -> None:
    items, poems = cue_items()
    names = tuple(of["item"] for of in items)
    random = np.random.default_rng(9)
    means = dict(zip(names, random.normal(-5, 0.5, len(names)).tolist(), strict=True))
    lengths = random.integers(20, 60, len(names))
    scorer = ScorerAnswers("gpt2", "r1", names, lengths, np.array(list(means.values())) * lengths)

    def given(judge: int, of: dict[str, Any]) -> float:
        return float(1 / (1 + np.exp(-2 * (means[of["item"]] + 5)))) * 0.98 + 0.01 + 0.001 * judge

    found = cues_of(items, given, poems, scorers=(scorer,))
    assert found["log_probability"]["log_odds"] == pytest.approx(1.9, abs=0.15)
    part = ScorerAnswers("gpt2", "r1", names[1:], lengths[1:], scorer.log_probabilities[1:])
    assert "log_probability" not in cues_of(items, given, poems, scorers=(part,))


def test_poems_are_read_from_the_columns_of_a_release_s_table() -> None:
    columns = TEST_POEMS.schema.empty_table().select(list(POEM_COLUMNS))
    row = pa.Table.from_pylist([{"item_id": "0" * 20, **vars(PLAIN)}], columns.schema)
    assert poems_of(row) == {"0" * 20: PLAIN}
    assert poems_of(columns) == {}


def test_the_margin_decides_what_counts_as_equivalent_and_the_method_names_it() -> None:
    tables = export_tables(rows_of(poem_items(TITLES, ["human", "gpt"]), wave))
    verdicts = {}
    for margin in (0.05, 0.3):
        rows = analyse(tables, margin=margin)["human_results"].to_pylist()
        (verdict,) = [row for row in rows if row["measure"] == "equivalent" and not row["with_excluded"]]
        assert f"margin {margin}" in verdict["method"]
        verdicts[margin] = verdict["value"]
    assert verdicts == {0.05: 0, 0.3: 1}
