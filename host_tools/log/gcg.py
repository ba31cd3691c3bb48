"""Clocks for an annotated game: what a device's log knows, added to somebody's GCG file.

The format is John Chew's (poslfit.com/scrabble/gcg): a line an event, `>NICK: RACK PLACE WORD
+SCORE TOTAL`; `-` is a pass, `-ABC` an exchange, `--` a play that came off the board. Everything
that was there stays, but for the totals that an added line changes.
"""

import re
import unicodedata
from dataclasses import dataclass, field
from itertools import takewhile

from corrido.core import events, phases
from corrido.core.match import Challenge, Match, rounded

from host_tools.errors import UserError
from host_tools.files import lines_of
from host_tools.log.games import Game, Step
from host_tools.untrusted.text import visible

_EVENT = re.compile(
    r">(?P<nick>[^:\s]+):(?P<head>.*?)\s(?P<score>[+-]\d{1,4})\s+(?P<total>-?\d{1,5})(?!\S)(?P<rest>.*)",
    re.DOTALL,
)
_PLAYER = re.compile(r"#player[12]\s+(\S+)\s*(.*)")
_CLOCK = re.compile(r"#note clock -?\d+:\d\d\s*\Z")
_WORDS = re.compile(r"([^\s,:]+) (?:yes|no)(?=, |\Z)")
OTHER = {events.A: events.B, events.B: events.A}
PLAY, PASS, WITHDRAWN, CHALLENGE, TIME, RACK = "play", "pass", "--", "(challenge)", "(time)", "()"


@dataclass
class Turn:
    """A turn. price: points that a failed challenge of its play cost the opponent."""

    who: int = events.NONE
    left_ms: int = 0
    withdrawn: tuple[str, ...] | None = None  # the words that were challenged off the board
    price: int = 0


class Account:
    """What the log tells of a game: its turns, and by player what is left and points lost."""

    def __init__(self, game: Game) -> None:
        """Follow a game; UserError if its log does not begin with it."""
        if any(entry.kind == events.FOLD for entry in game.entries):
            raise UserError(f"game {game.number}: its first turns are no longer in the log", 1)
        self.turns: list[Turn] = []
        self._next = Turn()  # in progress
        self._judged: dict[int, Turn] = {}  # of judged plays, by the event that judged
        self._counts = dict.fromkeys(OTHER, 0)
        self._shown: Challenge | None = None  # whose verdict is on the screen
        self._words: tuple[str, ...] = ()
        match = game.match(self._take)
        for who in OTHER:
            for kind, cost, _, seq in match.player(who).sanctions:
                if kind == events.VERDICT:
                    self._judged[seq].price = cost
        self.left_ms = {who: match.left_ms(who) for who in OTHER}
        self.points = {who: match.points(who) for who in OTHER}

    def _take(self, step: Step) -> None:
        """Take an entry and the match after it, unless it was taken back."""
        if step.undone:
            return
        entry, match, shown = step.entry, step.match, self._shown
        if entry.kind == events.VERDICT:
            self._words = tuple(_WORDS.findall(entry.text().partition(": ")[2]))
        if entry.kind == events.SWAP:
            for turn in self.turns:
                turn.who = OTHER[turn.who]
            self._counts = {who: self._counts[OTHER[who]] for who in OTHER}
        for who in OTHER:
            self._count(match, who)
        if entry.kind in (events.VERDICT, events.APPEAL, events.LATE_APPEAL):
            found, who = match.challenge, match.played.by if match.played else events.NONE
            if found:
                who = OTHER[found.by] if found.after else events.NONE
            # The play that is judged is its player's last, or still in progress.
            self._judged[entry.seq] = self.turns[self._last(who)] if who else self._next
        self._shown = match.challenge if match.phase == phases.VERDICT else None
        left = shown and match.phase not in (phases.VERDICT, phases.CHALLENGE)
        if left and shown and shown.verdict == events.INVALID:
            self._judged[shown.seq].withdrawn = self._words
        elif entry.kind == events.APPEAL and entry.said and not shown:
            self._judged[entry.seq].withdrawn = None

    def _count(self, match: Match, who: int) -> None:
        """Append the turns that were completed; drop those that came back."""
        now, before = match.player(who).turns, self._counts[who]
        for _ in range(now - before):
            self._next.who, self._next.left_ms = who, match.left_ms(who)
            self.turns.append(self._next)
            self._next = Turn()
        for _ in range(before - now):
            self._next = self.turns.pop(self._last(who))
        self._counts[who] = now

    def _last(self, who: int) -> int:
        return max(n for n, turn in enumerate(self.turns) if turn.who == who)


