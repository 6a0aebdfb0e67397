"""The shipped generator on limericks of the sample: seconds a poem of every method with a recipe's defaults.

Ours is given all poems at once, as those of a shard are; on as many threads as the peer, and on one, as in a run.
``generate`` is given a poem at a time: the whole beam search, and one run of a delayed one, scaled to all of them.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from benchmarks.completion.clock import Clocked, clocked, middle, times_as_fast
from benchmarks.completion.delayed import in_one_call, sampled
from benchmarks.completion.equal import equal, together
from benchmarks.completion.generate import Generate, Ids
from benchmarks.completion.models import SEED, Both, as_found, delayed, for_both, own, peer
from benchmarks.completion.options import BEAM, CONSTRAINED, DELAYED, Options
from benchmarks.measure import progress, rounds
from benchmarks.scoring.texts import poems
from versebench.models.pronunciation.registry import load_pronouncer
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem, line_ranges
from versebench.transforms.prosody.forms.limerick import LIMERICK
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.completions.complete_line import CompleteLine
from versebench.transforms.tasks.completions.prompts import GenerationContext, PromptedPoem, prompt_of

PRONOUNCER = "verse-ear"
BEAM_NAME, DELAYED_NAME = BEAM.task, DELAYED.task
ONE_RUN = "generate, one run"


def measure(folder: str, options: Options) -> dict[str, Any]:
    """All figures."""
    generator, alone, generate = own(folder, options), own(folder, replace(options, threads=1)), peer(folder, options)
    asked = [PromptedPoem(poem, prompt_of(poem, generator)) for poem in limericks(options.poems)]
    prompts, sounds = [for_both(folder, one.prompt) for one in asked], SoundMemory(load_pronouncer(PRONOUNCER))
    beams, device = options.beams[-1], options.device
    progress("generator: what both find")
    ours = generator.beam([one.prompt for one in prompts], beams)
    theirs = [generate.beam([one.ids], beams, one.prompt.most_tokens, nats=True)[0] for one in prompts]
    same = together([equal(as_found(one), other) for one, other in zip(ours, theirs, strict=True)])
    prefixes = [sampled(runs)[0] for runs in delayed(generator, [one.prompt for one in prompts], options.runs)]
    peers: dict[str, dict[str, Callable[[], Clocked[Any]]]] = {
        BEAM_NAME: {"generate": lambda: clocked(partial(_beams, generate, prompts, beams), device)},
        DELAYED_NAME: {ONE_RUN: partial(_one_run_each, generate, prompts, prefixes, device)},
    }
    timed: dict[str, dict[str, list[Clocked[Any]]]] = {}
    for task in tasks(options):
        ways = {
            name: partial(clocked, partial(search, task, asked, GenerationContext(one, sounds, SEED)), device)
            for name, one in (("ours", generator), ("ours, one thread", alone))
        }
        search(task, asked[:1], GenerationContext(generator, sounds, SEED))
        timed[task.task] = rounds(f"generator, {task.task}", {**ways, **peers.get(task.task, {})}, options.rounds)
    beam, runs = timed[BEAM_NAME], timed[DELAYED_NAME]
    return {
        "model": folder.rpartition("/")[2],
        "poems": len(asked),
        "beams": beams,
        "runs": options.runs,
        "rounds": options.rounds,
        "seconds_a_poem": {
            name: {way: middle(some) / len(asked) for way, some in ways.items()} for name, ways in timed.items()
        },
        "times_as_fast_as_generate": {
            BEAM_NAME: times_as_fast(beam["ours"], beam["generate"]),
            DELAYED_NAME: times_as_fast(runs["ours"], runs[ONE_RUN], options.runs),
        },
        "scaled": f"generate did one of {options.runs:,} delayed runs a poem, and its seconds count as often",
        "equal": asdict(same),
    }


def limericks(count: int) -> list[AnnotatedPoem]:
    """The first limericks of the sample, with what completion looks at."""
    texts = [text.strip() for text in poems()[:count]]
    [scheme] = LIMERICK.schemes_of(5)
    return [
        AnnotatedPoem(str(place), text, scheme, line_ranges(text), (), (), (), (), (), (), ())
        for place, text in enumerate(texts)
    ]


def tasks(options: Options) -> list[CompleteLine]:
    """Every task that completes a line."""
    return [
        BEAM.model_copy(update={"beams": options.beams[-1]}),
        DELAYED.model_copy(update={"runs": options.runs}),
        CONSTRAINED,
    ]


def search(task: CompleteLine, asked: Sequence[PromptedPoem], asking: GenerationContext) -> object:
    """What a task's method finds."""
    return task.search(asked, asking)


def _beams(generate: Generate, prompts: Sequence[Both], beams: int) -> None:
    for one in prompts:
        generate.beam([one.ids], beams, one.prompt.most_tokens)


def _one_run_each(generate: Generate, prompts: Sequence[Both], prefixes: Sequence[Ids], device: str) -> Clocked[float]:
    each = [in_one_call(generate, one, [prefix], device) for one, prefix in zip(prompts, prefixes, strict=True)]
    return Clocked(sum(one.seconds for one in each), sum(one.result for one in each))
