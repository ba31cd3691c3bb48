"""Take a stopped game's state out as texts that fit QR codes, and in again from them.

A text is `corrido 1/2 CRC32` and, on the lines after it, that part of a JSON array: number of the
format, preset, fields that differ from it, labels, state, tag. Loaded only when a game moves.
"""

import json
from binascii import crc32, hexlify

from corrido.compat import TYPE_CHECKING, const, json_text
from corrido.core import ending, events, match, phases
from corrido.core.game import Game, replay
from corrido.core.presets import COMMON, PRESETS, values_of
from corrido.core.rules import Rules
from corrido.core.stop import take_over
from corrido.store import door
from corrido.store import settings_table as settings
from corrido.store.game_record import MARKS_KEPT, folded, pack_fold, unfolded
from corrido.store.journal.codec import GAME, KIND, LINK, PAYLOAD, VALUE

if TYPE_CHECKING:
    from typing import Any

    from corrido.app.app import App
    from corrido.core.events import Event

PART_BYTES = const(205)  # with its first line no more than a code of 53 modules holds
HEAD_LETTERS = const(16)
MOST_PARTS = const(99)
OF_GAME = ("round", "table", "player-a", "player-b")
# What reading and playing a stranger's state may raise.
UNREADABLE = (
    ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError,
    ValueError,
)  # fmt: skip


def texts(app: "App") -> "list[str]":
    """Return the state of the game that has left this device, in parts for codes or a file.

    It names the entry of this log that says it has left, by its link. ValueError if none has.
    """
    recorder = app.recorder
    if not recorder.match.left:
        raise ValueError("no game has left this device")
    twin = recorder.match.copy()
    twin.left = False
    labels = recorder.labels()
    labels["tag"] = ""
    here = app.settings.get("device-name") or hexlify(app.board.unique_id).decode()
    left = [one for one in app.journal.records(current=True) if one[KIND] == events.HANDOVER]
    labels["from"] = "%s %s %d" % (hexlify(left[-1][LINK]).decode(), here, recorder.game)
    rules, base = twin.rules, _base(twin.rules.name)
    differ: "list[Any]" = []
    for at, name in enumerate(sorted(base)):
        if getattr(rules, name) != base[name]:
            differ += [at, getattr(rules, name)]
    known = ['"%s":%s' % (n, json_text(labels[n])) for n in sorted(labels) if labels[n]]
    short = [json_text(one).replace(", ", ",") for one in (differ, folded(twin))]
    whole = '[%d,"%s",%s,{%s},%s'
    told = (whole % (_format(), rules.name, short[0], ",".join(known), short[1])).encode()
    return _parted(told + b',"' + _tag(app, told) + b'"]')


def _tag(app: "App", told: bytes) -> bytes:
    """Return which key it is, and what only its owner makes of a text; b"" without a key."""
    tag_of = app.journal.links.tag_of
    return hexlify(tag_of(b"closing code")[:2] + tag_of(told))


def take_in(app: "App", data: bytes) -> None:
    """Begin the game whose whole text this is; ValueError says in one line why it cannot be.

    It is a stranger's: each value passes the door, and it is played a moment on copies, before
    anything is recorded.
    """
    if app.recorder.match.phase != phases.SETUP:
        raise ValueError("a game is under way: a state is taken in before one, in setup")
    try:
        labels, game, tag = _read(data)
        for pause_ms in TRIAL_MS:
            _try(game, pause_ms)
    except UNREADABLE as error:
        raise ValueError("no state of a game: %s" % error) from None
    own = _tag(app, data[: data.rfind(b",")]).decode()
    if tag[:4] == own[:4] != "" and tag != own:
        raise ValueError("this state was changed since it was taken out: its tag does not fit")
    _refuse_again(app, labels["from"][:HEAD_LETTERS].encode())
    if app.health.battery_too_low():
        raise ValueError("the battery would not last a game")
    for each in OF_GAME:  # the device keeps its own name
        app.settings.set(each, labels.get(each, ""))
    app.settings.commit()
    labels["device-name"] = app.settings.get("device-name")
    labels["tag"] = tag if tag == own else ""
    take_over(game)
    app.begin(pack_fold(game.rules, labels, folded(game)))


def _read(data: bytes) -> "tuple[dict[str, Any], Game, str]":
    """Return labels, game and tag of a text; or any of UNREADABLE for another."""
    found = json.loads(data.decode())
    if found[0] != _format():
        raise ValueError("the other device has another version of the firmware")
    _, name, differ, labels, state, tag = found
    values = dict(_base(name))
    for at in range(0, len(differ), 2):
        values[sorted(values)[differ[at]]] = differ[at + 1]
    if values["signals_ms"].__class__ is list:
        values["signals_ms"] = tuple(values["signals_ms"])
    rules = door.rules(Rules(name=name, **values))
    check_labels(labels)
    if "from" not in labels:
        raise ValueError("from is missing: where the game comes from")
    if type(tag) is not str:
        raise ValueError("tag is %s: a text" % repr(tag)[:40])
    return labels, stopped(unfolded(state, rules)), tag


