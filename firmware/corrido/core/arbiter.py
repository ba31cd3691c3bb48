"""The arbiter's acts on a game (art. 24, 28, 30, 35-37, 42.4, 44, 46.5, 49)."""

from corrido.core import controls, flow, timers
from corrido.core import events as e
from corrido.core import phases as p
from corrido.core.flow import log

IN_PLAY = (p.LATE, p.READY, p.RUNNING, p.COUNT, p.STOPPED, p.CHALLENGE, p.VERDICT, p.RECOVERED)
LEFT_RANGE_MS = 5_999_000  # 99:59


def refused(event: tuple, effects: list) -> None:
    """The act has no place in this phase; nothing changes."""
    effects.append(("refused", event[2]))


def menu(m: object, event: tuple, effects: list) -> None:
    """Opened in a turn or in recuento it stops both clocks first (art. 34.5).

    What the players were asked to confirm is asked no longer: the arbiter decides now.
    """
    if m.pending in (e.FINISH, e.REOPEN):
        m.pending = 0
    if m.phase in (p.RUNNING, p.COUNT):
        flow.enter_stop(m, e.ARBITER, effects)
        log(effects, "stop", m.stop_owner)


def late(m: object, event: tuple, effects: list) -> None:
    """The clock of a player absent at the start runs (art. 36)."""
    if m.phase not in p.BEFORE_START:
        return refused(event, effects)
    m.phase = p.LATE
    m.awaited |= event[3]
    if not m.timed_turns():
        m.run |= event[3]
        flow.start_limit(m)
    log(effects, "late", event[3])


def absent(m: object, event: tuple, effects: list) -> None:
    """A player has left the room (art. 37)."""
    if m.phase not in IN_PLAY and m.phase != p.OVER:
        return refused(event, effects)
    m.absent |= event[3]
    log(effects, "absent", event[3])


def back(m: object, event: tuple, effects: list) -> None:
    """A player who was away has come back, or come at all."""
    if m.phase not in IN_PLAY and m.phase != p.OVER:
        return refused(event, effects)
    m.absent &= ~event[3]
    if m.phase == p.LATE:
        for who in (e.A, e.B):
            if event[3] & who:
                controls.arrival(m, who)
    log(effects, "back", event[3])


def set_clock(m: object, event: tuple, effects: list) -> None:
    """Set what is left to a player, -99:59 to 99:59; in temporizador of his turn, not negative."""
    who, left_ms = event[3], event[4]
    if m.phase in (p.SETUP, p.CLOSED) or not -LEFT_RANGE_MS <= left_ms <= LEFT_RANGE_MS:
        return refused(event, effects)
    if m.timed_turns() and (who != m.turn or left_ms < 0):
        return refused(event, effects)
    m.clocks[who].put(left_ms, m.rules.overtime_unit_ms)
    if m.timed_turns() and left_ms > 0:
        _give_turn_back(m)
    log(effects, "adjust", who, left_ms)


def _give_turn_back(m: object) -> None:
    """A turn that ran out and is given time again goes on, with its signals still to come."""
    left_ms = m.clocks[m.turn].left_ms
    for i, onset_ms in enumerate(m.rules.signals_ms):
        if left_ms > onset_ms:
            m.fired &= ~(1 << i)
    if "turn-expired" in m.conditions:
        flow.drop(m, "turn-expired")
        m.stage = p.RUNNING
        if m.under == p.COUNT:
            m.under = p.RUNNING


def swap(m: object, event: tuple, effects: list) -> None:
    """All that is A's becomes B's and the other way round."""
    if m.phase in (p.SETUP, p.CLOSED):
        return refused(event, effects)
    for pair in (m.clocks, m.turns, m.made, m.won, m.loses_next):
        pair[e.A], pair[e.B] = pair[e.B], pair[e.A]
    for name in SIDES:
        setattr(m, name, mirror(getattr(m, name)))
    m.sanctions = [(mirror(s[0]),) + s[1:] for s in m.sanctions]
    m.stopped = {(k[0], mirror(k[1]), mirror(k[2])): ms for k, ms in m.stopped.items()}
    log(effects, "swap")


SIDES = (
    "run", "turn", "opener", "stop_owner", "asked", "challenger", "absent",
    "awaited", "forfeited", "confirmed", "late_run",
)  # fmt: skip


def mirror(who: int) -> int:
    """The mask with A and B exchanged."""
    return (who & e.A) << 1 | (who & e.B) >> 1


def sanction(m: object, event: tuple, effects: list) -> None:
    """A points penalty or a card, with its article (art. 47, 49)."""
    if m.phase in (p.SETUP, p.CLOSED):
        return refused(event, effects)
    value, article = event[4] % e.ARTICLE_UNIT, event[4] // e.ARTICLE_UNIT
    m.sanctions.append((event[3], event[2], value, article))
    log(effects, "penalty" if event[2] == e.PENALTY else "card", event[3], event[4])


