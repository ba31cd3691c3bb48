"""Handle a challenge, from the opponent's press to the return to play (art. 34.2, 38-42)."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events, phases, turn
from corrido.core.ending import count
from corrido.core.events import log
from corrido.core.match import Challenge, Question, Stop
from corrido.core.rules import AFTER, BEFORE, CORRIDO
from corrido.core.stop import book, end_hold, go_on, lay_over, stand_in, uncover

if TYPE_CHECKING:
    from corrido.core.events import Effects
    from corrido.core.match import Match, Player

# Why CHALLENGE is refused; the screen shows it in words.
NO_PLAY = "no-play"  # there is no play to challenge
NOT_COUNTED = "not-counted"  # its points are not counted yet
NOT_NOW = "not-now"
REASON = "reason"  # the stop is for something else
JUDGED = "judged"  # a play is challenged once (art. 40)
PRESSED = "pressed"  # the player has accepted the play by pressing
SIGNED = "signed"  # the summary is being signed
# Reasons of a stop from which a play may be challenged.
FROM = (events.VERIFY, events.SCORE, events.OTHER)


def challenger(m: "Match") -> int:
    """Return who could challenge now, the opponent of the play's author; NONE if no one."""
    if not of_handed_over(m):
        return m.opponent
    return events.other(m.played.by) if m.played else events.NONE


def of_handed_over(m: "Match") -> bool:
    """Return whether a challenge is of the play handed over: by the preset, or on a return."""
    if m.challenge:
        return m.challenge.after
    return m.rules.challenge_when == AFTER or bool(m.turn and m.turn.play_waits)


def play_number(m: "Match") -> int:
    """Return the number of the play that a challenge now would be of; 0 for none."""
    if of_handed_over(m):
        return m.played.number | events.HANDED if m.played else 0
    return m.turn.number if m.turn else 0


def may_hold(m: "Match") -> bool:
    """Return whether CHALLENGE would hold the play just handed over: the first of a turn does."""
    held = m.held or m.rules.hold_ms < 0 or m.rules.challenge_when == BEFORE
    return not held and m.phase == phases.RUNNING and not refusal(m)


