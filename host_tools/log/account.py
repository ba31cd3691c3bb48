"""A game as an account, line by line: time, event, both players' remaining time."""

import re
from collections import Counter

from corrido.core import events, phases
from corrido.core.match import NO_NOTICE, TIME_OVER, exact, rounded
from corrido.core.rules import UNSAID
from corrido.core.why import why
from corrido.ui.texts.source import whole

from host_tools.log import phrases
from host_tools.log.games import Entry, Game, Report, Step
from host_tools.untrusted.text import clean

Row = tuple[str, str, str, str]  # of an account; why() has as many texts for a decision
COUNTED = {"sum.score": "score", "sum.total": "off", "sum.result": "result"}
PACKED = (events.ARM, events.FOLD)  # their payload is for the firmware


def _name(names: tuple[str, ...], index: int, language: str) -> str:
    return phrases.value(names[index], language) if 0 <= index < len(names) else str(index)


def _letter(value: int) -> str:
    """Return the tile that a blank stands for, `-` for one taken back.

    A tampered log may hold any number there.
    """
    try:
        return clean(events.unpacked(value)) if value else "-"
    except ValueError:
        return str(value)


def _fields(entry: Entry, language: str) -> dict[str, str]:
    """Return the values that a phrase may use; each kind's phrase uses only those that fit."""
    value = entry.said
    return {
        "who": _name(events.WHO_NAMES, entry.who, language),
        "value": str(value),
        "seq": str(entry.seq),
        "time": exact(value),
        "points": str(value % events.ARTICLE_UNIT),
        "article": events.article_of(value // events.ARTICLE_UNIT),
        "reason": _name(events.REASONS, value, language),
        "mark": _name(events.MARKS, value, language),
        "verdict": _name(events.VERDICTS, value, language),
        "fault": _name(events.FAULTS, value, language),
        "letter": _letter(value),
        "card": _name(events.CARDS, value % events.ARTICLE_UNIT, language),
        "appeal": phrases.word("upheld" if value else "refused", language),
    }


def phrase(entry: Entry, language: str, words: bool = True) -> str:
    """Return an entry's sentence; without `words` it hides which challenged words were valid."""
    if entry.kind:
        said = phrases.event(entry.kind, language)
        text = said.format(**_fields(entry, language)) if said else str(entry.kind)
        if "consent" in entry.logs:  # no arbiter, whom the sentence begins with
            text = f"{phrases.word('consent', language, 'note')}: {text.partition(': ')[2]}"
        if "takeover" in entry.logs:
            text = phrases.word("takeover", language, "note")
    else:
        # The entry that holds the changes made by an undo has no name.
        told = [phrases.word(name, language, "note") for name in entry.logs or ("undo",)]
        text = ", ".join(told)
        if "dropped" in entry.logs:
            text = f"{entry.value} {text}"
        elif entry.times > 1:
            text = f"{entry.times} × {text}"
    packed = entry.kind in PACKED or {"ignored", "pin"} & set(entry.logs)
    if not entry.payload or packed or (entry.tells_words and not words):
        return text
    return f"{text} ({details(entry, language)})"


def lines(game: Game, language: str, words: bool = True, decided: bool = False) -> list[Row]:
    """Return (time, text, left of A, left of B) of every entry, in order, with what it decided.

    decided: only of entries that decided something.
    """
    out: list[Row] = []
    texts, held = whole(language), Counter[Row]()

    def see(step: Step) -> None:
        nonlocal held
        t, said, a, b = _line(step, language, words)
        now = Counter(why(step.match))
        new, held = list((now - held).elements()), now
        for key, cited, first, second in new:
            told = texts[key].replace("%", first).replace("&", second).replace("|", " ")
            said += f" [{cited}: {told}]"
        if new or not decided:
            out.append((t, said, a, b))

    game.match(see)
    return out


def _line(step: Step, language: str, words: bool) -> Row:
    text = phrase(step.entry, language, words)
    if step.outside:  # a wrong PIN in the settings: the game's time does not run there
        return "", f"[{phrases.word('outside', language)}] {text}", "", ""
    if step.undone:
        text = f"[{phrases.word('undone', language)}] {text}"
    left = [rounded(step.match.left_ms(who)) for who in (events.A, events.B)]
    return exact(step.entry.t_ms), text, left[0], left[1]


def heading(game: Game, language: str) -> str:
    """Return the heading: which game, where, and who played."""
    labels = [str(game.labels.get("date") or "")]
    for key in ("round", "table", "from"):  # from: the log in which the game began
        if game.labels.get(key):
            labels.append(f"{phrases.word(key, language)} {game.labels[key]}")
    sides = {side: game.labels.get(f"player-{side.lower()}") for side in "AB"}
    names = " - ".join(f"{side}: {name}" if name else side for side, name in sides.items())
    where = game.device.get("name") or game.device.get("id") or ""
    parts = [f"{phrases.word('game', language)} {game.number}", where, *labels, names]
    return ", ".join(part for part in parts if part)


def warnings(report: Report, language: str) -> list[str]:
    """Return a line for each fault of the log that the game comes from."""
    lines = []
    if not report.unbroken:
        broken = phrases.word("broken", language)
        lines.append(f"{phrases.word('chain', language)}: {broken} ({report.bad})")
    broken = phrases.word("not-whole", language)
    return lines + [f"{broken}: {one.told(language)}" for one in report.findings]


def text(game: Game, language: str, words: bool = True, decided: bool = False) -> str:
    """Return the whole account for a terminal, or only what was decided and why."""
    told = lines(game, language, words, decided)
    rows = [
        f"{t:>12}  A {a:>7}  B {b:>7}  {what}" if t else f"{what:>{34 + len(what)}}"
        for t, what, a, b in told
    ]
    return "\n".join([heading(game, language), *rows, *figures(game, language)])


def figures(game: Game, language: str) -> list[str]:
    """Return the summary: how the game ended, a line for each player with what counts first."""
    found, texts = game.summary(), whole(language)
    ending = found["ending"]
    rows: list[str] = []
    if found["phase"] != phases.CLOSED:
        rows.append(
            f"{phrases.field('phase', language)}: {phrases.value(found['phase'], language)}"
        )
    if found["forfeit"] != "none":
        loser = phrases.value(found["forfeit"], language)
        rows.append(f"{phrases.field('forfeit', language)} {loser}")
    elif ending != NO_NOTICE:
        rows.append(phrases.value(ending, language))
        racks = found["racks"] if ending == TIME_OVER else UNSAID
        rows += [texts[f"racks.{racks}"]] if racks != UNSAID else []
    for letter in ("A", "B"):
        figure = found[letter]
        card = "no" if figure["card"] == "none" else figure["card"]
        told = [f"{texts[key].lower()} {figure[name]}" for key, name in COUNTED.items()
                if ending != "void" and figure[name] is not None]  # fmt: skip
        told += [
            f"{phrases.word('used', language)} {rounded(figure['used_ms'])}",
            f"{phrases.word('over', language)} {rounded(figure['over_ms'])} "
            f"(-{figure['points']} {phrases.word('points', language)})",
            f"{phrases.word('turns', language)} {figure['turns']}",
            f"{phrases.word('challenges', language)} {figure['challenges']} "
            f"({figure['challenges_won']})",
            f"{phrases.word('penalty', language)} {figure['penalty']}",
            f"{phrases.word('card', language)} {phrases.value(card, language)}",
        ]
        rows.append(f"{letter}: {', '.join(told)}")
    if found["dropped"]:
        rows.append(f"{found['dropped']} {phrases.word('dropped', language)}")
    return rows


# -- the device's terse additions to an entry, in the reader's language

_STOP = re.compile(r"stopped (\S+) clock (\S+) asked (\S+) (\d+) ms\Z")
_HELD = re.compile(r"held (\S+) (\d+) ms\Z")
_CHANGE = re.compile(r"([a-z]+(?:\.[AB])?) (.*)>(.*)\Z")
_ANSWER = re.compile(r" (yes|no)(?=, |\Z)")


def details(entry: Entry, language: str) -> str:
    """Return an entry's payload in a language; parts of unknown form stay as they are."""
    text = entry.text()
    if entry.tells_words:
        return _ANSWER.sub(lambda found: f" {phrases.value(found[1], language)}", text)
    return "; ".join(_part(part, language) for part in text.split("; "))


def _part(part: str, language: str) -> str:
    if found := _STOP.match(part):
        reason, clock, asked = (phrases.value(word, language) for word in found.groups()[:3])
        said = phrases.word("stop", language, "text")
        return said.format(reason=reason, clock=clock, asked=asked, time=exact(int(found[4])))
    if found := _HELD.match(part):
        said = phrases.word("held", language, "text")
        return said.format(who=phrases.value(found[1], language), time=exact(int(found[2])))
    if found := _CHANGE.match(part):
        before, after = (phrases.value(word, language) for word in found.groups()[1:])
        return f"{phrases.field(found[1], language)}: {before} → {after}"
    return part
