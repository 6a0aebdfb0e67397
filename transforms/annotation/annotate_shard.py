"""Annotate the cleaned poems of a shard."""

from dataclasses import dataclass
from functools import cache

import pyarrow as pa
import pyarrow.compute as pc

from versebench.models.scanner.registry import load_scanner
from versebench.models.tagger.contract import UNTAGGED, Tagger
from versebench.models.tagger.spacy_tagger import load_tagger
from versebench.models.thesaurus.contract import ThesaurusError
from versebench.models.thesaurus.registry import load_thesaurus
from versebench.schemas.annotation import ANNOTATION
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.annotation.annotation import annotate
from versebench.transforms.annotation.readers import NoTagger, NoThesaurus, Readers
from versebench.transforms.mapping.failure import RecoverableError, of_poem
from versebench.transforms.mapping.processing_failed import processing_failed
from versebench.transforms.prosody.languages.contract import Language
from versebench.transforms.prosody.languages.registry import LANGUAGES
from versebench.transforms.prosody.lexicon.recall import Recall

SCANNER = "verse-scanner.v1"
"""The scanner of the annotation, part of run ids."""


@dataclass(frozen=True)
class AnnotateShard:
    """Annotates every cleaned poem of a shard.

    ``tagger`` and ``thesaurus`` are the names of the models, as the recipe gives them. Words without parts of speech
    are neither scanned nor looked up in a thesaurus.
    """

    directory: str
    cleaned: Manifest
    recall: Recall
    tagger: str
    thesaurus: str

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the table ``annotation``, with the counts ``in`` and ``out``.

        Raises :class:`RecoverableError` if the thesaurus is not available, and :class:`PoemError` if a poem cannot be
        annotated: every task needs the annotation of every poem, so no poem can be left out here.
        """
        poems = read_table(self.directory, self.cleaned, "poems", shard)
        names = sorted(set(poems.column("language").to_pylist()))
        tables = [self._of_language(name, shard, poems) for name in names]
        annotation = pa.concat_tables([ANNOTATION.empty(), *tables])
        if len(names) > 1:
            annotation = annotation.sort_by("work_id")
        return ShardOutput({"annotation": annotation}, {"in": len(poems), "out": len(annotation)})

    def _of_language(self, name: str, shard: int, poems: pa.Table) -> pa.Table:
        language, poems = LANGUAGES[name], poems.filter(pc.equal(poems.column("language"), name))
        tagged = self.tagger != UNTAGGED
        readers = Readers(
            NoTagger() if "tagger" in language.lacks else _tagger(self.tagger),
            self.recall.sounds(shard, name),
            load_thesaurus(self.thesaurus) if tagged and "thesaurus" not in language.lacks else NoThesaurus(),
            load_scanner(SCANNER) if tagged and not _lacks_stress(language) else None,
        )
        try:
            return annotate(poems, readers)
        except ThesaurusError as error:
            raise RecoverableError(f"thesaurus: {error}") from None
        except Exception as error:
            processing_failed(error)
            for row, work in enumerate(poems.column("work_id").to_pylist()):
                with of_poem(work):
                    annotate(poems.slice(row, 1), readers)
            raise


def _lacks_stress(language: Language) -> bool:
    return bool(language.lacks.keys() & {"phones", "stress"})


@cache
def _tagger(name: str) -> Tagger:
    """The tagger, loaded once for all shards of a process."""
    return NoTagger() if name == UNTAGGED else load_tagger(name)
