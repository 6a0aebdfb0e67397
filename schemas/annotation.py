"""The table of annotations: words, pronunciations, parts of speech and rhymes of each cleaned poem."""

import pyarrow as pa

from versebench.schemas.poems import WORK_ID
from versebench.schemas.table import UPOS, Table, column

ANNOTATION = Table(
    name="annotation",
    version="1.4.0",
    description="One row per cleaned poem: its words as flat parallel lists with how they sound, and its rhymes.",
    key=("work_id",),
    schema=pa.schema(
        [
            WORK_ID,
            column(
                "scheme", pa.string(), "Rhyme group of each line by the form, one letter a line, e.g. AABBA; x: none"
            ),
            column("heard_scheme", pa.string(), "Rhyme group of each line as heard, e.g. aabba; x rhymes with none"),
            column(
                "metre",
                pa.string(),
                "Whether the metre is what the form claims: as_claimed, other_metre, other_beats, not_scanned, or "
                "unchecked if no scanner reads the language; null if the form claims none",
                nullable=True,
            ),
            column("in_thesaurus", pa.list_(pa.bool_()), "Whether the thesaurus holds the end word of each line"),
            column("word_line", pa.list_(pa.int16()), "Line of each word, from 0", "lines"),
            column("token_start", pa.list_(pa.int32()), "Where the word with its opening marks starts", "characters"),
            column("word_start", pa.list_(pa.int32()), "Where the word itself starts", "characters"),
            column("word_end", pa.list_(pa.int32()), "Where the word itself ends", "characters"),
            column("token_end", pa.list_(pa.int32()), "Where the word with its closing marks ends", "characters"),
            column("word_upos", pa.list_(pa.uint8()), "Part of speech: index into " + " ".join(UPOS), "code"),
            column(
                "word_phones", pa.list_(pa.string()), "Most usual pronunciation, as in the lexicon; empty if not known"
            ),
            column("word_origin", pa.list_(pa.string()), "Where the pronunciation comes from; empty where not known"),
            column("word_stresses", pa.list_(pa.string()), "Its stresses: 1 primary, 2 secondary, 0 none; e.g. 102"),
            column("word_syllables", pa.list_(pa.int16()), "By the recipe's counter; 0 where not known", "syllables"),
            column(
                "heard_metre",
                pa.string(),
                "Metre as scanned: iambic, trochaic, anapaestic, dactylic, accentual; null if nothing was scanned",
                nullable=True,
            ),
            column(
                "heard_beats", pa.list_(pa.int16()), "Beats of the lines, which repeat; empty if not regular", "beats"
            ),
            column(
                "metre_margin",
                pa.int32(),
                "How much more a line costs on average in the next best metre; null if nothing was scanned",
                "thousandths of a nat",
                nullable=True,
            ),
            column(
                "line_beats", pa.list_(pa.int16()), "Beats of each line; 0 for a line that was not scanned", "beats"
            ),
            column("word_pattern", pa.list_(pa.string()), "Its syllables as scanned: + has a beat, - none; e.g. -+-"),
            column("word_onset", pa.list_(pa.string()), "Consonants that open its main stressed syllable; e.g. S T R"),
            column(
                "word_vowel", pa.list_(pa.string()), "Vowel of that syllable; empty where no pronunciation is known"
            ),
            column("word_coda", pa.list_(pa.string()), "Consonants that close that syllable"),
            column(
                "device_kind",
                pa.list_(pa.string()),
                "For each word of a sound device, the device: alliteration, assonance, consonance or internal_rhyme",
            ),
            column(
                "device_number", pa.list_(pa.int32()), "Number of that device in the poem, from 0; shared by its words"
            ),
            column("device_start", pa.list_(pa.int32()), "Where that word starts", "characters"),
            column("device_end", pa.list_(pa.int32()), "Where that word ends", "characters"),
            column(
                "line_rhyme",
                pa.list_(pa.string()),
                "How each line rhymes with the one before it in its group: perfect, identical, mosaic, slant, eye or "
                "none; empty for the first line of a group, for a line in none, and in languages without phones",
            ),
        ]
    ),
)
