"""Pairs of which a scorer's tokenizer does not know every token are left out before sampling."""

from pathlib import Path
from typing import ClassVar, Literal

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.models.scorers import saved
from tests.transforms.tasks.poems import annotated
from versebench.models.scorers.identity import ModelIdentity, identify
from versebench.models.scorers.masked.settings import Masked
from versebench.models.scorers.packed.settings import Causal
from versebench.models.scorers.settings import ScorerSettings
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.mapping.failure import RecoverableError
from versebench.transforms.sampling.eligibility import EVERY_TEXT, eligibility, smallest_ranks
from versebench.transforms.sampling.vocabulary import VocabularyFilter
from versebench.transforms.tasks.contract import Corruption, NotApplicable, Task
from versebench.transforms.tasks.splice import splice
from versebench.transforms.text.draws import Draws
from versebench.transforms.text.keys import hash_id


class SayChinese(Task):
    """The first word becomes one that no WordPiece of English knows."""

    source: ClassVar[str] = "tests"
    reduction: ClassVar[Literal["sum", "mean"]] = "sum"
    task: Literal["say_chinese.v1"] = "say_chinese.v1"

    def corrupt(self, poem: AnnotatedPoem, draws: Draws) -> Corruption | NotApplicable:
        if len(poem.lines) != 5:
            return NotApplicable("too_few_lines")
        return splice(poem.text, [(0, poem.word_end[0], "春眠")], ["春眠"])


class DoubleFirst(Task):
    """The first word comes twice."""

    source: ClassVar[str] = "tests"
    reduction: ClassVar[Literal["sum", "mean"]] = "sum"
    task: Literal["double_first.v1"] = "double_first.v1"

    def corrupt(self, poem: AnnotatedPoem, draws: Draws) -> Corruption | NotApplicable:
        end = poem.word_end[0]
        return splice(poem.text, [(end, end, " " + poem.text[:end])], [poem.text[:end]])


KNOWN = "an Old Man\nwith a beard\nWho said\nin my beard\nTwo Owls"
UNKNOWN = "an Old Man\nwith a beard\nWho said 春\nin my beard\nTwo Owls"
POEMS = [annotated(text, work=hash_id("poem", text)) for text in (KNOWN, UNKNOWN, "an Old Man")]
TASKS = (DoubleFirst(), SayChinese())


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> tuple[ScorerSettings, ModelIdentity]:
    folder = saved.masked(tmp_path_factory.mktemp("models") / "tiny-bert")
    (folder / "model.safetensors").unlink()  # the tokenizer suffices
    return Masked(family="masked", model=str(folder)), identify(str(folder), None)


@pytest.fixture(scope="module")
def gpt2() -> tuple[ScorerSettings, ModelIdentity]:
    return Causal(model="gpt2-verse"), identify("gpt2-verse", None)


def reasons(vocabulary: VocabularyFilter) -> list[str | None]:
    found: list[str | None] = eligibility(POEMS, TASKS, 7, vocabulary).column("reason").to_pylist()
    return found


def test_an_unknown_token_in_either_text_makes_a_pair_not_applicable(
    bert: tuple[ScorerSettings, ModelIdentity],
) -> None:
    assert reasons(VocabularyFilter((bert,))) == [
        *(None, "unknown_token.tiny-bert"),
        *("unknown_token.tiny-bert", "unknown_token.tiny-bert"),
        *(None, "too_few_lines"),
    ]


def test_by_default_every_text_passes() -> None:
    assert reasons(EVERY_TEXT) == [None, None, None, None, None, "too_few_lines"]


def test_a_tokenizer_of_bytes_knows_every_text(gpt2: tuple[ScorerSettings, ModelIdentity]) -> None:
    assert reasons(VocabularyFilter((gpt2,))) == reasons(EVERY_TEXT)
    assert VocabularyFilter((gpt2,)).refusal("<|endoftext|> 🎂") is None


def test_the_first_scorer_that_does_not_know_a_token_is_named(
    bert: tuple[ScorerSettings, ModelIdentity], gpt2: tuple[ScorerSettings, ModelIdentity]
) -> None:
    other = ModelIdentity("other", bert[1].location, bert[1].revision, on_hub=False)
    assert VocabularyFilter((gpt2, bert, (bert[0], other))).refusal("春") == "unknown_token.tiny-bert"
    assert VocabularyFilter(((bert[0], other), bert)).refusal("春") == "unknown_token.other"


def test_ranks_and_rows_stay_as_they_are_and_refused_pairs_are_not_sampled(
    bert: tuple[ScorerSettings, ModelIdentity],
) -> None:
    every, known = eligibility(POEMS, TASKS, 7), eligibility(POEMS, TASKS, 7, VocabularyFilter((bert,)))
    names = ["work_id", "task", "edit", "rank"]
    assert known.select(names).equals(every.select(names))
    assert len(smallest_ranks(every, "double_first.v1", 9)) == 3
    assert len(smallest_ranks(known, "double_first.v1", 9)) == 2
    assert smallest_ranks(known, "say_chinese.v1", 9) == []


def test_a_tokenizer_that_cannot_be_loaded_is_told_with_the_remedy(tmp_path: Path) -> None:
    identity = ModelIdentity("empty", str(tmp_path), "r", on_hub=False)
    with pytest.raises(RecoverableError, match=r"empty cannot be loaded as a masked model: .* it must be a folder in"):
        VocabularyFilter(((Masked(family="masked", model=str(tmp_path)), identity),)).refusal("x")
