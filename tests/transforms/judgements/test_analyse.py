"""Tables of an analysis from made-up exports, whose figures are known."""

from typing import Any

import pyarrow as pa
import pytest
from scipy.stats import chi2

from tests.transforms.judgements.exports import (
    TASK,
    Rows,
    choice,
    choices,
    export_tables,
    item,
    judge,
    judgement,
    pair_items,
    poem_items,
    style_choice,
    style_page,
)
from tests.transforms.statistics.test_style import TABLE_2, pages_of
from versebench.schemas.studies import ANALYSIS_TABLES
from versebench.transforms.judgements.analyse import analyse
from versebench.transforms.judgements.errors import ExportError


def figures(
    rows: Rows,
    decisions: pa.Table | None = None,
    model_answers: pa.Table | None = None,
    *,
    with_excluded: bool = False,
    group: str = "all",
) -> dict[tuple[str, str, str], dict[str, Any]]:
    """The rows of results by task, measure and what they are of."""
    table = analyse(export_tables(rows), decisions, model_answers)["human_results"].to_pylist()
    chosen = [row for row in table if row["with_excluded"] == with_excluded and row["group"] == group]
    return {(row["task"], row["measure"], row["of"]): row for row in chosen}


def value(rows: Rows, measure: str, task: str = TASK, of: str = "all") -> Any:
    return figures(rows)[task, measure, of]["value"]


ITEMS = pair_items(40)


def test_accuracy_majority_and_agreement_of_choices() -> None:
    """Three judges; each is wrong on one item of their own, and on the last item all are wrong."""
    rows: Rows = {"items": ITEMS, "judgements": []}
    for number in range(3):
        rows["judgements"] += [
            choice(f"j{number}", of, right=place not in (number, 39)) for place, of in enumerate(ITEMS)
        ]
    found = figures(rows)
    accuracy = found[TASK, "accuracy", "all"]
    assert accuracy["value"] == 1 - 6 / 120
    assert accuracy["low"] < accuracy["value"] < accuracy["high"]
    assert [accuracy[name] for name in ("judgements", "items", "poems", "judges")] == [120, 40, 40, 3]
    assert found[TASK, "majority", "all"]["value"] == 39 / 40
    assert found[TASK, "majority_ties", "all"]["value"] == 0
    assert found[TASK, "agreement_raw", "all"]["value"] == pytest.approx(1 - 3 * (2 / 3) / 40)
    assert found[TASK, "agreement_alpha_nominal", "all"]["value"] > 0.9
    assert (TASK, "agreement_cohen", "all") not in found
    assert figures(rows, group="j1")[TASK, "accuracy", "all"]["value"] == 38 / 40


def test_agreement_is_of_texts_so_judges_who_are_all_right_agree_wholly() -> None:
    """On right and wrong, all answers would be equal, and alpha would not exist."""
    rows: Rows = {"items": ITEMS, "judgements": list(choices(2, ITEMS, 1.0))}
    found = figures(rows)
    assert found[TASK, "agreement_alpha_nominal", "all"]["value"] == 1
    assert found[TASK, "agreement_cohen", "all"]["value"] == 1
    accuracy = found[TASK, "accuracy", "all"]
    assert (accuracy["value"], round(accuracy["low"], 3), accuracy["high"]) == (1, 0.912, 1)


def test_one_judge_has_an_accuracy_without_an_interval_and_no_agreement() -> None:
    found = figures({"items": ITEMS, "judgements": list(choices(1, ITEMS, 0.8))})
    assert found[TASK, "accuracy", "all"]["low"] is None
    assert "fewer than two judges" in found[TASK, "accuracy", "all"]["why_null"]
    assert found[TASK, "agreement_ac1", "all"]["value"] is None
    assert found[TASK, "agreement_ac1", "all"]["why_null"]


