"""The live board: listens, keeps, and shows, until Ctrl-C."""

import asyncio
import sqlite3
from collections.abc import Awaitable
from contextlib import closing
from pathlib import Path
from typing import Any

from host_tools.errors import UserError, tell
from host_tools.hall import air, page, tsh
from host_tools.hall.listen import Address, Listener
from host_tools.hall.results import Known, Line, desk
from host_tools.hall.steady import steady_s
from host_tools.hall.store import Store
from host_tools.hall.tables import Plan, TableRow, as_document, lists, passed, view
from host_tools.log import receipts
from host_tools.loopback import LOOPBACK, listen

DESK_S = 2.0
BEHIND_S = 2.0  # is told


class Board:
    """One hall that is open."""

    def __init__(
        self,
        path: Path,
        plan: Plan,
        address: Address,
        follower: tsh.Follower | None = None,
        keys: dict[str, bytes] | None = None,
    ) -> None:
        """Open the store at `path`; UserError for a file that is not a store or certificate.

        address: of the broker; follower: of the director's files, which take the results; keys:
        those that sign the devices' logs, by device.
        """
        self._plan, self._path, self._follower = plan, path, follower
        self._open_store = lambda: Store(path, plan.devices, plan.tables(), keys)
        self._store = self._open_store()
        self._rows: list[TableRow] = []
        self._desk: list[Line] = []
        self._known: Known = {}
        self._keys = keys or {}
        self._listener = Listener(self._open_store, address)

    def _refresh(self) -> None:
        """Read the tables, for all that shows them."""
        try:
            self._rows = view(self._store, self._plan, steady_s())
        except sqlite3.Error:
            pass  # the page says since when the store does not answer

    async def _close(self) -> None:
        """Keep the closing desk, and ask the devices for what it lacks of their logs."""
        while True:
            began_s = steady_s()
            try:
                connected = await asyncio.to_thread(self._read_desk)
            except sqlite3.Error:
                connected = set()  # the page says since when the store does not answer
            for line in self._desk:
                if line.gap and (line.hall, line.device) in connected:
                    connected.discard((line.hall, line.device))  # one thing at a time
                    wanted = line.game, *line.gap
                    self._listener.ask(line.hall, line.device, wanted, steady_s())
            # At most a tenth of the time: replaying games must not hold up what comes in.
            await asyncio.sleep(max(DESK_S, 9 * (steady_s() - began_s)))

    def _read_desk(self) -> set[tuple[str, str]]:
        """Read the closing desk, then let the divisions follow; return who is at the broker."""
        with closing(self._open_store()) as store:
            self._desk = desk(store, self._plan, None, self._known, self._keys)
            if self._follower:
                tell(*self._follower.follow(store, self._path, self._plan, self._keys))
            return {(one.hall, one.name) for one in store.devices() if one.connected}

    def closing(self, round_name: str, language: str) -> dict[str, Any]:
        """Return the closing desk of a round, "" for all, in the form that its page gets."""
        found = [line for line in self._desk if round_name in ("", line.round) or not line.round]
        return {"lines": [line.as_document(language) for line in found]}

    def take(self, picture: bytes) -> list[dict[str, Any]]:
        """Store the closing codes in a photograph; return their games. UserError if none is there.

        new: False for a code that was known.
        """
        texts = receipts.in_picture(picture, "photograph")
        found = [receipt for receipt in map(receipts.parse, texts) if receipt]
        if not found:
            raise UserError("no closing code of a game found: nearer, and without a reflection")
        try:
            with closing(self._open_store()) as store:
                return [{"table": one.table, "round": one.round, "game": one.game,
                         "new": store.take_receipt(one)} for one in found]  # fmt: skip
        except sqlite3.Error as error:
            raise UserError(f"not stored: {error}") from error

    def picture(self) -> dict[str, Any]:
        """Return the present state of the hall in the form that the pages get."""
        self._refresh()
        listener, found = self._listener, as_document(self._rows)
        # The page says the rest of it.
        _, _, found["lists"] = lists(self._store, self._plan).partition(": ")
        trouble = listener.trouble
        return found | {
            "state": listener.state, "why": listener.why, "open": listener.address.user is None,
            "refused": dict(listener.refused()), "waiting": listener.waiting(),
            "behind": passed(listener.behind_s()) if listener.behind_s() >= BEHIND_S else "",
            "trouble": f"{passed(steady_s() - trouble[0])} ({trouble[1]})" if trouble else "",
        }  # fmt: skip

    async def run(
        self, port: int, phone: tuple[str, int] | None = None, overlay: bool = False,
        files: Path | None = None, delay_s: int = 0,
    ) -> None:  # fmt: skip
        """Serve until cancelled; print the director's and the phone's link once listening.

        phone: where the queue is shown; files: a folder for the texts that streaming programs
        read; delay_s: of what goes on air.
        """
        app = page.director_app(self.picture, self.closing, self.take)
        on_air = air.Air(delay_s)
        if overlay:
            air.add_pages(app, on_air)
        runner, port = await listen(app, LOOPBACK, port)
        runners, link = [runner], ""
        try:
            if phone:
                token = self._store.token()
                queue = page.phone_app(self.picture, token, self.take)
                runner, phone_port = await listen(queue, *phone)
                runners.append(runner)
                link = f"http://{phone[0]}:{phone_port}/{token}/"
            director = f"http://{LOOPBACK}:{port}/"
            print(f"corrido: the hall is at {director}  (Ctrl-C ends it)", flush=True)
            if link:
                print(f"corrido: the queue for a phone: {link}", flush=True)
            self._listener.start()
            jobs: list[Awaitable[None]] = [self._close()]
            if overlay or files:
                jobs.append(self._note(on_air))
            if files:
                jobs.append(air.write_files(on_air, files))
            await asyncio.gather(*jobs)
        finally:
            self._listener.stop()
            for one in runners:
                await one.cleanup()
            self._store.close()

    async def _note(self, on_air: air.Air) -> None:
        """Let what is on air take in the hall all the time, for who opens a page later."""
        while True:
            self._refresh()
            on_air.note(self._rows, steady_s())
            await asyncio.sleep(air.EVERY_S)
