import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.release.sample_facts import (
    BEAM,
    CONSTRAINED,
    CONVENTION,
    DELAYED,
    HILL,
    NOSE,
    candidate_facts,
    completion_example,
    constrained_facts,
    contested_facts,
    delayed_facts,
    deletion,
    empty_facts,
    example,
    many_series_facts,
    result,
    sample_facts,
)
from versebench.release.documents.facts import Defect, ExamplePair, Fallback, ReleaseFacts
from versebench.release.documents.highlight import Mark, highlight, highlight_pair
from versebench.release.documents.report import EXAMPLES_SHOWN, render_report
from versebench.release.plots.accuracies import GLYPHS
from versebench.release.plots.word_plot import word_plot
from versebench.release.templates import views
from versebench.release.templates.order import series_names, task_names
from versebench.release.templates.wording import interval, label, p_value, percent, plural, ranges, size
from versebench.transforms.tasks.contract import Corruption
from versebench.transforms.tasks.splice import splice

NASTY = "<script>alert('x')</script> | `a` & \"b\" 🙂 שלום 床前明月光 $x$ *y*"
SECTIONS = ("figures", "funnel", "corpus", "tasks", "examples", "results", "validation", "files", "citing")
VOID = {"meta", "br", "link", "img", "input", "hr"}


