"""Print a scanned poem."""

from versebench.pipelines.commands.scan import Scan, ScannedStanza, ScannedWord
from versebench.pipelines.runners.console import print_line, print_table


def print_scan(scan: Scan) -> None:
    """Print the words of a poem, its metre, its lines with marks over them, and how they rhyme."""
    rows = [(word.line, word.word, word.phones, word.stresses, word.syllables, _origin(word)) for word in scan.words]
    print_table("Words", ["#line", "word", "sounds", "stress", "#syllables", "origin"], rows)
    _print_metre(scan)
    for number, stanza in enumerate(scan.stanzas, 1):
        _print_stanza("Lines" if len(scan.stanzas) == 1 else f"Stanza {number}", stanza)


def _print_metre(scan: Scan) -> None:
    margin = "" if scan.metre.margin is None else f" ({scan.metre.margin:.2f} nats a line before the next)"
    print_line(f"metre: {scan.metre.name}{margin}")


def _print_stanza(title: str, stanza: ScannedStanza) -> None:
    letters = stanza.scheme if len(stanza.lines) > 1 else ""
    rows = [
        (line.number, letters[place : place + 1], line.syllables, line.stresses, line.text)
        for place, line in enumerate(stanza.lines)
    ]
    print_table(title, ["#line", "rhyme", "#syllables", "stress", "text"], rows)
    _print_marks(stanza)
    if letters:
        print_line(f"rhyme scheme: {letters}")
    for pair in stanza.rhymes:
        print_line(f"  lines {pair.lines[0]} and {pair.lines[1]}: {pair.rhyme}")


def _print_marks(stanza: ScannedStanza) -> None:
    """Print each line with its marks above it, and after it the number of its beats."""
    width = max(len(line.text) for line in stanza.lines)
    for line in stanza.lines:
        if line.readings:
            print_line(f"      {line.marks}")
            print_line(f"{line.number:>4}  {line.text:<{width}}  {line.readings[0].beats}")
        else:
            print_line(f"{line.number:>4}  {line.text:<{width}}  not scanned: {line.unread}")


def _origin(word: ScannedWord) -> str:
    return f"guess ({word.origin})" if word.guessed else word.origin
