"""What the ear heard of some lines, for people."""

from versebench.pipelines.commands.hear import Hearing
from versebench.pipelines.runners.console import console, print_table


def print_hearing(heard: Hearing) -> None:
    """The words of some lines, their syllables, and how the lines rhyme."""
    rows = [(one.line, one.word, one.phones, one.stresses, one.syllables, one.origin) for one in heard.words]
    print_table("Heard", ["#line", "word", "phones", "stresses", "#syllables", "origin"], rows)
    console.print("syllables: " + " ".join(map(str, heard.syllables)), highlight=False)
    if heard.rhyme:
        console.print(f"rhyme: {heard.rhyme}", highlight=False)
    if heard.scheme:
        console.print(f"scheme: {heard.scheme}", highlight=False)
