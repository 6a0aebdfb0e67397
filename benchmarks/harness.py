"""Shared parts of the benchmarks: goals, sections, the command line with its tables, and figures as JSON."""

import argparse
import os
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from textwrap import shorten
from typing import Any

from benchmarks.measure import machine, progress, write_json
from versebench.pipelines.runners.console import console, print_table

Figures = dict[str, Any]

MOST_ROWS, MOST_CHARACTERS = 50, 100
"""Limits of a table and of a cell on the terminal. JSON contains everything."""


@dataclass(frozen=True)
class Goal:
    """A figure and its bound, a minimum or with ``at_most`` a maximum. ``shape`` is the format of both.

    ``strict``: the figure must not equal the bound, for example to be better than a peer.
    """

    name: str
    figure: float
    bound: float
    shape: str = "{:.2f} x"
    at_most: bool = False
    strict: bool = False

    @property
    def met(self) -> bool:
        """Whether the figure satisfies its bound."""
        if self.figure == self.bound:
            return not self.strict
        return (self.figure < self.bound) == self.at_most

    @property
    def required(self) -> str:
        """The bound with its sign."""
        return f"{'<' if self.at_most else '>'}{'' if self.strict else '='} {self.shown(self.bound)}"

    def shown(self, value: float) -> str:
        """A value in the format of the goal."""
        return self.shape.format(value)


@dataclass(frozen=True)
class Section:
    """A part of a benchmark: the function that measures it, and the file or folder that it needs."""

    measure: Callable[[Namespace], Figures]
    needs: Callable[[Namespace], Path | None] | None = None


@dataclass(frozen=True)
class Benchmark:
    """A benchmark of several sections as a command.

    ``add_options`` adds options to its command line. Every benchmark has ``--sections`` and ``--json``, and
    ``--no-peers`` if it has ``peers``, the path of Python in their environment. ``about`` returns what else the figures
    depend on.
    """

    name: str
    description: str
    sections: Mapping[str, Section]
    goals: Callable[[Figures], Iterable[Goal]]
    add_options: Callable[[ArgumentParser], None]
    about: Callable[[Namespace], Figures] = lambda _options: {}
    peers: Path | None = None

    def options(self, argv: Sequence[str] | None = None) -> Namespace:
        """The options of a command line."""
        parser = command(f"benchmarks.{self.name}", self.description)
        # Two of the names come from earlier versions.
        parser.add_argument(
            "--sections",
            "--section",
            "--only",
            nargs="+",
            default=list(self.sections),
            help="sections to run (default: all)",
        )
        if self.peers is not None:
            parser.add_argument("--no-peers", action="store_true", help="measure only this project")
        self.add_options(parser)
        options = parser.parse_args(argv)
        try:
            options.sections = chosen(",".join(options.sections), self.sections, "section")
        except ValueError as error:
            parser.error(str(error))
        if self.peers is not None:
            options.peers = not options.no_peers and self.peers.exists()
            if not options.peers and not options.no_peers:
                say(f"Peers skipped: {self.peers} does not exist. Run `make peers` to install them.")
        return options

    def measure(self, options: Namespace) -> Figures:
        """The figures of the chosen sections, which are printed, with goals and environment."""
        loads, measured = {"begin": load()}, {}
        for name in options.sections:
            section = self.sections[name]
            if section.needs is not None and ((path := section.needs(options)) is None or not path.exists()):
                missing = "name the folder of corpora by --data" if path is None else f"{path} does not exist"
                say(f"Section {name} skipped: {missing}.")
                continue
            progress(f"{name}, load {load():.1f}")
            measured[name] = section.measure(options)
            print_figures(name, measured[name])
            loads[name] = load()
        return report(measured, self.goals(measured), {"load_after": loads, **self.about(options)})

    def main(self, argv: Sequence[str] | None = None) -> int:
        """Run the command line."""
        options = self.options(argv)
        measured = self.measure(options)
        if options.json:
            write_json(measured)
        return 0


