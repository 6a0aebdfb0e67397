"""Inputs that are valid documents with some of their bytes deleted, repeated, swapped, flipped or replaced."""

import gzip
from collections.abc import Callable, Sequence

from hypothesis import strategies as st

LONGEST = 32_768
"""Bytes of an input: so that a finding is a small file."""

DEEP = 3_000

AWKWARD = (
    b"\0",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xfe\xff",
    b"\r\n",
    b"\r",
    b"\n\n",
    b"\x1f\x8b",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\\ud800",
    b"\\u0000",
    b"\xe2\x80\xa8",
    b'"',
    b"'",
    b"9" * 5_000,
    b"1e999",
    b"-0",
    b"NaN",
    b"18446744073709551616",
    b"-9223372036854775809",
    b"[" * DEEP,
    b"{" * DEEP,
    b'{"a":' * DEEP,
    b"[" * DEEP + b"]" * DEEP,
    b"../../etc/passwd",
)
"""What parsers stumble over, in no format's name."""

Change = Callable[[st.DrawFn, bytes, Sequence[bytes]], bytes]


def _span(draw: st.DrawFn, content: bytes) -> tuple[int, int]:
    start = draw(st.integers(0, len(content)))
    return start, min(len(content), start + draw(st.integers(0, 64) | st.integers(0, LONGEST)))


def _delete(draw: st.DrawFn, content: bytes, tokens: Sequence[bytes]) -> bytes:
    start, end = _span(draw, content)
    return content[:start] + content[end:]


def _duplicate(draw: st.DrawFn, content: bytes, tokens: Sequence[bytes]) -> bytes:
    start, end = _span(draw, content)
    times = draw(st.integers(2, 3) | st.sampled_from([20, DEEP]))
    return content[:start] + content[start:end] * times + content[end:]


def _swap(draw: st.DrawFn, content: bytes, tokens: Sequence[bytes]) -> bytes:
    first, second = sorted((_span(draw, content), _span(draw, content)))
    if first[1] > second[0]:
        return content
    return b"".join(
        (content[: first[0]], content[slice(*second)], content[first[1] : second[0]], content[slice(*first)])
    )


def _flip(draw: st.DrawFn, content: bytes, tokens: Sequence[bytes]) -> bytes:
    place = draw(st.integers(0, max(len(content) - 1, 0)))
    flipped = bytes(byte ^ 1 << draw(st.integers(0, 7)) for byte in content[place : place + 1])
    return content[:place] + flipped + content[place + 1 :]


def _overwrite(draw: st.DrawFn, content: bytes, tokens: Sequence[bytes]) -> bytes:
    place = draw(st.integers(0, len(content)))
    new = draw(st.sampled_from([b"\0", b"\xff", b"\x7f", b"\x80"])) * draw(st.integers(1, 8))
    return content[:place] + new + content[place + len(new) :]


def _insert(draw: st.DrawFn, content: bytes, tokens: Sequence[bytes]) -> bytes:
    start, end = _span(draw, content)
    end = end if draw(st.booleans()) else start
    return content[:start] + draw(st.sampled_from(tokens) | st.binary(max_size=16)) + content[end:]


def _truncate(draw: st.DrawFn, content: bytes, tokens: Sequence[bytes]) -> bytes:
    return content[: draw(st.integers(0, len(content)))]


CHANGES: tuple[Change, ...] = (_delete, _duplicate, _swap, _flip, _flip, _overwrite, _insert, _insert, _truncate)


@st.composite
def mutated(draw: st.DrawFn, documents: st.SearchStrategy[bytes], tokens: Sequence[bytes] = ()) -> bytes:
    """A document after up to six changes; ``tokens`` are pieces of its format."""
    content = draw(documents)
    for _ in range(draw(st.integers(0, 6))):
        content = draw(st.sampled_from(CHANGES))(draw, content, (*AWKWARD, *tokens))[:LONGEST]
    return content


def fuzzed(
    documents: Sequence[bytes], tokens: Sequence[bytes] = (), *others: st.SearchStrategy[bytes]
) -> st.SearchStrategy[bytes]:
    """Documents with changes, other inputs with and without any, pieces of the format in any order, and plain bytes."""
    pieces = st.lists(st.sampled_from((*AWKWARD, *tokens)), max_size=12).map(b"".join)
    known = st.sampled_from(documents)
    return st.one_of(
        mutated(known, tokens), mutated(known, tokens), *others, *(mutated(other, tokens) for other in others),
        pieces, st.binary(max_size=200),
    )  # fmt: skip


def sometimes_gzipped(inputs: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    """The inputs as they are, gzipped, and gzipped with changes."""
    zipped = inputs.map(lambda content: gzip.compress(content, mtime=0))
    return st.one_of(inputs, inputs, inputs, zipped, mutated(zipped))
