"""What a rank process of ``causal.v1`` does."""

from dataclasses import asdict

from versebench.models.poets.causal import CausalPoetSettings
from versebench.models.poets.causal_poet import CausalPoet, load_model
from versebench.models.poets.contract import Message, Request
from versebench.models.scorers.deepspeed import messages as rank_messages
from versebench.models.scorers.deepspeed.start import Answering
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.load_options import LoadOptions


def load(settings: str, identity: ModelIdentity, options: LoadOptions) -> Answering:
    """Load the model in a rank process, which answers requests."""
    of = CausalPoetSettings.model_validate_json(settings)
    model = load_model(of, identity, options)

    def answer(asked: rank_messages.Message) -> rank_messages.Message:
        requests = [
            Request(**{**each, "messages": tuple(Message(**message) for message in each["messages"])})
            for each in asked["requests"]
        ]
        return {"answers": [asdict(answer) for answer in CausalPoet(of, asked["seed"], model).write(requests)]}

    return answer