class Board:
    """An annotated game, line by line."""

    def __init__(self, data: bytes, name: str) -> None:
        """Read a GCG file; UserError if it holds no turn, or a line that is none of the format."""
        self.name = name
        lines, self._codec = lines_of(data)
        self.lines = [line for line in lines if not _CLOCK.match(line.strip())]
        self._end = re.sub("[^\r\n]", "", self.lines[0] if self.lines else "") or "\n"
        self.names: dict[str, str] = {}
        for number, line in enumerate(self.lines, 1):
            if line.startswith(">") and _EVENT.match(line) is None:
                raise UserError(
                    f"{name}: line {number}: {visible(line.strip())[:60]!r} is no event"
                )
            if found := _PLAYER.match(line.lstrip("\ufeff")):
                self.names[found[1]] = found[2].strip()
        if not self.moves():
            raise UserError(f"{name}: no turn in it: not a GCG file")

    def moves(self) -> list[int]:
        """Return the indices of the lines that are turns: plays, passes and exchanges."""
        return [at for at in range(len(self.lines)) if self.kind(at) in (PLAY, PASS)]

    def kind(self, at: int) -> str:
        """Return what an event is; "" for any other line."""
        found = _EVENT.match(self.lines[at])
        words = found["head"].split() if found else []
        if not words:
            return ""
        last = words[-1]
        if last in (WITHDRAWN, CHALLENGE, TIME):
            return last
        if last.startswith("("):
            return RACK
        return PASS if last.startswith("-") else PLAY

    def fields(self, at: int) -> re.Match[str]:
        """Return the groups nick, head, score and total of an event."""
        found = _EVENT.match(self.lines[at])
        assert found is not None
        return found

    def tiles(self, at: int) -> str:
        """Return the rack of a play, or else the tiles that it laid: no reader does without."""
        words = self.fields(at)["head"].split()
        if len(words) > 2 or (len(words) == 2 and self.kind(at) != PLAY):
            return words[0]
        laid = re.sub(r"[.()]", "", words[-1])
        return "".join("?" if one.islower() else one for one in laid)

    def insert(self, after: int, text: str) -> None:
        """Insert a line after another."""
        if not self.lines[after].endswith(("\r", "\n")):
            self.lines[after] += self._end
        self.lines.insert(after + 1, text + self._end)

    def add(self, after: int, nick: str, what: str, points: int) -> None:
        """Insert an event after a line, and change the player's later totals by its points."""
        total = next((int(self.fields(at)["total"]) for at in range(after, -1, -1)
                      if self.kind(at) and self.fields(at)["nick"] == nick), 0)  # fmt: skip
        for at in range(after + 1, len(self.lines)):
            if self.kind(at) and (found := self.fields(at))["nick"] == nick:
                start, end = found.span("total")
                line = self.lines[at]
                self.lines[at] = f"{line[:start]}{int(found['total']) + points}{line[end:]}"
        self.insert(after, f">{nick}: {what} {points:+d} {total + points}")

    def data(self) -> bytes:
        """Return the file's content; a letter that its encoding lacks becomes `?`."""
        return "".join(self.lines).encode(self._codec, "replace")


@dataclass
class Added:
    """How many lines were added, by kind, and what the two sources tell differently."""

    clocks: int = 0
    challenges: int = 0
    withdrawn: int = 0
    times: int = 0
    told: list[str] = field(default_factory=list)


def into(board: Board, game: Game, words: bool = True) -> Added:
    """Add to a board's annotation what the log of its game knows; UserError if they differ.

    words: name the words of a play that was challenged off where the annotator has none.
    """
    account, added = Account(game), Added()
    turns = account.turns
    if turns and len(board.moves()) == len(turns) + 1:  # the game ended without a last press
        who = OTHER[turns[-1].who]
        turns = [*turns, Turn(who, account.left_ms[who])]
    sides = _sides(board, game, turns)
    # From the last turn back: a line that is added changes no index before it.
    for at, turn in list(zip(board.moves(), turns, strict=True))[::-1]:
        _add_turn(board, at, turn, added, words)
    for nick, who in sides.items():
        _add_time(board, nick, account.points[who], added)
    return added


