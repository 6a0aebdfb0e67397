import re
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.release.documents.test_report import NASTY, nasty_facts
from tests.release.sample_facts import candidate_facts, contested_facts, empty_facts, many_series_facts, sample_facts
from versebench.release.documents.card import render_card
from versebench.release.documents.facts import FileFacts, ReleaseFacts
from versebench.release.templates.wording import code, escape_markdown, fenced
from versebench.schemas.registry import TABLES

HEADINGS = (
    "What it is",
    "How to load",
    "How to verify",
    "An example",
    "How it was made",
    "Results",
    "Fields",
    "Licences by source",
    "Limits and biases",
    "Citation",
)


def front_matter(card: str) -> dict[str, Any]:
    """What the hub's own expression for front matter finds."""
    found = re.match(r"^(\s*---[\r\n]+)([\S\s]*?)([\r\n]+---(\r\n|\n|$))", card)
    assert found
    loaded = yaml.safe_load(found[2])
    assert isinstance(loaded, dict)
    return loaded


def column_counts(card: str) -> list[set[int]]:
    """For each table the numbers of columns that its rows have."""
    tables: list[set[int]] = []
    before = ""
    for line in card.split("\n"):
        if line.startswith("|"):
            if not before.startswith("|"):
                tables.append(set())
            tables[-1].add(line.count("|"))
        before = line
    return tables


@pytest.mark.parametrize(
    "facts",
    [sample_facts(), many_series_facts(), candidate_facts(), contested_facts(), empty_facts(), nasty_facts()],
    ids=["sample", "many", "candidates", "contested", "empty", "nasty"],
)
def test_front_matter_and_every_section_are_there(facts: ReleaseFacts) -> None:
    card = render_card(facts)
    assert front_matter(card)["pretty_name"] == facts.title
    assert [line[3:] for line in card.split("\n") if line.startswith("## ")] == list(HEADINGS)
    assert card.endswith("\n")
    assert "\n\n\n\n" not in card


@pytest.mark.parametrize(
    "facts",
    [sample_facts(), many_series_facts(), candidate_facts(), contested_facts(), empty_facts(), nasty_facts()],
    ids=["sample", "many", "candidates", "contested", "empty", "nasty"],
)
def test_every_row_of_a_table_has_the_columns_of_its_head(facts: ReleaseFacts) -> None:
    assert all(len(counts) == 1 for counts in column_counts(render_card(facts)))


def test_front_matter_names_a_configuration_a_table() -> None:
    data = front_matter(render_card(sample_facts()))
    assert data["license"] == "cc-by-4.0"
    assert data["language"] == ["en"]
    assert data["size_categories"] == ["10K<n<100K"]
    assert [config["config_name"] for config in data["configs"]] == ["poems", "pairs", "scores", "results"]
    assert data["configs"][1] == {
        "config_name": "pairs",
        "data_files": [{"split": "train", "path": "pairs-*-of-*.parquet"}],
        "batch_size": 10_000,
        "default": True,
    }


def test_files_that_no_pattern_finds_are_listed() -> None:
    files = (FileFacts("b.parquet", "pairs", 1, 1, ""), FileFacts("a.parquet", "pairs", 1, 1, ""))
    card = render_card(replace(sample_facts(), files=files))
    assert front_matter(card)["configs"][0]["data_files"] == [{"split": "train", "path": ["b.parquet", "a.parquet"]}]
    assert 'pd.concat(map(pd.read_parquet, ["b.parquet", "a.parquet"]), ignore_index=True)' in card


def test_files_in_a_folder_are_found_there() -> None:
    files = (FileFacts("data/pairs-00000-of-00001.parquet", "pairs", 1, 1, ""),)
    configs = front_matter(render_card(replace(sample_facts(), files=files)))["configs"]
    assert configs[0]["data_files"][0]["path"] == "data/pairs-*-of-*.parquet"


def test_each_split_of_a_table_has_its_pattern() -> None:
    files = [
        FileFacts(f"pairs-{split}-{number:05d}-of-00002.parquet", "pairs", 1, 1, "", split)
        for split in ("train", "validation", "test")
        for number in range(2)
    ]
    files += [FileFacts(f"rejects-{number:05d}-of-00002.parquet", "rejects", 1, 1, "") for number in range(2)]
    configs = front_matter(render_card(replace(sample_facts(), files=tuple(files))))["configs"]
    assert {config["config_name"]: config["data_files"] for config in configs} == {
        "pairs": [
            {"split": "train", "path": "pairs-train-*-of-*.parquet"},
            {"split": "validation", "path": "pairs-validation-*-of-*.parquet"},
            {"split": "test", "path": "pairs-test-*-of-*.parquet"},
        ],
        "rejects": [{"split": "train", "path": "rejects-*-of-*.parquet"}],
    }


