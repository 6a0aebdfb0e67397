"""Classical Chinese: a character is a word and a syllable; tone and rhyme come from a rhyme table."""