def _sides(board: Board, game: Game, turns: list[Turn]) -> dict[str, int]:
    """Return the player of each nick; UserError if the turns are not those of the log."""
    moves = board.moves()
    if len(moves) != len(turns):
        raise UserError(f"{board.name} has {len(moves)} turns, the log {len(turns)}: is it game "
                        f"{game.number}?", 1)  # fmt: skip
    sides: dict[str, int] = {}
    for number, (at, turn) in enumerate(zip(moves, turns, strict=True), 1):
        nick = board.fields(at)["nick"]
        if sides.setdefault(nick, turn.who) != turn.who or len(sides) > 2:
            raise UserError(f"{board.name}: line {at + 1}: turn {number} is {nick}'s, in the log "
                            "the other player's", 1)  # fmt: skip
    if len(set(sides.values())) != len(sides):
        raise UserError(f"{board.name}: both players' turns are one player's in the log", 1)
    names = {nick: board.names.get(nick, "") for nick in sides}
    labels = {who: game.labels.get(f"player-{events.WHO_NAMES[who].lower()}", "") for who in OTHER}
    for nick, who in sides.items():
        label, other = labels[who], labels[OTHER[who]]
        if names[nick] and _plain(names[nick]) == _plain(other) != _plain(label):
            raise UserError(f"{board.name}: {nick} is {other}, who has the other turns in the log",
                            1)  # fmt: skip
    agree = [set(_plain(f"{nick} {names[nick]}")) & set(_plain(labels[who]))
             for nick, who in sides.items()]  # fmt: skip
    if all((*names.values(), *labels.values())) and not any(agree):
        raise UserError(f"{board.name} is a game of {' - '.join(names.values())}, game "
                        f"{game.number} of the log one of {' - '.join(labels.values())}: name "
                        "the log, and --game, of the same two", 1)  # fmt: skip
    return sides


def _plain(name: str) -> list[str]:
    """Return a name's words, sorted, without case or accents: `Gíl, Eva` is `EVA GIL`."""
    bare = re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFD", name.casefold()))
    return sorted(re.findall(r"\w+", bare))


def _add_turn(board: Board, at: int, turn: Turn, added: Added, words: bool) -> None:
    """Add a turn's clock, and what a challenge of its play brought."""
    nick, kind = board.fields(at)["nick"], board.kind(at)
    kinds = map(board.kind, range(at + 1, len(board.lines)))
    later = list(takewhile(lambda one: one not in (PLAY, PASS), kinds))  # up to the next turn
    end = at + 1  # of the notes on the turn
    while end < len(board.lines) and board.lines[end].startswith("#note"):
        end += 1
    if turn.price and CHALLENGE not in later:
        board.add(end - 1, nick, f"{board.tiles(at)} {CHALLENGE}", turn.price)
        added.challenges += 1
    if turn.withdrawn is None and WITHDRAWN in later:
        added.told.append(f"line {at + 1}: by the log no verdict took this play off the board")
    elif turn.withdrawn is not None and kind == PLAY and WITHDRAWN not in later:
        points = -int(board.fields(at)["score"])
        board.add(end - 1, nick, f"{board.tiles(at)} {WITHDRAWN}", points)
        added.withdrawn += 1
    elif turn.withdrawn and kind == PASS and words:
        told = f"#note challenged off: {' '.join(turn.withdrawn).upper()}"
        if told not in [line.strip() for line in board.lines]:
            board.insert(at, told)
            added.withdrawn += 1
    board.insert(at, f"#note clock {rounded(turn.left_ms)}")
    added.clocks += 1


def _add_time(board: Board, nick: str, points: int, added: Added) -> None:
    ends = [at for at, line in enumerate(board.lines) if line.strip()]
    times = [at for at in ends if board.kind(at) == TIME and board.fields(at)["nick"] == nick]
    told = -int(board.fields(times[0])["score"]) if times else points
    if told != points:
        added.told.append(f"line {times[0] + 1}: {told} points for time, {points} by the clock")
    elif points and not times:
        # An empty rack leaves its two blanks: readers want them.
        board.add(ends[-1], nick, f"{_rest(board, nick)} {TIME}", -points)
        added.times += 1


def _rest(board: Board, nick: str) -> str:
    """Return the tiles that a player was left with, as the line of the last racks tells."""
    for at in range(len(board.lines)):
        if board.kind(at) == RACK:
            found = board.fields(at)
            tiles = found["head"].split()[-1].strip("()")
            gained = found["score"].startswith("+")
            if (found["nick"] != nick) == gained:
                return tiles
    return ""
