"""The arbiter's acts on a game (art. 20, 24, 28, 30, 35-37, 42.4, 44, 46.5, 47-49)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import challenge, ending, events, limits, phases, stop, turn
from corrido.core.events import log
from corrido.core.match import NO_NOTICE, TIME_OVER, Late

if TYPE_CHECKING:
    from corrido.core.events import Effects
    from corrido.core.match import Match

LEFT_RANGE_MS = 5_999_000  # 99:59
MIRROR = (events.NONE, events.B, events.A, events.BOTH)  # of each mask


def menu(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Drop what players were asked; in a turn or recuento stop both clocks first (art. 34.5)."""
    if m.question and m.question.kind not in (events.SUBMIT, events.TAKEOVER):
        m.question = None
    if m.phase in phases.WITH_A_CLOCK:
        stop.stop(m, who, value, effects, events.ARBITER)


def set_clock(m: "Match", who: int, left_ms: int, effects: "Effects") -> bool:
    """Set a player's time left (art. 48), -99:59 to 99:59; in temporizador the turn's, >= 0."""
    if who == events.BOTH:
        if m.rules.timed_turns:
            return False
        return all([set_clock(m, w, ms, effects) for w, ms in zip((1, 2), events.clocks(left_ms))])
    if not -LEFT_RANGE_MS <= left_ms <= LEFT_RANGE_MS:
        return False
    if m.rules.timed_turns and (who != m.mover or left_ms < 0):
        return False
    m.player(who).clock.put(left_ms, m.rules)
    if m.rules.timed_turns:
        turn.time_given(m, left_ms)
    log(effects, "adjust", who, left_ms)
    return True


