"""Which tokens are one word, on tokenisations made by hand."""

from versebench.models.scorers.masked.words import word_stops


def spans_of(text: str, tokens: list[str]) -> list[tuple[int, int]]:
    """The places of tokens that follow each other in a text."""
    spans, place = [], 0
    for token in tokens:
        place = text.index(token, place)
        spans.append((place, place + len(token)))
        place += len(token)
    return spans


def stops(text: str, *tokens: str) -> tuple[int, ...]:
    return word_stops(text, spans_of(text, list(tokens)))


def test_the_tokens_of_a_word_end_where_it_does() -> None:
    assert stops("a limerick was", "a", "lim", "er", "ick", "was") == (1, 4, 4, 4, 5)


def test_punctuation_belongs_to_its_word() -> None:
    assert (
        stops('said, "mill-wheel\'s!"', "said", ",", '"', "mill", "-", "wheel", "'", "s", "!", '"')
        == (2, 2) + (10,) * 8
    )


def test_a_token_may_begin_with_the_space_before_its_word() -> None:
    assert word_stops("an owl", [(0, 2), (2, 4), (4, 6)]) == (1, 3, 3)


def test_a_token_over_two_words_belongs_to_the_first() -> None:
    assert word_stops("of the owl", [(0, 6), (6, 8), (8, 10)]) == (1, 3, 3)
    assert word_stops("often as", [(0, 2), (2, 7), (7, 8)]) == (2, 2, 3)


def test_a_line_break_stands_alone() -> None:
    assert stops("beard\nWho", "be", "ard", "\n", "Who") == (2, 2, 3, 4)
    assert stops("beard\n\nWho", "beard", "\n\n", "Who") == (1, 2, 3)


def test_a_space_of_its_own_belongs_to_the_word_after_it() -> None:
    assert word_stops("an owl", [(0, 2), (2, 3), (3, 5), (5, 6)]) == (1, 4, 4, 4)
    assert word_stops("an owl", [(0, 2), (3, 3), (3, 5), (5, 6)]) == (1, 4, 4, 4)
    assert stops("an \nowl ", "an", " ", "\n", "owl", " ") == (1, 2, 3, 4, 5)


def test_bytes_of_one_character_are_one_word() -> None:
    assert word_stops("é a", [(0, 1), (0, 1), (2, 3)]) == (2, 2, 3)


def test_equal_words_are_not_one() -> None:
    assert stops("la la la", "la", "la", "la") == (1, 2, 3)


def test_nothing_has_no_words() -> None:
    assert word_stops("", []) == ()
