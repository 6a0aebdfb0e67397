"""Every figure says how it was computed, whether or not it has a value."""

from tests.transforms.judgements.exports import export_tables, judgement, poem_items
from versebench.transforms.judgements.analyse import analyse


def test_every_figure_states_its_method_with_few_poems_and_with_none() -> None:
    items = poem_items(3, ["human", "gpt"])
    answers = [judgement("j000", of, answer="50", probability=0.5) for of in items]
    excluded = [{**row, "excluded": "known"} for row in answers]
    for judgements in (answers, excluded):
        rows = analyse(export_tables({"items": items, "judgements": judgements}))["human_results"].to_pylist()
        assert rows
        assert all(row["method"].strip() for row in rows)
        assert all(row["value"] is not None or row["why_null"] for row in rows)
