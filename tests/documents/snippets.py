"""The shell and Python blocks of the documents that people write."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
PATTERNS = ("*.md", "docs/*.md", "docs/tutorials/*.md", "samples/**/*.md", "deploy/**/*.md")
_BLOCK = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_HEREDOC = re.compile(r"<<'(?P<end>\w+)'(?P<rest>[^\n]*)\n.*?^(?P=end)$", re.MULTILINE | re.DOTALL)
_KEYWORDS = re.compile(r"^(?:for .*|do|done)$")
_ASSIGNMENTS = re.compile(r"(?:[A-Z_]+=\S*)(?: [A-Z_]+=\S*)*")


@dataclass(frozen=True)
class Block:
    """A fenced block: its document, the number of its first line, its language and its text."""

    document: str
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.document}:{self.line}"


def blocks(*languages: str) -> Iterator[Block]:
    """The blocks of these languages, document by document."""
    for pattern in PATTERNS:
        for path in sorted(REPOSITORY.glob(pattern)):
            text = path.read_text(encoding="utf-8")
            for block in _BLOCK.finditer(text):
                if block["language"] in languages:
                    line = text.count("\n", 0, block.start()) + 2
                    yield Block(str(path.relative_to(REPOSITORY)), line, block["language"], block["text"])


def commands(script: str) -> list[list[str]]:
    """The words of each command of a script; loops, assignments, redirections and comments are left out."""
    script = _HEREDOC.sub(r"\g<rest>", script).replace("\\\n", " ")
    found = []
    for line in script.splitlines():
        for words in _pipeline(line):
            while words and words[0] in ("do", "then"):
                words = words[1:]
            if words and words[0] == "export":
                words = []
            while words and _ASSIGNMENTS.fullmatch(words[0]):
                words = words[1:]
            if words and not _KEYWORDS.match(" ".join(words)):
                found.append(words)
    return found


def _pipeline(line: str) -> Iterator[list[str]]:
    words: list[str] = []
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split = True
    skipped = False
    for word in lexer:
        if re.fullmatch(r"[|&;]+", word):
            yield words
            words = []
        elif re.fullmatch(r"[<>]+", word):
            skipped = True
        elif skipped:
            skipped = False
        else:
            words.append(word)
    yield words
