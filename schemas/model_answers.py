"""Tables of models that answer the pages of style matching, as people do."""

import pyarrow as pa

from versebench.schemas.study_columns import ITEM, PROTOCOL
from versebench.schemas.table import Table, column

_STYLE_MODEL = column(
    "model",
    pa.string(),
    "Kind of model by its versioned name, of which each artist has one; or a scorer, by its name and convention",
)

STYLE_SCORES = Table(
    name="style_scores",
    version="1.1.0",
    description="One row per page of style matching, model and artist shown: how probable the judged verse is for it.",
    key=("item", "model", "artist"),
    schema=pa.schema(
        [
            ITEM,
            _STYLE_MODEL,
            column(
                "artist",
                pa.string(),
                "Artist whom the page shows: the model is of this artist, or the scorer reads the verse that is shown",
            ),
            column("tokens", pa.int32(), "Tokens of the judged verse, as the model counts them", "tokens"),
            column("log_probability", pa.float64(), "Their log-probability", "nats"),
            column(
                "score",
                pa.float64(),
                "Their mean log-probability, minus the mean of that over the judged verses of other artists; for a "
                "scorer, minus the mean without the verse shown",
                "nats per token",
            ),
        ]
    ),
)

MODEL_ANSWERS = Table(
    name="model_answers",
    version="1.0.0",
    description="One row per page of style matching and model: the verse that the model chooses.",
    key=("item", "model"),
    schema=pa.schema(
        [
            ITEM,
            PROTOCOL,
            _STYLE_MODEL,
            column("writer", pa.string(), "Who wrote the judged verse: human or the name of a generator"),
            column("evaluated", pa.string(), "Artist of the judged verse"),
            column("shown", pa.list_(pa.string()), "Artists of the verses to choose from, in their order"),
            column("chosen", pa.string(), "Artist of the verse that is chosen"),
            column("text_ids", pa.list_(pa.string()), "Verses of the page, the judged one first", "20 hex digits"),
            column("chosen_text_id", pa.string(), "Verse that is chosen", "20 hex digits"),
            column("correct", pa.bool_(), "Whether this is right"),
            column("margin", pa.float64(), "By how much its score is ahead of the next", "nats per token"),
        ]
    ),
)

MODEL_CONFUSIONS = Table(
    name="model_confusions",
    version="1.0.0",
    description="How often a model took verses of one artist for those of another: equation 4, as for people.",
    key=("model", "writer", "evaluated", "chosen"),
    schema=pa.schema(
        [
            _STYLE_MODEL,
            column("writer", pa.string(), "Who wrote the judged verses: human or the name of a generator"),
            column("evaluated", pa.string(), "Artist of the verse that was judged"),
            column("chosen", pa.string(), "Artist whose verse was shown as an answer"),
            column("times_shown", pa.int64(), "Pages that showed a verse of this artist", "pages"),
            column("times_chosen", pa.int64(), "Pages on which it was chosen", "pages"),
            column(
                "share", pa.float64(), "times_chosen / times_shown; null if it was never shown", "share", nullable=True
            ),
            column(
                "symmetric_share", pa.float64(), "Mean of both directions; null without one", "share", nullable=True
            ),
        ]
    ),
)