def test_excluded_known_and_gold_judgements_are_out_of_the_primary_figures() -> None:
    gold = item("g999", "choose_original.v1", task=TASK, gold=True)
    rows: Rows = {
        "items": [*ITEMS, gold],
        "judges": [judge("j2", excluded="gold")],
        "judgements": [
            *(choice("j0", of, right=True) for of in ITEMS),
            *(
                choice("j1", of, right=place > 3, known=place < 2, excluded="fast" if 1 < place < 4 else None)
                for place, of in enumerate(ITEMS)
            ),
            *(choice("j2", of, right=False) for of in ITEMS),
            judgement("j0", gold, correct=False, answer="second"),
        ],
    }
    primary, whole = figures(rows), figures(rows, with_excluded=True)
    assert primary[TASK, "accuracy", "all"]["value"] == 1
    assert primary[TASK, "accuracy", "all"]["judgements"] == 76
    assert whole[TASK, "accuracy", "all"]["value"] == pytest.approx(76 / 120)
    assert primary[TASK, "accuracy", "all"]["judges"] == 2


def test_if_all_judgements_are_excluded_the_row_says_so() -> None:
    rows: Rows = {"items": ITEMS, "judgements": [choice("j0", ITEMS[0], right=True, excluded="fast")]}
    (row,) = figures(rows).values()
    assert row["value"] is None
    assert row["why_null"] == "the plan excludes every judgement"


def test_categories_of_judges_have_accuracies() -> None:
    rows: Rows = {
        "items": ITEMS,
        "judgements": [choice(f"j{number}", of, right=number > 1) for number in range(4) for of in ITEMS],
        "judge_answers": [
            {
                "study": ITEMS[0]["study"],
                "judge": f"j{number}",
                "question": "training",
                "answer": said,
                "simulated": True,
            }
            for number, said in enumerate(["none", "none", "much", None])
        ],
    }
    assert figures(rows, group="training=none")[TASK, "accuracy", "all"]["value"] == 0
    assert figures(rows, group="training=much")[TASK, "accuracy", "all"]["value"] == 1


def test_yes_and_no_have_detection_and_a_two_choice_equivalent() -> None:
    """Hits 18 of 20, false alarms 2 of 20: symmetric, so the criterion is 0."""
    items = [
        {**of, "answer": "yes" if place % 2 else "no"} for place, of in enumerate(pair_items(40, "altered_or_not.v1"))
    ]
    rows: Rows = {"items": items, "judgements": []}
    for place, of in enumerate(items):
        right = place not in (0, 1, 2, 3)
        said = of["answer"] if right else {"yes": "no", "no": "yes"}[of["answer"]]
        rows["judgements"].append(judgement("j0", of, answer=said, correct=right))
    found = figures(rows)
    assert found[TASK, "hit_rate", "all"]["value"] == 0.9
    assert found[TASK, "false_alarm_rate", "all"]["value"] == 0.1
    assert found[TASK, "criterion", "all"]["value"] == pytest.approx(0, abs=1e-12)
    assert found[TASK, "two_choice", "all"]["value"] > 0.95


def test_lines_are_graded_by_equation_1_and_ruled_lines_are_out_of_the_agreement() -> None:
    verse = item("v1", "rate_lines.v1", writer="lstm.v1", text_ids=["00"], roles=["model"], authors=["Dunbar"])
    other = item("v2", "rate_lines.v1", writer="lstm.v1", text_ids=["00"], roles=["model"], authors=["Field"])
    grades = {"j0": ["strong", "weak", "strong"], "j1": ["strong", "not", "strong"]}
    rows: Rows = {"items": [verse, other], "judgements": [], "line_ratings": []}
    for of in (verse, other):
        for name, fluency in grades.items():
            rows["judgements"].append(judgement(name, of))
            rows["line_ratings"] += [
                {
                    **{key: of[key] for key in ("study", "item", "work_id", "simulated")},
                    "judge": name,
                    "line": line,
                    "fluency": grade,
                    "coherence": None if line == 1 else "not" if line == 3 else grade,
                    "ruled": line == 3,
                }
                for line, grade in enumerate(fluency, 1)
            ]
    found = figures(rows)
    assert found["lstm.v1", "fluency", "all"]["value"] == pytest.approx((8 + 2 / 2) / 12)
    assert found["lstm.v1", "fluency", "Dunbar"]["value"] == pytest.approx((4 + 1 / 2) / 6)
    assert found["lstm.v1", "fluency_raw", "all"]["value"] == pytest.approx(2 / 3)
    assert found["lstm.v1", "coherence", "all"]["value"] == pytest.approx((2 / 2) / 8)
    assert found["lstm.v1", "coherence_raw", "all"]["value"] == 0
    assert found["lstm.v1", "coherence_raw", "all"]["items"] == 4
    assert found["lstm.v1", "fluency_cohen_linear", "all"]["value"] is not None


