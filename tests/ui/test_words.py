"""One term for each thing: no former or foreign term is used anywhere."""

import re
from pathlib import Path

import pytest
from corrido.ui.texts import LANGUAGES
from corrido.ui.texts.source import read, whole

ROOT = Path(__file__).resolve().parents[2]
MANUAL, PAGES = ROOT / "docs" / "manual", ("page", "hall")
# The terms that each term has replaced, as expressions, in texts for players and arbiters.
FORBIDDEN = {
    "es": (
        r"a restar", r"dejarlo", r"no se roba", r"no roben", r"poner el reloj", r"doble toque",
        r"gratis", r"apelación: (sí|no)", r"mantenga OK", r"quien va 2\.º",
        r"gana el rival", r"gana A\b.*pierde", r"palabra incorrecta", r"jugada inválida",
    ),
    "en": (
        r"drop it", r"double tap", r"removes", r"BACK: correct\b", r"\bSTOP`? goes? on",
        r"failed challenge: free", r"to subtract", r"(?<!-)\binvalid\b",
        r"both clocks stand", r"the opponent wins",
    ),
    "pl": (
        r"kamie(ń|nie|ni|niami)\b", r"poprawn[yea]\b", r"błędn(y|a) (ruch|słowo)",
        r"podwójne nac", r"woła [AB]\b", r"wynik: ", r"słownik", r"kolejk", r"koniec gry",
    ),
    "ca": (
        r"a restar", r"deixar-ho", r"no es roba", r"no robeu", r"posar el rellotge", r"doble toc",
        r"\bgratis\b", r"de franc", r"apel·lació: (sí|no)", r"mantingueu OK", r"qui va 2",
        r"guanya el rival", r"paraula incorrecta", r"jugada invàlida", r"\bfichas?\b", r"\bmots\b",
        r"\bfirm(a|ar|at)\b", r"\bbotó\b", r"\bdolent\b",
    ),
}  # fmt: skip
# The device speaks to two players: no imperative in the singular. A page speaks to one person.
SINGULAR = (
    r"\b(anuluj|cofnij|dodaj|kasuj|kopiuj|nagraj|nagrywaj|naciśnij|odczytaj|odetnij|odłącz|"
    r"odtwórz|otwórz|podłącz|popraw|potwierdź|skanuj|sprawdź|trzymaj|unieważnij|ustaw|usuń|"
    r"uszkodź|użyj|wgraj|włącz|wpisz|wybierz|wyczyść|wypróbuj|wznów|zakończ|zakryj|zamień|"
    r"zamknij|zapisz|zmień)\b"
)
SINGULAR_CATALAN = (
    r"\b(accepta|anul·la|cancel·la|copia|desfés|endolla|escull|mira|premi|repeteix|"
    r"revisa|tapa|treu)\b"
)
# The page must use the screen's terms.
PAIRS = {
    "es": (("verdict.valid", "said-valid"), ("verdict.invalid", "said-invalid")),
    "en": (("verdict.valid", "said-valid"), ("verdict.invalid", "said-invalid")),
    "pl": (("verdict.valid", "said-valid"), ("verdict.invalid", "said-invalid")),
    "ca": (("verdict.valid", "said-valid"), ("verdict.invalid", "said-invalid")),
}
MANUALS = {
    "es": ("jugadores.md", "arbitros.md", "tarjeta.html"),
    "en": ("players.md", "arbiters.md", "card.html"),
    "pl": (),
    "ca": (),
}


def read_by_people(language: str) -> dict[str, str]:
    """Return everything that players and arbiters read in a language, by place."""
    found = {f"device {key}": text for key, text in whole(language).items()}
    for name in MANUALS[language]:
        found[name] = (MANUAL / name).read_text(encoding="utf-8")
    for section in PAGES:
        found[section] = "\n".join(read(language, section).values())
    return found


@pytest.mark.parametrize("language", FORBIDDEN)
def test_no_old_term_is_left(language: str) -> None:
    wrong = re.compile("|".join(FORBIDDEN[language]), re.IGNORECASE)
    left = {where: m[0] for where, text in read_by_people(language).items()
            for m in [wrong.search(text)] if m}  # fmt: skip
    assert not left


@pytest.mark.parametrize(("language", "singular"), [("pl", SINGULAR), ("ca", SINGULAR_CATALAN)])
def test_two_players_are_addressed_in_the_plural(language: str, singular: str) -> None:
    wrong = re.compile(singular, re.IGNORECASE)
    told = read_by_people(language)
    del told["page"], told["hall"]
    left = {where: m[0] for where, text in told.items() for m in [wrong.search(text)] if m}
    assert len(told) > 250
    assert not left


@pytest.mark.parametrize("language", PAIRS)
def test_the_page_says_a_verdict_as_the_device_does(language: str) -> None:
    page, table = read(language, "page"), whole(language)
    for key, name in PAIRS[language]:
        assert page[name].lower().endswith(table[key].lower()), (name, page[name])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_verdict_and_a_look_up_have_one_pair_of_words(language: str) -> None:
    table = whole(language)
    for answer in ("valid", "invalid"):
        assert table[f"verdict.{answer}"] == table[f"answer.{answer}"]


def test_the_terms_are_those_agreed() -> None:
    es, en, pl = (whole(code) for code in ("es", "en", "pl"))
    assert (es["act.appeal"], es["act.appeal-refused"]) == (
        "Apelación aceptada", "Apelación rechazada",
    )  # fmt: skip
    assert (es["sum.total"], es["act.set"], es["nothing-drawn"]) == (
        "DESCUENTO", "Ajustar el reloj", "NO SAQUEN FICHAS",
    )  # fmt: skip
    assert (es["wins"], es["both-lose"], es["key.CHALLENGE"]) == ("GANA %", "PIERDEN LOS DOS", "?")
    assert f"{es['ready.1']} {es['ready.2']}" == "PULSA QUIEN NO SALE"
    assert (en["back-corrects"], en["stop-again"], en["setup.guard"]) == (
        "BACK: edit", "resume", "Guard (ms)",
    )  # fmt: skip
    assert en["takes-back"] == "%: TAKE TILES BACK" and "DIRECTOR" in en["director"]
    assert (en["failed-challenge.0"], en["failed-challenge.-1"]) == ("no cost", "lose turn")
    assert (pl["reason.tiles"], pl["reason.none"], pl["summary"]) == (
        "PŁYTKI", "PAUZA", "Podsumowanie",
    )  # fmt: skip
    assert (pl["act.appeal"], pl["act.appeal-refused"]) == (
        "Odwołanie uznane", "Odwołanie odrzucone",
    )  # fmt: skip
