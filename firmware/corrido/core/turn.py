"""A turn: its beginning, timer, recuento and hand-over (art. 24-28, 31-33)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, limits, phases
from corrido.core.ending import DEAF_MS, count, end, note, tell
from corrido.core.events import log
from corrido.core.match import TIME_OVER, TURN_EXPIRED, Played, Stop, Turn
from corrido.core.rules import CORRIDO, END
from corrido.core.stop import book, end_hold, enter, stand, stop_clocks, uncover

if TYPE_CHECKING:
    from corrido.core.events import Effects
    from corrido.core.match import Match


def open_game(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Start the opener's clock, on the other player's press (art. 4, 32)."""
    m.opener = events.A if m.rules.one_clock() else events.other(who)
    m.seqs.press = m.seqs.event
    m.late = None
    fresh(m, m.opener)
    log(effects, "start", m.opener)
    start(m)
    if m.player(m.opener).turns_to_lose:
        hand_over(m, _owed(m), effects, True)


def first_press(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Hand the turn over (corrido), or begin recuento (no corrido, temporizador) (art. 32)."""
    found = m.turn  # stops count towards its age (art. 32.1)
    if who != m.mover or (found and m.t_ms - found.began_ms < m.rules.least_turn_ms):
        return False
    if m.held == who:
        end_hold(m, effects)  # the holder accepts the play; the turn goes on
        if m.played:
            m.played.accepted = True
        return True
    m.seqs.press = m.seqs.event
    if m.rules.mode == CORRIDO:
        play(m, effects)
    else:
        stop_clocks(m, effects)
        begin_count(m)
    return True


def second_press(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Hand the turn over after recuento (art. 32.2, 34.1)."""
    if m.question or who != m.mover or not m.turn or m.t_ms < m.turn.guard_end_ms:
        return False
    m.seqs.press = m.seqs.event
    play(m, effects)
    return True


def fresh(m: "Match", who: int) -> None:
    """Give the turn to `who`; in temporizador with its full time (art. 31.1)."""
    player = m.player(who)
    if m.turn:
        m.turn.begin(who, m.rules, m.t_ms, player)
    else:
        m.turn = Turn(who, m.rules, m.t_ms, player)
    m.turn.number = m.seqs.cause()
    if m.rules.timed_turns:
        for player in m.players:
            player.clock.left_ms = player.own_ms


def start(m: "Match") -> None:
    """Start the clock of the player on turn (art. 4)."""
    m.phase = phases.RUNNING
    m.run = m.mover
    limits.begin(m)


def begin_count(m: "Match") -> None:
    """Begin the recuento: both clocks stop while the mover counts and draws (art. 32.2, 34.1)."""
    m.phase = phases.COUNT
    m.stop = Stop(events.COUNTING, m.mover)
    if m.turn:
        m.turn.guard_end_ms = m.t_ms + m.rules.guard_ms


def complete(m: "Match", mark: int, effects: "Effects") -> None:
    """Complete the turn in progress (art. 32); the opponent is on turn, or the game is over."""
    end_hold(m, effects)
    m.player(m.mover).turns += 1
    count(m, mark)
    note(m, TURN_EXPIRED, False)
    fresh(m, m.mover if m.rules.one_clock() or m.out(m.opponent) else m.opponent)
    if m.phase in (phases.STOPPED, phases.RECOVERED):
        m.under[-1] = phases.RUNNING
        if m.stop:
            m.stop.returned = False  # that was in the turn before
    else:
        m.phase = phases.RUNNING
    # After the game's limit it ends as soon as both have had as many turns (art. 30).
    if m.limit.spent and m.player(m.mover).turns >= m.player(m.opponent).turns:
        end(m, TIME_OVER, effects, DEAF_MS).between_turns = True
    elif not m.ending:
        take_lost_turn(m, effects)


def take_lost_turn(m: "Match", effects: "Effects") -> None:
    """Complete the beginning turn at once if it was taken from its player (art. 24, 28)."""
    if m.player(m.mover).turns_to_lose:
        take(m, _owed(m), effects)


def _owed(m: "Match") -> int:
    """Return the mark of the mover's next turn to lose, which is lost now."""
    owed = m.player(m.mover).turns_to_lose.pop(0)
    if owed >= events.ABOUT_UNIT:
        m.seqs.price, m.seqs.price_at = owed // events.ABOUT_UNIT, m.seqs.press
    return owed % events.ABOUT_UNIT


def take(m: "Match", mark: int, effects: "Effects") -> None:
    """Take the turn in progress from its player: LOST, or PASS for a play declared invalid."""
    m.player(m.mover).turns_lost += 1
    complete(m, mark, effects)


def out_of_time(m: "Match", effects: "Effects") -> None:
    """End the mover's turn, uncounted, or the game, where nobody moves with no time left."""
    if m.rules.at_zero == END or m.out(m.opponent) or m.limit.spent:
        end(m, TIME_OVER, effects, DEAF_MS).by_clock = True
        return
    end_hold(m, effects)
    stop_clocks(m, effects)
    fresh(m, m.opponent)
    take_lost_turn(m, effects)
    if not m.ending:
        start(m)


def play(m: "Match", effects: "Effects") -> None:
    """Hand the turn over on its player's press; the play may be challenged from now on."""
    mover = m.turn
    if mover:
        handed = Played(mover.who, len(m.row.marks))
        handed.judged, handed.number = mover.judged, mover.number
        hand_over(m, mover.mark, effects)
        m.played = handed


def hand_over(m: "Match", mark: int, effects: "Effects", taken: bool = False) -> None:
    """Complete the turn and start the opponent's clock (art. 32, 33)."""
    m.seqs.left = 0  # a verdict before it is not appealed any more (art. 42.4)
    if m.played:
        m.played.appealable = 0
    book(m, effects)
    stop_clocks(m, effects)
    if taken:
        take(m, mark, effects)
    else:
        complete(m, mark, effects)
    if not m.ending:
        start(m)


def say_blank(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Note the letter that a player's blank stands for; 0 takes the latest back (art. 10.4)."""
    blanks = m.player(who).blanks
    if not m.turn or m.stage not in phases.WITH_A_CLOCK or value < 0:
        return False
    if not (len(m.players[0].blanks + m.players[1].blanks) < 2 if value else blanks):
        return False  # a game has two
    if value:
        blanks.append(value)
    else:
        blanks.pop()
    log(effects, "blank", who, value)
    return True


def say_mark(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Declare the mover's turn a play, a pass or an exchange (art. 25, 26)."""
    if not m.turn or who != m.turn.who or m.stage not in phases.WITH_A_CLOCK:
        return False
    m.turn.mark = m.turn.declared = value
    return True


# -- an ended game goes on


def resume(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Bring an ended game back, stopped, as it stood; not a forfeit declared (art. 48)."""
    if not m.ending or m.ending.decided:
        return False
    before_start = m.under[-1] in phases.BEFORE_START
    play_on(m, effects)
    if before_start:
        enter(m, events.ARBITER, effects).owner = events.NONE
    m.limit.ends = m.limit.spent and not m.owes_turn()
    log(effects, "resume")
    return True


def play_on(m: "Match", effects: "Effects") -> None:
    """Bring an ended game that is not closed back, stopped, with the turn as it was."""
    ended, m.ending = m.ending, None
    assert ended  # its callers have asked
    if ended.counted:
        m.player(m.mover).turns -= 1
        m.row.marks, m.row.alone = m.row.marks[:-1], max(0, m.row.alone - 1)
        tell(m)
    m.run = events.NONE
    m.limit.spent = m.limit.spent or 0 <= m.limit.end_ms <= m.t_ms
    uncover(m)
    if m.under[-1] in phases.BEFORE_START:
        m.phase = m.under.pop()
        m.run = m.late.run if m.late else events.NONE
        return
    stand(m, events.ARBITER)
    if ended.between_turns:
        take_lost_turn(m, effects)


# -- the turn's timer: three signals, and the end of the turn (art. 31.1, 33)


def wait_ms(m: "Match") -> int:
    """Return the time until the turn ends or its next signal (art. 33); 0 if overdue."""
    left_ms = m.left_ms(m.mover)
    given = m.turn.signals_given if m.turn else 0
    soonest_ms = left_ms
    for i, onset_ms in enumerate(m.rules.signals_ms):
        if not given & 1 << i:
            soonest_ms = min(soonest_ms, left_ms - onset_ms)
    return max(0, soonest_ms)


def signal(m: "Match", effects: "Effects") -> None:
    """Sound the signals that are due; at 0:00 end the turn: no tile may move then (art. 33)."""
    running = m.turn
    assert running  # its clock is
    left_ms = m.left_ms(running.who)
    onsets = m.rules.signals_ms
    for i, onset_ms in enumerate(onsets):
        if left_ms <= onset_ms and not running.signals_given & 1 << i:
            running.signals_given |= 1 << i
            lasting = i == len(onsets) - 1 and i > 0
            running.sounding = running.sounding or lasting
            effects.append(("sound", "warn3" if lasting else "warn%d" % (i + 1)))
    if left_ms <= 0:
        running.sounding = False
        stop_clocks(m, effects)
        begin_count(m)
        note(m, TURN_EXPIRED, True)
        if m.rules.one_clock():
            effects.append(("sound", "end"))


def time_given(m: "Match", left_ms: int) -> None:
    """Rearm the turn's signals for left_ms > 0; an expired turn runs on."""
    if not m.turn or left_ms <= 0:
        return
    for i, onset_ms in enumerate(m.rules.signals_ms):
        if left_ms > onset_ms:
            m.turn.signals_given &= ~(1 << i)
    if TURN_EXPIRED in m.conditions:
        note(m, TURN_EXPIRED, False)
        m.under = [phases.RUNNING if phase == phases.COUNT else phase for phase in m.under]
