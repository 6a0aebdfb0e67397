import json
from pathlib import Path

import pytest

from training.make_rhyme_scores import NAME, RESOURCES, estimate, main, read_stanzas, rhymes
from versebench.transforms.prosody.rhyme_density.scores import load_table

STANZAS = """POEM0 cat mill hat still
1 2 1 2
1 2 1 2

POEM0 day cats play hats
1 2 1 2

POEM1 broken
1 2

POEM1 bed bread sing singing
1 1 2 2
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "poet.pgold").write_text(STANZAS)
    return tmp_path


def test_words_of_one_class_of_a_stanza_rhyme(folder: Path) -> None:
    assert list(rhymes(read_stanzas(folder))) == [
        *(("cat", "hat"), ("mill", "still"), ("day", "play"), ("cats", "hats"), ("bed", "bread")),
    ]


def test_what_rhymes_scores_above_chance(folder: Path) -> None:
    table = estimate(read_stanzas(folder))
    assert table.vowel("AE", "AE") > 0 > table.vowel("AE", "IH")
    assert table.coda(("T",), ("T",)) > 0 > table.coda(("T",), ("L",))
    assert table.coda((), ("T",)) < 0


def test_the_file_is_written_as_it_is_read(folder: Path) -> None:
    main([str(folder), "--into", str(folder)])
    first = (folder / f"{NAME}.json").read_bytes()
    main([str(folder), "--into", str(folder)])
    assert (folder / f"{NAME}.json").read_bytes() == first
    assert json.loads(first).keys() == json.loads((RESOURCES / f"{NAME}.json").read_text()).keys()
    assert load_table(NAME).name == NAME
