"""What the benchmarks share: goals, sections, the command line with its tables, and the figures as JSON."""

import argparse
import os
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.measure import machine, progress, write_json
from versebench.pipelines.runners.console import console, print_table

Figures = dict[str, Any]


@dataclass(frozen=True)
class Goal:
    """A figure and its bound, which is the least that it may be, or the most; ``shape`` writes either.

    ``strict``: the bound itself is not enough, as in being better than a peer.
    """

    name: str
    figure: float
    bound: float
    shape: str = "{:.2f} x"
    at_most: bool = False
    strict: bool = False

    @property
    def met(self) -> bool:
        """Whether the figure is on the right side of its bound."""
        if self.figure == self.bound:
            return not self.strict
        return (self.figure < self.bound) == self.at_most

    @property
    def asked(self) -> str:
        """The bound with its sign."""
        return f"{'<' if self.at_most else '>'}{'' if self.strict else '='} {self.shown(self.bound)}"

    def shown(self, value: float) -> str:
        """A value in the unit of the goal."""
        return self.shape.format(value)


@dataclass(frozen=True)
class Section:
    """A part of a benchmark: what measures it, what prints its figures, and the file or folder that it needs."""

    measure: Callable[[Namespace], Figures]
    show: Callable[[Figures], None]
    needs: Callable[[Namespace], Path] | None = None


@dataclass(frozen=True)
class Benchmark:
    """A benchmark of several sections as a command.

    ``add_options`` adds options to its command line; those that every benchmark has are ``--sections`` and ``--json``,
    and ``--no-peers`` if it has ``peers``, the Python that their environment must hold. ``about`` gives whatever else
    the figures depend on.
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
        # Two names are those of earlier versions.
        parser.add_argument(
            "--sections", "--section", "--only", nargs="+", default=list(self.sections), help="which (default: all)"
        )
        if self.peers is not None:
            parser.add_argument("--no-peers", action="store_true", help="measure this project alone")
        self.add_options(parser)
        options = parser.parse_args(argv)
        try:
            options.sections = chosen(",".join(options.sections), self.sections, "section")
        except ValueError as error:
            parser.error(str(error))
        if self.peers is not None:
            options.peers = not options.no_peers and self.peers.exists()
            if not options.peers and not options.no_peers:
                say(f"The peers are left out: there is no {self.peers}; make peers makes it")
        return options

    def measure(self, options: Namespace) -> Figures:
        """The figures of the chosen sections, printed as they come, with the goals and what they depend on."""
        loads, measured = {"begin": load()}, {}
        for name in options.sections:
            section = self.sections[name]
            if section.needs is not None and not (path := section.needs(options)).exists():
                say(f"Left out: {name}, {path} is not there")
                continue
            progress(f"{name}, load {load():.1f}")
            measured[name] = section.measure(options)
            section.show(measured[name])
            loads[name] = load()
        return report(measured, self.goals(measured), {"load_after": loads, **self.about(options)})

    def main(self, argv: Sequence[str] | None = None) -> int:
        """The command."""
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
    """Names, separated by commas, in the order of those known. Raises ``ValueError`` for an unknown one."""
    names, order = [name.strip() for name in given.split(",")], list(known)
    if unknown := [name for name in names if name not in order]:
        raise ValueError(f"no {kind} is called {', '.join(unknown)}; there are: {', '.join(order)}")
    return [name for name in order if name in names]


def report(sections: Figures, goals: Iterable[Goal], more: Figures) -> Figures:
    """All figures with the machine and the goals, which are printed."""
    scored, made_on = list(goals), machine()
    print_goals(scored)
    say(f"{made_on['cores']} cores of {made_on['processor']}, load {made_on['load']:.1f}")
    met = [{**asdict(goal), "met": goal.met} for goal in scored]
    return {"machine": made_on, **more, "sections": sections, "goals": met}


def print_goals(goals: Iterable[Goal]) -> None:
    """Each goal with its figure."""
    rows = [(goal.name, goal.asked, goal.shown(goal.figure), "met" if goal.met else "missed") for goal in goals]
    print_table("Goals", ["goal", "#asked", "#figure", ""], rows)


def say(text: str) -> None:
    """A line for people, on standard error."""
    console.print(text, highlight=False, markup=False)


def load() -> float:
    """Processes that wanted a core in the last minute."""
    return os.getloadavg()[0]
