"""A realistic release, and an empty one, for tests of everything that reads ``ReleaseFacts``."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from versebench.release.documents.facts import (
    AttemptFacts,
    CandidateModel,
    Check,
    CompletionExample,
    CompletionFacts,
    ContestedFacts,
    CorpusStatistics,
    ExamplePair,
    FileFacts,
    FunnelStep,
    ModelFacts,
    PairedTest,
    PronouncedWords,
    RankedSynonym,
    ReleaseFacts,
    Result,
    Series,
    SourceFacts,
    SynonymExample,
    SynonymFacts,
    TaskFacts,
)
from versebench.transforms.scoring.compare import with_p_values

NOSE = (
    "There was an Old Man with a nose,\n"
    'Who said, "If you choose to suppose\n'
    "That my nose is too long,\n"
    'You are certainly wrong!"\n'
    "That remarkable Man with a nose."
)
HILL = (
    "There was an Old Man on a hill,\n"
    "Who seldom, if ever, stood still;\n"
    "He ran up and down\n"
    "In his Grandmother's gown,\n"
    "Which adorned that Old Man on a hill."
)
SMYRNA = (
    "There was a Young Person of Smyrna,\n"
    "Whose Grandmother threatened to burn her;\n"
    "But she seized on the Cat,\n"
    'And said, "Granny, burn that!\n'
    'You incongruous Old Woman of Smyrna!"'
)
CONVENTION = "bos-given+line-breaks-kept"
MODELS = ("gpt2-medium", "bert-large-cased", "versebench-lstm")
TASKS = (
    ("swap_end_words.v1", "Two end words of one rhyme group change places.", "RANLP 2021, 4.2"),
    ("swap_lines.v1", "Two lines of one rhyme group change places.", "RANLP 2021, 4.2"),
    ("delete_words.v1:words=1", "One word is deleted.", "JCLS 2022, 3.4"),
    ("delete_words.v1:words=2", "Two words are deleted.", "JCLS 2022, 3.4"),
    ("delete_words.v1:words=3", "Three words are deleted.", "JCLS 2022, 3.4"),
    ("delete_rhyming_words.v1:words=1", "One rhyming word is deleted.", "JCLS 2022, 3.4.1"),
    ("delete_nonrhyming_words.v1:words=1", "One word that does not rhyme is deleted.", "JCLS 2022, 3.4.1"),
)
ACCURACY = {
    "swap_end_words.v1": (0.942, 0.941, 0.781),
    "swap_lines.v1": (0.834, 0.832, 0.496),
    "delete_words.v1:words=1": (0.891, 0.882, 0.702),
    "delete_words.v1:words=2": (0.958, 0.951, 0.771),
    "delete_words.v1:words=3": (0.972, 0.968, 0.823),
    "delete_rhyming_words.v1:words=1": (0.913, 0.875, 0.455),
    "delete_nonrhyming_words.v1:words=1": (0.899, 0.889, 0.713),
}


def spans(text: str, *words: str) -> tuple[tuple[int, int], ...]:
    """Where each of the words stands first, each looked for after the one before."""
    found = []
    at = 0
    for word in words:
        start = text.index(word, at)
        at = start + len(word)
        found.append((start, at))
    return tuple(found)


def example(task: str, original: str, corrupted: str, before: tuple[str, ...], after: tuple[str, ...]) -> ExamplePair:
    """A pair whose edited spans are the given words."""
    return ExamplePair(
        task,
        digest(original)[:20],
        "Edward Lear",
        original,
        corrupted,
        spans(original, *before),
        spans(corrupted, *after),
    )


def deletion(task: str, original: str, *words: str) -> ExamplePair:
    """A pair whose corruption lacks the given words, each with the space after it."""
    taken = spans(original, *(f"{word} " for word in words))
    corrupted = original
    for start, end in reversed(taken):
        corrupted = corrupted[:start] + corrupted[end:]
    gone = 0
    gaps = []
    for start, end in taken:
        gaps.append((start - gone, start - gone))
        gone += end - start
    return ExamplePair(task, digest(original)[:20], "Edward Lear", original, corrupted, taken, tuple(gaps))


def digest(text: str) -> str:
    """A plausible sha256."""
    return hashlib.sha256(text.encode()).hexdigest()


def result(task: str, model: str, reduction: str, accuracy: float, pairs: int = 10_000) -> Result:
    """A result whose interval is about that of the normal approximation."""
    half = 1.96 * (accuracy * (1 - accuracy) / pairs) ** 0.5
    correct = round(accuracy * pairs)
    return Result(
        task,
        model,
        CONVENTION,
        reduction,
        pairs,
        pairs,
        correct,
        3,
        accuracy,
        accuracy - half,
        min(1.0, accuracy + half),
        own=reduction == ("sum" if task.startswith("swap") else "mean"),
    )


def results() -> tuple[Result, ...]:
    """Every model on every task, deletions under two reductions."""
    rows = []
    for task, accuracies in ACCURACY.items():
        for model, accuracy in zip(MODELS, accuracies, strict=True):
            rows.append(result(task, model, "sum", accuracy if task.startswith("swap") else accuracy / 4))
            if task.startswith("delete"):
                rows += [result(task, model, "mean", accuracy), result(task, model, "mean_jcls", accuracy - 0.004)]
    return tuple(rows)


def paired_tests(
    results: Iterable[Result], series: Sequence[Series], disagreements: int = 900
) -> tuple[PairedTest, ...]:
    """Every two series on each task and reduction, as if they disagreed on so many pairs or as many as they must."""
    here = {(one.task, one.reduction, (one.model, one.convention)): one.correct for one in results}
    rows = []
    for task, reduction in dict.fromkeys((task, reduction) for task, reduction, _ in here):
        mine = [one for one in series if (task, reduction, one) in here]
        for first, second in combinations(mine, 2):
            more = here[task, reduction, first] - here[task, reduction, second]
            both = max(disagreements, abs(more)) // 2 * 2 + abs(more) % 2
            counts = {"pairs": 10_000, "poems": 10_000, "squared_differences": both}
            alone = {"only_first": (both + more) // 2, "only_second": (both - more) // 2}
            rows.append({"task": task, "reduction": reduction, "first": first, "second": second, **counts, **alone})
    names = PairedTest.__dataclass_fields__
    return tuple(PairedTest(**{name: row[name] for name in names}) for row in with_p_values(rows))


def examples() -> tuple[ExamplePair, ...]:
    """One pair of each kind: words and lines that changed places, and words that went."""
    swapped_words = HILL.replace("down", "\0").replace("gown", "down").replace("\0", "gown")
    first, *inner, last = HILL.split("\n")
    swapped_lines = "\n".join([last, *inner, first])
    return (
        example("swap_end_words.v1", HILL, swapped_words, ("down", "gown"), ("gown", "down")),
        example("swap_lines.v1", HILL, swapped_lines, (first, last), (last, first)),
        deletion("delete_words.v1:words=1", NOSE, "certainly"),
        deletion("delete_words.v1:words=3", SMYRNA, "Young", "threatened", "on"),
    )


def tasks() -> tuple[TaskFacts, ...]:
    """Every task, conserving the 65,004 poems."""
    rows = []
    for name, summary, paper in TASKS:
        why = {"equal_words": 812, "other_part_of_speech": 20_377} if name == "swap_end_words.v1" else {}
        why = {"bad_ending": 8_120, "starts_quotation": 2_044} if name == "swap_lines.v1" else why
        why = {"fewer_than_three_end_words_in_thesaurus": 30_305} if name.startswith("delete") else why
        rows.append(TaskFacts(name, summary, paper, 10_000, 65_004 - 10_000 - sum(why.values()), why))
    return tuple(rows)


def checks() -> tuple[Check, ...]:
    """Expectations over three tables, all met."""
    return (
        Check("poems", "work_id is unique", "A work is kept once", 7, 65_004, True),
        Check("poems", "text has 5 lines", "The form asks for five lines", 7, 65_004, True),
        Check("pairs", "original and corrupted differ", "A pair that does not differ asks nothing", 7, 70_000, True),
        Check("pairs", "spans lie within the text", "Spans can be shown and undone", 7, 70_000, True),
        Check("scores", "log_probability is at most 0", "It is the logarithm of a probability", 7, 240_000, True),
    )


def files() -> tuple[FileFacts, ...]:
    """Shards of four tables and what goes with them."""
    rows = []
    for table, count, size in (
        ("poems", 65_004, 2_412_345),
        ("pairs", 70_000, 4_904_111),
        ("scores", 240_000, 1_902_222),
    ):
        for shard in range(2):
            name = f"{table}-{shard:05d}-of-00002.parquet"
            rows.append(FileFacts(name, table, count // 2, size // 2 + shard, digest(name)))
    rows.append(FileFacts("results-00000-of-00001.parquet", "results", 36, 9_120, digest("results")))
    rows.append(FileFacts("recipe.yaml", "", 0, 812, digest("recipe")))
    return tuple(rows)


def sample_facts() -> ReleaseFacts:
    """A release of limericks such as the papers describe."""
    return ReleaseFacts(
        name="bpomp",
        version="1.2.0",
        title="BPoMP: Benchmark of Poetic Minimal Pairs",
        description=(
            "Limericks in pairs: each poem with a copy of itself that has one small flaw. A language "
            "model with a sense of rhyme, rhythm and story should find the original more probable."
        ),
        creators=("Ada Reader", "Noé Lecteur"),
        licence="CC BY 4.0",
        seed=20210901,
        form="limerick",
        profile="jcls2022",
        rows_read=112_240,
        unreadable={"json.not_an_object": 12, "text.missing": 3},
        duplicates=1_615,
        sources=(
            SourceFacts(
                "oedilf", "CC BY-NC 4.0", "The Omnificent English Dictionary in Limerick Form", 110_284, 64_791
            ),
            SourceFacts("lear", "public domain", None, 326, 213),
        ),
        funnel=(
            FunnelStep("five_lines.v1", 110_610, {"five_lines.too_few": 902, "five_lines.too_many": 10_114}),
            FunnelStep(
                "words_not_symbols.v1", 99_594, {"words_not_symbols.no_word": 431, "words_not_symbols.symbols": 709}
            ),
            FunnelStep(
                "rhyme_scheme.v1",
                98_454,
                {"rhyme_scheme.not_in_dictionary": 21_020, "rhyme_scheme.no_rhyme": 12_430},
            ),
        ),
        statistics=CorpusStatistics(65_004, 1_598, 0.4012, 60_412, 1_902_345, 7.04, 1.25),
        pronounced=PronouncedWords(1_801_200, 61_105, 40_020, 20),
        tasks=tasks(),
        generators=(),
        selectors=(),
        completions=(),
        synonyms=(),
        models=tuple(ModelFacts(name, digest(name)[:12], CONVENTION, "causal", "fp32") for name in MODELS),
        results=results(),
        tests=paired_tests(results(), [(name, CONVENTION) for name in MODELS]),
        examples=examples(),
        checks=checks(),
        files=files(),
    )


def empty_facts() -> ReleaseFacts:
    """A release of nothing: no rows, tasks, models, results, examples, checks or files."""
    nothing = CorpusStatistics(0, 0, float("nan"), 0, 0, float("nan"), float("nan"))
    return replace(
        sample_facts(),
        creators=(),
        description="",
        profile=None,
        rows_read=0,
        unreadable={},
        duplicates=0,
        sources=(),
        funnel=(),
        statistics=nothing,
        pronounced=PronouncedWords(0, 0, 0, 0),
        tasks=(),
        models=(),
        results=(),
        tests=(),
        examples=(),
        checks=(),
        files=(),
    )


def contested_facts() -> ReleaseFacts:
    """The sample with contested pairs of two tasks, without which every model is better by 0.02."""
    facts = sample_facts()
    tasks = {"swap_lines.v1": 2_500, "delete_words.v1:words=1": 1_234}
    return replace(
        facts,
        contested=tuple(ContestedFacts(task, "checker", "abc123", 0.0, 10_000, count) for task, count in tasks.items()),
        uncontested_results=tuple(
            replace(each, accuracy=each.accuracy + 0.02, pairs=each.pairs - tasks[each.task])
            for each in facts.results
            if each.task in tasks
        ),
    )


BEAM = "complete_line_beam.v1:repeated_end_word=False:beams=500"
DELAYED = "complete_line_delayed_beam.v1:repeated_end_word=False:runs=1000:beams=5:sampled_tokens=3:top_p=0.9"
CONSTRAINED = "complete_line_rhyme_constrained.v1:repeated_end_word=False:beams=64:syllables_apart=1"
REPLACED = "replace_end_word.v1"
HUMAN_WORDS = {5: 30, 6: 210, 7: 480, 8: 230, 9: 50}
HUMAN_TOKENS = {tokens + 3: lines for tokens, lines in HUMAN_WORDS.items()}


def candidate_facts() -> ReleaseFacts:
    """The sample with completions by three methods, of which one tried nothing, and with synonyms."""
    facts = sample_facts()
    return replace(
        facts,
        tasks=(
            *facts.tasks,
            TaskFacts(DELAYED, "The last line is replaced.", "JCLS 2022, 3.5.3", 640, 64_004, {"no_completion": 360}),
            TaskFacts(REPLACED, "An end word is replaced.", "RANLP 2021, 4.3", 6_000, 50_000, {"no_synonym": 9_004}),
        ),
        generators=(CandidateModel("generator", "gpt2-writer", digest("generator")[:12], "fp32"),),
        selectors=(
            CandidateModel("similarity, vectors after layer -1", "bert-verse", digest("bert")[:12], "fp32"),
            CandidateModel("probability", "gpt2-verse", digest("gpt2")[:12], "bf16"),
        ),
        completions=(delayed_facts(), constrained_facts(), CompletionFacts(BEAM, UNTRIED, {}, {}, {}, {}, 0, 0, 0, ())),
        synonyms=(synonym_facts(),),
    )


UNTRIED = AttemptFacts(0, {"not_tried": 65_004}, 0, 0, 0, 0, {})


def delayed_facts() -> CompletionFacts:
    """A method with lines longer than the poets', of which it is known which are copies."""
    refused = {"same_text": 571, "no_rhyme": 380_112, "no_final_mark": 118_001}
    return CompletionFacts(
        DELAYED,
        AttemptFacts(1_000, {"not_tried": 64_004}, 640, 1_000_000, 500_000, 1_316, refused),
        words={6: 20, 7: 96, 8: 400, 9: 500, 10: 200, 12: 80, 15: 20},
        human_words=HUMAN_WORDS,
        tokens={10: 400, 13: 916},
        human_tokens=HUMAN_TOKENS,
        copies=13,
        compared=1_316,
        end_words=402,
        examples=tuple(completion_example(number) for number in range(20)),
    )


