"""The tables of a shard, made by models that are run."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.models.scorers import saved
from tests.transforms.filters.stanzas import SOUNDS
from tests.transforms.tasks.poems import annotated
from versebench.models.scorers.identity import identify
from versebench.models.scorers.memory import NotEnoughMemoryError
from versebench.models.selectors.loaded import LoadedSelectors
from versebench.models.selectors.registry import release_selectors
from versebench.models.selectors.settings import CausalSelector, MaskedSelector, Selectors
from versebench.schemas.candidates import ATTEMPTS, SYNONYMS
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.candidates.rank_shard import RankShard
from versebench.transforms.mapping.failure import RecoverableError
from versebench.transforms.prosody.lexicon.recall import SoundsByLanguage
from versebench.transforms.tasks.contract import Corruption
from versebench.transforms.tasks.replace_end_word import ReplaceEndWord
from versebench.transforms.tasks.synonyms.tables import offers_of
from versebench.transforms.text.draws import Draws

TASK = ReplaceEndWord(word_senses=None, synonym_senses=None)
POEMS = {
    poem.work_id: poem
    for poem in (
        annotated("the rain\na lane\nstones\nbones\nin pain", work="a" * 20),
        annotated("sea\nmy plea\ntale\nwhale\nfree", work="b" * 20),
        annotated("the nose\nit goes\nfury\njury\nclothes", work="c" * 20),
    )
}
REASONS: dict[str, str | None] = {"a" * 20: None, "b" * 20: "not_tried", "c" * 20: None}


@dataclass(frozen=True)
class InMemory:
    """What the folders of a run would hold: poems, how they sound, and which of them are tried."""

    reasons: tuple[tuple[str, str | None], ...]

    def poems(self, shard: int, works: Collection[str]) -> tuple[None, Iterable[AnnotatedPoem]]:
        return None, (POEMS[work] for work in sorted(works))

    def sounds_by_language(self, shard: int) -> SoundsByLanguage:
        return lambda language: SOUNDS

    def works(self, shard: int) -> dict[str, str | None]:
        return dict(self.reasons)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    folder = tmp_path_factory.mktemp("models")
    yield str(saved.masked(folder / "bert")), str(saved.causal(folder / "gpt2"))
    release_selectors()


def asked(folders: tuple[str, str], reasons: dict[str, str | None], task: ReplaceEndWord = TASK) -> RankShard:
    masked, causal = folders
    settings = Selectors(masked=MaskedSelector(model=masked, whole_words=False), causal=CausalSelector(model=causal))
    there: Any = InMemory(tuple(reasons.items()))
    identities = identify(masked, None), identify(causal, None)
    return RankShard(there, there, "wordnet", task, settings, *identities, there)


def rows(folders: tuple[str, str], reasons: dict[str, str | None]) -> tuple[pa.Table, pa.Table, dict[str, int]]:
    made = asked(folders, reasons)(0)
    return made.tables["synonyms"], made.tables["attempts"], dict(made.counts)


def test_the_tables_are_those_of_the_schema_in_the_order_of_their_keys(folders: tuple[str, str]) -> None:
    synonyms, attempts, _ = rows(folders, dict(reversed(REASONS.items())))
    for found, table in ((synonyms, SYNONYMS), (attempts, ATTEMPTS)):
        assert found.schema.equals(table.schema)
        keys = list(zip(*(found.column(name).to_pylist() for name in table.key), strict=True))
        assert keys == sorted(set(keys))


def test_every_poem_has_an_attempt_and_its_synonyms_add_up(folders: tuple[str, str]) -> None:
    synonyms, attempts, counts = rows(folders, REASONS)
    assert {row["work_id"]: row["reason"] for row in attempts.to_pylist()} == REASONS
    for row in attempts.to_pylist():
        mine = [one for one in synonyms.to_pylist() if one["work_id"] == row["work_id"]]
        assert row["kept"] == len(mine)
        assert row["found"] == row["kept"] + sum(row["refused_counts"])
        assert row["runs"] == len({one["line"] for one in mine})
        assert bool(row["found"]) == (row["reason"] is None)
        assert row["refused_reasons"] == sorted(row["refused_reasons"])
    refused = {name: count for name, count in counts.items() if name.startswith("refused.")}
    assert sum(refused.values()) == sum(sum(row["refused_counts"]) for row in attempts.to_pylist())
    assert counts["in"] == 3
    assert counts["out"] == 2


def test_a_row_tells_where_the_synonym_stands(folders: tuple[str, str]) -> None:
    synonyms, _, _ = rows(folders, REASONS)
    [row] = [one for one in synonyms.to_pylist() if (one["word"], one["synonym"]) == ("stones", "rocks")]
    poem = POEMS[row["work_id"]]
    assert row["line"] == 3
    assert poem.text[row["start"] : row["end"]] == "stones"
    assert (row["upos"], row["sense"], row["origin"]) == ("NOUN", "stone.noun.1", "wordnet:synonym")
    assert row["masked_model"] == "bert"
    assert row["causal_model"] == "gpt2"


def test_both_senses_are_told_where_the_thesaurus_is_asked_both_ways(folders: tuple[str, str]) -> None:
    task = ReplaceEndWord(synonym_senses=1)
    synonyms = asked(folders, REASONS, task)(0).tables["synonyms"].to_pylist()
    [row] = [one for one in synonyms if (one["word"], one["synonym"]) == ("stones", "rocks")]
    assert row["sense"] == "stone.noun.1=rock.noun.1"


def test_a_poem_gets_the_same_rows_in_any_company(folders: tuple[str, str]) -> None:
    together, _, _ = rows(folders, REASONS)
    alone, _, _ = rows(folders, {"c" * 20: None})
    assert [row for row in together.to_pylist() if row["work_id"] == "c" * 20] == alone.to_pylist()


def test_a_shard_in_which_nothing_is_tried_has_no_synonyms(folders: tuple[str, str]) -> None:
    synonyms, attempts, counts = rows(folders, dict.fromkeys(POEMS, "not_tried"))
    assert synonyms.equals(SYNONYMS.empty())
    assert len(attempts) == 3
    assert counts == {"in": 3, "out": 0}


def test_pairs_come_from_the_rows(folders: tuple[str, str]) -> None:
    synonyms, attempts, _ = rows(folders, REASONS)
    offers = offers_of(synonyms, attempts, TASK.offered_as)
    assert {work: one.reason for work, one in offers.items()} == REASONS
    for work, poem in POEMS.items():
        made = TASK.corrupt(replace(poem, offers={TASK.offered_as: offers[work]}), Draws(1, TASK.label, work, 0))
        if isinstance(made, Corruption):
            agreed = {(row["word"], row["synonym"]) for row in synonyms.to_pylist() if row["similarity_rank"] == 1}
            assert made.words in agreed
    assert offers_of(synonyms, attempts, "another") == {}


def test_offers_keep_the_order_of_their_table(folders: tuple[str, str]) -> None:
    synonyms, attempts, _ = rows(folders, REASONS)
    mine = [row for row in synonyms.to_pylist() if row["work_id"] == "a" * 20]
    offered = offers_of(synonyms, attempts, TASK.offered_as)["a" * 20].offered
    assert [(one.start, one.end, one.text) for one in offered] == [
        (row["start"], row["end"], row["synonym"]) for row in mine
    ]
    for one, row in zip(offered, mine, strict=True):
        assert one.words == (row["word"], row["synonym"])
        assert one.ranks[:2] == (row["similarity_rank"], row["log_probability_rank"])
        assert one.ranks[2] == int(row["sense"].rsplit(".", 1)[1])


def test_a_model_that_cannot_be_loaded_is_named(folders: tuple[str, str], tmp_path: Path) -> None:
    release_selectors()
    masked = str(saved.masked(tmp_path / "broken"))
    shard = asked((masked, folders[1]), REASONS)
    (tmp_path / "broken" / "model.safetensors").write_bytes(b"nothing")
    with pytest.raises(RecoverableError, match="broken"):
        shard(0)


def test_too_little_memory_is_told(folders: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise NotEnoughMemoryError("the memory does not suffice")

    monkeypatch.setattr(LoadedSelectors, "vectors", fail)
    with pytest.raises(RecoverableError, match="bert or gpt2: the memory does not suffice"):
        asked(folders, REASONS)(0)
