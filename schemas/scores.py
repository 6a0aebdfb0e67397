"""Tables of scores under language models, and of the decisions and accuracies derived from them."""

import pyarrow as pa

from versebench.schemas.pairs import TASK
from versebench.schemas.poems import WORK_ID
from versebench.schemas.table import Table, column

MODEL = column(
    "model", pa.string(), "Name of the model in the recipe: a path's last part, a hub id, or a shipped model"
)
REVISION = column("revision", pa.string(), "Hash of the model's files, or commit on the hub")
CONVENTION = column("convention", pa.string(), "How the text is given to the model, e.g. bos-given+line-breaks-kept")
PRECISION = column("precision", pa.string(), "In which the model was computed: fp32 or bf16")
REDUCTION = column(
    "reduction", pa.string(), "sum, mean, mean_jcls, pen_lp, per_word, per_character, or slor (see docs/RECIPE.md)"
)
NATS = "nats"


def _of_tokens(name: str, kind: pa.DataType, description: str, unit: str) -> pa.Field:
    return column(name, pa.list_(kind), f"{description}; null where the recipe asks for no tokens", unit, nullable=True)


SCORES = Table(
    name="scores",
    version="2.0.0",
    description="One row per text, model and scoring convention.",
    key=("work_id", "text_id", "model", "convention"),
    schema=pa.schema(
        [
            WORK_ID,
            column("text_id", pa.string(), "Hash of the text that was scored", "20 hex digits"),
            MODEL,
            REVISION,
            column("family", pa.string(), "causal, masked, xlnet, or transformer-xl"),
            CONVENTION,
            PRECISION,
            column("log_probability", pa.float64(), "Sum of the log-probabilities of the scored tokens", NATS),
            column("tokens", pa.int32(), "Scored tokens; a given start token does not count", "tokens"),
            column("words", pa.int32(), "Whitespace-separated words of the text", "words"),
            column("characters", pa.int32(), "Characters of the text", "characters"),
            column(
                "unigram_log_probability",
                pa.float64(),
                "Sum of the log-probabilities of the same tokens by their counts in a corpus, where the recipe asks",
                NATS,
                nullable=True,
            ),
            _of_tokens("token_pieces", pa.string(), "Each scored token as the tokenizer spells it", "none"),
            _of_tokens("token_starts", pa.int32(), "Where each scored token starts in the text", "characters"),
            _of_tokens("token_ends", pa.int32(), "Where each scored token ends in the text", "characters"),
            _of_tokens("token_log_probabilities", pa.float32(), "The log-probability of each scored token", NATS),
        ]
    ),
)

DECISIONS = Table(
    name="decisions",
    version="2.0.0",
    description="One row per pair, model and reduction: by how much the model prefers the original.",
    key=("pair_id", "model", "convention", "reduction"),
    schema=pa.schema(
        [
            column("pair_id", pa.string(), "Pair that was decided", "20 hex digits"),
            WORK_ID,
            TASK,
            MODEL,
            CONVENTION,
            PRECISION,
            REDUCTION,
            column("margin", pa.float64(), "Reduced score of the original minus that of the corruption", NATS),
            column("correct", pa.bool_(), "Whether the original scores strictly higher"),
            column("tie", pa.bool_(), "Whether both score the same; a tie earns no point"),
        ]
    ),
)

RESULTS = Table(
    name="results",
    version="2.0.0",
    description="Accuracy of each model on each task, with an interval that allows for pairs of the same poem.",
    key=("task", "model", "convention", "reduction"),
    schema=pa.schema(
        [
            TASK,
            MODEL,
            REVISION,
            column("family", pa.string(), "causal, masked, xlnet, or transformer-xl"),
            CONVENTION,
            column("precision", pa.string(), "fp32, bf16, or bf16-then-fp32, whose decisions are those of fp32"),
            REDUCTION,
            column("pairs", pa.int64(), "Pairs that were decided", "pairs"),
            column("poems", pa.int64(), "Poems that the pairs come from", "poems"),
            column("correct", pa.int64(), "Pairs whose original scores strictly higher", "pairs"),
            column("ties", pa.int64(), "Pairs whose two texts score the same", "pairs"),
            column("accuracy", pa.float64(), "correct / pairs", "share"),
            column("low", pa.float64(), "Lower end of the 95 % interval", "share"),
            column("high", pa.float64(), "Upper end of the 95 % interval", "share"),
        ]
    ),
)

PRECISION_SAMPLE = Table(
    name="precision_sample",
    version="1.0.0",
    description="One row per pair of the sample that measures the error of bf16: its margin in both precisions.",
    key=("pair_id", "convention", "reduction"),
    schema=pa.schema(
        [
            column("pair_id", pa.string(), "Pair of the sample", "20 hex digits"),
            WORK_ID,
            CONVENTION,
            REDUCTION,
            column("margin_bf16", pa.float64(), "Margin by the scores in bf16", NATS),
            column("margin_fp32", pa.float64(), "Margin by the scores in fp32", NATS),
        ]
    ),
)


def _side(side: str) -> list[pa.Field]:
    return [
        column(f"{side}_model", pa.string(), f"Name of the {side} model in the recipe"),
        column(f"{side}_convention", pa.string(), f"How the text is given to the {side} model"),
    ]


COMPARISONS = Table(
    name="comparisons",
    version="1.0.0",
    description="Paired tests between every two models on each task, over the pairs that both decided.",
    key=("task", "reduction", "first_model", "first_convention", "second_model", "second_convention"),
    schema=pa.schema(
        [
            TASK,
            REDUCTION,
            *_side("first"),
            *_side("second"),
            column("pairs", pa.int64(), "Pairs that both models decided", "pairs"),
            column("poems", pa.int64(), "Poems that these pairs come from", "poems"),
            column(
                "both_correct", pa.int64(), "Pairs that both models decide correctly; a tie is not correct", "pairs"
            ),
            column("only_first", pa.int64(), "Pairs that only the first model decides correctly", "pairs"),
            column("only_second", pa.int64(), "Pairs that only the second model decides correctly", "pairs"),
            column("neither", pa.int64(), "Pairs that neither decides correctly", "pairs"),
            column(
                "squared_differences",
                pa.int64(),
                "Sum over poems of (only_first - only_second) squared, from which p_clustered follows",
                "squared pairs",
            ),
            column("p_exact", pa.float64(), "Exact two-sided McNemar test of all pairs as if independent", "share"),
            column(
                "p_clustered",
                pa.float64(),
                "McNemar test of Obuchowski (1998), which knows that pairs can share a poem",
                "share",
            ),
            column(
                "p_holm",
                pa.float64(),
                "Larger of the two, corrected after Holm (1979) among the comparisons of the task and reduction",
                "share",
            ),
        ]
    ),
)
