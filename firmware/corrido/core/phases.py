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

ALL = (
    SETUP, LATE, READY, RUNNING, COUNT, STOPPED,
    CHALLENGE, VERDICT, OVER, CLOSED, RECOVERED, FAULT,
)  # fmt: skip

BEFORE_START = (LATE, READY)
IN_TURN = (RUNNING, COUNT, STOPPED, CHALLENGE, VERDICT)
IN_PLAY = (LATE, READY, RUNNING, COUNT, STOPPED, CHALLENGE, VERDICT, RECOVERED)
