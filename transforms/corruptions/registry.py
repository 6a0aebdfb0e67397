"""Every task by its versioned name. To add one: write its file, add its line. The order is that of scoring: append."""

from typing import Annotated

from pydantic import Field

from transforms.corruptions.complete_line_beam import CompleteLineBeam
from transforms.corruptions.complete_line_delayed_beam import CompleteLineDelayedBeam
from transforms.corruptions.complete_line_rhyme_constrained import CompleteLineRhymeConstrained
from transforms.corruptions.contract import Task
from transforms.corruptions.delete_nonrhyming_words import DeleteNonrhymingWords
from transforms.corruptions.delete_rhyming_words import DeleteRhymingWords
from transforms.corruptions.delete_words import DeleteWords
from transforms.corruptions.replace_end_word import ReplaceEndWord
from transforms.corruptions.swap_end_words import SwapEndWords
from transforms.corruptions.swap_lines import SwapLines

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
