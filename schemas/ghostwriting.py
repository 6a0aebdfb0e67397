"""Tables of verses by artist, of verses that generators write in their styles, and of how both are measured."""

import pyarrow as pa

from versebench.schemas.table import Table, column

GENERATED_BY = ("verse", "length")
"""How a generated verse ends: by the end that the generator writes, or at the greatest length."""

STATUSES = ("inside", "extrapolated", "flat", "impossible")
"""Kinds of crossings of two regression lines."""

ARTIST_ID = column("artist_id", pa.string(), "Stable id of the artist: hash of the name", "20 hex digits")
GENERATOR = column("generator", pa.string(), "Generator by its versioned name")
POINT = column("point", pa.int32(), "What the generator was set to: n of an n-gram model, the iteration of an LSTM")
NUMBER = column("number", pa.int32(), "Number of the verse at this setting, from 0")
_VERSE_ID = column("verse_id", pa.string(), "Stable id of the verse: hash of work and first line", "20 hex digits")


def _real(name: str, description: str, unit: str = "none", *, nullable: bool = False) -> pa.Field:
    return column(name, pa.float64(), description, unit, nullable=nullable)


def _whole(name: str, description: str, unit: str = "none", *, nullable: bool = False) -> pa.Field:
    return column(name, pa.int32(), description, unit, nullable=nullable)


def _list(name: str, kind: pa.DataType, description: str, unit: str = "none") -> pa.Field:
    return column(name, pa.list_(kind), description, unit)


def _densities() -> list[pa.Field]:
    """The densities of one verse under every weighting of the paper, and under that of the recipe."""
    return [
        _real("density", "Rhyme density, without weights; null if no word can be pronounced", "share", nullable=True),
        _real("density_weighted", "Density under the recipe's weighting", "share", nullable=True),
        _real("density_weight", "Weight of that in a mean of verses", nullable=True),
        _real("density_evenness", "Density times entropy over its maximum", "share", nullable=True),
        _real("density_product", "Density times entropy over the number of tokens", nullable=True),
        _real("rhyme_factor", "Mean length of the longest vowel match of each word", "syllables", nullable=True),
        _real("entropy_bits", "Entropy of the tokens of the verse", "bits"),
        _whole("words", "Words", "words"),
        _whole("unheard_words", "Words without a pronunciation, which have no syllable", "words"),
        _whole("syllables", "Syllables", "syllables"),
        _whole("rhymed", "Syllables that rhyme", "syllables"),
    ]


def _marks() -> list[pa.Field]:
    """Parallel lists: one item for each syllable that rhymes."""
    return [
        _list("line", pa.int32(), "Line of each syllable that rhymes, from 0", "lines"),
        _list("word", pa.int32(), "Its word in the verse, from 0", "words"),
        _list("place", pa.int16(), "Its place in the word, from 0", "syllables"),
        _list("of_word", pa.int16(), "Syllables of that word", "syllables"),
        _list("group", pa.int32(), "Its group of rhymes in the verse, from 0"),
        _list("length", pa.int16(), "Length of its longest rhyme", "syllables"),
        _list("origin", pa.string(), "Where its sound comes from: entry, rule or guess"),
    ]


VERSES = Table(
    name="verses",
    version="1.0.0",
    description="One row per verse of an artist that was kept, with how close the artist's other verses come to it.",
    key=("artist_id", "verse_id"),
    schema=pa.schema(
        [
            ARTIST_ID,
            _VERSE_ID,
            column("work_id", pa.string(), "Poem or song that the verse is of", "20 hex digits"),
            column("section", pa.string(), "Heading of its section, if the work has headings", nullable=True),
            _whole("first_line", "Line of the work, from 1, at which it starts", "lines"),
            column("text", pa.string(), "Lines joined by a newline", "text"),
            _whole("tokens", "Tokens, without the ends of lines", "tokens"),
            _whole("lines", "Lines", "lines"),
            column("cluster", pa.string(), "Least verse_id among its near-duplicates", "20 hex digits"),
            _real("own_similarity", "Largest similarity to a verse of another cluster", "share", nullable=True),
            column("own_nearest", pa.string(), "verse_id of that verse", "20 hex digits", nullable=True),
        ]
    ),
)

