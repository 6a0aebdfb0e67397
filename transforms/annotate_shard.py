"""Annotate the cleaned poems of a shard."""

from dataclasses import dataclass
from functools import cache

from models.tagger.contract import Tagger
from models.tagger.spacy_tagger import load_tagger
from transforms.annotation import annotate
from transforms.forms.registry import FORMS
from transforms.shards.commit import ShardOutput
from transforms.shards.manifest import Manifest, read_table


@dataclass(frozen=True)
class AnnotateShard:
    """The annotation of every cleaned poem of a shard."""

    directory: str
    cleaned: Manifest
    form: str
    tagger: str

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: ``in`` and ``out``."""
        poems = read_table(self.directory, self.cleaned, "poems", shard)
        annotation = annotate(poems, FORMS[self.form], _tagger(self.tagger))
        return ShardOutput({"annotation": annotation}, {"in": len(poems), "out": len(annotation)})


@cache
def _tagger(name: str) -> Tagger:
    """One load for all shards of a process."""
    return load_tagger(name)
