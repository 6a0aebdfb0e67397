"""Annotate the cleaned poems of a shard."""

from dataclasses import dataclass
from functools import cache

from versebench.models.tagger.contract import Tagger
from versebench.models.tagger.spacy_tagger import load_tagger
from versebench.models.thesaurus.contract import ThesaurusError
from versebench.models.thesaurus.registry import load_thesaurus
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.annotation.annotation import Readers, annotate
from versebench.transforms.mapping.failure import RecoverableError, of_poem
from versebench.transforms.mapping.processing_failed import processing_failed
from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.prosody.lexicon.recall import Recall


@dataclass(frozen=True)
class AnnotateShard:
    """The annotation of every cleaned poem of a shard."""

    directory: str
    cleaned: Manifest
    recall: Recall
    form: str
    tagger: str
    thesaurus: str

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: ``in`` and ``out``.

        Raises :class:`RecoverableError` if the thesaurus cannot be asked, and :class:`PoemError` if a poem cannot be
        annotated: every task needs the annotation of every poem, so that none can be left out here.
        """
        poems = read_table(self.directory, self.cleaned, "poems", shard)
        readers = Readers(_tagger(self.tagger), self.recall.hearing(shard), load_thesaurus(self.thesaurus))
        try:
            annotation = annotate(poems, FORMS[self.form], readers)
        except ThesaurusError as error:
            raise RecoverableError(f"thesaurus: {error}") from None
        except Exception as error:
            processing_failed(error)
            for row, work in enumerate(poems.column("work_id").to_pylist()):
                with of_poem(work):
                    annotate(poems.slice(row, 1), FORMS[self.form], readers)
            raise
        return ShardOutput({"annotation": annotation}, {"in": len(poems), "out": len(annotation)})


@cache
def _tagger(name: str) -> Tagger:
    """One load for all shards of a process."""
    return load_tagger(name)
