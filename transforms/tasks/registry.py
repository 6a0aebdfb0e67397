"""Every task by its versioned name. To add one: write its file, add its line. The order is that of scoring: append."""

from typing import Annotated

from pydantic import Field

from versebench.transforms.tasks.complete_line_beam import CompleteLineBeam
from versebench.transforms.tasks.complete_line_delayed_beam import CompleteLineDelayedBeam
from versebench.transforms.tasks.complete_line_rhyme_constrained import CompleteLineRhymeConstrained
from versebench.transforms.tasks.contract import Task
from versebench.transforms.tasks.delete_nonrhyming_words import DeleteNonrhymingWords
from versebench.transforms.tasks.delete_rhyming_words import DeleteRhymingWords
from versebench.transforms.tasks.delete_words import DeleteWords
from versebench.transforms.tasks.replace_end_word import ReplaceEndWord
from versebench.transforms.tasks.swap_end_words import SwapEndWords
from versebench.transforms.tasks.swap_lines import SwapLines

AnyTask = Annotated[
    SwapEndWords
    | SwapLines
    | DeleteWords
    | DeleteRhymingWords
    | DeleteNonrhymingWords
    | CompleteLineBeam
    | CompleteLineDelayedBeam
    | CompleteLineRhymeConstrained
    | ReplaceEndWord,
    Field(discriminator="task"),
]

TASKS: dict[str, type[Task]] = {
    type_.model_fields["task"].default: type_
    for type_ in (
        SwapEndWords,
        SwapLines,
        DeleteWords,
        DeleteRhymingWords,
        DeleteNonrhymingWords,
        CompleteLineBeam,
        CompleteLineDelayedBeam,
        CompleteLineRhymeConstrained,
        ReplaceEndWord,
    )
}
