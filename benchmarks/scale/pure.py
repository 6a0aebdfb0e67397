"""The pure functions of clean and corrupt alone, over the rows of committed stages, which are in memory already."""

import logging

from benchmarks.measure import Spent
from benchmarks.scale.job import Job
from versebench.pipelines.stages.lexicon import Lexicon
from versebench.storage.manifest import read_table
from versebench.transforms.filters.clean import refused_by
from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.prosody.languages.english import ENGLISH
from versebench.transforms.prosody.stanza import Stanza
from versebench.transforms.sampling.eligibility import AnnotatedSource, refusal_reasons
from versebench.transforms.sampling.pair_rows import PairRows
from versebench.transforms.tasks.apply import edits
from versebench.transforms.tasks.contract import Corruption


def pure_clean(job: Job) -> Spent:
    """What the filters take over the ingested poems, whose words have been heard."""
    logging.disable(logging.WARNING)
    recipe, chain = job.recipe, job.chain()
    ingested, recall = chain.ingest(), Lexicon.of(recipe, chain.words(), chain.lexicon()).recall
    form, filters = FORMS[recipe.form], recipe.clean.applied
    spent = Spent(0, 0)
    for shard in range(ingested.run.shards):
        sounds = recall.sounds(shard, ENGLISH.name)
        texts = read_table(ingested.run.directory, ingested.manifest, "poems", shard).column("text").to_pylist()
        lines = [[line for line in text.split("\n") if line] for text in texts]
        start = Spent.so_far()
        for one in lines:
            refused_by(Stanza(one, form, sounds), filters)
        spent += Spent.so_far() - start
    return spent


def pure_corrupt(job: Job) -> Spent:
    """What it takes to tell which tasks a poem allows, over the annotated poems, and then to make the sampled pairs."""
    logging.disable(logging.WARNING)
    recipe, chain = job.recipe, job.chain()
    cleaned, annotated, corrupted = chain.clean(), chain.annotate(), chain.corrupt()
    source = AnnotatedSource(cleaned.run.directory, cleaned.manifest, annotated.run.directory, annotated.manifest)
    spent = Spent(0, 0)
    for shard in range(cleaned.run.shards):
        table, found = source.poems(shard)
        poems, text_ids = list(found), table.column("text_id").to_pylist()
        pairs = read_table(corrupted.run.directory, corrupted.manifest, "pairs", shard)
        again = {poem.work_id: (poem, text_id) for poem, text_id in zip(source.poems(shard)[1], text_ids, strict=True)}
        tasks = {task.label: task for task in recipe.tasks}
        sampled = [
            (*again[work], tasks[label], edit)
            for work, label, edit in zip(*(pairs.column(name).to_pylist() for name in _PAIR), strict=True)
        ]
        start = Spent.so_far()
        for poem in poems:
            for task in recipe.tasks:
                refusal_reasons(task, poem, recipe.seed)
        rows = PairRows(recipe.seed)
        for poem, text_id, task, edit in sampled:
            made = edits(task, poem, recipe.seed)[edit]
            assert isinstance(made, Corruption), "a sampled edit is made again the same"
            rows.add(poem, text_id, task, edit, made)
        spent += Spent.so_far() - start
    return spent


PURE = {"clean": pure_clean, "corrupt": pure_corrupt}
_PAIR = ("work_id", "task", "edit")