def test_a_split_or_a_table_without_rows_has_no_configuration() -> None:
    files = (
        FileFacts("poems-train-00000-of-00001.parquet", "poems", 3, 1, "", "train"),
        FileFacts("poems-test-00000-of-00001.parquet", "poems", 0, 1, "", "test"),
        FileFacts("pairs-train-00000-of-00001.parquet", "pairs", 0, 1, "", "train"),
    )
    card = render_card(replace(sample_facts(), files=files))
    (poems,) = front_matter(card)["configs"]
    assert poems["data_files"] == [{"split": "train", "path": "poems-train-*-of-*.parquet"}]
    assert 'load_dataset(getcwd(), "poems", split="all")' in card
    assert "are in 1 split: `train`." in card
    card = render_card(replace(sample_facts(), files=files[1:]))
    assert "configs" not in front_matter(card)
    assert "No table of this release has rows." in card


@pytest.mark.parametrize(
    ("licence", "written"),
    [
        ("CC0 1.0", {"license": "cc0-1.0"}),
        ("CC-BY-SA-4.0", {"license": "cc-by-sa-4.0"}),
        ("public domain", {"license": "other", "license_name": "public-domain"}),
        ("", {"license": "other", "license_name": "unknown"}),
    ],
)
def test_a_licence_that_the_hub_does_not_know_is_named(licence: str, written: dict[str, str]) -> None:
    data = front_matter(render_card(replace(sample_facts(), licence=licence)))
    assert {key: value for key, value in data.items() if key.startswith("license")} == written


def test_the_language_is_that_of_the_form_and_an_unknown_form_claims_none() -> None:
    assert front_matter(render_card(replace(sample_facts(), form="jueju")))["language"] == ["lzh"]
    for form in ("verse", "no-such-form"):
        assert "language" not in front_matter(render_card(replace(sample_facts(), form=form)))


def test_no_text_ends_the_front_matter() -> None:
    card = render_card(replace(sample_facts(), title="a\n---\nb: c"))
    assert front_matter(card)["pretty_name"] == "a --- b: c"
    assert "configs" in front_matter(card)


def test_every_field_of_the_tables_released_is_described() -> None:
    card = render_card(sample_facts())
    for field in TABLES["pairs"].schema:
        assert f"| `{field.name}` |" in card
    assert "list of int32" in card


def test_results_have_the_shape_of_the_papers_tables() -> None:
    card = render_card(many_series_facts())
    heads = [line for line in card.split("\n") if line.startswith("| Model | ") and "Family" not in line]
    assert heads == [
        "| Model | Swapped end words (“Shuffled rhyming words”), `sum` "
        "| Swapped lines (“Shuffled rhyming lines”), `sum` | Replaced end word (“Corrupted rhyming word”) |",
        "| Model | Deleted words (words=1) (“Delete 1 word”), `mean` "
        "| Deleted words (words=2) (“Delete 2 words”), `mean` | Deleted words (words=3) (“Delete 3 words”), `mean` |",
        "| Model | "
        + " | ".join(
            f"Deleted {kind} (words={words}) (“{words}-{short}”), `mean`"
            for words in (1, 2, 3)
            for kind, short in (("rhyming words", "r"), ("words that do not rhyme", "nr"))
        )
        + " |",
    ]
    assert "**0.954** (0.950–0.958) &gt; 1, 3–8 |" in card
    assert "| *printed in the paper:* Human readers | 1.0000 | 0.9500 | 1.0000 |" in card


def test_models_stand_with_family_precision_and_convention() -> None:
    card = render_card(many_series_facts())
    assert "| bert-large-cased | masked | fp32 | `pll-original+line-breaks-space` |" in card


def test_the_reductions_of_the_results_are_explained_and_no_others() -> None:
    card = render_card(many_series_facts())
    assert "*SLOR* (`slor`), the mean less" in card
    assert "pen_lp" not in card.split("## Fields")[0]


