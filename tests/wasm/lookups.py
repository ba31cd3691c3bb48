"""Run in the WebAssembly build by run.py: the whole Spanish list answers there too."""

from corrido.lexicon.alphabet import alphabet
from corrido.lexicon.reader import Lexicon

WORDS = (
    ("NIÑO", True),
    ("BOXEADA", False),
    ("CHORREABA", True),
    ("LLANO", True),
    ("AA", False),
    ("ZZZ", False),
)


def test_words_of_the_shipped_list():
    lexicon = Lexicon("/firmware/lexicons/es.lex")
    assert lexicon.words == 636598 and lexicon.verify_whole()
    spell = alphabet(lexicon.alphabet).spell
    for word, expected in WORDS:
        assert lexicon.contains(spell(word)) == expected, word
