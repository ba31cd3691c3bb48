"""Forty tables for the hall's pages: games on simulated devices, as heard by radio."""

import json
from collections.abc import Iterator

from corrido.core import events

from host_tools.hall.messages import Heard, Status, checked_status, parse
from host_tools.hall.store import Store
from tests.hall.played import Course, course_of, told_of

HALL = "club"
TABLES = 40
NAMES = ("Ana Ruiz", "Luis Prieto", "Begoña Núñez", "Iñaki Goñi", "Eva Soler", "Raúl Peña",
         "María José de la Fuente", "Zoë Vidal", "Hugo Díaz", "Núria Castells")  # fmt: skip
OPENED = "device preset=fise-corrido budget={budget}\nat 0 power on\nat 1 press B\n"
GAMES = (
    (1500, "at 31 press A\nat 70 press B\nat 82 expect running A\n"),
    (1500, "at 24 press A\nat 60 expect running B\n"),
    (45, "at 20 press A\nat 30 press B\nat 71 expect phase running\n"),
    (1500, "at 41 press A\nat 50 stop arbiter\nat 95 expect phase stopped\n"),
    (1500, "at 12 press A\nat 33 stop score\nat 41 expect phase stopped\n"),
    (60, "at 55 press A\nat 61 stop verify\nat 63 finish\nat 66 close\n"),
)
LEVELS = (96, 71, 64, 12, 88)  # batteries in percent


def fill(store: Store, now_s: float, tables: int = TABLES) -> None:
    """Seat the tables and feed the store every message sent up to `now_s` (epoch seconds)."""
    played = [course_of(OPENED.format(budget=budget) + steps) for budget, steps in GAMES]
    for table in range(1, tables + 1):
        course = played[table * 7 % len(played)]
        began_s = now_s - course.seconds - table % 5
        for heard, at_s in _messages(table, course, began_s):
            store.take(heard, at_s)


def _messages(table: int, course: Course, began_s: float) -> Iterator[tuple[Heard, float]]:
    labels = {
        "round": "3", "table": str(table), "device-name": f"reloj {table}",
        "player-a": NAMES[table % len(NAMES)], "player-b": NAMES[(table * 3 + 1) % len(NAMES)],
    }  # fmt: skip
    device = f"table{table:02}"
    for message in told_of(course.records):
        told = json.loads(message)
        if told["kind"] == events.ARM:
            told["text"] = json.dumps([json.loads(told["text"])[0], labels])
        heard = parse(f"corrido/{HALL}/{device}/event", json.dumps(told).encode())
        if heard:
            yield heard, began_s + told["t_ms"] / 1000
    status = checked_status(
        {**course.status, **labels, "id": device, "battery": LEVELS[table % len(LEVELS)]}
    )
    if isinstance(status, Status):
        yield Heard(HALL, device, status), began_s + course.seconds