SYLLABLES = Table(
    name="syllables",
    version="1.0.0",
    description="One row per verse of an artist and detector: densities, and every syllable that rhymes.",
    key=("artist_id", "verse_id", "detector"),
    schema=pa.schema(
        [
            ARTIST_ID,
            _VERSE_ID,
            column("detector", pa.string(), "Detector of rhymes by its versioned name"),
            *_densities(),
            *_marks(),
        ]
    ),
)

ARTISTS = Table(
    name="artists",
    version="1.0.0",
    description="One row per artist: the vocabulary and the lengths of the verses, and how they rhyme.",
    key=("artist_id",),
    schema=pa.schema(
        [
            ARTIST_ID,
            column("name", pa.string(), "Name of the artist"),
            column("verses", pa.int64(), "Verses that were kept", "verses"),
            column("verses_before_filter", pa.int64(), "Verses before short ones were left out", "verses"),
            column("tokens", pa.int64(), "Tokens of the kept verses", "tokens"),
            column("tokens_before_filter", pa.int64(), "Tokens before short verses were left out", "tokens"),
            column("vocabulary", pa.int64(), "Different tokens of the kept verses", "types"),
            _real("richness", "100 vocabulary / tokens", "percent"),
            _real("richness_before_filter", "100 vocabulary / tokens_before_filter", "percent"),
            _real("mean_tokens", "Mean of tokens per verse", "tokens"),
            _real("stdev_tokens", "Standard deviation, with n - 1; null of one verse", "tokens", nullable=True),
            column("longest", pa.int64(), "Tokens of the longest verse", "tokens"),
            column("types_in_first", pa.int64(), "Types in the first 20,000 tokens, verses in order of id", "types"),
            _real("mattr", "Mean share of types in every run of 50 tokens", "share", nullable=True),
            _real("density", "Mean density of the verses, without weights", "share", nullable=True),
            _real("density_weighted", "Mean density under the recipe's weighting", "share", nullable=True),
            _real("density_by_syllables", "Rhymed syllables over syllables of all verses", "share", nullable=True),
            _real("rhyme_factor", "Mean rhyme factor of the verses", "syllables", nullable=True),
            _real("own_similarity", "Mean of the verses' own_similarity", "share", nullable=True),
            column("words", pa.int64(), "Words", "words"),
            column("unheard_words", pa.int64(), "Words without a pronunciation", "words"),
            column("syllables", pa.int64(), "Syllables", "syllables"),
            column("rhymed_1", pa.int64(), "Syllables whose longest rhyme is one syllable", "syllables"),
            column("rhymed_2", pa.int64(), "Syllables whose longest rhyme is two syllables", "syllables"),
            column("rhymed_3", pa.int64(), "Syllables whose longest rhyme is three or more", "syllables"),
            column("rhymed_at_line_ends", pa.int64(), "Syllables with a rhyme that ends two lines", "syllables"),
        ]
    ),
)

GENERATED = Table(
    name="generated",
    version="1.0.0",
    description="One row per verse that a generator wrote in the style of an artist.",
    key=("artist_id", "generator", "point", "number"),
    schema=pa.schema(
        [
            ARTIST_ID,
            GENERATOR,
            POINT,
            NUMBER,
            column("text", pa.string(), "Tokens joined by a space, lines by a newline", "text"),
            _whole("tokens", "Tokens, without the ends of lines", "tokens"),
            _whole("lines", "Lines", "lines"),
            column("ended", pa.string(), f"What ended it: {' or '.join(GENERATED_BY)}"),
        ]
    ),
)

MEASURES = Table(
    name="measures",
    version="1.0.0",
    description="One row per generated verse: its rhymes, and how much of it stands in the artist's verses.",
    key=("artist_id", "generator", "point", "number"),
    schema=pa.schema(
        [
            ARTIST_ID,
            GENERATOR,
            POINT,
            NUMBER,
            _whole("tokens", "Tokens, without the ends of lines", "tokens"),
            *_densities(),
            _real("similarity", "Largest tf-idf similarity to a verse of the artist", "share", nullable=True),
            column("nearest", pa.string(), "verse_id of that verse; null if none shares a token", nullable=True),
            _real("second_similarity", "Largest similarity to another verse", "share", nullable=True),
            _whole("longest_copy", "Longest run of tokens that stands in a verse of the artist", "tokens"),
            _real("copied_share", "Share of tokens in copied runs of five or more", "share"),
            _whole("copied_sources", "Verses that the copied runs are from", "verses"),
            column("identical", pa.bool_(), "Whether it equals a verse of the artist"),
            _list("copied_start", pa.int32(), "First token of each copied run, from 0", "tokens"),
            _list("copied_length", pa.int32(), "Length of each copied run", "tokens"),
            *_marks(),
        ]
    ),
)

