"""One model for all worker processes of a machine, for models of which only one fits.

The process that asks first loads it; the others ask that process, over Beam's own means for it, which listens on this
machine alone. They take turns.
"""

from functools import lru_cache

from apache_beam.utils.multi_process_shared import MultiProcessShared

from models.judges.contract import Judge, Precision
from models.judges.identity import ModelIdentity
from models.judges.registry import load_judge
from models.judges.settings import JudgeSettings
from transforms.keys import hash_id


@lru_cache(maxsize=1)
def shared_judge(settings: JudgeSettings, identity: ModelIdentity, precision: Precision) -> Judge:
    """The machine's model, loaded by whoever asks first. Raises what loading it raises."""
    tag = hash_id("shared-judge", settings.model_dump_json(), identity.name, identity.revision, precision)
    shared = MultiProcessShared(lambda: load_judge(settings, identity, precision), f"versebench-{tag}")
    judge: Judge = shared.acquire()
    return judge
