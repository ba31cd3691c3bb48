"""Define what goes into a game and what comes out: its events, and their effects.

An event is a tuple of ints (seq, t_ms, kind, who, value): seq counts the recorded events of one
game from 1, t_ms is the time on the game's timeline. The journal keeps the numbers for good: one
once assigned is never reused.

An event of a kind in ABOUT names what it is about: its value is what it says, 0 to 255, plus
ABOUT_UNIT x the number of its turn, challenge, question, stop or end: the seq of the event that
this began with, or of the press before, plus BY_TIME. The number of a play handed over is its
turn's plus HANDED. A replay passes over an event whose subject is gone.

An effect is a tuple whose first item names its kind: ("log", kind, who, value) writes a log entry;
("sound", pattern) plays a pattern; ("stop-warnings",) ends the sounds of a turn that no longer
runs; ("lookup",) has the challenged words looked up; ("stopped", reason, owner, asked, ms) gives
the length of a stop, ("held", who, ms) that of a hold; ("refused", kind, idle) tells the arbiter
that the act is not allowed here; idle, that it would change nothing.
"""

from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from typing import Literal

    Event = tuple[int, int, int, int, int]

    # Names of the log; their numbers on flash are those of store/journal/codec.py.
    LogKind = Literal[
        "press", "ignored", "stop", "challenge", "verdict", "lookup", "penalty", "card", "adjust",
        "undo", "recovered", "fault", "start", "late", "absent", "back", "swap", "limit", "end",
        "void", "appeal", "close", "pin", "lose-turn", "forfeit", "sheet", "reopen", "revoke",
        "revert", "again", "appeal-asked", "blank", "score", "dropped", "folded", "amend", "hold",
        "said", "handover", "takeover", "names", "consent", "resume",
    ]  # fmt: skip
    LogEffect = tuple[Literal["log"], LogKind, int, int]
    SoundEffect = tuple[Literal["sound"], str]
    StoppedEffect = tuple[Literal["stopped"], int, int, int, int]
    HeldEffect = tuple[Literal["held"], int, int]
    RefusedEffect = tuple[Literal["refused"], int, bool]
    PlainEffect = tuple[Literal["stop-warnings", "lookup"]]
    Effect = LogEffect | SoundEffect | StoppedEffect | HeldEffect | RefusedEffect | PlainEffect
    Effects = list[Effect]

# Players: a bit mask of the two.
NONE = const(0)
A = const(1)
B = const(2)
BOTH = const(3)
WHO_NAMES = ("none", "A", "B", "AB")

# The controls that the game itself answers.
PRESS = const(1)  # the button of player `who` changed the game; about the turn, or the challenge
STOP = const(2)
CHALLENGE = const(3)  # who: the challenger
OK = const(4)
REASON = const(5)  # value: index in REASONS
ASKED = const(6)  # who asked for the stop
MARK = const(7)  # who: the mover, value: index in MARKS
SUBMIT = const(8)  # value: how many words are challenged
EDIT = const(9)
CANCEL = const(10)
VERDICT = const(11)  # value: 1 valid, 2 invalid
FAULT = const(12)  # value: index in FAULTS
FINISH = const(13)  # value: 1 if the turn in progress counts
ARM = const(14)
POWER = const(15)  # power came back
CONFIRM = const(16)  # player `who` confirmed the pending question
ARRIVAL = const(17)  # the button of an absent player before the start
HOLD = const(18)  # who: holds the play just handed over, to decide on a challenge

# The arbiter's acts (art. 28, 35, 36, 44, 47, 49).
MENU = const(20)
LATE = const(21)
ABSENT = const(22)
BACK = const(23)
SET = const(24)  # value: ms left, may be negative; of both: see packed_clocks()
UNDO = const(25)  # value: seq of the press taken back
SWAP = const(26)
PENALTY = const(27)  # value: points + ARTICLE_UNIT x article
CARD = const(28)  # value: index in CARDS + ARTICLE_UNIT x article
REVOKE = const(29)  # value: seq of the event that gave the sanction
LOSE_TURN = const(30)  # value: 1 if it also counts as a pass, plus NEXT_TURN in a replay
FORFEIT = const(31)
SHEET = const(32)
APPEAL = const(33)  # value: 1 upheld, 0 refused
LIMIT = const(34)  # value: ms left of the game's limit
END = const(35)
VOID = const(36)
REOPEN = const(37)
CLOSE = const(38)  # who: for whom the arbiter confirms, value: index of the reason
REVERT = const(39)  # value: seq of the arbiter's act taken back
AGAIN = const(40)  # the play may be challenged once more
LATE_APPEAL = const(41)  # upheld after the verdict was left; value: seq of the press that left it
AMEND = const(42)  # a word was entered wrongly: the entry is open again
HANDOVER = const(43)  # the game goes on on another device
RESUME = const(44)  # an ended game goes on
NAMES = const(45)  # the names change seats, and nothing else does
LATE_REVOKE = const(46)  # of a price that is a turn and was taken; value: as of REVOKE