def test_table_2_of_the_ghostwriting_paper_comes_out_of_an_export() -> None:
    rows: Rows = {"items": [], "judgements": []}
    for number, (artist, row) in enumerate(TABLE_2.items()):
        for writer, counts in (("human", row[1]), ("lstm.v1", row[3])):
            for place, page in enumerate(pages_of(artist, *counts)):
                kind = 0 if writer == "human" else 1
                shown = style_page(f"s{number:02d}{place:02d}{kind}", artist, ["B", "C", "D"], writer)
                rows["items"].append(shown)
                rows["judgements"] += [
                    style_choice(f"j{n}", shown, chosen) for n, chosen in enumerate(page.chosen[:: 1 - place % 2 * 2])
                ]
    found = figures(rows)
    names = ("style_matching", "style_agreed_matching", "style_raw_agreement")
    for artist, row in TABLE_2.items():
        for writer, printed in (("human", row[0]), ("lstm.v1", row[2])):
            shares = [found[writer, name, artist]["value"] for name in names]
            assert [round(100 * share, 1) for share in shares] == list(printed), (artist, writer)
    macro = [found["lstm.v1", f"{name}_macro", "all"]["value"] for name in names]
    assert [round(100 * share, 1) for share in macro] == [33.6, 43.5, 34.1]
    assert found["lstm.v1", "style_agreed_matching_micro", "all"]["value"] == pytest.approx(29 / 75)
    assert found["human", "style_chance", "all"]["value"] == 0.25
    assert found["human", "accuracy", "all"]["low"] > 0.25
    confusions = analyse(export_tables(rows))["confusions"].to_pylist()
    of = {(row["task"], row["evaluated"], row["chosen"]): row for row in confusions if not row["with_excluded"]}
    assert of["human", "DMX", "DMX"]["share"] == 0.4
    assert of["human", "DMX", "Drake"]["share"] is None


def probabilities(rows: Rows, *, gap: float, judges: int = 3) -> Rows:
    """Every judge judges every poem; human ones get more."""
    for number in range(judges):
        for place, of in enumerate(rows["items"]):
            noise = ((place * 7 + number * 13) % 40) / 100
            given = round(0.3 + noise + (gap if of["writer"] == "human" else 0), 2)
            rows["judgements"].append(judgement(f"j{number}", of, probability=given, answer=str(given)))
    return rows


def test_probabilities_have_areas_tests_equivalence_curves_and_calibration() -> None:
    rows = probabilities({"items": poem_items(30, ("human", "near", "far")), "judgements": []}, gap=0.06)
    far = {of["item"] for of in rows["items"] if of["writer"] == "far"}
    for row in rows["judgements"]:
        if row["item"] in far:
            row["probability"] = round(row["probability"] / 4, 2)
    tables = analyse(export_tables(rows))
    found = {
        (row["measure"], row["of"]): row for row in tables["human_results"].to_pylist() if not row["with_excluded"]
    }
    for kind in ("auc_single", "auc_mean", "auc_within_judge"):
        near, away = found[kind, "near"], found[kind, "far"]
        assert 0.5 < near["value"] < away["value"] <= 1
        assert near["low"] <= near["value"] <= near["high"]
    assert found["wilcoxon_p_dropped_holm", "far"]["value"] >= found["wilcoxon_p_dropped", "far"]["value"]
    assert found["shift", "far"]["value"] > found["shift", "near"]["value"] > 0
    assert found["equivalent", "near"]["value"] == 0
    assert found["auc_difference", "far - near"]["value"] > 0
    parts = [found[f"brier{part}", "all"]["value"] for part in ("", "_reliability", "_resolution", "_uncertainty")]
    assert parts[0] == pytest.approx(parts[1] - parts[2] + parts[3])
    assert parts[3] == pytest.approx(2 / 9)
    bins = [row for row in tables["calibration"].to_pylist() if not row["with_excluded"]]
    assert sum(row["judgements"] for row in bins) == 270
    curve = [row for row in tables["roc"].to_pylist() if (row["model"], row["kind"]) == ("near", "mean")]
    curve = [row for row in curve if not row["with_excluded"]]
    assert (curve[0]["false_positives"], curve[0]["true_positives"], curve[0]["threshold"]) == (0, 0, None)
    assert (curve[-1]["false_positives"], curve[-1]["true_positives"]) == (1, 1)


