"""Schemes of known stanzas, and what a scheme must not depend on."""

import random
import string
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import settings as trying
from hypothesis import strategies as st

from tests.transforms.prosody.rhymes.sounds import finder
from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.registry import load_pronouncer
from versebench.transforms.prosody.rhymes.classify import RhymeClass
from versebench.transforms.prosody.rhymes.cluster import Reach, cluster
from versebench.transforms.prosody.rhymes.groups import letters
from versebench.transforms.prosody.rhymes.scheme import SchemeFinder
from versebench.transforms.prosody.rhymes.settings import AMERICAN, VERSE, RhymeSettings
from versebench.transforms.prosody.rhymes.tails import LIGHT, last_words, line_end
from versebench.transforms.text.words import end_word

LIMERICK = """There was an Old Man with a beard,
Who said, "It is just as I feared!
Two Owls and a Hen,
Four Larks and a Wren,
Have all built their nests in my beard!\""""

SONNET_18 = """Shall I compare thee to a summer's day?
Thou art more lovely and more temperate:
Rough winds do shake the darling buds of May,
And summer's lease hath all too short a date;
Sometime too hot the eye of heaven shines,
And often is his gold complexion dimm'd;
And every fair from fair sometime declines,
By chance or nature's changing course untrimm'd;
But thy eternal summer shall not fade,
Nor lose possession of that fair thou ow'st;
Nor shall death brag thou wander'st in his shade,
When in eternal lines to time thou grow'st:
So long as men can breathe or eyes can see,
So long lives this, and this gives life to thee."""

PETRARCHAN = """When I consider how my light is spent
Ere half my days in this dark world and wide,
And that one talent which is death to hide
Lodg'd with me useless, though my soul more bent
To serve therewith my Maker, and present
My true account, lest he returning chide,
"Doth God exact day-labour, light denied?"
I fondly ask. But Patience, to prevent
That murmur, soon replies: "God doth not need
Either man's work or his own gifts: who best
Bear his mild yoke, they serve him best. His state
Is kingly; thousands at his bidding speed
And post o'er land and ocean without rest:
They also serve who only stand and wait."""

COUPLETS = """Say first, of God above, or man below,
What can we reason, but from what we know?
Of man what see we, but his station here,
From which to reason, or to which refer?
Through worlds unnumbered though the God be known,
'Tis ours to trace him only in our own.
Then say not man's imperfect, Heaven in fault;
Say rather, man's as perfect as he ought:
Hope humbly then; with trembling pinions soar,
Wait the great teacher, Death, and God adore."""

HISTORICAL_COUPLETS = """Soft yielding minds to water glide away,
And sip, with nymphs, their elemental tea.
Here thou, great Anna! whom three realms obey,
Dost sometimes counsel take, and sometimes tea.
Good-nature and good sense must ever join;
To err is human, to forgive divine.
Then cherish pity, lest you drive an angel from your love,
For what is best is hardest still to prove."""

ABAB = """The curfew tolls the knell of parting day,
The lowing herd wind slowly o'er the lea,
The plowman homeward plods his weary way,
And leaves the world to darkness and to me."""

BALLAD = """It is an ancient Mariner,
And he stoppeth one of three.
"By thy long grey beard and glittering eye,
Now wherefore stopp'st thou me?\""""

TERZA_RIMA = """O wild West Wind, thou breath of Autumn's being,
Thou, from whose unseen presence the leaves dead
Are driven, like ghosts from an enchanter fleeing,
Yellow, and black, and pale, and hectic red,
Pestilence-stricken multitudes: O thou,
Who chariotest to their dark wintry bed
The winged seeds, where they lie cold and low"""

OTTAVA_RIMA = """I want a hero: an uncommon want,
When every year and month sends forth a new one,
Till, after cloying the gazettes with cant,
The age discovers he is not the true one;
Of such as these I should not care to vaunt,
I'll therefore take our ancient friend Don Juan,
We all have seen him, in the pantomime,
Sent to the devil somewhat ere his time."""

KNOWN = [
    (LIMERICK, "aabba"),
    (SONNET_18, "ababcdcdefefgg"),
    (PETRARCHAN, "abbaabbacdecde"),
    (COUPLETS, "aabbccddee"),
    (ABAB, "abab"),
    (BALLAD, "xaxa"),
    (TERZA_RIMA, "ababcbc"),
]

ENDS = [
    *("the cat", "a mat", "and love", "to prove", "eternity", "agree", "vloon", "", "the 'cat'", "the sonnet"),
    *("burn it", "shall learn it", "upon it", "knew her", "was truer", "miss you", "tissue", "to me", "the sea", "it"),
]


def words(scheme_of_words: str) -> list[str]:
    return [f"so we go on to the {word}" for word in scheme_of_words.split()]


@pytest.mark.parametrize(("text", "scheme"), KNOWN)
def test_known_stanzas(text: str, scheme: str) -> None:
    assert finder().scheme(text.split("\n")) == scheme


@pytest.mark.parametrize(
    ("text", "scheme"),
    [
        ("cat mat dog fog hat", "aabba"),
        ("love prove", "aa"),
        ("love moon prove June", "abab"),
        ("sea dog agree log", "abab"),
        ("cat", "x"),
        ("cat dog", "xx"),
        ("day cat night way", "axxa"),
        ("history moon victory tune", "abab"),
        ("night love light fish prove fight", "abaxba"),
    ],
)
def test_schemes_of_end_words(text: str, scheme: str) -> None:
    assert finder().scheme(words(text)) == scheme


def test_no_lines_have_no_scheme() -> None:
    assert finder().scheme([]) == ""


def test_lines_without_words_rhyme_with_none() -> None:
    assert finder().scheme(["", "***", "the cat", "the mat", "— !"]) == "xxaax"


