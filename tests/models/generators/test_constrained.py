"""Lines that end on given words in a given metre: what they must be like, and what must not change their bits."""

import re
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.models.generators.peer import SHIPPED, generator  # noqa: E402
from versebench.models.generators.constrained.beginnings import (  # noqa: E402
    Beginning,
    Child,
    Offer,
    living,
    measured,
    start,
)
from versebench.models.generators.constrained.endings import MOST_LINES, STEM, WORSE, EndingSearch, SpeltEnding  # noqa: E402
from versebench.models.generators.constrained.generator import LineToWrite, constrained, most_nodes  # noqa: E402
from versebench.models.generators.constrained.vocabulary import LineVocabulary  # noqa: E402
from versebench.models.generators.contract import Ending, Hypothesis, Metre, Prompt  # noqa: E402
from versebench.models.generators.generator import CausalGenerator  # noqa: E402
from versebench.models.generators.load import load_causal_generator  # noqa: E402
from versebench.models.generators.nodes import NodePool  # noqa: E402
from versebench.models.generators.settings import GeneratorSettings  # noqa: E402

KETTLE = Prompt("A kettle sang low on the hob,\nTill the clock in the hall gave a sob;\n", 13)
SPAIN = Prompt("There was an old woman of Spain,\nWho danced every night in the rain;\n", 15)
MOON = Prompt("An owl who was fond of the moon\nSang all through the long afternoon;\n", 12)
PROMPTS = [KETTLE, SPAIN, MOON]
ENDINGS = [
    [Ending(word, 1) for word in "bob cob job knob lob mob rob snob throb".split()],
    [
        Ending("Maine", 1),
        Ending("again", 2),
        *(Ending(word, 1) for word in "brain chain lane pain plain train".split()),
    ],
    [Ending("baboon", 2), Ending("macaroon", 3), *(Ending(word, 1) for word in "June noon soon spoon tune".split())],
]
BEAMS = 16


def count(part: str) -> int | None:
    """Syllables by vowel letters; a word without any has none."""
    counts = [len(re.findall("[aeiouy]+", word.lower())) for word in re.findall(r"[\w']+", part)]
    return sum(counts) if all(counts) else None


METRE = Metre(7, 9, count)
FIVE = Metre(5, 6, count)
METRES = [METRE, METRE, FIVE]


@lru_cache
def shipped(precision: str = "fp32") -> CausalGenerator:
    return load_causal_generator(GeneratorSettings(model=SHIPPED.name, precision=precision), SHIPPED)  # type: ignore[arg-type]


@lru_cache
def found() -> list[list[Hypothesis]]:
    return shipped().rhyme_constrained(PROMPTS, ENDINGS, METRES, beams=BEAMS)


def backstage(made: CausalGenerator) -> tuple[Any, Any]:
    return made._tokenizer, made._head


@pytest.mark.parametrize("number", range(3))
def test_lines_end_on_an_ending_and_a_mark_and_fit_tokens_and_metre(number: int) -> None:
    words = {ending.word: ending.syllables for ending in ENDINGS[number]}
    assert found()[number]
    for one in found()[number]:
        beginning, ending = one.text.rsplit(" ", 1)
        assert ending[-1] in ".!?"
        assert one.ended == "final_mark"
        assert METRES[number].least <= (count(beginning) or 0) + words[ending[:-1]] <= METRES[number].most
        assert len(one.token_ids) <= PROMPTS[number].most_tokens
        assert one.text == backstage(shipped())[0].decode(one.token_ids, clean_up_tokenization_spaces=False)
        assert re.fullmatch(
            r"[A-Za-z]+(?:'[A-Za-z]+)*(?:[,;:]? [A-Za-z]+(?:'[A-Za-z]+)*)+[,;:]? [A-Za-z]+[.!?]", one.text
        )
        assert ending[:-1] not in beginning.split()