def hold(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Hold the play just handed over; the holder's clock runs on, nobody draws yet."""
    if not may_hold(m) or who != challenger(m):
        return False
    m.held = who
    if m.turn:
        m.turn.held_to_ms = m.player(who).clock.used_ms + m.rules.hold_ms
    log(effects, "hold", who)
    effects.append(("sound", "hold"))
    return True


def refusal(m: "Match") -> str:
    """Return why CHALLENGE is refused now (art. 38-40); "" if it is not."""
    found = _wrong_moment(m)
    if found:
        return found
    if (
        m.phase == phases.STOPPED
        and m.stop
        and (m.stop.after == events.FAULT or m.stop.reason not in FROM)
    ):
        return REASON
    judged = m.played if of_handed_over(m) else m.turn
    return JUDGED if judged and judged.judged else ""


def _wrong_moment(m: "Match") -> str:
    """Return why the moment allows no challenge (art. 39); "" if it does."""
    if m.rules.one_clock():
        return NO_PLAY  # the director judges the slips, using a look-up
    stage = m.under[-1] if m.phase == phases.STOPPED else m.phase
    if of_handed_over(m):
        return _wrong_moment_after(m, stage)
    if stage == (phases.RUNNING if m.rules.mode == CORRIDO else phases.COUNT):
        return ""
    return NOT_COUNTED if stage == phases.RUNNING else NOT_NOW


def _wrong_moment_after(m: "Match", stage: str) -> str:
    """Return the log's reason why AFTER rules allow no challenge now; "" if they do."""
    if stage == phases.OVER and m.ending:
        if m.ending.signed:
            return SIGNED
        return NO_PLAY if not m.played else PRESSED if m.played.accepted else ""
    if stage != phases.RUNNING:
        return PRESSED if stage == phases.COUNT else NOT_NOW
    if not m.played or (m.played.by == m.mover and not m.out(m.opponent)):
        return NO_PLAY
    return PRESSED if m.played.accepted else ""


def challenged(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Open the challenge of a play: both clocks stop (art. 34.2, 39)."""
    if refusal(m):  # in a replay, of a play in progress that is not counted yet
        return m.replaying and stand_in(m, events.CHALLENGE, 0, effects)
    by, after = challenger(m), of_handed_over(m)
    end_hold(m, effects)
    owner = m.stop.owner if m.stop and m.phase == phases.STOPPED else m.run
    lay_over(m, phases.CHALLENGE, effects)
    m.stop = Stop(events.CHALLENGED, owner)
    m.challenge = Challenge(by, owner, after, m.seqs.event)
    log(effects, "challenge", by)
    return True


def submit(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Take all challenged words as entered; both confirm before the look-up (art. 40, 42.1)."""
    if m.question or not m.challenge:
        return False
    m.challenge.words = max(1, value)
    if m.challenge.amended:
        m.seqs.acts = []  # words are entered anew: the act that opened them is not reverted
    if m.rules.confirm_challenge:
        m.question = Question(events.SUBMIT, 0, m.seqs.event)
    else:
        effects.append(("lookup",))
    return True


def cancel(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Give a challenge up: both clocks stay stopped."""
    given_up, m.challenge = m.challenge, None
    book(m, effects)
    if m.ending:
        uncover(m)
    else:
        m.phase = phases.STOPPED
        assert given_up  # of its phase
        m.stop = Stop(events.OTHER, given_up.owner, False, given_up.number)


def drop_question(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Withdraw the question that both were asked to confirm; in a challenge, edit the words."""
    asked, m.question = m.question is not None, None
    return asked


def amend(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Open the entry again: verdict, price and mark are as if they had not been (art. 42.1)."""
    found = m.challenge
    confirmed = m.phase == phases.CHALLENGE and m.question and m.question.said
    if not found or not (confirmed or m.phase == phases.VERDICT):
        return False
    if m.phase == phases.VERDICT:
        player = m.player(found.by)
        player.challenges -= 1
        if found.verdict == events.INVALID:
            player.challenges_won -= 1
        player.sanctions = [given for given in player.sanctions if given[3] != found.seq]
        spare(m, player, found.seq)
        _judge(m, False)
    m.phase, m.question = phases.CHALLENGE, None
    found.verdict = 0
    found.appeal_asked = found.appealed = False
    found.amended = True
    log(effects, "amend", found.by)
    return True


def verdict(m: "Match", who: int, value: int, effects: "Effects") -> None:
    """Give one answer for the whole play: VALID or INVALID (art. 40, 42)."""
    challenge = m.challenge
    assert challenge  # of its phase
    m.phase = phases.VERDICT
    m.question = None
    challenge.verdict = value
    challenge.seq = m.seqs.event
    challenger = m.player(challenge.by)
    challenger.challenges += 1
    if value == events.INVALID:
        challenger.challenges_won += 1
    else:
        _charge(m, challenge.by, challenge.words, challenge.seq, challenge.after)
    _judge(m)
    log(effects, "verdict", challenge.by, value)
    effects.append(("sound", events.VERDICTS[value]))


def _judge(m: "Match", judged: bool = True) -> None:
    """Mark the play as judged, or not (art. 40); in progress, it is a pass if not valid."""
    play = m.played if of_handed_over(m) else m.turn
    if play:
        play.judged = judged
    if m.turn and play is m.turn:
        invalid = judged and m.verdict == events.INVALID
        m.turn.mark = events.PASS if invalid else m.turn.declared


def _charge(m: "Match", who: int, words: int, seq: int, after: bool) -> bool:
    """Charge the preset's price of challenging a valid play; nothing under FISE.

    A lost turn is the challenger's next one or, after the press, the one in progress, taken on
    leaving the verdict. seq: of the event that gives it. False if there is none.
    """
    price, player = m.rules.failed_challenge, m.player(who)
    if not price or seq in m.spared:
        return False
    if price > 0:
        cost = price * words if m.rules.cost_per_word else price
        player.sanctions.append((events.VERDICT, cost, 0, seq))
        return True
    if not after:
        player.turns_to_lose.append(events.LOST + events.ABOUT_UNIT * seq)
    elif m.mover != who or m.ending:
        return False  # no turn is left to lose
    player.sanctions.append((events.LOSE_TURN, 0, 0, seq))
    return True


def spare(m: "Match", player: "Player", seq: int) -> bool:
    """Spare a player the turn that is the price of that number; False if it has been taken."""
    owed = events.LOST + events.ABOUT_UNIT * seq
    if owed in player.turns_to_lose:
        player.turns_to_lose.remove(owed)
        return True
    return bool(m.challenge and m.challenge.seq == seq)


def again(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Allow the play in progress, or the one just handed over, to be judged again (art. 40)."""
    judged = m.played if of_handed_over(m) else m.turn
    below = m.phase == phases.OVER and m.challenge  # its verdict waits under the end
    if below or not judged or not judged.judged:
        return False
    judged.judged = False
    if m.turn and judged is m.turn and m.phase != phases.VERDICT:
        m.turn.mark = m.turn.declared  # the verdict that made it a pass was on another play
    log(effects, "again")
    return True


def by_button(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Leave `not valid` by the button of the player who loses the turn, or goes on with theirs."""
    found = m.challenge
    if not found or found.verdict != events.INVALID:
        return False
    return who == (found.by if found.after else m.mover) and leave(m, who, value, effects)


def by_stop(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Leave `valid`."""
    return m.verdict == events.VALID and leave(m, who, value, effects)


def leave(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Leave the verdict: the game goes on where it stopped, or a turn is lost (art. 34.2, 39)."""
    found, m.challenge = m.challenge, None
    assert found  # of the verdict's phase
    invalid = found.verdict == events.INVALID
    if invalid:
        if found.after and m.played:
            count(m, events.PASS, m.played.at)  # its play comes off the board
        turn_lost = not found.after
    else:  # the challenger's turn in progress may be the price
        price = (events.LOSE_TURN, 0, 0, found.seq)
        turn_lost = found.after and price in m.player(found.by).sanctions
    if turn_lost:
        m.seqs.press = m.seqs.event
        if not invalid:
            m.seqs.price, m.seqs.price_at = found.seq, m.seqs.press
        m.phase = m.under.pop()
        turn.hand_over(m, events.PASS if invalid else events.LOST, effects, not invalid)
    else:
        go_on(m, who, value, effects)
        if invalid and m.ending:
            turn.resume(m, events.NONE, 0, effects)  # its player has tiles again
    if not invalid or found.appealed:
        return True
    if not found.after:
        m.seqs.left = m.seqs.event
    elif m.played:
        m.played.appealable = found.words
    return True


def ask_appeal(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Record that the player whose play was ruled invalid appeals, and when (art. 42.4)."""
    found = m.challenge
    if not may_appeal(m) or not found or found.appeal_asked:
        return False
    found.appeal_asked = True
    log(effects, "appeal-asked", events.other(found.by))
    return True


def appeal(m: "Match", who: int, value: int, effects: "Effects") -> bool:
    """Answer the mover's appeal against `not valid`, once: 1 upheld, 0 refused (art. 42.4)."""
    found = m.challenge
    if not may_appeal(m):
        return False
    if not found:
        return _appeal_late(m, value, effects)
    if m.phase != phases.VERDICT:
        return False
    found.appealed = True
    if value:
        uphold(m, effects)
    else:
        log(effects, "appeal", events.other(found.by))
    return True


def may_appeal(m: "Match") -> bool:
    """Return whether an appeal can be answered now (art. 42.4)."""
    found = m.challenge
    if found:
        return found.verdict == events.INVALID and not found.appealed
    return bool(m.seqs.left or (m.played and m.played.appealable))


def _appeal_late(m: "Match", value: int, effects: "Effects") -> bool:
    """Answer an appeal after the verdict was left, where no turn has to be taken back for it."""
    play = m.played if m.played and m.played.appealable else None
    if value and not play:
        return False  # the turn comes back: LATE_APPEAL
    log(effects, "appeal", play.by if play else events.other(m.mover), value)
    m.seqs.left = 0
    if not play:
        return True
    words, play.appealable = play.appealable, 0
    if not value:
        return True
    by = events.other(play.by)
    count(m, events.PLAY, play.at)
    m.player(by).challenges_won -= 1
    if _charge(m, by, words, m.seqs.event, True) and m.rules.failed_challenge < 0:
        m.seqs.price, m.seqs.price_at = m.seqs.event, m.seqs.press
        turn.take(m, events.LOST, effects)
    return True


def uphold(m: "Match", effects: "Effects") -> None:
    """Reverse a verdict of `not valid` (art. 42.4)."""
    found = m.challenge
    if found and found.verdict == events.INVALID:
        found.verdict = events.VALID
        _judge(m)
        m.player(found.by).challenges_won -= 1
        _charge(m, found.by, found.words, found.seq, found.after)
        log(effects, "appeal", events.other(found.by), 1)
