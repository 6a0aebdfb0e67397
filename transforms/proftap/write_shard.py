"""Poems that one poet writes for the titles of a shard: attempts, until one is a poem that repeats nobody."""

import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from versebench.models.poets.contract import Answer, PoetError, PoetSettings, Request, plain_text
from versebench.schemas.proftap import POEM_ATTEMPTS, TITLES
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.mapping.failure import RecoverableError
from versebench.transforms.proftap.journal import Journal
from versebench.transforms.proftap.poem_text import PoemText, normalised_poem, poem_lines, poem_text_v1
from versebench.transforms.proftap.prompts import messages
from versebench.transforms.proftap.settings import Reuse
from versebench.transforms.proftap.titles import title_key
from versebench.transforms.reuse.index import LineIndex
from versebench.transforms.reuse.rules import Verdict, verdicts

PLAGIARISED, NOT_ENDED = "plagiarised", "not_ended"
POEM_OF_TITLE = "poem_of_title"
"""The poem is the one by a person that has this title, whether or not the database has it."""

_LAST = ("no_poem_in_file", "prompt_too_long")
"""Problems that another attempt would have too."""

Place = tuple[str, Manifest]
"""The folder of a run, and its manifest."""

OpenIndex = Callable[[], LineIndex]
"""Opens the index of the database in the worker."""

Row = dict[str, Any]


@dataclass(frozen=True)
class WritePoems:
    """Attempts of a poet for each title of a shard."""

    directory: str
    titles: Manifest
    poems: Place
    """The poems of people that lend their titles."""
    poet: PoetSettings
    prompt: str
    reuse: Reuse
    open_index: OpenIndex
    seed: int
    folder: str
    """Where answers are kept until the run is committed: an absolute path, or one below the temporary folder."""

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the table ``poem_attempts``. Counts: ``titles``, ``poems``, ``unpaired``, ``refused/<reason>``.

        Raises :class:`RecoverableError` if the poet cannot write.
        """
        pending = read_table(self.directory, self.titles, TITLES.name, shard).to_pylist()
        made: list[Row] = []
        counts = Counter({"titles": len(pending), "poems": 0, "unpaired": 0})
        try:
            journal = Journal(
                Path(tempfile.gettempdir(), self.folder) / f"answers-{shard:05d}.jsonl", self.poet, self.seed
            )
            index = self.open_index() if pending else None
            texts = human_texts(self.poems, shard) if pending else {}
            people = {title["title_id"]: compared(texts[title["title_id"]]) for title in pending}
            for attempt in range(1, self.reuse.attempts + 1):
                if not pending or index is None:
                    break
                requests = [self._request(title, attempt) for title in pending]
                rows = self._judged(requests, journal.write(requests), index, people)
                made += rows
                counts["poems"] += sum(row["reason"] is None for row in rows)
                counts["unpaired"] += sum(row["reason"] in _LAST for row in rows)
                done = (None, *_LAST)
                pending = [title for title, row in zip(pending, rows, strict=True) if row["reason"] not in done]
        except PoetError as error:
            raise RecoverableError(f"{self.poet.name}: {error}") from error
        counts["unpaired"] += len(pending)
        counts.update(f"refused/{row['reason']}" for row in made if row["reason"] is not None)
        rows = sorted(made, key=lambda row: (row["title_id"], row["attempt"]))
        return ShardOutput({POEM_ATTEMPTS.name: POEM_ATTEMPTS.build_rows(rows)}, counts)

    def _request(self, title: Mapping[str, Any], attempt: int) -> Request:
        asked = messages(self.prompt, title["title"], title["asked_form"])
        return Request(title["title_id"], title["title"], asked, attempt)

    def _judged(
        self,
        requests: Sequence[Request],
        answers: Sequence[Answer],
        index: LineIndex,
        people: Mapping[str, tuple[str, ...]],
    ) -> list[Row]:
        """The rows of some attempts, with the verdicts on the poems in them."""
        poems = [poem_of(request, answer) for request, answer in zip(requests, answers, strict=True)]
        lines = [compared(poem.text) for poem in poems]
        poems = [
            replace(poem, reason=POEM_OF_TITLE) if poem.reason is None and own == people[request.title_id] else poem
            for request, poem, own in zip(requests, poems, lines, strict=True)
        ]
        judged = verdicts(lines, index)
        return [self._row(*of) for of in zip(requests, answers, poems, judged, strict=True)]

    def _row(self, request: Request, answer: Answer, poem: PoemText, verdict: Verdict) -> Row:
        has_poem = poem.text is not None
        reason = poem.reason
        if has_poem and reason in (None, POEM_OF_TITLE) and self.reuse.refuses(exact=verdict.exact, near=verdict.near):
            reason = PLAGIARISED
        return {
            "title_id": request.title_id,
            "writer": self.poet.name,
            "attempt": request.attempt,
            "prompt": self.prompt,
            "answer": answer.text,
            "text": poem.text,
            "reason": reason,
            "exact_reuse": verdict.exact if has_poem else None,
            "near_reuse": verdict.near if has_poem else None,
            "tokens": answer.tokens,
        }


def poem_of(request: Request, answer: Answer) -> PoemText:
    """The poem in an answer; one that the poet did not end is none."""
    if answer.problem is not None:
        return PoemText(None, answer.problem)
    if not answer.ended:
        return PoemText(None, NOT_ENDED)
    return poem_text_v1(answer.text, request.title, plain_text(request.messages))


def compared(text: str | None) -> tuple[str, ...]:
    """The lines of a normalised poem as they are compared."""
    return tuple(map(title_key, poem_lines(text))) if text is not None else ()


def human_texts(poems: Place, shard: int) -> dict[str, str]:
    """The poems of people in a shard by their ids, as judges see them."""
    texts = read_table(*poems, "poems", shard, ["work_id", "text"]).to_pydict()
    return {work: normalised_poem(text.split("\n")) for work, text in zip(texts["work_id"], texts["text"], strict=True)}
