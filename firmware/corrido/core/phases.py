"""The phases of a match, as every status shows them."""

SETUP = "setup"
LATE = "late"
READY = "ready"
RUNNING = "running"
COUNT = "count"
STOPPED = "stopped"
CHALLENGE = "challenge"
VERDICT = "verdict"
OVER = "over"
CLOSED = "closed"
RECOVERED = "recovered"
FAULT = "fault"

BETWEEN_GAMES = (SETUP, CLOSED)
AT_REST = (SETUP, READY, OVER, CLOSED)  # nothing was in progress
BEFORE_START = (LATE, READY)
WITH_A_CLOCK = (RUNNING, COUNT)  # what STOP stops
NOT_STOPPED = (LATE, READY, RUNNING, COUNT)
ASKED = (COUNT, STOPPED, RECOVERED, CHALLENGE, CLOSED)  # where both may be asked something
OVERLAYS = (STOPPED, CHALLENGE, RECOVERED, FAULT)  # each leads back to the phase that it covers
IN_TURN = (RUNNING, COUNT, STOPPED, CHALLENGE, VERDICT)
TURN_TO_LOSE = (LATE, READY, RUNNING, COUNT, STOPPED, RECOVERED)
IN_PLAY = (LATE, READY, RUNNING, COUNT, STOPPED, CHALLENGE, VERDICT, RECOVERED)
UNTIL_CLOSED = IN_PLAY + (OVER,)
IN_A_GAME = UNTIL_CLOSED + (FAULT,)
ALL = IN_A_GAME + BETWEEN_GAMES