@pytest.mark.parametrize("number", range(3))
def test_each_ending_and_each_beginning_serves_one_line_and_the_most_probable_is_first(number: int) -> None:
    lines = [re.findall(r"[\w']+", one.text.lower()) for one in found()[number]]
    scores = [one.log_probability for one in found()[number]]
    assert len({line[-1] for line in lines}) == len({tuple(line[:STEM]) for line in lines}) == len(lines) <= MOST_LINES
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("family", ["shipped", "gpt2", "llama"])
def test_log_probabilities_are_those_of_the_model(family: str) -> None:
    made = shipped() if family == "shipped" else generator(family)
    prompt = KETTLE if family == "shipped" else Prompt("the owl\n", 20)
    metre = METRE if family == "shipped" else Metre(2, 9, lambda part: len(part.split()))
    [lines] = made.rhyme_constrained([prompt], [ENDINGS[0]], [metre], beams=BEAMS)
    model = _model(made, family)
    ids = made._prompts([prompt])[0]
    assert lines
    for one in lines:
        with torch.inference_mode():
            said = model(torch.tensor([[*ids, *one.token_ids]])).logits[0].double().log_softmax(-1)
        expected = sum(float(said[len(ids) - 1 + place, token]) for place, token in enumerate(one.token_ids))
        assert one.log_probability == pytest.approx(expected, abs=1e-4)


def _model(made: CausalGenerator, family: str) -> Any:
    if family == "shipped":
        from transformers import AutoModelForCausalLM

        return AutoModelForCausalLM.from_pretrained(SHIPPED.location).eval()
    from tests.models.generators.peer import model

    return model(family)


@pytest.mark.parametrize("precision", ["fp32", "bf16"])
def test_a_prompt_has_the_same_bits_whatever_is_searched_beside_it(precision: str) -> None:
    made = shipped(precision)
    together = made.rhyme_constrained(PROMPTS, ENDINGS, METRES, beams=BEAMS)
    assert made.rhyme_constrained([SPAIN], [ENDINGS[1]], [METRES[1]], beams=BEAMS) == [together[1]]
    order = [2, 0, 0]
    moved = [[some[number] for number in order] for some in (PROMPTS, ENDINGS, METRES)]
    assert made.rhyme_constrained(*moved, beams=BEAMS) == [together[number] for number in order]  # type: ignore[arg-type]


def test_nothing_is_found_without_endings_or_where_none_fits() -> None:
    short = Prompt(KETTLE.text, 3)
    asked = [KETTLE, KETTLE, short, KETTLE]
    metres = [METRE, Metre(1, 2, count), METRE, Metre(7, 9, lambda part: None)]
    endings = [[], ENDINGS[0], ENDINGS[0], ENDINGS[0]]
    assert shipped().rhyme_constrained(asked, endings, metres, beams=BEAMS) == [[], [], [], []]


def test_more_beams_find_no_worse_line() -> None:
    few, many = (shipped().rhyme_constrained([KETTLE], [ENDINGS[0]], [METRE], beams=beams)[0] for beams in (4, 48))
    best = [max(one.log_probability / ((count(one.text)) or 1) for one in lines) for lines in (few, many)]
    assert best[1] > best[0] - 0.05


def test_a_search_takes_no_more_nodes_than_it_says() -> None:
    made = shipped()
    vocabulary = made._vocabulary
    lines = [
        LineToWrite(ids, prompt.most_tokens, endings, metre)
        for ids, prompt, endings, metre in zip(made._prompts(PROMPTS), PROMPTS, ENDINGS, METRES, strict=True)
    ]
    room = sum(most_nodes(line, vocabulary, 8) for line in lines)
    with torch.inference_mode():
        pool = NodePool(made._trunk, made._block_rows, room, made._dtype, made._device)
        assert any(constrained(pool, made._head, vocabulary, lines, 8))
        assert pool.count <= room


def test_the_vocabulary_knows_what_tokens_add_to_a_line() -> None:
    vocabulary = LineVocabulary.of(backstage(shipped())[0])
    opens, joins, starts = (
        {vocabulary.pieces[token] for token in some} for some in (vocabulary.opens, vocabulary.joins, vocabulary.starts)
    )
    assert {" the", " man"} <= opens
    assert {",", ";", "ing"} <= joins
    assert "The" in starts
    assert "," not in starts
    assert not any(set('\n.!?"0123456789-_\ufffd') & set(piece) for piece in opens | joins)
    assert [vocabulary.pieces[token] for token in vocabulary.finals] == [".", "!", "?"]
    for word in ("nose", "Spain", "hippopotamus"):
        assert "".join(vocabulary.pieces[token] for token in vocabulary.spell(word)) == f" {word}"


def begun(text: str) -> Beginning:
    return measured(1, start(0), Child(0, 5, text, -1.0, 0), METRE)


