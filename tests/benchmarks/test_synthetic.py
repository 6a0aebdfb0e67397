import json
import random
from pathlib import Path

import pytest

from benchmarks import synthetic
from benchmarks.synthetic import FLAWED_PERCENT, FLAWS, Group, Parts, Synthetic
from versebench.models.pronunciation.registry import load_pronouncer
from versebench.transforms.filters.clean import refused_by
from versebench.transforms.filters.profiles import PROFILES
from versebench.transforms.prosody.forms.limerick import LIMERICK
from versebench.transforms.prosody.stanza import SoundMemory, Stanza

POEMS = 2_000


@pytest.fixture(scope="module")
def corpus() -> Synthetic:
    return Synthetic(seed=1)


@pytest.fixture(scope="module")
def texts(corpus: Synthetic) -> list[str]:
    return [corpus.poem(number) for number in range(POEMS)]


# the corpus


def test_a_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    contents = []
    for name, seed in (("one", 1), ("again", 1), ("other", 2)):
        assert synthetic.main(["--poems", "100", "--seed", str(seed), "--out", str(tmp_path / name)]) == 0
        contents.append((tmp_path / name).read_bytes())
    assert contents[0] == contents[1] != contents[2]


def test_every_poem_is_a_row_with_an_id_of_its_own(corpus: Synthetic, texts: list[str]) -> None:
    rows = [json.loads(line) for line in corpus.rows(POEMS)]
    assert [row["text"] for row in rows] == texts
    assert len({row["id"] for row in rows}) == POEMS


def test_a_poem_depends_on_its_number_alone(corpus: Synthetic, texts: list[str]) -> None:
    assert [corpus.poem(number) for number in (7, 3)] == [texts[7], texts[3]]


def test_no_two_texts_are_the_same(corpus: Synthetic, texts: list[str]) -> None:
    assert len(set(texts)) == POEMS
    numbers = random.Random(0).sample(range(len(corpus)), POEMS)
    assert len({corpus.poem(number) for number in numbers}) == POEMS


def test_there_are_millions_and_no_more_than_there_are(corpus: Synthetic) -> None:
    assert len(corpus) > 10_000_000
    with pytest.raises(ValueError, match=f"only {len(corpus)} differ"):
        next(corpus.rows(len(corpus) + 1))


def test_four_of_five_pass_the_filters_and_every_flaw_is_another_refusal(texts: list[str]) -> None:
    sounds, filters = SoundMemory(load_pronouncer("cmudict")), PROFILES["ranlp2021"]
    refusals = [refused_by(Stanza(text.split("\n"), LIMERICK, sounds), filters) for text in texts]
    assert sum(refused is not None for refused in refusals) / POEMS == pytest.approx(FLAWED_PERCENT / 100, abs=0.03)
    assert len({refused.refusal.reason for refused in refusals if refused}) == len(FLAWS)


def test_parts_are_numbered_through_all_groups() -> None:
    parts = Parts([Group((("a", "b"), ("c",))), Group((("d",), ("e", "f")))])
    assert [parts[number] for number in range(len(parts))] == [("a", "c"), ("b", "c"), ("d", "e"), ("d", "f")]


def test_a_command_that_cannot_write_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        synthetic.main(["--poems", "1", "--out", str(tmp_path / "no" / "file")])
    assert stop.value.code == 2
    assert "No such file" in capsys.readouterr().err