def command(module: str, description: str) -> ArgumentParser:
    """The command line of a benchmark, with ``--json``."""
    parser = ArgumentParser(
        prog=f"python -m {module}",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON on standard output")
    return parser


def chosen(given: str, known: Iterable[str], kind: str) -> list[str]:
    """Comma-separated names, in the order of ``known``. Raises ``ValueError`` for an unknown one."""
    names, order = [name.strip() for name in given.split(",")], list(known)
    if unknown := [name for name in names if name not in order]:
        raise ValueError(f"unknown {kind}: {', '.join(unknown)}; choose from {', '.join(order)}")
    return [name for name in order if name in names]


def report(sections: Figures, goals: Iterable[Goal], more: Figures) -> Figures:
    """All figures with the machine and the goals, which are printed."""
    scored, this_machine = list(goals), machine()
    print_goals(scored)
    say(f"{this_machine['cores']} cores of {this_machine['processor']}, load {this_machine['load']:.1f}")
    met = [{**asdict(goal), "met": goal.met} for goal in scored]
    return {"machine": this_machine, **more, "sections": sections, "goals": met}


def print_figures(title: str, figures: Mapping[str, Any]) -> None:
    """Print nested figures as tables: one for the plain values, and one for each group with a row for each member."""
    groups = {name: value for name, value in figures.items() if _is_group(value)}
    plain = [(_words(name), _cell(value)) for name, value in figures.items() if name not in groups]
    if plain:
        print_table(title, ["figure", "#value"], plain)
    for name, value in groups.items():
        if isinstance(value, Mapping) and _is_mixed(value):
            print_figures(f"{title}: {_words(name)}", value)
            continue
        rows = list(islice(_rows(value), MOST_ROWS))
        columns = list(dict.fromkeys(column for _, row in rows for column in row))
        cells = [(label, *(_cell(row.get(column, "")) for column in columns)) for label, row in rows]
        print_table(f"{title}: {_words(name)}", ["", *(f"#{_words(column)}" for column in columns)], cells)


def _is_group(value: object) -> bool:
    return isinstance(value, Mapping) or (
        isinstance(value, list) and any(isinstance(member, Mapping) for member in value)
    )


def _is_mixed(values: Mapping[Any, Any]) -> bool:
    """Whether there are both plain values and groups."""
    return any(map(_is_group, values.values())) and not all(isinstance(value, Mapping) for value in values.values())


def _rows(value: Any, path: str = "") -> Iterator[tuple[str, Figures]]:
    """The members of a group, each with its figures; a group of groups has the members of all."""
    for name, inner in value.items() if isinstance(value, Mapping) else enumerate(value, 1):
        label = f"{path}, {name}" if path else str(name)
        if not isinstance(inner, Mapping):
            yield label, {"value": inner}
        elif inner and all(isinstance(member, Mapping) for member in inner.values()):
            yield from _rows(inner, label)
        else:
            yield label, dict(_flat(inner))


def _flat(values: Mapping[Any, Any], path: str = "") -> Iterator[tuple[str, object]]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{path}{name}: ")
        elif not _is_group(value):
            yield f"{path}{name}", value


def _words(name: object) -> str:
    return str(name).replace("_", " ")


def _cell(value: object) -> str:
    """A number with four significant digits, or the first characters of any other value."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return f"{value:,}" if isinstance(value, int) else shorten(str(value), MOST_CHARACTERS)


def print_goals(goals: Iterable[Goal]) -> None:
    """Print each goal with its figure, if there are any."""
    rows = [(goal.name, goal.required, goal.shown(goal.figure), "met" if goal.met else "missed") for goal in goals]
    if rows:
        print_table("Goals", ["goal", "#required", "#figure", ""], rows)


def say(text: str) -> None:
    """Print a line for people on standard error."""
    console.print(text, highlight=False, markup=False, soft_wrap=True)


def load() -> float:
    """The load average of the last minute: processes that wanted a core."""
    return os.getloadavg()[0]