class Page(HTMLParser):
    """What a page holds: text, elements, ids, and whether every element that opens also closes."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.open: list[str] = []
        self.marked: list[tuple[str, str]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)
            if tag in {"del", "ins", "mark"}:
                self.marked.append((tag, ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.open and self.open[-1] in {"del", "ins", "mark"}:
            tag, text = self.marked[-1]
            self.marked[-1] = (tag, text + data)

    def values(self, name: str) -> list[str]:
        return [value for _, key, value in self.attributes if key == name]


def nasty_facts() -> ReleaseFacts:
    facts = candidate_facts()
    verse = f"{NASTY}\n\n<b>second</b>"
    return replace(
        facts,
        title=NASTY,
        description=NASTY,
        creators=(NASTY,),
        licence=NASTY,
        profile=NASTY,
        unreadable={NASTY: 3},
        sources=tuple(replace(source, name=NASTY, licence=NASTY, citation=NASTY) for source in facts.sources),
        defects=(Defect(NASTY, 1_000, 3),),
        fallbacks=(Fallback(NASTY, NASTY, 2),),
        funnel=tuple(replace(step, check=NASTY, refused={NASTY: 1}) for step in facts.funnel),
        tasks=tuple(replace(task, summary=NASTY, paper=NASTY, not_applicable={NASTY: 1}) for task in facts.tasks),
        generators=tuple(replace(model, role=NASTY, name=NASTY, revision=NASTY) for model in facts.generators),
        selectors=tuple(replace(model, role=NASTY, name=NASTY, revision=NASTY) for model in facts.selectors),
        completions=tuple(
            replace(
                method,
                task=NASTY + method.task,
                attempts=replace(method.attempts, not_tried={NASTY: 1}, refused={NASTY: 2}),
                examples=(replace(completion_example(1), author=NASTY, before=(NASTY,), human=NASTY, machine=NASTY),),
            )
            for method in facts.completions
        ),
        synonyms=tuple(
            replace(
                one,
                task=NASTY + one.task,
                attempts=replace(one.attempts, not_tried={NASTY: 1}, refused={NASTY: 2}),
                examples=tuple(
                    replace(example, line=NASTY, start=0, end=8, first=(replace(example.first[0], synonym=NASTY),))
                    for example in one.examples
                ),
            )
            for one in facts.synonyms
        ),
        models=tuple(
            replace(model, name=NASTY, revision=NASTY, convention=NASTY, family=NASTY, precision=NASTY)
            for model in facts.models
        ),
        results=tuple(replace(row, model=NASTY + row.model, convention=NASTY) for row in facts.results),
        tests=tuple(
            replace(test, first=(NASTY + test.first[0], NASTY), second=(NASTY + test.second[0], NASTY))
            for test in facts.tests
        ),
        examples=(example("swap_lines.v1", verse, verse, ("<script>",), ("<b>",)),),
        checks=tuple(replace(check, expectation=NASTY, why=NASTY, table=NASTY) for check in facts.checks),
        files=tuple(replace(file, name=NASTY + file.name) for file in facts.files),
    )


# Highlighting


@st.composite
def marked_texts(draw: st.DrawFn) -> tuple[str, list[Mark]]:
    text = draw(st.text(max_size=60))
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8).filter(lambda cuts: len(cuts) % 2 == 0)))
    marks = [Mark(start, end, "mark") for start, end in zip(cuts[::2], cuts[1::2], strict=True)]
    return text, marks


@given(marked_texts())
def test_the_text_content_of_highlighted_text_is_the_text(case: tuple[str, list[Mark]]) -> None:
    text, marks = case
    page = Page(highlight(text, marks))
    assert page.text == text
    assert not page.open


@given(marked_texts())
def test_what_is_marked_is_what_the_spans_hold(case: tuple[str, list[Mark]]) -> None:
    text, marks = case
    page = Page(highlight(text, marks))
    marked = "".join(part for _, part in page.marked)
    assert marked == "".join(text[mark.start : mark.end] for mark in marks).replace("\n", "")


@given(marked_texts())
def test_every_span_without_visible_text_is_a_caret(case: tuple[str, list[Mark]]) -> None:
    text, marks = case
    hidden = [mark for mark in marks if not text[mark.start : mark.end].strip("\n")]
    assert highlight(text, marks).count('class="caret"') == len(hidden)


def test_a_deletion_is_struck_on_one_side_and_a_caret_on_the_other() -> None:
    original, corrupted = highlight_pair(deletion("delete_words.v1:words=1", NOSE, "certainly"))
    assert "You are <del>certainly </del>wrong" in original
    assert re.search(r'You are <span class="caret"[^>]*></span>wrong', corrupted)


def test_an_insertion_is_a_caret_on_the_original_and_underlined_on_the_corruption() -> None:
    pair = deletion("delete_words.v1:words=1", NOSE, "certainly")
    turned = replace(
        pair,
        original=pair.corrupted,
        corrupted=pair.original,
        original_spans=pair.corrupted_spans,
        corrupted_spans=pair.original_spans,
    )
    original, corrupted = highlight_pair(turned)
    assert 'class="caret"' in original
    assert "<ins>certainly </ins>" in corrupted


def test_a_change_is_marked_on_both_sides() -> None:
    pair = example("swap_end_words.v1", "a cat\na hat", "a hat\na cat", ("cat", "hat"), ("hat", "cat"))
    original, corrupted = highlight_pair(pair)
    assert Page(original).marked == [("mark", "cat"), ("mark", "hat")]
    assert Page(corrupted).marked == [("mark", "hat"), ("mark", "cat")]


def test_a_replaced_last_line_is_marked_whole_on_both_sides() -> None:
    last = HILL.split("\n")[-1]
    machine = "and he ate <b>frogs</b> \u2014 “with a grill.”"
    made = splice(HILL, [(len(HILL) - len(last), len(HILL), machine)], ["hill", "grill"])
    original, corrupted = highlight_pair(pair_of("complete_line_beam.v1", HILL, made))
    assert Page(original).marked == [("mark", last)]
    assert Page(corrupted).marked == [("mark", machine)]
    assert (Page(original).text, Page(corrupted).text) == (HILL, made.text)


@pytest.mark.parametrize("word", ["hill", "still"])
def test_a_replaced_end_word_is_marked_and_its_marks_are_not(word: str) -> None:
    start = HILL.index(f"{word}{',' if word == 'hill' else ';'}")
    made = splice(HILL, [(start, start + len(word), "mount's top")], [word, "mount's top"])
    original, corrupted = highlight_pair(pair_of("replace_end_word.v1", HILL, made))
    assert Page(original).marked == [("mark", word)]
    assert Page(corrupted).marked == [("mark", "mount's top")]
    assert Page(corrupted).text == made.text


def pair_of(task: str, original: str, made: Corruption) -> ExamplePair:
    return ExamplePair(task, "w", None, original, made.text, made.original_spans, made.corrupted_spans)


def test_spans_that_cannot_be_paired_are_marked_all_the_same() -> None:
    pair = replace(example("x.v1", "a b c", "a c b", ("b",), ()), corrupted_spans=((2, 3), (4, 5)))
    original, corrupted = highlight_pair(pair)
    assert (Page(original).marked, Page(corrupted).marked) == ([("mark", "b")], [("mark", "c"), ("mark", "b")])


def test_a_mark_over_lines_is_closed_in_each() -> None:
    assert Page(highlight("ab\ncd", [Mark(1, 4, "del")])).marked == [("del", "b"), ("del", "c")]


@pytest.mark.parametrize("marks", [[(3, 2)], [(0, 9)], [(0, 2), (1, 3)], [(-1, 1)]])
def test_spans_that_cannot_be_are_refused(marks: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="half-open ranges"):
        highlight("abcd", [Mark(start, end, "mark") for start, end in marks])


# The page


@pytest.mark.parametrize(
    "facts",
    [sample_facts(), many_series_facts(), candidate_facts(), contested_facts(), empty_facts(), nasty_facts()],
    ids=["sample", "many", "candidates", "contested", "empty", "nasty"],
)
def test_every_section_stands_in_well_formed_html(facts: ReleaseFacts) -> None:
    page = Page(render_report(facts))
    ids = page.values("id")
    assert not page.open
    assert set(SECTIONS) <= set(ids)
    assert len(ids) == len(set(ids))
    assert {value[1:] for value in page.values("href") if value.startswith("#")} <= set(ids)
    assert set(page.values("aria-labelledby")) <= set(ids)


def test_every_table_has_a_caption_and_every_drawing_a_description() -> None:
    page = Page(render_report(sample_facts()))
    assert page.tags.count("table") == page.tags.count("caption")
    labels = [value for tag, name, value in page.attributes if (tag, name) == ("svg", "aria-label")]
    assert len(labels) == page.tags.count("svg") == 3
    assert "Swapped lines: gpt2-medium 0.834 (0.827–0.841); bert-large-cased 0.832 (0.825–0.839)" in labels[0]


@pytest.mark.parametrize("facts", [sample_facts(), nasty_facts()], ids=["sample", "nasty"])
def test_the_page_needs_nothing_from_outside(facts: ReleaseFacts) -> None:
    html = render_report(facts)
    page = Page(html)
    assert not {"script", "link", "iframe", "object", "embed", "img", "image"} & set(page.tags)
    assert not page.values("src")
    assert [value for value in page.values("href") + page.values("xlink:href") if not value.startswith("#")] == [
        "https://doi.org/10.48694/jcls.117"
    ]
    assert "@import" not in html
    assert re.findall(r"url\((?!#)", html) == []


def test_equal_facts_give_equal_bytes_whatever_the_process_and_the_settings() -> None:
    script = (
        "import matplotlib; matplotlib.rcParams['lines.linewidth'] = 9; matplotlib.rcParams['font.size'] = 30\n"
        "import sys; from versebench.release.documents.report import render_report; "
        "from tests.release.sample_facts import sample_facts\n"
        "sys.stdout.buffer.write(render_report(sample_facts()).encode())"
    )
    other = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, timeout=300).stdout
    assert other == render_report(sample_facts()).encode()


def test_the_order_of_mappings_and_of_results_changes_nothing() -> None:
    facts = sample_facts()
    turned = replace(
        facts,
        unreadable=dict(reversed(list(facts.unreadable.items()))),
        results=tuple(reversed(facts.results)),
        funnel=tuple(replace(step, refused=dict(reversed(list(step.refused.items())))) for step in facts.funnel),
    )
    assert render_report(turned) == render_report(facts)


def test_no_data_becomes_markup() -> None:
    html = render_report(nasty_facts())
    assert "<script>" not in html
    assert "<b>second" not in html
    assert "&lt;b&gt;second" in html
    assert NASTY in Page(html).text


def test_control_characters_do_not_reach_the_page() -> None:
    assert "a\ufffdb" in render_report(replace(sample_facts(), title="a\0b"))


def test_empty_parts_say_that_they_are_empty() -> None:
    text = Page(render_report(empty_facts())).text
    for sentence in (
        "No row was read.",
        "The recipe has no filters.",
        "No poem was kept",
        "The release has no sources.",
        "The recipe has no tasks",
        "There are no pairs to show.",
        "The recipe has no models.",
        "No model was scored",
        "No expectation was checked.",
        "The release has no files.",
    ):
        assert sentence in text
    assert "nan" not in text.split()


def test_a_task_without_pairs_says_so() -> None:
    facts = sample_facts()
    tasks = (replace(facts.tasks[0], pairs=0), *facts.tasks[1:])
    assert "No poem gave a pair." in Page(render_report(replace(facts, tasks=tasks))).text


def test_a_result_without_pairs_has_no_accuracy() -> None:
    nan = float("nan")
    none = replace(result("swap_lines.v1", "m", "sum", 0.5), pairs=0, correct=0, accuracy=nan, low=nan, high=nan)
    for results in ((none,), (none, *sample_facts().results)):
        page = Page(render_report(replace(sample_facts(), results=results)))
        assert "nan" not in page.text
        assert page.tags.count("svg") >= 1


def test_a_failed_check_is_reported_in_words() -> None:
    facts = sample_facts()
    failed = replace(facts, checks=(replace(facts.checks[0], success=False), *facts.checks[1:]))
    text = Page(render_report(failed)).text
    assert "1 of 5 expectations not met." in text
    assert text.count("✗ not met") == 1
    assert failed.checks[0].why in text
    assert all(check.why not in text for check in failed.checks[1:] if check.why != failed.checks[0].why)
    assert "not met" not in Page(render_report(facts)).text


def test_a_file_s_checksum_stands_in_its_own_file_alone() -> None:
    report = render_report(sample_facts())
    assert all(file.name in report and file.sha256 not in report for file in sample_facts().files)


def test_one_example_of_each_task_is_shown() -> None:
    facts = sample_facts()
    twice = replace(facts, examples=tuple(pair for pair in facts.examples for _ in range(2)))
    assert render_report(twice).count('<article class="pair"') == len({pair.task for pair in twice.examples})


def test_few_completions_of_each_method_are_shown() -> None:
    facts = candidate_facts()
    many = tuple(replace(each, examples=each.examples[:1] * 20) for each in facts.completions)
    shown = render_report(replace(facts, completions=many)).count('<figure class="ending">')
    assert shown == EXAMPLES_SHOWN * sum(bool(each.examples) for each in facts.completions) > 0


def test_figures_of_the_limerick_papers_stand_beside_limericks_only() -> None:
    assert "98,454 → 29,853" in render_report(sample_facts())
    other = render_report(replace(sample_facts(), form="quatrain"))
    assert "29,853" not in other
    assert "printed in the paper" not in other


# Rows of the tables


def test_the_funnel_conserves_poems() -> None:
    rows = views.funnel(sample_facts())
    assert [row.left for row in rows[:-1]] == [row.entered for row in rows[1:]]
    assert rows[-1].left == sample_facts().statistics.poems


def test_what_went_wrong_stands_only_in_reports_of_releases_in_which_something_did() -> None:
    facts = sample_facts()
    assert "defects" not in Page(render_report(facts)).values("id")
    for wrong in ({"defects": (Defect("clean", 1_000, 3),)}, {"fallbacks": (Fallback("score m", "engine plain", 2),)}):
        page = Page(render_report(replace(facts, **wrong)))
        assert "defects" in page.values("id")
        assert "#defects" in page.values("href")
    assert "3.0" in Page(render_report(replace(facts, defects=(Defect("clean", 1_000, 3),)))).text


def test_reasons_stand_by_count_then_name_and_leave_out_nothing_happened() -> None:
    assert views.reasons({"b": 2, "a": 2, "c": 5, "d": 0}) == (("c", 5), ("a", 2), ("b", 2))


# Completions and synonyms


def test_completions_and_synonyms_stand_only_where_the_release_has_them() -> None:
    without, with_them = (Page(render_report(facts)) for facts in (sample_facts(), candidate_facts()))
    for name in ("completions", "synonyms"):
        assert name not in without.values("id")
        assert name in with_them.values("id")
        assert f"#{name}" in with_them.values("href")
    only = replace(candidate_facts(), synonyms=(), selectors=())
    assert {"completions", "synonyms"} & set(Page(render_report(only)).values("id")) == {"completions"}


def test_the_table_of_completions_holds_yield_words_copies_and_reasons() -> None:
    text = Page(render_report(candidate_facts())).text
    section = text[text.index("A generator reads") : text.index("For each end word")]
    for words in (
        "gpt2-writer",
        "64.0 % (640)",
        "61.0–66.9 %",
        "8.93 ± 1.40",
        "poets 7.06 ± 0.87",
        "12.09 ± 1.38",
        "poets 10.06 ± 0.87",
        "1.0 % (13)",
        "unknown",
        "end_words_not_in_dictionary 4,000",
        "no_rhyme 380,112",
        "5 completions drawn at random: Completed last line, delayed beam search",
        "1 completion drawn at random: Completed last line, search for rhyme and metre",
        "and he ate 3 old frogs with a grill.",
    ):
        assert words in section


def test_figures_of_the_paper_on_completions_are_marked_as_its_own() -> None:
    facts = candidate_facts()
    text = Page(render_report(facts)).text
    printed = text[text.index("printed in JCLS 2022 (3.5), for its own corpus and generator") :]
    assert printed.index("8 % (5,330)") < printed.index("26 % (2,595)") < printed.index("11 ± 2.73")
    assert printed.index("8 % (5,330)") < printed.index("poets 10 ± 2.14") < printed.index("26 % (2,595)")
    other = Page(render_report(replace(facts, form="quatrain"))).text
    assert "26 % (2,595)" not in other


def test_a_method_that_tried_nothing_has_neither_yield_nor_drawing() -> None:
    facts = candidate_facts()
    untried = replace(facts, completions=facts.completions[2:])
    section = Page(render_report(untried)).text
    assert "not_tried 65,004" in section
    assert "Words per line. Bars" not in section
    assert "nan" not in section


def test_the_drawing_of_words_says_what_it_shows_and_leaves_out_methods_without_lines() -> None:
    page = Page(word_plot(candidate_facts().completions))
    (description,) = page.values("aria-label")
    assert description == (
        "Words per line, mean and standard deviation. Completed last line, delayed beam search: the machine "
        "8.93 ± 1.40 in 1,316 lines, the poets 7.06 ± 0.87 in 1,000 lines. Completed last line, search for rhyme and "
        "metre: the machine 7.25 ± 0.74 in 2,100 lines, the poets 7.06 ± 0.87 in 1,000 lines."
    )
    assert page.text.count("Completed last line") == 2
    assert not page.open


def test_more_words_give_taller_bars() -> None:
    def bars(words: dict[int, int]) -> int:
        return word_plot([replace(delayed_facts(), words=words)]).count("var(--series-0)")

    assert bars({7: 1, 8: 1, 9: 1}) == bars({7: 3}) + 2


def test_a_line_with_its_end_word_marked_stands_with_what_each_model_puts_first() -> None:
    page = Page(render_report(candidate_facts()))
    assert {("mark", "down"), ("mark", "suppose")} <= set(page.marked)
    text = " ".join(page.text[page.text.index("2 lines drawn at random") :].split())
    assert "He ran up and downEdward Learbelow114" in text
    assert "presume139 imagine219" in text
    assert "31.0 % (6,200)" in page.text


def test_tasks_have_their_titles_with_parameters_only_if_two_are_alike() -> None:
    assert task_names([BEAM, DELAYED, CONSTRAINED]) == {
        BEAM: "Completed last line, beam search",
        DELAYED: "Completed last line, delayed beam search",
        CONSTRAINED: "Completed last line, search for rhyme and metre",
    }
    assert list(task_names(["delete_words.v1:words=1", "delete_words.v1:words=2", "swap_lines.v1"]).values()) == [
        "Deleted words (words=1)",
        "Deleted words (words=2)",
        "Swapped lines",
    ]
    assert list(task_names(["a.v1", "a.v2"]).values()) == ["A (a.v1)", "A (a.v2)"]
    assert list(task_names(["a.v1:k=1", "a.v1:k=2", "b.v1:k=1"]).values()) == ["A (k=1)", "A (k=2)", "B"]


def test_the_longest_line_of_either_side_fits_the_drawing() -> None:
    poets = replace(constrained_facts(), human_words={3: 1, 19: 1})
    assert ">19<" in word_plot([poets]).replace("\n", "")


# Results in the shape of the papers'


def test_swaps_are_shown_by_sum_and_deletions_by_mean() -> None:
    shown = {column.task: column.reduction for matrix in views.matrices(sample_facts()) for column in matrix.columns}
    assert shown["swap_lines.v1"] == "sum"
    assert shown["delete_words.v1:words=2"] == "mean"


def test_a_task_without_its_own_reduction_is_shown_by_one_it_has() -> None:
    facts = replace(sample_facts(), results=(result("delete_words.v1:words=1", "m", "mean_jcls", 0.7),))
    assert views.matrices(facts)[0].columns[0].reduction == "mean_jcls"


def test_tables_stand_in_the_papers_order_with_the_papers_columns() -> None:
    tables = {matrix.like: [column.name for column in matrix.columns] for matrix in views.matrices(many_series_facts())}
    assert tables == {
        "RANLP 2021, Table 2": ["Shuffled rhyming words", "Shuffled rhyming lines", "Corrupted rhyming word"],
        "JCLS 2022, Table 1": ["Delete 1 word", "Delete 2 words", "Delete 3 words"],
        "JCLS 2022, Table 2": ["1-r", "1-nr", "2-r", "2-nr", "3-r", "3-nr"],
    }


def test_a_task_that_the_release_lacks_has_no_column() -> None:
    names = [[column.name for column in matrix.columns] for matrix in views.matrices(sample_facts())]
    assert names[0] == ["Shuffled rhyming words", "Shuffled rhyming lines"]
    assert names[2] == ["1-r", "1-nr"]


def test_a_task_that_was_not_scored_has_a_column_of_dashes() -> None:
    first = views.matrices(many_series_facts())[0]
    assert first.columns[2].reduction is None
    assert {row.cells[2] for row in first.rows} == {None}
    assert first.printed[0] == ("GPT-2 medium", ("0.9423", "0.8336", "0.6557"))


def test_two_versions_of_a_task_have_a_column_each() -> None:
    results = (result("swap_lines.v1", "m", "sum", 0.7), result("swap_lines.v2", "m", "sum", 0.8))
    (matrix,) = views.matrices(replace(sample_facts(), tasks=(), results=results))
    names = ["Shuffled rhyming lines (swap_lines.v1)", "Shuffled rhyming lines (swap_lines.v2)"]
    assert [column.name for column in matrix.columns] == names


def test_a_result_of_an_unlisted_task_is_not_lost() -> None:
    facts = replace(sample_facts(), results=(result("other.v1", "m", "sum", 0.7),))
    (matrix,) = views.matrices(facts)
    assert (matrix.like, matrix.columns[0].name, matrix.printed) == ("", "Other", ())
    assert "Tasks that are not in the tables of the papers" in Page(render_report(facts)).text


def test_models_stand_in_the_order_of_the_recipe_under_one_number_everywhere() -> None:
    facts = many_series_facts()
    turned = replace(facts, models=tuple(reversed(facts.models)))
    rows = [[(row.number, row.name) for row in matrix.rows] for matrix in views.matrices(facts)]
    assert rows[0][:3] == [
        (1, "gpt2-medium"),
        (2, "an-organisation/a-causal-model-7b"),
        (3, "bert-large-cased, pll-original"),
    ]
    assert rows[0] == rows[1] == rows[2]
    assert [row.name for row in views.matrices(turned)[0].rows] == [name for _, name in reversed(rows[0])]


def test_a_model_with_several_conventions_is_named_with_what_sets_each_apart() -> None:
    names = series_names(
        [("m", "pll-original+space"), ("m", "pll-within-word+space"), ("n", CONVENTION), ("o", "a+b"), ("o", "a")]
    )
    assert list(names.values()) == ["m, pll-original", "m, pll-within-word", "n", "o, b", "o, a"]
    assert series_names([("m", CONVENTION), ("m", "no-bos")]) == {
        ("m", CONVENTION): f"m, {CONVENTION}",
        ("m", "no-bos"): "m, no-bos",
    }


def test_the_tasks_of_the_papers_stand_beside_what_the_papers_print() -> None:
    last = views.matrices(sample_facts())[-1]
    assert last.like == "JCLS 2022, Table 2"
    assert last.printed[0] == ("GPT-2 medium", ("0.9133", "0.8991"))
    assert [name for name, _ in last.printed] == ["GPT-2 medium", "BERT large, cased", "Transformer-XL", "XLNet large"]
    assert views.matrices(sample_facts())[0].printed[-1] == ("Human readers", ("1.0000", "0.9500"))


def test_the_best_and_those_at_chance_are_marked() -> None:
    matrix = views.matrices(sample_facts())[0]
    lines = {row.name: row.cells[1] for row in matrix.rows}
    best = [name for name, cell in lines.items() if cell and cell.best]
    chance = [name for name, cell in lines.items() if cell and cell.chance]
    assert (best, chance) == (["gpt2-medium"], ["versebench-lstm"])


def test_a_cell_names_the_models_that_it_differs_from_for_the_better() -> None:
    """Of the sample, the first two models are alike on swapped words, and apart where one word is deleted."""
    first, second, _ = views.matrices(sample_facts())
    assert [row.cells[0] and row.cells[0].beats for row in first.rows] == [(3,), (3,), ()]
    assert [row.cells[0] and row.cells[0].beats for row in second.rows] == [(2, 3), (3,), ()]


def test_a_difference_stands_with_the_better_model_first() -> None:
    matrix = views.matrices(sample_facts())[1]
    difference = next(
        difference
        for difference in matrix.differences[0]
        if (difference.better, difference.worse) == ("gpt2-medium", "bert-large-cased")
    )
    assert (difference.column, difference.only_better, difference.only_worse, difference.differs) == (
        "Deleted words (words=1)",
        495,
        405,
        True,
    )
    test = difference.test
    turned = replace(
        test, first=test.second, second=test.first, only_first=test.only_second, only_second=test.only_first
    )
    tests = tuple(turned if other == test else other for other in sample_facts().tests)
    again = views.matrices(replace(sample_facts(), tests=tests))[1]
    assert [(o.better, o.only_better) for o in again.differences[0]] == [
        (o.better, o.only_better) for o in matrix.differences[0]
    ]
    assert (matrix.significant, matrix.compared) == (8, 9)


def test_comparisons_stand_folded_under_each_table() -> None:
    page = Page(render_report(many_series_facts()))
    assert page.tags.count("details") == 4 + 2, "one for each table, the validation, and the files"
    assert "of 168 comparisons show a difference between two models" in page.text
    assert "495 v 405" in Page(render_report(sample_facts())).text


def test_without_comparisons_nothing_is_said_of_them() -> None:
    text = Page(render_report(replace(sample_facts(), tests=()))).text
    assert "Holm" not in text
    assert "> " not in text[text.index("Table 2") : text.index("Every result")]


def test_eight_series_have_a_marker_each() -> None:
    page = Page(render_report(many_series_facts()))
    assert [glyph for glyph in GLYPHS if glyph not in page.text] == []
    colours = {value for value in page.values("style") if value.startswith("color:var(--series-")}
    assert len(colours) == 8


# Wording


def test_names_and_numbers_are_written_for_readers() -> None:
    assert label("delete_words.v1:words=2") == "Delete words (words=2)"
    assert label("a_task.v1:words=2:lines=1") == "A task (words=2, lines=1)"
    assert label("swap_lines.v12") == "Swap lines"
    assert (size(999), size(1000), size(2_412_345)) == ("999 B", "1.0 kB", "2.4 MB")
    assert (plural(1, "pair"), plural(2000, "pair")) == ("1 pair", "2,000 pairs")
    assert (percent(float("nan")), percent(0.4012)) == ("–", "40.1 %")
    assert interval(0.1, 0.25) == "0.100–0.250"
    assert (p_value(0.0), p_value(0.0009), p_value(0.0312), p_value(1.0)) == ("< 0.001", "< 0.001", "0.031", "1.000")
    assert [ranges(numbers) for numbers in ([], [2], [1, 2], [1, 2, 3], [1, 3, 4, 5, 8])] == [
        "",
        "2",
        "1, 2",
        "1–3",
        "1, 3–5, 8",
    ]


def test_importing_the_release_pages_loads_neither_jinja_nor_matplotlib() -> None:
    script = (
        "import sys, versebench.release.documents.report, versebench.release.documents.card\n"
        "assert not {'jinja2', 'markupsafe', 'matplotlib'} & set(sys.modules), 'heavy import'"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=300)