def swap(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Swap everything that belongs to A and B."""
    m.players.reverse()
    for record, names in (
        (m, ("run", "opener", "held")), (m.turn, ("who",)), (m.played, ("by",)),
        (m.stop, ("owner", "asked")), (m.challenge, ("by", "owner")), (m.question, ("said",)),
        (m.late, ("awaited", "run")), (m.ending, ("forfeited", "signed")),
    ):  # fmt: skip
        for name in names if record else ():
            setattr(record, name, MIRROR[getattr(record, name)])
    stops = m.neutral.stops.items()
    m.neutral.stops = {(k[0], MIRROR[k[1]], MIRROR[k[2]]): of for k, of in stops}
    m.crossed = not m.crossed
    log(effects, "swap")


def cross_names(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Let the names change seats: they were given the other way round."""
    m.crossed = not m.crossed
    log(effects, "names")


def penalty(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Deduct points, at least the preset's fewest, with the article (art. 49): see events."""
    if value % events.ARTICLE_UNIT < m.rules.penalty_min:
        return False
    card(m, who, value, effects, events.PENALTY)
    return True


def card(m: "Match", who: int, value: int, effects: "Effects", kind: int = events.CARD) -> None:
    """Show a player a card or give a warning (art. 49); value is packed as in events."""
    figure, article = value % events.ARTICLE_UNIT, value // events.ARTICLE_UNIT
    m.player(who).sanctions.append((kind, figure, article, m.seqs.event))
    log(effects, "penalty" if kind == events.PENALTY else "card", who, value)


def revoke(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Revoke penalty, card or price `value`, else the latest; not a turn lost (art. 49)."""
    player = m.player(who)
    found = [given for given in player.sanctions if value in (0, given[3])][-1:]
    if not found:
        return False
    if found[0][0] == events.LOSE_TURN and not challenge.spare(m, player, found[0][3]):
        return False
    player.sanctions.remove(found[0])
    log(effects, "revoke", who)
    return True


def lose_turn(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Take the turn in progress, or the next one of the player who is not on turn (art. 28).

    Refused while a play is judged, in a fault and after the end. value: 1 if it also counts as a
    pass, as for a play declared invalid (art. 20.1, 24); plus NEXT_TURN in a replay, in which it
    stays taken, whatever was taken back.
    """
    stage, stays = m.stage, value & events.NEXT_TURN
    barred = m.phase not in phases.TURN_TO_LOSE or stage == phases.VERDICT or m.ending
    if barred and not stays:
        return False
    mark = events.PASS if value & 1 else events.LOST
    log(effects, "lose-turn", who, value)
    at_once = not stays and stage in phases.WITH_A_CLOCK
    if at_once and m.phase in (phases.STOPPED, phases.RECOVERED) and m.mover == who:
        turn.take(m, mark, effects)
    else:
        m.player(who).turns_to_lose.append(mark)
    return True


def sheet(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Run a player's clock after the game while the sheet is completed (art. 5.2)."""
    if m.rules.timed_turns:
        return False
    m.run = who
    log(effects, "sheet", who)
    return True


def give_limit(m: "Match", who: int, left_ms: int, effects: "Effects") -> bool:
    """Set the game limit's remaining time; a game ended by the limit resumes (art. 30)."""
    by_limit = m.ending and m.ending.notice == TIME_OVER and not m.ending.by_clock
    if left_ms < 0 or (by_limit and not left_ms):
        return False
    limits.give(m, left_ms)
    log(effects, "limit", value=left_ms)
    if m.phase == phases.OVER and by_limit:
        turn.play_on(m, effects)
    elif m.ending:
        m.ending.at_ms = m.t_ms
    return True


def forfeit(m: "Match", losers: int, value: int, effects: "Effects") -> None:
    """Declare the game lost for a player, or for both (art. 37, 46.5)."""
    ending.forfeit(m, losers, value, effects).decided = True


def end_game(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """End the game; a turn in progress does not count (art. 48)."""
    if m.ending:
        return False
    ending.end(m, NO_NOTICE, effects)
    log(effects, "end")
    return True


def hand_over_game(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Let the game go on on another device; nothing of it changes here any more."""
    if m.question:
        return False
    m.left = True
    log(effects, "handover")
    return True


# -- players who come late or leave the room (art. 36, 37)


def missing(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Run the clock of a player absent at the start (art. 36)."""
    m.phase = phases.LATE
    m.late = m.late or Late()
    m.late.awaited |= who
    if not m.rules.timed_turns:
        m.late.run |= who
        m.run = m.late.run
        limits.begin(m)
    log(effects, "late", who)


def arrive(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Note that an absent player has come (art. 36): the first's clock stops, the last's runs."""
    late = m.late
    if not late or not late.awaited & who:
        return False
    late.awaited &= ~who
    if late.awaited:
        gone_ms, late.shared_ms = m.neutral.both_ms - late.shared_ms, m.neutral.both_ms
        if m.rules.late_both == "half":  # each gets half of it back
            for player in m.players:
                player.clock.left_ms += gone_ms // 2  # used_ms stays: it tells how late one is
        late.run &= ~who
        m.run = late.run
    else:
        m.phase = phases.READY
    return True


def absent(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Mark a player as out of the room; play goes on (art. 37)."""
    for side in events.PLAYERS[who]:
        m.player(side).absent = True
        if m.turn and m.turn.who == side:
            m.turn.began_away = False  # a press in this turn does not mean that the player is back
    log(effects, "absent", who)


def back(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Mark an absent player as present (art. 37)."""
    for side in events.PLAYERS[who]:
        if m.phase == phases.LATE:
            arrive(m, side, value, effects)
        elif not m.player(side).absent:
            continue
        if m.phase != phases.STOPPED or not stop.verify_on_return(m, side, effects):
            m.player(side).absent = False
            log(effects, "back", side)


# -- acts that take something back: a replay leaves out the other


def undone(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Stop the clocks; take press `value` out of the game, as the Director decides (art. 48)."""
    _stop_without(m, value, effects)
    log(effects, "undo", value=value)


def appealed(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Uphold an appeal after the verdict was left: the turn comes back, as by undo (art. 42.4)."""
    if m.challenge and m.challenge.left == value:
        challenge.uphold(m, effects)
    _stop_without(m, value, effects)
    m.seqs.left = 0


def revoked_late(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Stop the clocks: the turn that was a price and was taken is not lost."""
    _stop_without(m, value, effects)
    log(effects, "revoke", who)


def _stop_without(m: "Match", press: int, effects: "Effects") -> None:
    """Stop the clocks; a verdict that this press had left is left, and its play stays judged."""
    if m.ending:
        turn.play_on(m, effects)  # also if what was left out of a replay had kept the game open
    elif m.phase not in (phases.STOPPED, phases.READY, phases.LATE, phases.SETUP):
        stop.enter(m, events.ARBITER, effects)
    if m.challenge and m.challenge.left == press and m.under[-1] == phases.VERDICT:
        m.under.pop()
        m.challenge = None


def reverted(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Rebuild the game by replay without the arbiter's act `value`."""
    if m.phase in phases.WITH_A_CLOCK:
        stop.enter(m, events.ARBITER, effects)
    if m.phase == phases.CLOSED:
        m.phase = phases.OVER  # it was open when this was done: no act closes a game (art. 44)
    log(effects, "revert", value=value)
