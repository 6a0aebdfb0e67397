"""What each stage does, apart from the registry, which imports too much for the help of the command line."""

TITLES = {
    "ingest": "Read the sources into shards of poems",
    "words": "List the distinct words of the poems",
    "lexicon": "Find the pronunciation of each distinct word",
    "clean": "Keep the poems that pass the filters",
    "split": "Find near-duplicates and split the poems into train, validation and test",
    "annotate": "Find words, sounds, parts of speech and rhymes",
    "candidates": "Let models write completions and rank synonyms",
    "corrupt": "Make the pairs of all tasks",
    "score": "Score the pairs with each model",
    "compare": "Compare the decisions of every two models",
    "acceptability": "Mark the pairs whose corruption a model finds as good as the original",
    "uncontested": "Count the decisions on pairs that are not contested",
    "verses": "Cut the works into verses by artist",
    "artists": "Bring the verses of each artist together, compare them and find their rhymes",
    "write": "Let every generator write verses in the style of every artist",
    "measure": "Find rhymes, similarity and copies of the generated verses",
    "points": "Find the points, the crossing and the longest verse of every generator",
    "items": "Draw what judges are asked about verses: lines to rate and styles to match",
    "style-scores": "Let models of each artist, and scorers, score the verses whose styles are matched",
    "titles": "Choose the poems whose titles poets are asked for",
    "poems": "Let every poet write a poem for every title, until it repeats nobody",
    "test-poems": "Gather the poems of people and poets, and find forms, rhymes, tones and reuse",
    "judgements": "Bring the answers of judges into the release, and compute their figures",
}
"""The title of each stage by its name."""
