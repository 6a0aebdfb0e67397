"""A valid row of every table about an artist."""

from typing import Any

Row = dict[str, Any]

OF_ARTISTS = ("artists", "verses", "syllables", "generated", "measures", "points", "crossings", "lengths")


def rows_of_artist(artist: str, number: int) -> dict[str, Row]:
    of_artist = {"artist_id": artist}
    generated = {**of_artist, "generator": "ngram.v1", "point": 3, "number": 0}
    verse = {**of_artist, "verse_id": artist}
    return {
        "verses": {**verse, **_verse(artist)},
        "syllables": {**verse, "detector": "verse-rhymes.v1", **_densities(), **_marks()},
        "artists": {**of_artist, **_artist()},
        "generated": {**generated, "text": "a b", "tokens": 2, "lines": 1, "ended": "verse"},
        "measures": {**generated, **_densities(), **_copies(), **_marks()},
        "points": {**of_artist, "generator": "ngram.v1", "point": 0, "x": 1.0, **_point()},
        "crossings": {**of_artist, "generator": "ngram.v1", **_crossing()},
        "lengths": {**generated, "longest": 9, "when": 33.0, "mean_tokens": 8.0, "stdev_tokens": 2.0, "beyond": False},
        "items": _style_page(artist),
        "style_scores": {
            "item": artist,
            "model": "trigrams.v1",
            "artist": "Ben",
            "tokens": 9,
            "log_probability": -40.5,
            "score": 0.25,
        },
        "model_answers": {"item": artist, "model": "trigrams.v1", **_answer()},
        "model_confusions": {
            "model": "trigrams.v1",
            "writer": "human",
            "evaluated": "Ann",
            "chosen": f"artist {number}",
            "times_shown": 4,
            "times_chosen": 1,
            "share": 0.25,
            "symmetric_share": 0.5,
        },
        "correlations": {"generator": "ngram.v1", "first": "verses", "second": f"figure {number}", **_correlation()},
    }


def _verse(artist: str) -> Row:
    text = {"text": "one line", "tokens": 2, "lines": 1, "section": "Verse 1", "first_line": 1}
    return {"work_id": artist, "cluster": artist, "own_similarity": 0.5, "own_nearest": artist, **text}


def _densities() -> Row:
    counts = {"words": 5, "unheard_words": 1, "syllables": 4, "rhymed": 2, "entropy_bits": 2.0}
    weighted = {"density_weighted": 0.4, "density_weight": 1.0, "density_evenness": 0.4, "density_product": 0.1}
    return {"density": 0.5, **weighted, "rhyme_factor": 1.0, **counts}


def _marks() -> Row:
    counted = {name: [0, 1] for name in ("line", "word", "place", "of_word", "group", "length")}
    return {**counted, "origin": ["entry", "guess"]}


def _copies() -> Row:
    similar = {"similarity": 0.5, "nearest": "0" * 20, "second_similarity": 0.4}
    runs = {"longest_copy": 6, "copied_share": 0.5, "copied_sources": 1, "identical": False}
    return {"tokens": 12, **similar, **runs, "copied_start": [0], "copied_length": [6]}


def _artist() -> Row:
    counts = {"verses": 3, "verses_before_filter": 4, "tokens": 90, "tokens_before_filter": 99, "vocabulary": 50}
    lengths = {"richness": 55.5, "richness_before_filter": 50.5, "mean_tokens": 30.0, "stdev_tokens": 3.0}
    types = {"longest": 40, "types_in_first": 50, "mattr": 0.8, "own_similarity": 0.2}
    densities = {"density": 0.3, "density_weighted": 0.25, "density_by_syllables": 0.3, "rhyme_factor": 0.8}
    heard = {"words": 80, "unheard_words": 1, "syllables": 100, "rhymed_1": 20, "rhymed_2": 6, "rhymed_3": 3}
    return {"name": "Ann", **counts, **lengths, **types, **densities, **heard, "rhymed_at_line_ends": 9}


def _point() -> Row:
    means = {"tokens": 30.0, "density": 0.4, "similarity": 0.5, "copied_share": 0.1, "longest_copy": 3.0}
    return {"verses": 5, "heard": 5, **means, "identical": 0.2}


def _crossing() -> Row:
    lines = {f"{what}_{of}": 0.1 for what in ("density", "similarity") for of in ("slope", "intercept", "r2")}
    crossing = {"x": 3.5, "similarity": 0.5, "low": 0.4, "high": 0.6, "draws": 2000, "status": "inside"}
    isotonic = {"isotonic_x": 3.4, "isotonic_similarity": 0.5}
    return {"points": 9, "target": 0.4, **lines, **crossing, **isotonic, "own_similarity": 0.2}


def _style_page(artist: str) -> Row:
    """Of an artist whose name all rows share, with three others."""
    texts = {"texts": list("abcde"), "text_ids": [f"{number:020x}" for number in range(5)]}
    roles = {"roles": ["evaluated", "other", "target", "other", "other"], "answer": "second"}
    about = {"work_id": artist, "stratum": "human", "writer": "human", "authors": ["Ann", "Ben", "Ann", "Cas", "Dee"]}
    lacking = dict.fromkeys(("task", "pair_id", "title", "form"))
    flags = dict.fromkeys(("gold", "practice", "simulated"), False)
    return {
        "study": "none",
        "item": artist,
        "protocol": "match_style.v1",
        **about,
        **texts,
        **roles,
        **lacking,
        **flags,
    }


def _answer() -> Row:
    page = {"protocol": "match_style.v1", "writer": "human", "evaluated": "Ann", "shown": ["Ben", "Ann", "Cas", "Dee"]}
    return {
        **page,
        "chosen": "Ann",
        "chosen_text_id": "0" * 20,
        "text_ids": list("abcde"),
        "correct": True,
        "margin": 0.5,
    }


def _correlation() -> Row:
    figures = {"n": 11, "pearson": 0.5, "low": -0.1, "high": 0.8, "p": 0.1, "p_holm": 0.6}
    return {**figures, "spearman": 0.4, "spearman_p": 0.2, "needed": 0.602}
