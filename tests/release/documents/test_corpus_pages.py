"""The pages of a release without pairs describe its contents, and do not mention tasks, models or results."""

from dataclasses import replace

import pytest

from tests.release.documents.test_card import HEADINGS, column_counts, front_matter
from tests.release.documents.test_report import SECTIONS, Page
from tests.release.sample_facts import digest, sample_facts
from versebench.release.documents.card import render_card
from versebench.release.documents.facts import FileFacts, FunnelStep, GroupStatistics, ReleaseFacts
from versebench.release.documents.report import render_report
from versebench.release.documents.verse_statistics import AuthorVerse
from versebench.release.zenodo.metadata import deposit_metadata

OF_PAIRS = {"tasks", "examples", "results"}
TABLES = ("poems", "annotation", "rejects")


def corpus_facts() -> ReleaseFacts:
    """A release of a corpus: poems of two forms in two languages, without pairs."""
    return replace(
        sample_facts(),
        tasks=(),
        models=(),
        results=(),
        tests=(),
        examples=(),
        files=tuple(FileFacts(f"{name}-00000-of-00001.parquet", name, 100, 10_000, digest(name)) for name in TABLES),
        has_pairs=False,
        groups=(
            GroupStatistics("limerick", "english", poems=60, authors=12, lines=300, words=2_000),
            GroupStatistics("jueju", "classical-chinese", poems=40, authors=9, lines=160, words=900),
        ),
        verse=(
            AuthorVerse(
                "All poems",
                60,
                300,
                {"anapaestic": 57, "iambic": 3},
                {"alliteration": 9, "assonance": 5},
                {"perfect": 5},
            ),
            AuthorVerse(
                "An author with a very long name",
                60,
                300,
                {"anapaestic": 57, "iambic": 3},
                {"assonance": 5},
                {"slant": 2},
            ),
        ),
    )


def test_the_card_has_the_sections_of_a_corpus() -> None:
    card = render_card(corpus_facts())
    headings = [line[3:] for line in card.split("\n") if line.startswith("## ")]
    assert headings == [heading for heading in HEADINGS if heading not in ("An example", "Results")]
    assert all(len(counts) == 1 for counts in column_counts(card))
    assert "\n\n\n\n" not in card
    for word in ("inimal pair", "orruption", "RANLP", "accurac"):
        assert word not in card


def test_the_card_counts_poems_by_form_and_language() -> None:
    card = render_card(corpus_facts())
    assert "| Limerick `limerick` | English `english` | 60 | 60.0 % | 12 | 5.0 | 6.7 |" in card
    assert "| Jueju (絕句) `jueju` | Classical Chinese `classical-chinese` | 40 | 40.0 % | 9 | 4.0 | 5.6 |" in card


def test_the_front_matter_names_the_forms_and_languages_of_the_poems() -> None:
    data = front_matter(render_card(corpus_facts()))
    assert data["language"] == ["en", "lzh"]
    assert data["tags"] == ["poetry", "limerick", "jueju", "corpus", "versebench"]
    assert data["size_categories"] == ["n<1K"]
    assert [config["config_name"] for config in data["configs"] if config.get("default")] == ["poems"]


def test_the_report_has_the_sections_of_a_corpus() -> None:
    page = Page(render_report(corpus_facts()))
    ids = set(page.values("id"))
    assert not page.open
    assert set(SECTIONS) - OF_PAIRS <= ids
    assert not OF_PAIRS & ids
    assert {link[1:] for link in page.values("href") if link.startswith("#")} <= ids
    assert "RANLP" not in page.text
    assert "Classical Chinese classical-chinese" in page.text


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("jueju",), "Jueju (絕句)"),
        (("limerick", "jueju"), "Limerick, Jueju (絕句)"),
        (("limerick", "jueju", "sonnet", "quatrain", "couplets"), "Limerick, Jueju (絕句), Sonnet and 2 more"),
        ((), "Limerick"),
    ],
    ids=["one", "two", "many", "none counted"],
)
def test_the_head_names_a_few_forms_and_counts_the_rest(names: tuple[str, ...], expected: str) -> None:
    groups = tuple(GroupStatistics(name, "english", poems=1, authors=1, lines=4, words=20) for name in names)
    facts = replace(corpus_facts(), groups=groups)
    head = Page(render_report(facts)).text.split("Key figures")[0]
    assert f"{'Forms' if len(names) > 1 else 'Form'}{expected}\n" in head
    assert f"{'Forms' if len(names) > 1 else 'Form'}: {expected}. Filters" in render_card(facts).replace("\\", "")


def test_filters_of_the_recipe_are_not_shown_as_a_profile() -> None:
    facts = replace(corpus_facts(), profile=None)
    assert "Filtersthe recipe’s own\n" in Page(render_report(facts)).text
    assert "Filters: the recipe's own." in render_card(facts)
    assert "Filters: profile `jcls2022`." in render_card(corpus_facts())


def test_a_filter_has_its_title_and_id_and_a_stage_its_title() -> None:
    facts = replace(corpus_facts(), funnel=(*corpus_facts().funnel, FunnelStep("split", 65_004, {})))
    text = Page(render_report(facts)).text
    assert "Words, not symbols words_not_symbols.v1" in text
    assert "Split split" not in text
    assert "| Words, not symbols `words_not_symbols.v1` |" in render_card(facts)
    assert "| Split | 65,004 |" in render_card(facts)


def test_a_release_of_pairs_keeps_its_sections() -> None:
    assert OF_PAIRS.issubset(Page(render_report(sample_facts())).values("id"))
    assert "groups-table" not in render_report(sample_facts())


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ({}, ["poetry", "limerick", "minimal pairs", "benchmark", "versebench", "versebench:small"]),
        ({"kind": "corpus"}, ["poetry", "limerick", "corpus", "versebench", "versebench:small"]),
    ],
    ids=["of a release before kinds", "corpus"],
)
def test_the_keywords_of_a_deposit(kind: dict[str, str], expected: list[str]) -> None:
    recipe = {"name": "small", "title": "Small", "version": "1.0.0", "creators": [], "licence": "CC0-1.0"}
    assert deposit_metadata({**recipe, "form": "limerick", "sources": [], **kind})["keywords"] == expected
