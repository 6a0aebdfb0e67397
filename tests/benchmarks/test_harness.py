"""What the benchmarks share: goals, the choice of sections, and what a run prints and returns."""

import json
from argparse import ArgumentParser
from pathlib import Path

import pytest

from benchmarks.completion.__main__ import COMPLETION
from benchmarks.ear.__main__ import EAR
from benchmarks.harness import Benchmark, Goal, Section, chosen, print_figures
from benchmarks.measure import has_amx
from benchmarks.scoring.__main__ import SCORING


@pytest.mark.parametrize(
    ("figure", "at_most", "strict", "met"),
    [
        (0.5, False, False, True),
        (0.5, False, True, False),
        (0.5, True, False, True),
        (0.5, True, True, False),
        (0.6, False, True, True),
        (0.6, True, False, False),
        (0.4, True, True, True),
        (0.4, False, False, False),
    ],
)
def test_a_bound_is_reached_or_passed(figure: float, at_most: bool, strict: bool, met: bool) -> None:
    assert Goal("a figure", figure, 0.5, at_most=at_most, strict=strict).met == met


def test_a_goal_shows_its_bound_with_its_sign() -> None:
    assert Goal("a", 1, 0.5, "{:.0%}").required == ">= 50%"
    assert Goal("a", 1, 0.5, "{:.1f}", strict=True).required == "> 0.5"
    assert Goal("a", 1, 5, at_most=True).required == "<= 5.00 x"
    assert Goal("a", 1, 5, "{:.0f}", at_most=True, strict=True).required == "< 5"


def test_names_come_in_the_order_of_those_known() -> None:
    assert chosen("c, a", ["a", "b", "c"], "section") == ["a", "c"]
    with pytest.raises(ValueError, match="unknown runner: x; choose from a, b"):
        chosen("a,x", ["a", "b"], "runner")


def table_of(text: str, title: str) -> list[list[str]]:
    """The cells of the table under a title."""
    lines = text[text.index(title + " ") :].splitlines()[1:]
    end = next(number for number, line in enumerate(lines) if line.startswith("└"))
    rows = [line.strip("┃│").replace("┃", "│").split("│") for line in lines[:end] if line[0] in "┃│"]
    return [[cell.strip() for cell in row] for row in rows]


def test_figures_are_tables_of_what_stands_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    figures = {
        "pairs": 12_000,
        "share_right": 0.123456,
        "ways": {"ours": {"seconds": 1.5, "memory": {"peak": 2048.5}}, "theirs": {"seconds": 12.0}},
        "by_size": {"10": {"clean": {"rows": 3}, "corrupt": {"rows": 4}}},
        "mixed": {"lines": None, "words": [{"word": "cat", "lines": 2}, {"word": "mat", "lines": 1}]},
        "times": {"theirs": 2.0},
    }
    print_figures("some", figures)
    printed = capsys.readouterr().err
    assert table_of(printed, "some") == [["figure", "value"], ["pairs", "12,000"], ["share right", "0.1235"]]
    assert table_of(printed, "some: ways") == [
        ["", "seconds", "memory: peak"],
        ["ours", "1.5", "2,048"],
        ["theirs", "12", ""],
    ]
    assert table_of(printed, "some: by size") == [["", "rows"], ["10, clean", "3"], ["10, corrupt", "4"]]
    assert table_of(printed, "some: mixed") == [["figure", "value"], ["lines", "–"]]
    assert table_of(printed, "some: mixed: words") == [["", "word", "lines"], ["1", "cat", "2"], ["2", "mat", "1"]]
    assert table_of(printed, "some: times") == [["", "value"], ["theirs", "2"]]


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--size", type=int, default=1)


def benchmark(folder: Path) -> Benchmark:
    """Three sections, of which one needs a file that is not there."""

    return Benchmark(
        "some",
        "Some figures.",
        {
            "one": Section(lambda options: {"shown": f"one of {options.size}"}),
            "two": Section(lambda options: {"shown": f"two, {options.peers}"}),
            "far": Section(lambda _options: {"shown": "far"}, lambda _options: folder / "far"),
        },
        lambda found: [Goal(name, 1, 2) for name in found],
        add_options,
        lambda options: {"size": options.size},
        peers=folder / "python",
    )


def test_sections_run_in_order_and_what_is_not_there_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert benchmark(tmp_path).main(["--sections", "far,two", "one", "--size", "3", "--json"]) == 0
    printed = capsys.readouterr()
    figures = json.loads(printed.out)
    assert figures["sections"] == {"one": {"shown": "one of 3"}, "two": {"shown": "two, False"}}
    assert printed.err.index("one of 3") < printed.err.index("two, False")
    assert [(goal["name"], goal["met"]) for goal in figures["goals"]] == [("one", False), ("two", False)]
    assert (figures["size"], list(figures["load_after"])) == (3, ["begin", "one", "two"])
    assert {"cores", "processor", "load", "amx"} <= figures["machine"].keys()
    assert "Section far skipped" in printed.err
    assert "Peers skipped" in printed.err
    assert printed.err.count("missed") == 2


@pytest.mark.parametrize(
    ("section", "command"), [("quality", COMPLETION), ("blimp", SCORING)], ids=["completion", "scoring"]
)
def test_a_section_of_a_corpus_is_left_out_if_no_folder_is_named(
    section: str, command: Benchmark, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["--sections", section]) == 0
    assert f"Section {section} skipped: name the folder of corpora by --data." in capsys.readouterr().err
    assert command.main(["--sections", section, "--data", str(tmp_path)]) == 0
    assert f"Section {section} skipped: {tmp_path}" in capsys.readouterr().err


def test_the_benchmark_of_sounds_asks_for_its_corpora(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        EAR.main(["--sections", "scheme"])
    assert "the following arguments are required: --data" in capsys.readouterr().err


def test_peers_are_asked_if_they_are_wanted_and_there(tmp_path: Path) -> None:
    (tmp_path / "python").touch()
    assert benchmark(tmp_path).options([]).peers
    assert not benchmark(tmp_path).options(["--no-peers"]).peers


def test_an_unknown_section_is_refused_with_those_that_exist(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        benchmark(tmp_path).main(["--only", "ones"])
    assert stop.value.code == 2
    assert "unknown section: ones; choose from one, two, far" in capsys.readouterr().err


def test_the_processor_tells_whether_it_has_amx(tmp_path: Path) -> None:
    described = tmp_path / "cpuinfo"
    assert not has_amx(described)
    described.write_text("flags\t: avx512f amx_bf16 amx_tile\n")
    assert has_amx(described)