def revoke(m: object, event: tuple, effects: list) -> None:
    """The latest penalty or card of the player that still stands is taken away."""
    for i in range(len(m.sanctions) - 1, -1, -1):
        revocable = m.sanctions[i][0] == event[3] and m.sanctions[i][1] != e.VERDICT
        if revocable and m.phase not in (p.SETUP, p.CLOSED):
            m.sanctions.pop(i)
            log(effects, "revoke", event[3])
            return
    refused(event, effects)


def lose_turn(m: object, event: tuple, effects: list) -> None:
    """The turn in progress, or the next one, is lost: a turn, not a pass (art. 24, 28)."""
    if m.phase not in IN_PLAY:
        return refused(event, effects)
    log(effects, "lose-turn", event[3])
    if m.phase == p.STOPPED and m.turn == event[3] and m.under in (p.RUNNING, p.COUNT):
        flow.complete_turn(m, e.LOST, effects)
    else:
        m.loses_next[event[3]] += 1


def lose_game(m: object, event: tuple, effects: list) -> None:
    """The game is lost: for leaving it, or as the last game of the round (art. 37, 46.5)."""
    if m.phase not in IN_PLAY and m.phase != p.OVER:
        return refused(event, effects)
    timers.forfeit(m, event[3], effects)


def sheet(m: object, event: tuple, effects: list) -> None:
    """A player's clock runs after the game while he completes his sheet (art. 5.2)."""
    if m.phase != p.OVER or m.timed_turns():
        return refused(event, effects)
    m.run = event[3]
    log(effects, "sheet", event[3])


def appeal(m: object, event: tuple, effects: list) -> None:
    """The mover's appeal against `not valid`: answered once, and finally (art. 42.4)."""
    if m.phase != p.VERDICT or m.verdict != e.INVALID or m.final:
        return refused(event, effects)
    m.final = True
    if event[4]:
        m.verdict = e.VALID
        m.mark = m.mark_before
        m.won[m.challenger] -= 1
        controls.fail_challenge(m)
    log(effects, "appeal", e.other(m.challenger), event[4])


def limit(m: object, event: tuple, effects: list) -> None:
    """What is left of the game's limit; a game that its limit ended comes back (art. 30, 48)."""
    if m.phase in (p.SETUP, p.CLOSED) or event[4] < 0:
        return refused(event, effects)
    m.limit_ms = event[4]
    m.limit_end_ms = m.t_ms + event[4] if m.begun else -1
    m.limit_spent = False
    log(effects, "limit", value=event[4])
    if m.ending == "last-turn":
        m.ending = "none"
    if m.phase == p.OVER and m.ending == "time-over":
        flow.reopen_play(m, effects)
        if m.phase in p.BEFORE_START:
            flow.enter_stop(m, e.ARBITER, effects)
    elif m.ended_ms >= 0:
        m.ended_ms = m.t_ms


def end_game(m: object, event: tuple, effects: list) -> None:
    """The arbiter ends the game; a turn in progress does not count."""
    if m.phase not in IN_PLAY:
        return refused(event, effects)
    flow.end(m, "none", effects)


def void(m: object, event: tuple, effects: list) -> None:
    """The game has no result; it stays in the log."""
    if m.phase in (p.SETUP, p.CLOSED):
        return refused(event, effects)
    flow.lay_over(m, p.CLOSED, effects)
    m.confirmed = e.NONE
    m.ended_ms = m.t_ms if m.ended_ms < 0 else m.ended_ms
    m.voided = True
    m.ending = "none"
    log(effects, "void")


def reopen(m: object, event: tuple, effects: list) -> None:
    """A closed game comes back to its summary if both players agree (art. 44)."""
    if m.phase != p.CLOSED:
        return refused(event, effects)
    m.pending = e.REOPEN
    m.confirmed = e.NONE


def close(m: object, event: tuple, effects: list) -> None:
    """Close for a player who will not confirm, with the reason."""
    if m.phase != p.OVER or m.run:
        return refused(event, effects)
    controls.sign(m, event[3], effects)


ACTS = {
    e.MENU: menu,
    e.LATE: late,
    e.ABSENT: absent,
    e.BACK: back,
    e.SET: set_clock,
    e.UNDO: flow.undone,
    e.SWAP: swap,
    e.PENALTY: sanction,
    e.CARD: sanction,
    e.REVOKE: revoke,
    e.LOSE_TURN: lose_turn,
    e.FORFEIT: lose_game,
    e.SHEET: sheet,
    e.APPEAL: appeal,
    e.LIMIT: limit,
    e.END: end_game,
    e.VOID: void,
    e.REOPEN: reopen,
    e.CLOSE: close,
}