def test_fewer_than_ten_poems_have_no_area() -> None:
    rows = probabilities({"items": poem_items(9, ("human", "m")), "judgements": []}, gap=0.2)
    found = figures(rows)
    assert found["all", "auc_mean", "m"]["value"] is None
    assert "fewer than 10" in found["all", "auc_mean", "m"]["why_null"]
    assert found["all", "shift", "m"]["value"] is not None


def test_equal_probabilities_show_nothing() -> None:
    rows: Rows = {"items": poem_items(12, ("human", "m")), "judgements": []}
    rows["judgements"] = [judgement(f"j{n}", of, probability=0.5) for n in range(2) for of in rows["items"]]
    found = figures(rows)
    assert found["all", "auc_mean", "m"]["value"] == 0.5
    assert found["all", "equivalent", "m"]["value"] is None
    assert found["all", "wilcoxon_p_pratt", "m"]["value"] is None
    assert found["all", "agreement_alpha_interval", "all"]["why_null"]


# --- people beside models


def decisions(correct: list[bool], margins: list[float] | None = None) -> pa.Table:
    """Decisions of a model on the pairs of the items."""
    return pa.table(
        {
            "pair_id": [of["pair_id"] for of in ITEMS[: len(correct)]],
            "task": [TASK] * len(correct),
            "model": ["m"] * len(correct),
            "convention": ["c"] * len(correct),
            "reduction": ["sum"] * len(correct),
            "margin": margins or [1.0 if each else -1.0 for each in correct],
            "correct": correct,
        }
    )


def test_people_beside_a_model_on_the_pairs_of_both() -> None:
    """The model decides 30 of 40 pairs, and errs on ten on which all judges are right."""
    rows: Rows = {"items": ITEMS, "judgements": []}
    for number in range(3):
        rows["judgements"] += [
            choice(f"j{number}", of, right=place not in (20, 21 + number)) for place, of in enumerate(ITEMS)
        ]
    tables = analyse(export_tables(rows), decisions([place >= 10 for place in range(30)]))
    compared = {row["people"]: row for row in tables["human_comparisons"].to_pylist() if not row["with_excluded"]}
    assert set(compared) == {"majority", "j0", "j1", "j2"}
    majority = compared["majority"]
    assert [majority[name] for name in ("pairs", "both_correct", "only_people", "only_model", "neither")] == [
        30, 19, 10, 1, 0,
    ]  # fmt: skip
    assert majority["squared_differences"] == 11
    assert majority["p_exact"] == pytest.approx(2 * (1 + 11) / 2**11)
    assert majority["p_clustered"] == pytest.approx(chi2.sf(29 / 30 * 9**2 / 11, 1))
    assert majority["p_holm"] == max(majority["p_exact"], majority["p_clustered"])
    assert majority["people_share"] == pytest.approx(29 / 30)
    assert majority["spearman"] is not None
    assert majority["low"] <= majority["spearman"] <= majority["high"]
    assert 0 < majority["reliability"] <= 1
    assert compared["j1"]["only_model"] == 2
    errors = [row for row in tables["model_errors"].to_pylist() if not row["with_excluded"]]
    assert [row["item"] for row in errors] == [of["item"] for of in ITEMS[:10]]
    assert {row["judges"] for row in errors} == {3}