@pytest.mark.parametrize(
    ("text", "syllables"),
    [
        ("The owl", 2),
        ("He said, the owl", 4),
        ("Don't say", 2),
        ("The hmph", None),
        ("The owl'", None),
        ("The owl and the owl", None),
        ("The the", None),
        ("An owl, an owl", None),
        ("To me to you to", None),
    ],
)
def test_a_beginning_ends_with_a_known_word_and_repeats_nothing(text: str, syllables: int | None) -> None:
    beginning = begun(text)
    assert beginning.syllables == syllables
    assert bool(beginning.words) == (syllables is not None)
    assert beginning.tokens == (5,)


def test_long_beginnings_are_not_crowded_out_and_each_text_lives_once() -> None:
    short, long = Beginning(1, (1,), "a", -1.0, 0, 1, ("a",)), Beginning(2, (2,), "a very", -9.0, 1, 3, ("a", "very"))
    pieces = [" b", " c", " d", " e", "a", "b", "c", "d", " b"]
    opens = Offer(np.array([[0, 1, 2, 3, 8]] * 2), np.array([[-1.0, -2, -3, -4, -5]] * 2))
    joins = Offer(np.array([[4, 5, 6, 7]] * 2), np.array([[-1.5, -2.5, -3.5, -4.5]] * 2))
    children = living([short, long], [opens, joins], pieces, 8, 8)
    assert [child.text for child in children] == ["a b", "aa", "a c", "ab", "a very b", "a very c", "a d", "ac"]
    assert {child.before for child in children} == {0, 1, 3}
    more = living([short, long], [opens, joins], pieces, 8, 18)
    assert len({child.text for child in more}) == len(more) == 16
    assert {child.before for child in living([short, long], [opens, joins], pieces, 0, 8)} == {0}


@st.composite
def searches(draw: st.DrawFn) -> tuple[list[Beginning], list[SpeltEnding], int]:
    length = st.integers(1, 3)
    beginnings = [
        Beginning(
            node, (0,) * draw(length), "", -draw(st.floats(0.5, 9)), 0, draw(st.integers(2, 6)), ("a", "b", str(node))
        )
        for node in range(draw(st.integers(1, 6)))
    ]
    spelt = [tuple(draw(st.lists(st.integers(0, 5), min_size=1, max_size=3))) for _ in range(draw(st.integers(1, 5)))]
    endings = [SpeltEnding(Ending(f"w{number}", draw(length)), some, some) for number, some in enumerate(spelt)]
    return beginnings, endings, draw(st.integers(3, 8))


@given(searches(), st.integers(0, 1 << 30))
@settings(max_examples=60, deadline=None)
def test_the_best_pairs_of_beginning_and_ending_are_found(
    made: tuple[list[Beginning], list[SpeltEnding], int], seed: int
) -> None:
    beginnings, endings, most_tokens = made
    finals = ((6, 6), (7, 7))
    metre = Metre(4, 7, count)

    def heard(path: tuple[int, ...]) -> Any:
        return np.log(np.random.default_rng([seed, *(token + 1 for token in path)]).dirichlet(np.ones(8)))

    paths: dict[int, tuple[int, ...]] = {node: (node,) for node in range(len(beginnings))}
    search = EndingSearch(
        beginnings, [heard((node,)) for node in range(len(beginnings))], endings, finals, metre, most_tokens, 100
    )
    while wanted := search.wanted():
        nodes = list(range(len(paths), len(paths) + len(wanted)))
        paths |= {node: (*paths[parent], token) for node, (parent, token) in zip(nodes, wanted, strict=True)}
        search.advance(wanted, nodes, np.array([heard(paths[node]) for node in nodes]))

    every = []
    for beginning, ending in product(beginnings, endings):
        syllables = (beginning.syllables or 0) + ending.ending.syllables
        tokens = (*beginning.tokens, *ending.tokens)
        if metre.least <= syllables <= metre.most and len(tokens) < most_tokens:
            score = beginning.score
            path: tuple[int, ...] = (beginning.node,)
            for token in ending.tokens:
                score, path = score + heard(path)[token], (*path, token)
            score += max(heard(path)[6:])
            every.append((score / syllables, score, ending.ending.word, beginning.node))
    every.sort(reverse=True)
    expected: list[float] = []
    used: set[object] = set()
    for a_syllable, score, word, node in every:
        if a_syllable >= every[0][0] - WORSE and not {word, node} & used:
            used |= {word, node}
            expected.append(score)
    assert [line.score for line in search.lines()] == pytest.approx(sorted(expected, reverse=True)[:MOST_LINES])