def constrained_facts() -> CompletionFacts:
    """A method with lines of about the poets' length, of which it is not known which are copies."""
    not_tried = {"not_tried": 60_004, "end_words_not_in_dictionary": 4_000}
    return CompletionFacts(
        CONSTRAINED,
        AttemptFacts(1_000, not_tried, 910, 1_000, 2_104, 2_100, {"no_rhyme": 4}),
        words={6: 310, 7: 1_020, 8: 700, 9: 70},
        human_words=HUMAN_WORDS,
        tokens={9: 1_050, 11: 1_050},
        human_tokens=HUMAN_TOKENS,
        copies=0,
        compared=0,
        end_words=1_204,
        examples=(completion_example(3),),
    )


def synonym_facts() -> SynonymFacts:
    """Synonyms with two lines to look at; of one of them the models differ."""
    refused = {"rhymes_with_word": 70_000}
    agreed = (RankedSynonym("below", 1, 1),)
    differing = (RankedSynonym("presume", 1, 3), RankedSynonym("imagine", 2, 1))
    return SynonymFacts(
        REPLACED,
        AttemptFacts(9_000, {"no_rhyme_known": 56_004}, 8_400, 20_000, 160_000, 90_000, refused),
        lines=20_000,
        agreed=6_200,
        examples=(
            SynonymExample(digest(HILL)[:20], "Edward Lear", "He ran up and down", 14, 18, 4, agreed),
            SynonymExample(digest(NOSE)[:20], None, 'Who said, "If you choose to suppose', 28, 35, 9, differing),
        ),
    )