def test_rhymes_of_older_verse_are_a_setting() -> None:
    lines = words("love cat prove hat")
    assert finder(VERSE).scheme(lines) == "abab"
    assert finder(AMERICAN).rhyme(lines[0], lines[2]).rhyme_class is RhymeClass.EYE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("and all that I could tell you", "a thing they call a bell you"),
        ("he would not burn it", "and I shall learn it"),
        ("she wrote a sonnet", "with her name upon it"),
        ("and then I miss you", "here is a tissue"),
        ("we never knew her", "the truth was truer"),
    ],
)
def test_mosaic_rhyme_runs_over_several_words(one: str, other: str) -> None:
    rhyme = finder().rhyme(one, other)
    assert rhyme.rhyme_class is RhymeClass.MOSAIC
    assert rhyme.kind == "feminine"
    assert finder().rhyme(other, one).rhyme_class is RhymeClass.MOSAIC


def test_a_light_word_rhymes_by_itself_where_nothing_answers_the_words_together() -> None:
    assert finder().rhyme("I gave it to me", "out by the sea").rhyme_class is RhymeClass.PERFECT


def test_a_returning_rhyme_in_couplets_is_another_couplet() -> None:
    assert finder().scheme(words("day way cat hat may say dog fog")) == "aabbccdd"


def test_letters_name_groups_in_order_and_skip_x() -> None:
    assert letters([0, 1, 0, 1, 4]) == "ababx"
    many = letters([line // 2 for line in range(60)])
    assert "x" not in many
    assert len(set(many)) == 30


@trying(deadline=None)  # the first example loads the dictionary
@given(st.text(alphabet=string.ascii_lowercase + " '-.\n", max_size=200))
def test_no_text_raises_and_every_line_has_a_letter(text: str) -> None:
    lines = text.split("\n")
    assert len(finder().scheme(lines)) == len(lines)


@trying(deadline=None)
@given(st.randoms(use_true_random=False))
def test_a_scheme_does_not_depend_on_which_rhyme_has_which_words(source: random.Random) -> None:
    families = [["cat", "mat", "hat"], ["dog", "fog", "log"], ["moon", "tune", "June"], ["sing", "king", "ring"]]
    pattern = source.choice([[0, 0, 1, 1, 0], [0, 1, 0, 1], [0, 1, 1, 0], [0, 1, 0, 2, 1, 2], [0, 1, 2, 0, 1, 2]])
    source.shuffle(families)
    taken = [iter(family) for family in families]
    lines = words(" ".join(next(taken[group]) for group in pattern))
    assert finder().scheme(lines) == "".join("abcd"[group] for group in pattern)


@given(st.lists(st.integers(0, 3), max_size=12))
def test_groups_of_full_rhymes_are_closed(marks: list[int]) -> None:
    def full(one: int, other: int) -> float | None:
        return 0.0 if marks[one] == marks[other] else None

    def none(one: int, other: int) -> float | None:
        return None

    groups = cluster(len(marks), full, none, none, Reach())
    assert all(marks[line] == marks[group] for line, group in enumerate(groups))
    assert all(groups[group] == group for group in groups)


CHARACTERS = st.one_of(st.sampled_from("ab it’'‘\"-—…. \t\u0301"), st.characters(codec="utf-8"))


@trying(deadline=None)  # the first example loads the dictionary
@given(st.text(CHARACTERS, max_size=60))
def test_the_end_of_a_line_is_its_end_word_and_its_last_words(line: str) -> None:
    word, together = line_end(line)
    assert word == (end_word(line) or "")
    assert together == (tuple(last_words(line)) if word.lower() in LIGHT else ())


@pytest.mark.parametrize("settings", [AMERICAN, VERSE])
@trying(deadline=None)  # the first example loads the dictionary
@given(one=st.sampled_from(ENDS), other=st.sampled_from(ENDS))
def test_ends_agree_where_they_rhyme_in_full_at_no_distance(settings: RhymeSettings, one: str, other: str) -> None:
    ours = finder(settings)
    rhyme = ours.rhyme(one, other)
    assert ours.agree(*ours.line_ends([one, other])) == (rhyme.rhymes and rhyme.distance == 0)


def test_what_a_finder_forgets_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    poems = [text.split("\n") for text in (SONNET_18, OTTAVA_RIMA, COUPLETS, BALLAD)]
    known = [finder().scheme(poem) for poem in poems]
    rhymes = [str(finder().rhyme(*poem[:2])) for poem in poems]
    monkeypatch.setattr("versebench.transforms.prosody.rhymes.scheme._MOST_ENDS", 1)
    monkeypatch.setattr("versebench.transforms.prosody.rhymes.scheme._MOST_RHYMES", 1)
    forgetful = finder()
    assert [forgetful.scheme(poem) for poem in poems] == known
    assert [str(forgetful.rhyme(*poem[:2])) for poem in poems] == rhymes


def test_the_ends_of_many_stanzas_are_asked_for_in_one_call() -> None:
    calls: list[list[str]] = []
    inner = load_pronouncer("cmudict")

    class Counting:
        name = inner.name

        def pronounce(self, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
            calls.append(list(words))
            return inner.pronounce(words)

    stanzas = [["upon a hill", "I sat still"], ["I burn it", "I earn it"], ["a day", "the hill"]]
    learned = SchemeFinder(Counting())
    learned.learn(line for stanza in stanzas for line in stanza)
    schemes = [learned.scheme(stanza) for stanza in stanzas]
    assert len(calls) == 1
    assert sorted(calls[0]) == sorted(set(calls[0]))
    assert schemes == [SchemeFinder(inner).scheme(stanza) for stanza in stanzas]
