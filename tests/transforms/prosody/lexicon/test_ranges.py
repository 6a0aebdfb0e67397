from pathlib import Path

import pyarrow as pa
import pytest

from tests.transforms.tasks.completions.corpus import committed
from versebench.models.pronunciation.registry import load_pronouncer
from versebench.schemas.lexicon import WORDS
from versebench.storage.commit import ShardOutput
from versebench.transforms.prosody.lexicon.pronounce_words import PronounceWords, pronounce
from versebench.transforms.prosody.syllables import COUNTERS
from versebench.transforms.text.keys import shards_of, word_id

LISTS: tuple[list[str], ...] = ("the old man with a beard".split(), [], "a hen and an owl with the wren".split())


def listed(shard: int) -> ShardOutput:
    """The sorted list of the words of a shard."""
    words = sorted((word_id("english", word), word) for word in set(LISTS[shard]))
    columns = {
        "word_id": [key for key, _ in words],
        "word": [word for _, word in words],
        "language": ["english"] * len(words),
    }
    return ShardOutput({"words": WORDS.build({**columns, "occurrences": [1] * len(words)})})


@pytest.mark.parametrize("ranges", [1, 2, 5])
def test_the_ranges_of_a_lexicon_hold_each_word_once_and_are_that_of_all_lists(tmp_path: Path, ranges: int) -> None:
    task = PronounceWords(*committed(str(tmp_path), "words", 3, listed), "cmudict", "pronunciation", ranges)
    found = [task(place).tables["lexicon"] for place in range(ranges)]
    for place, part in enumerate(found):
        assert set(shards_of(part.column("word_id").to_pylist(), ranges)) <= {place}
    every = pa.concat_tables(listed(shard).tables["words"] for shard in range(3))
    whole = pronounce(every, load_pronouncer("cmudict"), COUNTERS["pronunciation"][1])
    assert pa.concat_tables(found).equals(whole)
    assert len(whole) == len({word for words in LISTS for word in words})