def check_labels(given: "dict[str, Any]") -> None:
    """Check a game's labels, `from` of a carried one too; ValueError names what is wrong."""
    for name, value in given.items():
        if name == "from":
            if type(value) is not str or not 17 <= len(value) <= 80:
                door.refuse(name, value, "where the game comes from")
        elif name not in settings.LABELS:
            door.refuse("label", name, ", ".join(settings.LABELS))
        elif value is not None:
            settings.check(name, value)


def stopped(game: Game) -> Game:
    """Return a game that stands stopped and whose figures agree; ValueError names what does not.

    Only so does a game leave a device (core/arbiter.py).
    """
    door.state(game)
    under, row, marks = game.under + [""], game.row, len(game.row.marks)
    turn, stop, found, played = game.turn, game.stop, game.challenge, game.played
    players, clocks = game.players, [player.clock for player in game.players]
    rules, limit, t_ms, still_ms = game.rules, game.limit, game.t_ms, game.neutral.still_ms
    bases = phases.WITH_A_CLOCK + (() if phases.VERDICT in under else phases.BEFORE_START)
    turns, used_ms = sum(game.turns), sum([clock.used_ms for clock in clocks])
    stops_ms = sum([ms for _, ms in game.neutral.stops.values()]) + (stop.ms if stop else 0)
    given = players[0].sanctions + players[1].sanctions
    points = [rules.penalty_points] + [one[1] for one in given if one[0] == events.PENALTY]
    told = game.copy()
    ending.tell(told)
    for name in ("run", "fault", "left", "replaying", "question", "ending"):
        if getattr(game, name):
            door.refuse("Game." + name, getattr(game, name), "a game that is carried has none")
    for name, holds in (
        ("phase", game.phase in (phases.STOPPED, phases.RECOVERED)),
        ("under", under[1:] in ([""], [phases.VERDICT, ""]) and under[0] in bases),
        ("stop", (stop is not None) == (game.phase == phases.STOPPED)),
        ("reason", stop is None or events.NONE < stop.reason <= events.OTHER),
        ("turn", (turn is None) == (under[0] in phases.BEFORE_START)),
        ("opener", (turn is None) == (game.opener == 0) and game.opener < 3),
        ("late", game.late is None if turn else under[0] != phases.LATE or bool(game.late)),
        ("challenge", phases.VERDICT not in under or bool(turn and found and found.verdict)),
        ("held", game.held == 0 or bool(turn and game.held < 3)),
        ("seqs", not (game.seqs.acts or game.seqs.press or game.seqs.left)),
        ("seq", door.MOST_SEQ // 2 >= game.seq >= max([1, game.seqs.event] + _abouts(game))),
        ("turns", turns == marks or turns > marks > MARKS_KEPT),
        ("turns_lost", all([player.turns_lost <= player.turns for player in players])),
        ("challenges_won", all([one.challenges_won <= one.challenges for one in players])),
        ("sanctions", min(points) >= rules.penalty_min),
        ("challenges", sum([one.challenges for one in players]) <= game.seq),
        ("own_ms", sorted([one.own_ms for one in players])
            == sorted([rules.first_ms(who) for who in (events.A, events.B)])),
        ("played", played is None or played.at < marks),
        ("row", row.at_zero == rules.scoreless_at_zero and row.alone <= marks),
        ("conditions", sorted(set(game.conditions)) == sorted(told.conditions)),
        ("t_ms", used_ms + still_ms - game.neutral.both_ms <= t_ms <= door.MOST_MS // 2),
        ("used_ms", max([clock.used_ms for clock in clocks]) <= t_ms),
        ("began_ms", turn is None or turn.began_ms <= t_ms),
        ("guard_end_ms", turn is None or turn.guard_end_ms <= t_ms + rules.guard_ms),
        ("held_to_ms", turn is None or turn.held_to_ms <= max(rules.hold_ms, 0) + used_ms),
        ("limit", limit.end_ms <= t_ms + limit.given_ms),
        ("limit.end_ms", limit.end_ms < 0 or limit.spent or limit.end_ms > t_ms),
        ("neutral", stops_ms <= still_ms),
        ("signalled", _announced(game)),
    ):  # fmt: skip
        if not holds:
            raise ValueError("Game.%s does not agree with the rest" % name)
    return game


def _abouts(game: Game) -> "list[int]":
    """Return the seqs of the events that a game's records name."""
    begun = [one.number for one in (game.turn, game.stop, game.played, game.challenge) if one]
    for player in game.players:
        begun += [given[3] for given in player.sanctions]
        begun += [lost // events.ABOUT_UNIT for lost in player.turns_to_lose]
    begun += [game.seqs.price, game.seqs.price_at]
    return [number % events.HANDED for number in begun]


def _announced(game: Game) -> bool:
    """Return whether each minute of overtime that costs is announced, all but one at its limit."""
    for player in game.players:
        begun = match.minutes_begun(player.clock.over_ms(), game.rules)
        least = begun - 1 if game.rules.overtime_points else 0
        if not least <= player.clock.signalled <= begun:
            return False
    return True


# What a game is tried with: what a table may do to it until it ends, a cut in between.
_TRIAL = (
    (events.PRESS, 1, 0), (events.PRESS, 2, 0), (events.OK, 0, 0),
    (events.STOP, 0, 0), (events.PRESS, 1, 0), (events.PRESS, 2, 0), (events.PRESS, 1, 0),
    (events.PRESS, 2, 0), (events.CHALLENGE, 0, 0), (events.SUBMIT, 0, 1), (events.VERDICT, 0, 2),
    (events.OK, 0, 0), (events.STOP, 0, 0), (events.REASON, 0, 1), (events.BACK, 3, 0),
    (events.POWER, 0, 0), (events.OK, 0, 0), (events.SWAP, 0, 0), (events.REVOKE, 1, 0),
    (events.STOP, 0, 0), (events.END, 0, 0), (events.PRESS, 1, 0), (events.PRESS, 2, 0),
)  # fmt: skip
TRIAL_MS = (600, 70_000, 3_600_000)  # between two of them


def _try(game: Game, pause_ms: int) -> None:
    """Play a game on copies, then its record as a start does; raise whatever that raises.

    ValueError if the record yields another game: no device makes such a state.
    """
    live = game.copy()
    take_over(live)
    begun = folded(live)
    recorded: "list[Event]" = []
    undone: "list[Event]" = []
    for kind, who, value in _TRIAL:
        who = live.challenger if kind == events.CHALLENGE else who
        kind, value = live.bound(kind, who, value)
        event = (live.seq + 1, live.t_ms + pause_ms, kind, who, value)
        said = live.handle(event)
        if not events.refused(said):
            recorded.append(event)
        if live.undoable():
            undone = recorded + [(live.seq + 1, live.t_ms, events.UNDO, 0, live.undoable())]
        live.status()
    again = replay(game.rules, lambda: iter(recorded), [], unfolded(begun, game.rules))
    again.advance(live.t_ms)
    if again.status() != live.status():
        raise ValueError("it does not play as it is recorded")
    replay(game.rules, lambda: iter(undone), None, unfolded(begun, game.rules)).status()


def _parted(data: bytes) -> "list[str]":
    """Split UTF-8 between characters, each part with its first line."""
    pieces: "list[bytes]" = []
    while data:
        end = min(PART_BYTES, len(data))
        while end < len(data) and data[end] & 0xC0 == 0x80:
            end -= 1
        pieces.append(data[:end])
        data = data[end:]
    sum_ = crc32(b"".join(pieces)) & 0xFFFFFFFF
    return [
        "corrido %d/%d %08x\n%s" % (at + 1, len(pieces), sum_, piece.decode())
        for at, piece in enumerate(pieces)
    ]


def joined(parts: "list[str]") -> bytes:
    """Return the whole text of a state's parts, in any order; ValueError if it is not whole."""
    found: "dict[str, bytes]" = {}
    whole = ""
    for part in parts:
        head, _, text = part.partition("\n")
        words = head.split()
        if len(words) != 3 or words[0] != "corrido":
            raise ValueError("no state of a game")
        found[words[1]], whole = text.encode(), words[1].partition("/")[2] + " " + words[2]
    count = int(whole.split()[0])
    if count > MOST_PARTS:
        raise ValueError("no state of a game: it has %d parts at most" % MOST_PARTS)
    data = b"".join([found.get("%d/%d" % (at + 1, count), b"") for at in range(count)])
    if len(found) != count or "%d %08x" % (count, crc32(data) & 0xFFFFFFFF) != whole:
        raise ValueError("the state has not arrived whole: try again")
    return data


def _refuse_again(app: "App", head: bytes) -> None:
    """Refuse a state whose head a game in the log already begins with."""
    text = b""
    for entry in app.journal.records():
        if entry[KIND] == events.FOLD:
            part, parts, _ = events.fold_of(entry[VALUE])
            text = (text if part else b"") + entry[PAYLOAD]
            if part + 1 == parts and head in text:
                raise ValueError("this state was taken in before, as game %d" % entry[GAME])


def _base(name: str) -> "dict[str, Any]":
    """Return the figures of a preset, of a club's own the common ones."""
    return values_of(name) if name in PRESETS else COMMON


def _format() -> int:
    """Return a number that changes with any field of a record or the rules, or its range."""
    names = [name + door.TABLE[name] for name in sorted(door.TABLE)] + sorted(COMMON)
    return crc32(" ".join(names).encode()) & 0xFFFF
