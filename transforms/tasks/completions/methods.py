"""Every method of completion by the class of its task. To add one: write its file, add its line."""

from collections.abc import Mapping

from versebench.transforms.tasks.complete_line import CompleteLine
from versebench.transforms.tasks.complete_line_beam import CompleteLineBeam
from versebench.transforms.tasks.complete_line_delayed_beam import CompleteLineDelayedBeam
from versebench.transforms.tasks.complete_line_rhyme_constrained import CompleteLineRhymeConstrained
from versebench.transforms.tasks.completions.beam import BEAM
from versebench.transforms.tasks.completions.delayed_beam import DELAYED_BEAM
from versebench.transforms.tasks.completions.method import Method
from versebench.transforms.tasks.completions.rhyme_constrained import RHYME_CONSTRAINED

METHODS: Mapping[type[CompleteLine], Method] = {
    CompleteLineBeam: BEAM,
    CompleteLineDelayedBeam: DELAYED_BEAM,
    CompleteLineRhymeConstrained: RHYME_CONSTRAINED,
}
