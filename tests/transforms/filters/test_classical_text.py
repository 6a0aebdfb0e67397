import json
from pathlib import Path

import pytest

from versebench.models.pronunciation.rhyme_table import RhymeTable
from versebench.transforms.filters.classical_text import ClassicalText
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.forms.chinese import JUEJU
from versebench.transforms.prosody.languages.classical_chinese.language import CLASSICAL_CHINESE
from versebench.transforms.prosody.languages.contract import Language
from versebench.transforms.prosody.languages.english import ENGLISH
from versebench.transforms.prosody.stanza import SoundMemory, Stanza
from versebench.transforms.text.chinese import verse_lines

SAMPLE = Path("samples/chinese/poems.json")


def stanza(*lines: str, language: Language = CLASSICAL_CHINESE) -> Stanza:
    return Stanza(lines, JUEJU, SoundMemory(RhymeTable(), language=language))


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("蟲鳴短夢長（一作涼）。", Refusal("classical_text.note", "line 2: （")),
        ("古簡沉埋□□春，", Refusal("classical_text.lacuna", "line 2: □")),
        ("K歌聲裏月初沉。", Refusal("classical_text.letters", "line 2: K")),
        ("小楼听雨到三更，", Refusal("classical_text.script", "line 2: 楼")),
        ("「孤燈接夜明」。", None),
    ],
)
def test_what_is_no_classical_verse_is_refused_by_name(line: str, refusal: Refusal | None) -> None:
    assert ClassicalText().refuse(stanza("鐵軌穿雲去，", line)) == refusal


def test_poems_of_other_languages_pass() -> None:
    assert ClassicalText().refuse(stanza("There was (so they say)", language=ENGLISH)) is None


def test_the_flaws_of_the_sample_are_refused_and_no_other_poem() -> None:
    for poem in json.loads(SAMPLE.read_text(encoding="utf-8")):
        refusal = ClassicalText().refuse(stanza(*verse_lines(poem["paragraphs"])))
        flawed = poem["expect"] in ("note", "lacuna", "letters", "script")
        assert (refusal.reason if refusal else None) == (f"classical_text.{poem['expect']}" if flawed else None)
