"""``lstm.v1``: an LSTM that is trained as the generator of that name is, without the verses that it judges.

The words of an LSTM are those of the verses that it is trained on. Of each token, a part of the probability goes to all
other words, evenly: the share of the tokens of these verses that occur once (Good 1953), with one more on either side
of the fraction, so that it is neither 0 nor 1. After another word, the LSTM reads the mean of the numbers that stand
for its own words.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from versebench.models.ghostwriters.contract import GhostwriterError
from versebench.models.styles.registry import WORDS, Learnt, Lines, Probability, StyleModel, style_model

if TYPE_CHECKING:
    import numpy as np

    from versebench.models.ghostwriters.lstm_writer import Training


class LstmStyle:
    """A trained LSTM, and the share of probability that goes to words which it does not know."""

    def __init__(self, training: "Training", unknown_share: float) -> None:
        self._training, self._unknown_share = training, unknown_share

    def probability(self, verse: Lines) -> Probability:
        """The log-probability of a verse; its tokens include the ends of lines and of the verse."""
        import numpy as np

        from versebench.models.ghostwriters.positions import UNKNOWN, text_of

        tokens = text_of([verse], self._training.vocabulary, line_ends=True).tokens
        known = tokens != UNKNOWN
        logs = self._logs(tokens.tolist())
        found = np.where(
            known,
            np.log1p(-self._unknown_share) + logs[np.arange(len(tokens)), np.where(known, tokens, 0)],
            np.log(self._unknown_share / WORDS),
        )
        return Probability(float(found.sum()), len(tokens))

    def _logs(self, tokens: Sequence[int]) -> "np.typing.NDArray[np.float64]":
        """The log-probability of every known token at each place of a verse."""
        import torch

        from versebench.models.ghostwriters.positions import FIRST_TOKEN, UNKNOWN
        from versebench.models.scorers.threads import one_thread

        model = self._training.model
        with one_thread(), torch.no_grad():
            numbers = model.embedding.weight
            before = torch.tensor([model.start, *tokens[:-1]])
            read = numbers[before.clamp(min=0)]
            read[before == UNKNOWN] = numbers[FIRST_TOKEN : model.start].mean(dim=0)
            hidden, _ = model.lstm(read[None])
            logits = model.output(hidden[0]).double()
            return torch.log_softmax(logits, dim=1).numpy()


@style_model("lstm.v1", generator="lstm.v1")
def lstm(learnt: Learnt) -> StyleModel:
    """The LSTM of an artist after its last iteration. Needs the ``score`` extra."""
    from versebench.models.ghostwriters.lstm_settings import LstmTraining
    from versebench.models.ghostwriters.lstm_writer import trained

    assert isinstance(learnt.settings, LstmTraining), "the recipe has the generator"
    if not any(map(len, learnt.verses)):
        raise GhostwriterError(
            "no verse is left to train on beside those that are judged and their works; lower items.match_style, or "
            "leave this model out of items.models"
        )
    training = trained(learnt.settings, learnt.artist, learnt.verses, learnt.seed, learnt.folder)
    return LstmStyle(training, unknown_share(learnt.verses))


def unknown_share(verses: Sequence[Lines]) -> float:
    """The share of probability for words that are not in some verses."""
    counts = Counter(token for verse in verses for line in verse for token in line)
    return (sum(times == 1 for times in counts.values()) + 1) / (counts.total() + 2)
