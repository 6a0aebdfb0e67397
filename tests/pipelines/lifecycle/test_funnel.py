"""How a release counts refused rows if a filter raises, and if a recipe has two versions of one filter."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.running import recipe_values, versebench_here, write_recipe
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.commands.print.release import print_release
from versebench.pipelines.lifecycle.facts.gather import funnel
from versebench.pipelines.lifecycle.release import release
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.log import Silent
from versebench.pipelines.runners.runner import Runner
from versebench.release.documents.facts import FunnelStep
from versebench.transforms.filters.words_not_symbols import WordsNotSymbols
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.stanza import Stanza

FILTERS: list[dict[str, Any]] = [
    {"filter": "five_lines.v1"},
    {"filter": "rhyme_scheme.v1"},
    {"filter": "words_not_symbols.v1"},
    {"filter": "rhyme_scheme.v2", "guesses": False},
    {"filter": "short_lines.v1"},
]


class Warnings(Silent):
    """Keeps the warnings."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    def warned(self, *said: object) -> None:
        self.messages += map(str, said)


def chain_of(folder: Path, log: Warnings, **changes: Any) -> Chain:
    values = recipe_values(clean={"filters": FILTERS}, **changes)
    return Chain(load_recipe(str(write_recipe(folder, values)), []), str(folder / "root"), Runner(log=log))


@pytest.fixture
def raising(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the filter in the middle raise on some poems: by the length of the first line."""
    honest = WordsNotSymbols.refuse

    def refuse(self: WordsNotSymbols, stanza: Stanza) -> Refusal | None:
        if len(stanza.lines[0]) % 16 == 1:
            raise ZeroDivisionError("broken")
        return honest(self, stanza)

    monkeypatch.setattr(WordsNotSymbols, "refuse", refuse)


def check_conserved(steps: tuple[FunnelStep, ...], entered: int, kept: int) -> None:
    """Every step is entered by what the one before left, and the last one leaves what is kept."""
    for step in steps:
        assert step.entered == entered
        entered -= sum(step.refused.values())
    assert entered == kept


@pytest.mark.usefixtures("raising")
def test_the_funnel_conserves_poems_where_a_filter_raises_and_two_filters_share_their_reasons(tmp_path: Path) -> None:
    log = Warnings()
    chain = chain_of(tmp_path, log, ingest={"rows_per_shard": 90, "max_unreadable_share": 0.5})
    counts = chain.clean().manifest.counts
    steps = funnel(chain)
    check_conserved(steps, counts["in"], counts["out"])
    assert [step.check for step in steps] == [one["filter"] for one in FILTERS]
    assert steps[1].refused["rhyme_scheme.no_rhyme"] > 0
    failed = steps[2].refused["processing_failed"]
    assert failed == counts["rejected.processing_failed"] > 0
    assert sum(sum(step.refused.values()) for step in steps) == counts["in"] - counts["out"]
    (warning,) = log.messages
    assert warning.startswith(f"clean: {failed} of {counts['in']} rows could not be processed, first work ")
    assert "(ZeroDivisionError: broken); they are left out with the reason processing_failed" in warning


@pytest.mark.usefixtures("raising")
def test_rows_on_which_code_raised_stand_in_terminal_report_card_manifest_and_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chain = chain_of(
        tmp_path,
        Warnings(),
        ingest={"rows_per_shard": 90, "max_unreadable_share": 0.5},
        tasks=[{"task": "swap_lines.v1", "pairs": 5}],
    )
    made = release(chain)
    failed, rows = (chain.clean().manifest.counts[name] for name in ("rejected.processing_failed", "in"))
    print_release(chain, made)
    assert "Rows on which code raised" in capsys.readouterr().err
    folder = Path(made.folder)
    assert "Code of versebench failed on these rows." in (folder / "report.html").read_text()
    assert f"| `clean` | {rows} | {failed} |" in (folder / "README.md").read_text()
    assert json.loads((folder / "manifest.json").read_text())["counts"]["clean/raised"] == failed
    (record,) = (tmp_path / "root/records").glob("*.json")
    assert json.loads(record.read_text())["defects"] == [{"step": "clean", "rows": rows, "failed": failed}]


def test_two_versions_of_a_filter_share_no_reject_and_no_defects_are_reported(tmp_path: Path) -> None:
    log = Warnings()
    chain = chain_of(tmp_path, log)
    counts = chain.clean().manifest.counts
    check_conserved(funnel(chain), counts["in"], counts["out"])
    assert log.messages == []
    ran = versebench_here("verify", chain.clean().run.directory)
    assert ran.code == 0, ran.err
