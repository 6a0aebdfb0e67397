"""Every measured figure in a document comes from a command that the document names.

The rule: a block (a paragraph, list or table: what stands between empty lines) with a figure names a command, or stands
directly after or before one that does. In the card of a model, which is about one training run, the card names it. What
counts as a figure is a number with %, times, or a unit of time or size, or one number *of* another; not a limit (up to
1 %, 5 % by default), which a recipe or the code states.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
GENERATED = {"docs/RECIPE.md", "docs/SCHEMAS.md", "docs/STAGES.md"}
HISTORY = {"CHANGELOG.md"}

UNITS = "times|per mille|µs|ms|s|seconds?|minutes?|hours?|MB|GB|KiB|MiB|GiB|kilobytes?|megabytes?|gigabytes?"
NUMBER = r"(?<![\w.,:-])\d[\d,.]*"
FIGURE = re.compile(rf"{NUMBER}\s?(?:%|(?:{UNITS})\b)|{NUMBER} of (?:the |all )?\d[\d,.]*")
LIMIT = re.compile(rf"up to {NUMBER}\s?%|{NUMBER}\s?% by default")
COMMAND = re.compile(
    r"python -m [a-z_0-9]+(?:\.[a-z_0-9]+)*|`make [a-z-]+|^make [a-z-]+|versebench [a-z]+|\$V [a-z]+", re.MULTILINE
)


def documents() -> Iterator[Path]:
    """The documents that people write, and the cards of models."""
    for pattern in ("*.md", "docs/*.md", "samples/**/*.md", "deploy/**/*.md", "models/resources/*/CARD.md"):
        for path in sorted(REPOSITORY.glob(pattern)):
            if str(path.relative_to(REPOSITORY)) not in GENERATED | HISTORY:
                yield path


def figures_without_a_command(text: str, *, is_card: bool) -> list[str]:
    """The figures of a document for which it names no command."""
    blocks = re.split(r"\n\s*\n", text)
    named = [COMMAND.search(block) is not None for block in blocks]
    found = []
    for number, block in enumerate(blocks):
        near = named if is_card else named[max(0, number - 1) : number + 2]
        if not any(near):
            found += FIGURE.findall(LIMIT.sub("", block))
    return found


@pytest.mark.parametrize("path", list(documents()), ids=lambda path: str(path.relative_to(REPOSITORY)))
def test_every_figure_has_a_command(path: Path) -> None:
    found = figures_without_a_command(path.read_text(encoding="utf-8"), is_card=path.name == "CARD.md")
    assert found == [], f"{path}: name the command that prints these figures beside them, or leave them out"


def test_every_command_exists() -> None:
    """A module that a document names can be run."""
    modules = {
        name for path in documents() for name in re.findall(r"python -m ([a-z_.0-9]+[a-z_0-9])", path.read_text())
    }
    ours = {name for name in modules if name.split(".")[0] in ("benchmarks", "training", "deploy", "tests")}
    assert ours
    for name in ours:
        path = REPOSITORY / name.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), name


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It takes 3 seconds.", ["3 seconds"]),
        ("`python -m benchmarks.scale` says so:\n\nIt takes 3 seconds.", []),
        ("It takes 3 seconds.\n\n| goal |\n\n`make release` prints it.", ["3 seconds"]),
        ("88.4 % of the lines, 24 of 50 pairs, 1.9 times", ["88.4 %", "24 of 50", "1.9 times"]),
        ("Up to 20 modules, 400 lines, RANLP 2021, 4.2, version 1.0.0, two of 3, 5 % by default, up to 1 % may", []),
        ("```sh\nmake release   # 3 minutes\n```", []),
    ],
)
def test_the_rule(text: str, found: list[str]) -> None:
    assert figures_without_a_command(text, is_card=False) == found


def test_a_card_names_its_command_anywhere() -> None:
    assert figures_without_a_command("3 %\n\nx\n\ny\n\n`python -m training.train_g2p`", is_card=True) == []
    assert figures_without_a_command("3 %\n\nx\n\ny", is_card=True) == ["3 %"]
