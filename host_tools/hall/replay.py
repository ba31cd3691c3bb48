"""Replay of a finished round: every table's state, second by second, from the store."""

from typing import Any

from host_tools.errors import UserError
from host_tools.hall.messages import Heard, Status, checked_status
from host_tools.hall.results import Complaint, games_of, labels
from host_tools.hall.store import GameKey, Store
from host_tools.hall.tables import Plan, as_document, view
from host_tools.log.firmware import Match, phases
from host_tools.log.games import Game, readable


class Course:
    """One game on its round's timeline."""

    def __init__(self, key: GameKey, game: Game, began_s: float, named: dict[str, str]) -> None:
        self.key, self.began_s, self.game = key, began_s, game
        self._named = named
        self._match = Match(game.rules)
        self._match.replaying = True
        self._next = 0
        last_ms = max((entry.t_ms for entry in game.entries), default=0)
        self.end_s = began_s + last_ms / 1000

    def until(self, now_s: float) -> Status | None:
        """Return the table's status at an instant; instants must not go back between calls."""
        t_ms = round((now_s - self.began_s) * 1000)
        entries = self.game.entries
        while self._next < len(entries) and entries[self._next].t_ms <= t_ms:
            self.game.replay(self._match, entries[self._next])
            self._next += 1
        match = self._match.copy()
        if match.phase != phases.CLOSED and match.t_ms < t_ms:
            match.advance(t_ms)
        fields: dict[str, Any] = {**match.status(), **self._named, "game": self.key.game}
        return checked_status(fields)


class Replay:
    """All games of a round, from the first beginning to the last end."""

    def __init__(self, store: Store, plan: Plan, round_name: str, complain: Complaint) -> None:
        """Read a round from the store; UserError if the store has none of its games."""
        self._plan = plan
        self.courses: list[Course] = []
        for key, game in games_of(store, complain):
            named = labels(game, plan)
            if named["round"] == round_name:
                self.courses.append(Course(key, game, store.began_s(key), named))
        if not self.courses:
            raise UserError(f"round {round_name!r}: no game of it in the store", exit_code=1)
        self.begin_s = min(course.began_s for course in self.courses)
        self.end_s = max(course.end_s for course in self.courses)
        self._stage = Store(None)

    def picture(self, now_s: float) -> dict[str, object]:
        """Return the hall at that instant, in the shape of the live page."""
        for course in self.courses:
            if course.began_s <= now_s:
                self._tell(course, now_s)
        return as_document(view(self._stage, self._plan, now_s)) | {"state": "replay"}

    def _tell(self, course: Course, now_s: float) -> None:
        with readable(course.game):
            status = course.until(now_s)
        if status:
            self._stage.take(Heard(course.key.hall, course.key.device, status), now_s)