POINTS = Table(
    name="points",
    version="1.0.0",
    description="One row per artist, generator and point of the regression: means over its verses.",
    key=("artist_id", "generator", "point"),
    schema=pa.schema(
        [
            ARTIST_ID,
            GENERATOR,
            _whole("point", "Number of the point, from 0"),
            _real("x", "Where it stands: n, or the first iteration of the interval"),
            _whole("verses", "Generated verses", "verses"),
            _whole("heard", "Verses with a density", "verses"),
            _real("tokens", "Mean length", "tokens"),
            _real("density", "Mean density under the recipe's weighting", "share", nullable=True),
            _real("similarity", "Mean similarity of its verses with a token", "share", nullable=True),
            _real("copied_share", "Mean share of copied tokens", "share"),
            _real("longest_copy", "Mean longest copied run", "tokens"),
            _real("identical", "Share of verses that equal a verse of the artist", "share"),
        ]
    ),
)


def _line_of(what: str) -> list[pa.Field]:
    return [
        _real(f"{what}_slope", f"Slope of the regression line of {what}", "1 / x", nullable=True),
        _real(f"{what}_intercept", f"Intercept of the line of {what}", nullable=True),
        _real(f"{what}_r2", f"Share of the variance of {what} that the line explains", "share", nullable=True),
    ]


CROSSINGS = Table(
    name="crossings",
    version="1.0.0",
    description="One row per artist and generator: the similarity where the density is the artist's own.",
    key=("artist_id", "generator"),
    schema=pa.schema(
        [
            ARTIST_ID,
            GENERATOR,
            _whole("points", "Points with a density", "points"),
            _real("target", "The artist's density under the recipe's weighting", "share", nullable=True),
            *_line_of("density"),
            *_line_of("similarity"),
            _real("x", "Where the line of density has the artist's density", nullable=True),
            _real("similarity", "The line of similarity there", "share", nullable=True),
            _real("low", "Lower end of its 95 % interval by bootstrap", "share", nullable=True),
            _real("high", "Upper end of its 95 % interval", "share", nullable=True),
            _whole("draws", "Draws of the bootstrap whose lines cross", "draws"),
            column("status", pa.string(), f"Kind of crossing: {', '.join(STATUSES)}"),
            _real("isotonic_x", "Crossing by isotonic regression, without extrapolation", nullable=True),
            _real("isotonic_similarity", "The similarity there", "share", nullable=True),
            _real("own_similarity", "Mean similarity of the artist's verses to each other", "share", nullable=True),
        ]
    ),
)

LENGTHS = Table(
    name="lengths",
    version="1.0.0",
    description="One row per artist and generator: the longest generated verse, and when it was written.",
    key=("artist_id", "generator"),
    schema=pa.schema(
        [
            ARTIST_ID,
            GENERATOR,
            _whole("longest", "Tokens of the longest generated verse", "tokens"),
            POINT,
            NUMBER,
            _real("when", "Its point over the last point", "percent"),
            _real("mean_tokens", "Mean length of the artist's verses", "tokens"),
            _real("stdev_tokens", "Standard deviation of these lengths", "tokens", nullable=True),
            column("beyond", pa.bool_(), "Whether it is longer than mean and standard deviation together"),
        ]
    ),
)

CORRELATIONS = Table(
    name="correlations",
    version="1.0.0",
    description="One row per two figures of the artists, and generator: how they go together over artists.",
    key=("generator", "first", "second"),
    schema=pa.schema(
        [
            GENERATOR,
            column("first", pa.string(), "One figure"),
            column("second", pa.string(), "The other figure"),
            _whole("n", "Artists that have both", "artists"),
            _real("pearson", "Pearson's correlation; null if it is not defined", nullable=True),
            _real("low", "Lower end of its 95 % interval (Fisher)", nullable=True),
            _real("high", "Upper end of its 95 % interval", nullable=True),
            _real("p", "Two-sided p of Pearson's correlation", "share", nullable=True),
            _real("p_holm", "That after Holm, over all pairs of the generator", "share", nullable=True),
            _real("spearman", "Spearman's rank correlation", nullable=True),
            _real("spearman_p", "Its two-sided p", "share", nullable=True),
            _real("needed", "Least absolute correlation with p < .05 for so many artists", nullable=True),
        ]
    ),
)
