"""Write numbers, sizes and names for readers, and escape data so that Markdown does not read it as markup."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup

ABSENT = "–"

_INERT = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;"} | {mark: f"\\{mark}" for mark in "\\`*_[]~#$"}
)


def number(value: int) -> str:
    """A count with thousands separated by commas, as the papers print them."""
    return f"{value:,}"


def decimal(value: float, digits: int = 3) -> str:
    """A number with a fixed count of decimals; a dash if it is not finite."""
    return f"{value:,.{digits}f}" if math.isfinite(value) else ABSENT


def percent(share: float, digits: int = 1) -> str:
    """A share of 1 as a percentage; a dash if it is not finite."""
    return f"{100 * share:.{digits}f} %" if math.isfinite(share) else ABSENT


def interval(low: float, high: float, digits: int = 3) -> str:
    """The ends of an interval."""
    return f"{decimal(low, digits)}–{decimal(high, digits)}"


def spread(mean: float, deviation: float, digits: int = 2) -> str:
    """A mean with its standard deviation, as the papers print them."""
    return f"{decimal(mean, digits)} ± {decimal(deviation, digits)}"


def p_value(p: float) -> str:
    """A p-value with three decimals, or ``< 0.001``."""
    return "< 0.001" if p < 0.001 else decimal(p)


def ranges(numbers: Sequence[int]) -> str:
    """Increasing numbers, with three or more in a row written as a range: ``1, 3–6``."""
    runs: list[list[int]] = []
    for value in numbers:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    written = [f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs]
    return ", ".join(written)


def size(count: int) -> str:
    """A number of bytes in the largest decimal unit that leaves at least 1."""
    amount, unit = float(count), "B"
    for larger in ("kB", "MB", "GB", "TB"):
        if amount < 1000:
            break
        amount, unit = amount / 1000, larger
    return f"{count} B" if unit == "B" else f"{amount:.1f} {unit}"


def plural(count: int, singular: str, plural_: str | None = None) -> str:
    """A count with its noun: ``1 pair``, ``2 pairs``."""
    return f"{number(count)} {noun(count, singular, plural_)}"


def noun(count: int, singular: str, plural_: str | None = None) -> str:
    """The noun that follows a count: ``pair`` or ``pairs``."""
    return singular if count == 1 else plural_ or f"{singular}s"


def label(name: str) -> str:
    """An id as words: ``Delete words (words=2)`` for ``delete_words.v1:words=2``."""
    stem, _, parameters = name.partition(":")
    words = re.sub(r"\.v\d+$", "", stem).replace("_", " ").replace(".", ": ")
    words = words[:1].upper() + words[1:]
    return f"{words} ({parameters.replace(':', ', ')})" if parameters else words


def plain(text: str) -> str:
    """The text in one line."""
    return " ".join(text.split())


def escape_markdown(text: str) -> str:
    """The text in one line, escaped so that Markdown shows its characters as they are, in tables too."""
    escaped = plain(text).translate(_INERT)
    escaped = re.sub(r"^([-+=])", r"\\\1", escaped)
    return re.sub(r"^(\d+)([.)])(?=\s|$)", r"\1\\\2", escaped)


def code(text: str) -> Markup:
    """The text as inline code of Markdown, whatever it contains."""
    from markupsafe import Markup

    line = plain(text)
    if line and not re.search(r"[`|<>&\\]", line):
        return Markup(f"`{line}`")
    # Markdown still reads its own marks inside HTML's code element, but not as character references.
    inert = "".join(c if c.isalnum() or c == " " else f"&#{ord(c)};" for c in line)
    return Markup(f"<code>{inert}</code>")


def task_code(task: str) -> Markup:
    """A task's id with each parameter as code of its own, because one long word would widen the table."""
    from markupsafe import Markup

    return Markup(" ").join(map(code, task.split(":")))


def fenced(text: str, language: str) -> Markup:
    """The text as a block of code, in a fence that is longer than any in the text."""
    from markupsafe import Markup

    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return Markup(f"{fence}{language}\n{text}\n{fence}")