# Declarations of the players.
APPEAL_ASKED = const(50)  # who: the player whose play was ruled invalid (art. 42.4)
FINAL_SCORE = const(51)  # who: the player, value: his final score, for the summary (art. 44)
BLANK = const(52)  # who: whose blank it is, value: the letter that it stands for (art. 10.4)

# Asked of the players, never recorded: the figures of a game taken over from another device.
TAKEOVER = const(53)

ABOUT = (
    PRESS, STOP, CHALLENGE, OK, REASON, ASKED, MARK, SUBMIT, EDIT, CANCEL, VERDICT, CONFIRM, HOLD,
    APPEAL, AGAIN, AMEND, RESUME, APPEAL_ASKED,
)  # fmt: skip
ABOUT_UNIT = const(256)
HANDED = const(0x10000)
BY_TIME = const(0x20000)
TAKES_BACK = (UNDO, REVERT, LATE_APPEAL, LATE_REVOKE)  # a replay leaves out what each names

# Of the record itself.
FOLD = const(60)  # everything before it condensed, in parts; value: see fold_of()

REASONS = ("none", "verify", "score", "tiles", "arbiter", "other", "challenge", "count")
REASON_ARTICLES = ("34", "32.1", "34.3", "34.4", "34.5", "34", "34.2", "34.1")  # of FISE
VERIFY = const(1)
SCORE = const(2)
TILES = const(3)
ARBITER = const(4)
OTHER = const(5)
CHALLENGED = const(6)
COUNTING = const(7)  # recuento: also neutralised time, recorded by mover

MARKS = ("play", "pass", "exchange")
PLAY = const(0)
PASS = const(1)
EXCHANGE = const(2)
LOST = const(3)  # a turn taken away: neither a play nor a pass

VERDICTS = ("none", "valid", "invalid")
VALID = const(1)
INVALID = const(2)

CARDS = ("none", "warning", "yellow", "red")
NEXT_TURN = const(2)  # of LOSE_TURN: not the turn in progress
ARTICLE_UNIT = 1000  # a penalty's or card's value carries its article in thousands
ARTICLE_PART = 100  # of 46.4: 46 + 4 x this

# Why the device refuses a function: value of FAULT.
FAULTS = (
    "none", "lexicon-damaged", "lexicon-missing", "lexicon-unreadable", "memory", "not-recorded",
    "record-damaged",
    "settings-damaged",
    "pin-damaged",
    "counter-jumped",
    "set-aside",
)  # fmt: skip


PLAYERS = ((), (A,), (B,), (A, B))  # of a mask, one by one


def said(kind: int, value: int) -> int:
    """Return what an event says, without the number of what it is about."""
    return value % ABOUT_UNIT if kind in ABOUT else value


def packed(tile: str) -> int:
    """Return a tile of one or two letters as the value of a BLANK."""
    return sum([ord(letter) << 16 * at for at, letter in enumerate(tile)])


def unpacked(value: int) -> str:
    """Return the tile that packed() turned into this value."""
    return chr(value & 0xFFFF) + (chr(value >> 16) if value >> 16 else "")


def clocks(value: int) -> "tuple[int, int]":
    """Return the times (ms) of A and B that a SET of both holds; see packed_clocks()."""
    return ((value >> 14) - 8192) * 1000, ((value & 0x3FFF) - 8192) * 1000


def packed_clocks(a_ms: int, b_ms: int) -> int:
    """Return two times of whole seconds, -99:59 to 99:59, as the value of a SET of both."""
    return (a_ms // 1000 + 8192) << 14 | b_ms // 1000 + 8192


def article_of(packed: int) -> str:
    """Return the article of a sanction, its number first: 46 is `46`, 446 is `46.4`."""
    parts: "list[str]" = []
    while packed > 0:
        parts.append(str(packed % ARTICLE_PART))
        packed //= ARTICLE_PART
    return ".".join(parts) or "49"


def other(who: int) -> int:
    """Return the opponent of A (1) or B (2)."""
    return 3 - who


def fold_of(value: int) -> "tuple[int, int, int]":
    """Return (part index, number of parts, earlier entries of its game) from a FOLD's value."""
    return value & 0xFF, value >> 8 & 0xFF, value >> 16


def log(effects: "Effects", kind: "LogKind", who: int = 0, value: int = 0) -> None:
    """Ask for an entry of the event log; kind is a name of the log."""
    effects.append(("log", kind, who, value))


def refused(effects: "Effects") -> bool:
    """Return whether the effects of an event say that it means nothing now."""
    return any([one[0] == "refused" or one[1:2] == ("ignored",) for one in effects])


def length_text(effect: "Effect") -> bytes:
    """Return the log's text: `stopped verify clock A asked B 8000 ms`, or `held A 8000 ms`."""
    if effect[0] == "held":
        return ("held %s %d ms" % (WHO_NAMES[effect[1]], effect[2])).encode()
    if effect[0] != "stopped":
        return b""
    _, reason, owner, asked, length_ms = effect
    names = (REASONS[reason], WHO_NAMES[owner], WHO_NAMES[asked], length_ms)
    return ("stopped %s clock %s asked %s %d ms" % names).encode()