def completion_example(number: int) -> CompletionExample:
    """A limerick with the last line that a machine might give it."""
    *before, human = HILL.split("\n")
    return CompletionExample(
        digest(f"{number}")[:20], "Edward Lear", tuple(before), human, f"and he ate {number} old frogs with a grill."
    )


MANY_SERIES: tuple[tuple[str, str, str, float], ...] = (
    ("gpt2-medium", CONVENTION, "causal", 0.0),
    ("an-organisation/a-causal-model-7b", CONVENTION, "causal", 0.012),
    ("bert-large-cased", "pll-original+line-breaks-space", "masked", -0.006),
    ("bert-large-cased", "pll-within-word-l2r+line-breaks-space", "masked", -0.05),
    ("transfo-xl-wt103", "eos-at-line-ends", "transformer-xl", -0.17),
    ("xlnet-large-cased", "xlnet-causal+padding-none+line-breaks-space", "xlnet", -0.44),
    ("xlnet-large-cased", "xlnet-bidirectional+padding-none+line-breaks-space", "xlnet", -0.013),
    ("gpt2-verse", CONVENTION, "causal", -0.28),
)
"""Models with conventions and families, and by how much they are better than the first of the sample."""


def many_series_facts() -> ReleaseFacts:
    """All tasks of both papers, one of them not scored, by eight series of six models in several reductions."""
    facts = sample_facts()
    deletions = [
        (f"delete_{kind}words.v1:words={words}") for words in (1, 2, 3) for kind in ("", "rhyming_", "nonrhyming_")
    ]
    accuracy = {"swap_end_words.v1": 0.942, "swap_lines.v1": 0.834} | {
        name: 0.87 + 0.01 * place for place, name in enumerate(deletions)
    }
    rows = []
    for task, first in accuracy.items():
        for model, convention, _, more in MANY_SERIES:
            for reduction in ("sum", "mean", "mean_jcls", "slor"):
                less = 0.0 if reduction == ("sum" if task.startswith("swap") else "mean") else 0.03
                rows.append(replace(result(task, model, reduction, first + more - less), convention=convention))
    named = {task.task: task for task in facts.tasks}
    names = ["replace_end_word.v1", *accuracy]
    return replace(
        facts,
        tasks=tuple(replace(named.get(name, facts.tasks[0]), task=name) for name in names),
        models=tuple(ModelFacts(name, digest(name)[:12], how, family, "fp32") for name, how, family, _ in MANY_SERIES),
        results=tuple(rows),
        tests=paired_tests(rows, [(name, how) for name, how, _, _ in MANY_SERIES]),
    )
