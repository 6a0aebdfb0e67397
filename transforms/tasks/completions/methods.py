"""Every method of completion by the class of its task. To add one: write its file, add its line."""

from collections.abc import Mapping

from transforms.tasks.completions.beam import BEAM
from transforms.tasks.completions.delayed_beam import DELAYED_BEAM
from transforms.tasks.completions.method import Method
from transforms.tasks.completions.rhyme_constrained import RHYME_CONSTRAINED
from transforms.tasks.complete_line import CompleteLine
from transforms.tasks.complete_line_beam import CompleteLineBeam
from transforms.tasks.complete_line_delayed_beam import CompleteLineDelayedBeam
from transforms.tasks.complete_line_rhyme_constrained import CompleteLineRhymeConstrained

METHODS: Mapping[type[CompleteLine], Method] = {
    CompleteLineBeam: BEAM,
    CompleteLineDelayedBeam: DELAYED_BEAM,
    CompleteLineRhymeConstrained: RHYME_CONSTRAINED,
}
