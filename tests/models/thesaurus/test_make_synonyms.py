from pathlib import Path

import pytest
from pyarrow import parquet

from training.make_synonyms import Synset, main, read_licence, read_poems, read_senses, read_synsets, rows_of

HEAD = "  1 This is the licence.  \n  2 WordNet 3.0 Copyright 2006 by Princeton University.  \n"
ADJECTIVES = (
    "00000100 00 a 02 large 0 big 0 002 & 00000200 a 0000 = 00000900 n 0000 | of great size  \n"
    "00000200 00 s 03 huge 0 very_big 0 galore(ip) 0 001 & 00000100 a 0000 | extremely large  \n"
)
NOUNS = (
    "00000300 05 n 03 cat 0 kitty 0 Caterpillar 0 000 | feline  \n"
    "00000400 06 n 02 Caterpillar 0 cat 1 000 | a vehicle  \n"
    "00000500 06 n 01 thing 0 000 | alone  \n"
)
INDEX = {
    "adj": "big a 1 1 & 1 1 00000100  \nlarge a 1 1 & 1 1 00000100  \n"
    "very_big a 1 1 & 1 0 00000200  \nhuge a 1 1 & 1 0 00000200  \n",
    "noun": "cat n 2 0 2 1 00000300 00000400  \nkitty n 1 0 1 0 00000300  \nthing n 1 0 1 0 00000500  \n"
    "caterpillar n 2 0 2 0 00000400 00000300  \n",
    "verb": "",
    "adv": "",
}


@pytest.fixture
def dictionary(tmp_path: Path) -> Path:
    for part in INDEX:
        data = {"adj": ADJECTIVES, "noun": NOUNS}.get(part, "")
        (tmp_path / f"data.{part}").write_text(HEAD + data, encoding="latin-1")
        (tmp_path / f"index.{part}").write_text(HEAD + INDEX[part], encoding="latin-1")
    return tmp_path


def test_synsets_and_senses_are_read(dictionary: Path) -> None:
    assert read_synsets(dictionary / "data.adj") == {
        "00000100": Synset(("large", "big"), ("00000200",)),
        "00000200": Synset(("huge", "very_big", "galore"), ("00000100",)),
    }
    assert dict(read_senses(dictionary / "index.noun"))["cat"] == ("00000300", "00000400")
    assert "very_big" not in dict(read_senses(dictionary / "index.adj"))


def test_rows_hold_what_can_be_offered(dictionary: Path) -> None:
    big, large, huge = rows_of(dictionary, "adj")
    assert (big.lemma, big.pos, big.sense, big.synonyms, big.similar) == (
        "big",
        "adjective",
        1,
        ("large",),
        ("huge", "galore"),
    )
    assert (large.synonyms, huge.synonyms, huge.similar) == (("big",), ("galore",), ("large", "big"))
    nouns = {(row.lemma, row.sense): row.synonyms for row in rows_of(dictionary, "noun")}
    assert nouns == {
        ("cat", 1): ("kitty",),
        ("kitty", 1): ("cat",),
        ("Caterpillar", 1): ("cat",),
        ("Caterpillar", 2): ("cat", "kitty"),
    }


def test_the_licence_loses_its_line_numbers(dictionary: Path) -> None:
    licence = read_licence(dictionary / "data.noun")
    assert licence == "This is the licence.\nWordNet 3.0 Copyright 2006 by Princeton University.\n"


def test_a_whole_run_writes_table_licence_and_card(dictionary: Path, tmp_path: Path) -> None:
    poems, out = tmp_path / "poems.jsonl", tmp_path / "out"
    poems.write_text(
        '{"lines": ["There was an old man with a cat,", "Whose kitty was terribly big,"]}\n', encoding="utf-8"
    )
    assert read_poems(poems) == ["There was an old man with a cat,\nWhose kitty was terribly big,"]
    for _ in range(2):
        before = [path.read_bytes() for path in sorted(out.glob("*"))]
        main(["--dictionary", str(dictionary), "--poems", str(poems), "--out", str(out)])
    assert before == [path.read_bytes() for path in sorted(out.glob("*"))]
    assert parquet.read_table(out / "wordnet.parquet")["lemma"].to_pylist()[0] == "big"
    card = (out / "CARD.md").read_text(encoding="utf-8")
    assert "| rows (senses) | 7 |" in card
    assert "of 2 |" in card
