"""A poet that stops in the middle of a shard: the next run goes on after its answers, and ends with the same rows."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Literal

import pyarrow as pa
import pytest

from tests.pipelines.proftap.recipes import SAMPLE, good_poems, proftap_values
from tests.pipelines.running import write_recipe
from versebench.models.poets.contract import Answer, Poet, PoetError, PoetSettings, Request
from versebench.models.simplified import simplified
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.proftap.line_index import OpenIndex, line_index
from versebench.pipelines.stages.registry import CLEAN, TITLES
from versebench.transforms.mapping.failure import RecoverableError
from versebench.transforms.proftap.settings import Reuse
from versebench.transforms.proftap.write_shard import WritePoems


class Unsteady(PoetSettings):
    """A server that copies at the first attempt, and stops after ``most`` answers; each answer is another one."""

    title: ClassVar[str] = "server"
    answers_at_once: ClassVar[int] = 1
    given: ClassVar[list[tuple[str, int]]] = []

    poet: Literal["unsteady.v1"] = "unsteady.v1"
    most: int = 10_000

    def load(self, seed: int) -> Poet:
        return _Served(self.most)


class _Served:
    def __init__(self, most: int) -> None:
        self._most = most

    def write(self, requests: Sequence[Request]) -> list[Answer]:
        return [self._answer(request) for request in requests]

    def _answer(self, request: Request) -> Answer:
        if len(Unsteady.given) >= self._most:
            raise PoetError("the server does not answer; the answers so far are kept, so run again later")
        Unsteady.given.append((request.title_id, request.attempt))
        poem = good_poems()[len(Unsteady.given)]["paragraphs"]
        text = (
            "\n".join(poem) if request.attempt == 1 else "\n".join(part[4::-1] + "，" + part[10:5:-1] for part in poem)
        )
        return Answer(simplified(text), tokens=len(Unsteady.given))


@pytest.fixture
def chain(tmp_path: Path) -> Chain:
    Unsteady.given.clear()
    values = proftap_values(tmp_path, ingest={"rows_per_shard": 500})
    return Chain(load_recipe(str(write_recipe(tmp_path, values)), []), str(tmp_path / "root"), Runner())


def written(chain: Chain, folder: Path, most: int) -> pa.Table:
    titles, kept = chain.result(TITLES), chain.result(CLEAN)
    poet, index = Unsteady(name="server", most=most), OpenIndex(line_index(chain.recipe, chain.root))  # type: ignore[arg-type]
    reuse = Reuse(database=[str(SAMPLE)], attempts=2)
    poems = kept.run.directory, kept.manifest
    task = WritePoems(titles.run.directory, titles.manifest, poems, poet, "poet.v1", reuse, index, 7, str(folder))
    return task(0).tables["poem_attempts"]


@pytest.mark.parametrize("stops_after", [1, 7, 12, 13, 20])
def test_a_poet_that_stops_is_not_asked_again_for_what_it_answered(
    chain: Chain, tmp_path: Path, stops_after: int
) -> None:
    whole = written(chain, tmp_path / "whole", 10_000)
    asked = list(Unsteady.given)
    assert len(asked) > 20
    Unsteady.given.clear()
    with pytest.raises(RecoverableError, match="server: the server does not answer"):
        written(chain, tmp_path / "stopped", stops_after)
    assert Unsteady.given == asked[:stops_after]
    assert written(chain, tmp_path / "stopped", 10_000).equals(whole)
    assert Unsteady.given == asked


def test_a_damaged_file_of_answers_is_one_message(chain: Chain, tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    path = tmp_path / "kept" / "answers-00000.jsonl"
    path.write_bytes(b"{half}\n")
    with pytest.raises(RecoverableError, match=rf"server: the file of kept answers {path} is damaged .*; delete it"):
        written(chain, tmp_path / "kept", 10_000)
    assert not Unsteady.given
