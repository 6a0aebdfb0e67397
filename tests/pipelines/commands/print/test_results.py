import io

import pytest
from rich.console import Console

from tests.release.sample_facts import many_series_facts
from versebench.pipelines.commands.print import results as print_results
from versebench.pipelines.runners import console as terminal


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    target = io.StringIO()
    for module in (terminal, print_results):
        monkeypatch.setattr(module, "console", Console(file=target, width=140))
    return target


def results() -> list[dict[str, object]]:
    return [{name: value for name, value in vars(one).items() if name != "own"} for one in many_series_facts().results]


def test_results_have_the_shape_of_the_papers_tables(printed: io.StringIO) -> None:
    print_results.print_results(results())
    text = printed.getvalue()
    assert [name for name in ("RANLP 2021, Table 2", "JCLS 2022, Table 1", "JCLS 2022, Table 2") if name in text] == [
        "RANLP 2021, Table 2",
        "JCLS 2022, Table 1",
        "JCLS 2022, Table 2",
    ]
    assert text.count("0.954 (.95–.96)") == 1
    assert "10,000 pairs" in text
    assert "264 pairs are ties" in text


def test_no_cell_of_the_widest_table_is_broken(printed: io.StringIO) -> None:
    print_results.print_results(results())
    last = printed.getvalue().split("JCLS 2022, Table 2")[1].split("In brackets")[0]
    rows = [line for line in last.splitlines() if "(" in line]
    assert len(rows) == 8
    assert all(line.count("(") == 6 for line in rows)
    assert max(map(len, last.splitlines())) <= 140


def test_results_of_a_task_of_no_paper_are_printed(printed: io.StringIO) -> None:
    print_results.print_results([{**results()[0], "task": "other.v1"}])
    assert "Other tasks" in printed.getvalue()
