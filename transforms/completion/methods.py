"""Every method of completion by the class of its task. To add one: write its file, add its line."""

from collections.abc import Mapping

from transforms.completion.beam import BEAM
from transforms.completion.delayed_beam import DELAYED_BEAM
from transforms.completion.method import Method
from transforms.completion.rhyme_constrained import RHYME_CONSTRAINED
from transforms.corruptions.complete_line import CompleteLine
from transforms.corruptions.complete_line_beam import CompleteLineBeam
from transforms.corruptions.complete_line_delayed_beam import CompleteLineDelayedBeam
from transforms.corruptions.complete_line_rhyme_constrained import CompleteLineRhymeConstrained

METHODS: Mapping[type[CompleteLine], Method] = {
    CompleteLineBeam: BEAM,
    CompleteLineDelayedBeam: DELAYED_BEAM,
    CompleteLineRhymeConstrained: RHYME_CONSTRAINED,
}
