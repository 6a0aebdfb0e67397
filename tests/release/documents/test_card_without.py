"""What card and report say about what is not in a release: works that were taken down, and texts that are withheld."""

from dataclasses import replace

import pytest

from tests.release.sample_facts import candidate_facts, sample_facts
from versebench.release.documents.card import render_card
from versebench.release.documents.facts import ReleaseFacts
from versebench.release.documents.report import render_report
from versebench.release.folder.withheld import without_texts


def test_the_card_counts_what_was_taken_down() -> None:
    card = render_card(replace(sample_facts(), taken_down=3, tombstones=1))
    assert "3 rows of the sources were taken down" in card
    assert "`TOMBSTONES.md` and `tombstones.json` list 1 work with date and reason" in card
    assert "`taken_down` 3" in card
    assert "## Taken down" in render_card(replace(sample_facts(), tombstones=1))
    assert "Taken down" not in render_card(sample_facts())


@pytest.mark.parametrize("facts", [sample_facts(), candidate_facts()], ids=["sample", "candidates"])
def test_pages_of_a_release_without_texts_show_none_and_say_so(facts: ReleaseFacts) -> None:
    withheld = without_texts(facts)
    lines = {line for pair in facts.examples for line in (*pair.original.split("\n"), *pair.corrupted.split("\n"))}
    assert lines
    for page in (render_card(withheld), render_report(withheld)):
        assert not [line for line in lines if line in page]
        assert "No pair is shown because the texts are withheld." in page
    assert "versebench rebuild ." in render_card(withheld)
    assert "versebench rebuild" not in render_card(facts)
