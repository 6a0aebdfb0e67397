"""Writes the accuracies of a release into the cards of the shipped scorers: ``python -m training.card_accuracies DIR``.

``DIR`` is the release of the sample corpus, as ``make release`` makes it. The section is replaced where a card has one.
With ``--check`` nothing is written, and the command fails if a card has another section.
"""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from training.cards import ACCURACIES, RESOURCES, with_accuracies
from versebench.transforms.tasks.registry import TASKS


def section(rows: Sequence[Mapping[str, Any]]) -> str:
    """A model's accuracies, task by task, each by the reduction that its task is defined with."""
    cells = [
        (row["task"], row["reduction"], row["pairs"], f"{row['accuracy']:.3f}", f"{row['low']:.3f}–{row['high']:.3f}")
        for row in rows
    ]
    lines = [f"| {' | '.join(map(str, line))} |" for line in cells]
    chance = [row["task"] for row in rows if row["low"] <= 0.5]
    said = f"Not above chance, as the interval reaches 0.5: {', '.join(chance)}." if chance else "Above chance on all."
    table = "\n".join(["| task | reduction | pairs | accuracy | 95 % |", "|---|---|---|---|---|", *lines])
    return f"{ACCURACIES}\nAs `make release` prints it, with the papers' reductions. {said}\n\n{table}\n\n"


def main() -> None:
    """Reads the results, and writes or compares the cards."""
    parser = argparse.ArgumentParser(prog="python -m training.card_accuracies", description=__doc__)
    parser.add_argument("release", type=Path, help="a release of the sample corpus")
    parser.add_argument("--check", action="store_true", help="only compare the cards with the release")
    options = parser.parse_args()
    results = pq.read_table(options.release / "results-00000-of-00001.parquet").to_pylist()
    stale = {path: text for path, text in cards_of(results).items() if text != path.read_text(encoding="utf-8")}
    if options.check and stale:
        raise SystemExit(f"not as in {options.release}: {', '.join(sorted(map(str, stale)))}; run without --check")
    for path, text in stale.items():
        path.write_text(text, encoding="utf-8")


def cards_of(results: Sequence[Mapping[str, Any]]) -> dict[Path, str]:
    """The card of each model with its accuracies in every task of the results."""
    own = {name: task.reduction for name, task in TASKS.items()}
    cards = {}
    for model in sorted({row["model"] for row in results}):
        rows = [row for row in results if row["model"] == model and row["reduction"] == own[row["task"].split(":")[0]]]
        cards[card_of(model)] = with_accuracies(card_of(model).read_text(encoding="utf-8"), section(rows))
    return cards


def card_of(model: str) -> Path:
    """The card of a shipped model."""
    return RESOURCES / model / "CARD.md"


if __name__ == "__main__":
    main()
