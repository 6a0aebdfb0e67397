"""``gpt2-tang``: how well formed its poems are, and how often they come near to lines of the Quan Tang Shi."""

import tempfile
import time
from collections import Counter
from pathlib import Path

from benchmarks.harness import Figures
from benchmarks.proftap.lines import POEMS
from training.poets.corpus import build_titled, read_titled
from versebench.models.poets.causal import CausalPoetSettings
from versebench.models.poets.contract import Answer, Request
from versebench.pipelines.reuse.index_folder import build_index, open_index
from versebench.transforms.proftap.poem_text import poem_lines
from versebench.transforms.proftap.prompts import DRAWN_FORMS, messages
from versebench.transforms.proftap.titles import title_key
from versebench.transforms.proftap.traits import traits
from versebench.transforms.proftap.write_shard import compared, poem_of
from versebench.transforms.reuse.rules import verdicts
from versebench.transforms.reuse.same_works import same_as

TITLES, TEMPERATURE, SEED = 1_200, 0.9, 1


def measure(data: Path, titles: int = TITLES) -> Figures:
    """Poems for titles that the model was not trained on, each in one of three forms, beside those of people."""
    left_out: Counter[str] = Counter()
    poems = build_titled(read_titled(data / POEMS, left_out), left_out).held_out
    requests = [_request(number, title) for number, title in enumerate(sorted({poem.title for poem in poems})[:titles])]
    settings = CausalPoetSettings(
        poet="causal.v1", name="gpt2-tang", model="gpt2-tang", temperature=TEMPERATURE, most_tokens=192
    )
    poet = settings.load(SEED)
    start = time.perf_counter()
    answers = poet.write(requests)
    seconds = time.perf_counter() - start
    formed = sum(_is_well_formed(*of) for of in zip(requests, answers, strict=True))
    texts = [poem_of(*of).text for of in zip(requests, answers, strict=True)]
    with tempfile.TemporaryDirectory() as folder:
        build_index((data / POEMS,), Path(folder) / "index")
        index = open_index(Path(folder) / "index").index
        found = verdicts([compared(text) for text in texts], index)
        people = [list(map(title_key, poem.lines)) for poem in poems[:titles]]
        of_people = verdicts(people, index, same_as(people, index))
    return {
        "poems": len(requests),
        "seconds": seconds,
        "well_formed_share": formed / len(requests),
        "near_share": sum(verdict.near for verdict in found) / len(found),
        "exact_share": sum(verdict.exact for verdict in found) / len(found),
        "near_share_of_people": sum(verdict.near for verdict in of_people) / len(of_people),
        "exact_share_of_people": sum(verdict.exact for verdict in of_people) / len(of_people),
    }


def _request(number: int, title: str) -> Request:
    form = DRAWN_FORMS[number % len(DRAWN_FORMS)]
    return Request(f"{number:06d}", title, messages("title_form.v1", title, form), 1)


def _is_well_formed(request: Request, answer: Answer) -> bool:
    """Whether the answer is nothing but couplets in lines of five or of seven, with marks in place, and ended."""
    text = poem_of(request, answer).text
    if text is None or text != answer.text.strip():
        return False
    lines = poem_lines(text)
    return len(lines) % 2 == 0 and traits(lines).patterned
