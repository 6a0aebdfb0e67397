"""All protocols by their versioned names."""

from versebench.studies.protocols.altered_or_not import AlteredOrNot
from versebench.studies.protocols.choose_original import ChooseOriginal
from versebench.studies.protocols.match_style import MatchStyle
from versebench.studies.protocols.probability_human import ProbabilityHuman
from versebench.studies.protocols.protocol import Protocol
from versebench.studies.protocols.rate_lines import RateLines

PROTOCOLS: dict[str, Protocol] = {
    protocol.name: protocol
    for protocol in (ChooseOriginal(), AlteredOrNot(), RateLines(), MatchStyle(), ProbabilityHuman())
}
"""The protocols in the order in which documents list them."""
