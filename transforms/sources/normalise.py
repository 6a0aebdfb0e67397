"""Normalisation of texts: invalid bytes, mojibake, Unicode form, line ends, spaces."""

import re
import unicodedata
from typing import Literal

import ftfy
import ftfy.bad_codecs  # registers the windows-1252 that browsers use, where every byte means something
from pydantic import Field

from versebench.schemas.settings import Settings
from versebench.transforms.mapping.refusal import Refusal

_SURROGATE = re.compile("[\ud800-\udfff]")
_LINE_END = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_INVISIBLE = re.compile("[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_PASSES = 32
"""The greatest number of repairs of a text, as one repair may reveal further characters that were decoded wrongly."""


class Normalisation(Settings):
    """How text is read. The rules are part of the run: another rule gives another dataset."""

    invalid_bytes: Literal["windows-1252", "replace", "reject"] = Field(
        "windows-1252",
        description="What bytes that are no UTF-8 become: characters of windows-1252, U+FFFD, or a reject.",
    )
    mojibake: Literal["repair", "keep"] = Field(
        "repair", description="Whether text that was decoded wrongly before (â€™ for ’) is repaired."
    )
    markup: Literal["keep", "markup.v1"] = Field(
        "keep",
        description="`markup.v1`: entities (`&quot;`) become characters, `<br>` and `<p>` become line ends, other tags "
        "and the underscores of `_italics_` are removed. The attribute `markup_removed` of a poem lists what was "
        "changed.",
    )
    names: Literal["as_given", "names.v1"] = Field(
        "as_given",
        description="`names.v1`: an author `Lear, Edward` becomes `Edward Lear`, so that both are one author. The "
        "attribute `author_as_given` of a poem has the name of the source.",
    )
    attributions: Literal["keep", "cut"] = Field(
        "keep",
        description="Whether a last line that names an author, as in `- Edward Lear`, stays in the text, or is cut; "
        "the name is then the attribute `attribution_line`.",
    )
    simplified: Literal["refuse", "accept"] = Field(
        "refuse",
        description="Whether a text in classical Chinese with simplified characters is refused. The annotation "
        "knows rhymes and tones of traditional characters, so that of such a text has gaps.",
    )


def normalise(text: str, rules: Normalisation) -> str | Refusal:
    """Returns the normal form of a text, or why it cannot be kept.

    The normal form is in NFC. Lines end with a newline; runs of spaces become one space, spaces at the ends of lines
    are dropped; there is one blank line between stanzas and none at the ends. Invisible formatting characters are
    dropped, except the joiners that scripts and emoji need. Typographic quotes and dashes stay.
    """
    decoded = _decode(text, rules)
    if isinstance(decoded, Refusal):
        return decoded
    for _ in range(_PASSES):
        composed = _LINE_END.sub("\n", decoded if decoded.isascii() else _compose(decoded, rules))
        if control := _CONTROL.search(composed):
            code, place = ord(control.group()), control.start()
            return Refusal("control_characters", f"character U+{code:04X} at {place}; remove it from the source")
        tidy = _tidy_lines(composed)
        if tidy == decoded or tidy.isascii():
            break
        decoded = tidy
    return tidy if tidy else Refusal("empty_text", "the text contains nothing but spaces")


def normalise_line(text: str, rules: Normalisation) -> str:
    """Returns the normal form of a name or title on one line; empty if the text cannot be kept."""
    normal = normalise(text, rules)
    return "" if isinstance(normal, Refusal) else " ".join(normal.split())


def _decode(text: str, rules: Normalisation) -> str | Refusal:
    if text.isascii() or not _SURROGATE.search(text):
        return text
    try:
        raw = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return Refusal("invalid_unicode", "an unpaired surrogate such as \\ud800; write the whole character")
    if rules.invalid_bytes == "reject":
        return Refusal("invalid_bytes", "bytes that are not UTF-8; convert the source to UTF-8, or set invalid_bytes")
    if rules.invalid_bytes == "replace":
        return raw.decode("utf-8", "replace")
    return _each_invalid_byte_as_windows_1252(text)


def _each_invalid_byte_as_windows_1252(text: str) -> str:
    return _SURROGATE.sub(lambda found: bytes([ord(found.group()) - 0xDC00]).decode("sloppy-windows-1252"), text)


def _compose(text: str, rules: Normalisation) -> str:
    repaired = ftfy.fix_encoding(text) if rules.mojibake == "repair" else text
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", repaired))


def _tidy_lines(text: str) -> str:
    lines = [" ".join(line.split()) for line in text.split("\n")]
    kept = [line for place, line in enumerate(lines) if line or (place and lines[place - 1])]
    return "\n".join(kept).strip("\n")
