"""CHANGES.md."""

from dataclasses import replace

from tests.release.sample_facts import sample_facts
from versebench.release.changes.difference import Difference, Example, TableDifference
from versebench.release.changes.page import Changes, render_changes, render_first, sentences
from versebench.release.documents.card import render_card
from versebench.release.documents.facts import ChangeFacts
from versebench.release.documents.report import render_report

GROWN: Difference = {
    "outcomes": TableDifference(10, 12, added=2, changed=4, fields={"outcome": 4}),
    "pairs": TableDifference(
        5, 1205, added=1200, examples=tuple(Example("added", (f"{k}", "t", "0")) for k in range(9))
    ),
    "poems": TableDifference(10, 11, added=1),
    "results": TableDifference(None, 3, added=3),
}
BROKEN: Difference = {
    "pairs": TableDifference(
        5,
        5,
        removed=1,
        added=1,
        changed=2,
        fields={"corrupted": 2, "words": 1},
        fields_removed=("seed",),
        examples=(Example("changed", ("a", "t", "0"), ("corrupted", "words")),),
    ),
    "poems": TableDifference(10, 9, removed=1),
    "scores": TableDifference(20, None, removed=20),
    "splits": TableDifference(10, 10, changed=1, moved=1, fields={"cluster": 3, "split": 1}),
}


def page(difference: Difference, version: str, required: str | None = None, older: str = "") -> str:
    return render_changes(Changes("small", version, "1.0.0", difference, required or version, older))


def test_a_page_of_a_minor_version() -> None:
    text = page(GROWN, "1.1.0")
    assert text.startswith("# Changes of small\n\n## 1.1.0, after 1.0.0\n\nA minor version: ")
    assert "- pairs: 1,200 rows added.\n- poems: 1 row added.\n- results: the table is new.\n" in text
    assert "| `pairs` | 5 | 1,205 | 1,200 | 0 | 0 | 0 | yes |\n" in text
    assert "| `outcomes` | 10 | 12 | 2 | 0 | 4 | 0 | no |\n" in text
    assert "| `results` | – | 3 | 3 | 0 | 0 | 0 | no |\n" in text
    assert text.count("- `pairs` added: ") == 3
    assert "**What to do.** Nothing breaks: all rows of 1.0.0 are unchanged." in text
    assert "creators chose" not in text


def test_a_page_of_a_major_version_says_what_to_do_about_each_change() -> None:
    text = page(BROKEN, "2.0.0")
    assert sentences(BROKEN) == [
        "pairs: 1 row added, 1 row removed, 2 rows changed (in corrupted, words), field removed: seed",
        "poems: 1 row removed",
        "scores: the table was removed",
        "splits: 1 row moved to another split",
    ]
    assert "- `pairs` changed in corrupted, words: `a / t / 0`\n" in text
    advice = text[text.index("**What to do.**") :].partition("\n")[0]
    for words in ("Measure again", "Train models again", "removed or changed in type", "Poems of 1.0.0 were removed"):
        assert words in advice
    removed = {"pairs": TableDifference(5, 4, removed=1)}
    assert page(removed, "2.0.0").partition("**What to do.** ")[2].partition("\n")[0] == (
        "Measure again: results of 1.0.0 cannot be compared with results of 2.0.0."
    )


def test_what_was_taken_down_is_pointed_at() -> None:
    changes = Changes("small", "2.0.0", "1.0.0", BROKEN, "2.0.0", "", taken_down=1)
    assert "what was taken down: 1 work, listed in `TOMBSTONES.md`." in render_changes(changes)
    assert "TOMBSTONES" not in page(BROKEN, "2.0.0")


def test_a_patch_asks_for_nothing() -> None:
    text = page({"pairs": TableDifference(5, 5)}, "1.0.1")
    assert "A patch: no row that decides the version has changed.\n\n**What to do.** Nothing. Results" in text
    assert "Some of these rows" not in text


def test_a_version_that_is_higher_than_required_is_explained() -> None:
    assert "The changes require only 1.1.0; the creators chose a higher version." in page(
        GROWN, "2.0.0", required="1.1.0"
    )


def test_the_sections_of_the_releases_before_stay_below() -> None:
    first = render_first("small", "1.0.0")
    second = page(GROWN, "1.1.0", older=first)
    third = render_changes(Changes("small", "2.0.0", "1.1.0", BROKEN, "2.0.0", second))
    assert third.count("# Changes of small") == 1
    assert [line for line in third.splitlines() if line.startswith("## ")] == [
        "## 2.0.0, after 1.1.0",
        "## 1.1.0, after 1.0.0",
        "## 1.0.0",
    ]
    assert third.endswith(second[second.index("\n## ") :])


def test_card_and_report_point_at_the_page() -> None:
    facts = replace(sample_facts(), changes=ChangeFacts("1.0.0", ("pairs: 2 rows added <here>",)))
    card, report = render_card(facts), render_report(facts)
    assert "The previous version is `1.0.0`; `CHANGES.md` states what changed" in card
    assert "<li>pairs: 2 rows added &lt;here&gt;</li>" in report
    assert report.count('<a href="#changes">Since 1.0.0</a>') == report.count('id="changes"') == 1
    assert "CHANGES.md" not in render_card(sample_facts()) + render_report(sample_facts())
    same = render_report(replace(facts, changes=ChangeFacts("1.0.0", ())))
    assert "No row that decides the version has changed." in same


def test_equal_facts_give_equal_pages() -> None:
    assert page(dict(GROWN), "1.1.0") == page({name: replace(one) for name, one in GROWN.items()}, "1.1.0")
