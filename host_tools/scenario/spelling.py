"""A scenario's words, spelt with the tiles of its lexicon."""

from corrido.lexicon.alphabet import LONGEST, SHORTEST, alphabet
from corrido.lexicon.reader import Lexicon, LexiconDamaged

from host_tools.errors import UserError
from host_tools.lexicon.words import composed
from host_tools.paths import lexicon_path
from host_tools.scenario.lexer import Complaint
from host_tools.scenario.model import Scenario
from host_tools.sim.provision import provision

DEFAULT_ALPHABET = "es"


def alphabet_of(scenario: Scenario) -> str:
    """Return the code of the alphabet whose tiles the scenario's words are entered with.

    If the lexicon is missing or damaged, the device uses Spanish tiles.
    """
    try:
        made = provision(scenario.settings, scenario.path.parent)
        lexicon = Lexicon(str(lexicon_path(made.lexicon)))
    except (UserError, LexiconDamaged, OSError):
        return DEFAULT_ALPHABET
    code = lexicon.alphabet
    lexicon.close()
    return code


def check_words(words: list[str], scenario: Scenario) -> tuple[str, ...]:
    """Return the words in composed letters; Complaint if the tiles cannot spell one."""
    code = alphabet_of(scenario)
    words = [composed(word) for word in words]
    for word in words:
        if alphabet(code).spell_word(word) is None:
            raise Complaint(
                f"{word!r} cannot be spelled: {SHORTEST} to {LONGEST} tiles of the alphabet {code}"
            )
    return tuple(words)