def test_two_pairs_of_a_poem_count_as_one_poem() -> None:
    items = [{**of, "work_id": ITEMS[place // 2]["work_id"]} for place, of in enumerate(ITEMS[:8])]
    rows: Rows = {"items": items, "judgements": list(choices(2, items, 1.0))}
    row = analyse(export_tables(rows), decisions([False] * 4 + [True] * 4))["human_comparisons"].to_pylist()[0]
    assert (row["pairs"], row["poems"], row["squared_differences"]) == (8, 4, 8)


def test_if_all_are_right_there_is_no_correlation() -> None:
    rows: Rows = {"items": ITEMS, "judgements": list(choices(2, ITEMS, 1.0))}
    *_, row = analyse(export_tables(rows), decisions([True] * 40))["human_comparisons"].to_pylist()
    assert row["people"] == "majority"
    assert row["spearman"] is None
    assert "all shares or all margins are equal" in row["why_null"]
    assert row["reliability"] is None


# --- the whole


def test_the_tables_have_their_schemas_and_unique_keys_in_any_order_of_rows() -> None:
    rows: Rows = {"items": ITEMS, "judgements": list(choices(3, ITEMS, 0.8))}
    export = export_tables(rows)
    tables = analyse(export, decisions([True, False] * 15))
    for name, table in tables.items():
        assert table.schema.equals(ANALYSIS_TABLES[name].schema)
        keys = table.select(list(ANALYSIS_TABLES[name].key)).to_pylist()
        assert len({tuple(key.values()) for key in keys}) == len(keys)
        assert all(table["simulated"].to_pylist())
    judgements = export["judgements"]
    export["judgements"] = judgements.take(list(reversed(range(len(judgements)))))
    again = analyse(export, decisions([True, False] * 15))
    assert all(again[name].equals(tables[name]) for name in tables)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"probability": 1.5}, "probabilities outside 0 to 1, of judge j000 on item i000000"),
        ({"study": "another"}, "of 2 plans"),
        ({"simulated": False}, "mixes simulated judges with people"),
        ({"item": "unknown"}, "item that the plan lacks (unknown)"),
        ({"item": "i000001"}, "several rows of one judge and item (judge j000, item i000001)"),
        ({"chosen_text_id": "00"}, "judge j000 chose text '00', which item i000000 does not show"),
        ({"chosen_text_id": None}, "judge j000 chose none of the texts"),
        ({"correct": None}, "do not say whether they are right"),
    ],
)
def test_an_export_that_contradicts_itself_is_refused_with_one_message(change: dict[str, Any], message: str) -> None:
    judgements = list(choices(2, ITEMS, 0.8))
    judgements[0] = {**judgements[0], **change}
    with pytest.raises(ExportError) as error:
        analyse(export_tables({"items": ITEMS, "judgements": judgements}))
    assert message in str(error.value)


def test_an_export_without_judgements_is_refused() -> None:
    with pytest.raises(ExportError, match="has no judgement"):
        analyse(export_tables({"items": ITEMS}))


def test_items_whose_lists_differ_in_number_are_refused() -> None:
    items = [{**ITEMS[0], "roles": ["original"]}, *ITEMS[1:]]
    with pytest.raises(ExportError, match=r"roles and text_ids differ in number \(i000000\)"):
        analyse(export_tables({"items": items, "judgements": list(choices(2, ITEMS, 0.8))}))


def test_an_undecided_judge_is_wrong_and_agreement_leaves_the_answer_out() -> None:
    undecided = {"chosen_text_id": None, "answer": "undecided", "correct": False}
    rows: Rows = {"items": ITEMS[:4], "judgements": list(choices(2, ITEMS[:4], 1.0))}
    rows["judgements"][0] |= undecided
    found = figures(rows)
    assert found[TASK, "accuracy", "all"]["value"] == 7 / 8
    assert found[TASK, "undecided", "all"]["value"] == 1 / 8
    assert found[TASK, "agreement_raw", "all"]["value"] == 1
    rows["judgements"][5] |= {"chosen_text_id": ITEMS[1]["text_ids"][1], "answer": "second", "correct": False}
    assert value(rows, "agreement_raw") == pytest.approx(2 / 3)
    rows["judgements"] = [row | undecided for row in rows["judgements"]]
    assert value(rows, "agreement_raw") is None


def test_pairs_without_an_id_cannot_be_set_beside_models() -> None:
    items = [{**ITEMS[0], "pair_id": None}, *ITEMS[1:]]
    export = export_tables({"items": items, "judgements": list(choices(2, items, 0.8))})
    with pytest.raises(ExportError, match="item i000000 has no pair_id"):
        analyse(export, decisions([True] * 30))
    assert len(analyse(export)["human_results"])
