"""Print the rhymes of a text, coloured or in brackets."""

from collections.abc import Sequence
from string import ascii_lowercase

from rich.text import Text

from versebench.pipelines.commands.scans.rhymes import Piece, ScannedRhymes, ScannedVerse
from versebench.pipelines.runners.console import console, print_line, print_table
from versebench.transforms.prosody.rhyme_density.measure import VerseRhymes

STYLES = tuple(
    f"bold {colour}{ground}"
    for ground in ("", " underline", " reverse")
    for colour in ("red", "green", "yellow", "blue", "magenta", "cyan", "bright_red", "bright_green", "bright_blue")
)


def print_rhymes(scanned: ScannedRhymes, *, plain: bool) -> None:
    """Print each verse with its rhymes, and the densities. Without colours, or ``plain``, rhymes are in brackets."""
    coloured = not plain and console.color_system is not None
    for verse in scanned.verses:
        _print_verse(verse, coloured=coloured)
    for heading, kind in scanned.left_out:
        print_line(f"left out: [{heading}] ({kind})")
    titles = [verse.heading or "verse" for verse in scanned.verses]
    rows = [_row(title, verse.rhymes) for title, verse in zip(titles, scanned.verses, strict=True)]
    if len(rows) > 1:
        weighted = [_shown(value) for value in scanned.weighted.values()]
        rows.append(("mean", "", "", "", _shown(scanned.density), *weighted, "", ""))
    counts = ["#syllables", "#rhymed", "#at line ends", "#unheard words"]
    print_table("Rhymed syllables", ["verse", *counts], [(*row[:4], row[-1]) for row in rows])
    densities = ["#density", *(f"#{name}" for name in scanned.weighted), "#entropy (bits)"]
    print_table(f"Rhyme density, {scanned.detector}", ["verse", *densities], [(row[0], *row[4:-1]) for row in rows])


def letters(group: int) -> str:
    """The letters of a group: a to z, aa, ab and so on."""
    high, low = divmod(group, len(ascii_lowercase))
    return (letters(high - 1) if high else "") + ascii_lowercase[low]


def bracketed(pieces: Sequence[Piece]) -> str:
    """A line whose rhymed syllables are in brackets with the letters of their groups: ``[a:ba][b:ker]``."""
    return "".join(piece.text if piece.group is None else f"[{letters(piece.group)}:{piece.text}]" for piece in pieces)


def _print_verse(verse: ScannedVerse, *, coloured: bool) -> None:
    if verse.heading:
        print_line(verse.heading, style="bold")
    for pieces in verse.lines:
        if coloured:
            parts = [(p.text, "" if p.group is None else STYLES[p.group % len(STYLES)]) for p in pieces]
            console.print(Text.assemble(*parts), soft_wrap=True)
        else:
            print_line(bracketed(pieces))
    lengths = verse.rhymes.rhymed_by_length
    print_line(
        f"rhymed syllables by the length of the rhyme: {lengths[0]} of one, {lengths[1]} of two, {lengths[2]} of more"
    )
    print_line("")


def _row(title: str, rhymes: VerseRhymes) -> tuple[object, ...]:
    weighted = [_shown(pair and pair[0]) for pair in rhymes.weighted.values()]
    counts = rhymes.syllables, rhymes.rhymed, rhymes.rhymed_at_line_ends
    return title, *counts, _shown(rhymes.density), *weighted, _shown(rhymes.entropy_bits), rhymes.unheard_words


def _shown(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