def test_generators_selectors_and_yields_are_listed_if_there_are_any() -> None:
    card = render_card(candidate_facts())
    assert "| generator | gpt2-writer | fp32 | `9123dcbb0b42` |" in card
    assert "| similarity, vectors after layer -1 | bert-verse | fp32 | `32987c4b7a9f` |" in card
    assert (
        "| 65,004 | 1,000 | **64.0 %** (61.0–66.9 %) | 1,316 | 8.93 ± 1.40 | 7.06 ± 0.87 | 12.09 ± 1.38 | 10.06 ± 0.87 "
        "| 1.0 % (13) | 402 |" in card
    )
    assert (
        "| *printed in JCLS 2022:* delayed beam search, k = 5 | – | 10,000 | 26 % (2,595) | 4,014 "
        "| 11 ± 2.73 | 7 ± 1.23 | – | 10 ± 2.14 |" in card
    )
    assert (
        "| Replaced end word `replace_end_word.v1` | 65,004 | 9,000 | **93.3 %** (92.8–93.8 %) "
        "| 20,000 | 90,000 | 4.50 |" in card
    )
    for words in ("### Completions", "### Synonyms", "The models that wrote", "Text that a model wrote"):
        assert words in card
        assert words not in render_card(sample_facts())


def test_tables_of_candidates_are_listed_with_their_fields() -> None:
    files = tuple(FileFacts(f"{name}-00000-of-00001.parquet", name, 3, 9, "") for name in ("completions", "synonyms"))
    card = render_card(replace(candidate_facts(), files=files))
    assert [config["config_name"] for config in front_matter(card)["configs"]] == ["completions", "synonyms"]
    for name in ("completions", "synonyms"):
        for field in TABLES[name].schema:
            assert f"| `{field.name}` |" in card


def test_an_example_of_a_replaced_last_line_is_a_patch_of_one_line() -> None:
    facts = sample_facts()
    pair = replace(facts.examples[0], original="a\nb\nc.", corrupted="a\nb\nand d!")
    assert "  a\n  b\n- c.\n+ and d!\n" in render_card(replace(facts, examples=(pair,)))


def test_the_snippets_are_python() -> None:
    snippets = re.findall(r"```python\n(.*?)\n```", render_card(sample_facts()), flags=re.DOTALL)
    assert len(snippets) == 6
    for snippet in snippets:
        compile(snippet, "card", "exec")
    assert 'glob("pairs-*-of-*.parquet")' in snippets[1]


def test_the_example_is_a_patch() -> None:
    card = render_card(sample_facts())
    assert "\n- He ran up and down\n+ He ran up and gown\n" in card


def test_an_example_that_changes_the_number_of_lines_is_shown_whole() -> None:
    facts = sample_facts()
    pair = replace(facts.examples[0], original="a\nb", corrupted="a", original_spans=(), corrupted_spans=())
    assert "- a\n- b\n+ a\n" in render_card(replace(facts, examples=(pair,)))


def test_both_papers_are_cited() -> None:
    card = render_card(sample_facts())
    assert "BPoMP: The Benchmark of Poetic Minimal Pairs – Limericks, Rhyme, and Narrative Coherence" in card
    assert "https://doi.org/10.48694/jcls.117" in card
    assert "sha256sum -c SHA256SUMS" in card


def test_empty_parts_say_that_they_are_empty() -> None:
    card = render_card(empty_facts())
    for sentence in (
        "There are no pairs to show.",
        "No model was scored",
        "This release has no tables.",
        "The release has no sources.",
    ):
        assert sentence in card
    assert "nan" not in card.split()


def test_equal_facts_give_equal_bytes_in_another_process() -> None:
    script = (
        "import sys; from versebench.release.documents.card import render_card; "
        "from tests.release.sample_facts import sample_facts\n"
        "sys.stdout.buffer.write(render_card(sample_facts()).encode())"
    )
    other = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, timeout=300).stdout
    assert other == render_card(sample_facts()).encode()


def test_no_data_becomes_markup() -> None:
    card = render_card(nasty_facts())
    outside = re.sub(r"^(`{3,}).*?^\1$", "", card.split("\n---\n", 1)[1], flags=re.DOTALL | re.MULTILINE)
    assert "<script>" not in outside
    assert escape_markdown(NASTY) in outside


@given(st.text())
def test_escaped_text_holds_no_live_mark(text: str) -> None:
    escaped = escape_markdown(text)
    assert "\n" not in escaped
    assert not re.search(r"(?<!\\)(?:\\\\)*[`*_\[\]~$]", escaped)
    assert not re.search(r"[<>|]", escaped)


@given(st.text())
def test_code_stays_in_its_cell(text: str) -> None:
    written = str(code(text))
    assert "|" not in written
    assert written.count("`") in {0, 2}


@given(st.text(alphabet="`a\n"))
def test_a_fence_is_longer_than_any_in_the_text(text: str) -> None:
    lines = str(fenced(text, "diff")).split("\n")
    assert lines[0].rstrip("dif") == lines[-1]
    assert lines[-1] not in lines[1:-1]
