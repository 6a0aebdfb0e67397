"""The text that ``versebench scan`` reads."""

import json
from dataclasses import asdict
from pathlib import Path

from tests.fuzz.byte_mutations import fuzzed
from tests.fuzz.parser import Parser, check_message
from versebench.pipelines.commands.print.scan import print_scan
from versebench.pipelines.commands.scan import scan
from versebench.pipelines.errors import RecipeError

_TEXTS = [
    "There was an old man with a beard\nWho said “It is just as I feared!”".encode(),
    "o'er th' Vloon-hill's 1904th café\n'Twas brillig, and the slithy toves…".encode(),
    b"One\nsun\ntwo\nshoe\nrun",
    "ﬁﬂ Ⅻ ½ ñ n\u0303 İ ß ǅ 王 \U0001f600 ’s —".encode(),
]
_PIECES = (
    *(b"'", b"-", b"\xe2\x80\x99", b"\xe2\x80\x94", b".", b"&", b"/", b" ", b"\n", b"1904", b"1,000,000", b"$5.00"),
    *(b"'s", b"'d"),
    *(b"a" * 400, b"na" * 500, b"ab " * 300, b"x\n" * 300, b"-a" * 500, b"'" * 500, b"9" * 400, b"\xcc\x81" * 300),
    *(b"III", b"%[/red]"),
)  # fmt: skip


_LONGEST = 4_096
"""Bytes of a text: a table of every word of a longer one takes seconds to draw, and that is no hang."""


def _parse(content: bytes, folder: Path) -> None:
    text = content[:_LONGEST].decode("utf-8", "surrogateescape")
    try:
        scanned = scan(text, "british" if len(content) % 2 else "american", historical=len(content) % 3 == 0)
    except RecipeError as error:
        check_message(str(error), ";")
        return
    json.dumps(asdict(scanned), ensure_ascii=False)
    print_scan(scanned)
    lines = sum(len(stanza.lines) for stanza in scanned.stanzas)
    assert lines == len([line for line in text.splitlines() if line.strip()])


PARSERS = (Parser("scan", fuzzed(_TEXTS, _PIECES), _parse, examples=15),)
