"""Reasons on the director's page: behind a password, after the games, each look-up in the log."""

import asyncio
import time

import aiohttp
import pytest

from host_tools.hall import page
from host_tools.hall.board import Board
from host_tools.hall.listen import Address
from host_tools.hall.store import Store
from host_tools.hall.tables import Plan
from host_tools.lexicon.why import RULE, Explained, Reason
from host_tools.loopback import LOOPBACK, listen
from tests.hall.played import status


@pytest.mark.parametrize(
    ("phase", "given", "code", "answer"),
    [
        ("running", "right", 403, "a game is open at table 7"),
        ("over", "right", 403, "a game is open at table 7"),  # its last play may be challenged
        ("closed", "wrong", 403, "wrong password"),
        ("closed", "right", 200, "plural de CASA"),
        ("setup", "right", 200, "plural de CASA"),
    ],
)
def test_reasons(tmp_path, phase, given, code, answer):
    path, reasons = tmp_path / "hall.sqlite", tmp_path / "es.why"
    why = Reason("casa", "name", "plural", "XII.18.4.1", RULE)
    reasons.write_bytes(Explained.pack("0" * 64, "es", [("casas", True, why)]))
    store = Store(path)
    status("t7", time.time(), store, phase=phase)

    async def asked():
        board = Board(path, Plan(None), Address(LOOPBACK, 1), reasons=reasons)
        app = page.director_app(dict, lambda _: {}, board.take, board.why)
        runner, port = await listen(app, LOOPBACK, 0)
        password = store.password() if given == "right" else given
        form = {"words": "casas", "password": password, "language": "es"}
        async with (
            aiohttp.ClientSession() as session,
            session.post(f"http://{LOOPBACK}:{port}/why", data=form) as response,
        ):
            told = response.status, await response.text()
        await runner.cleanup()
        return told

    found = asyncio.run(asked())
    assert found[0] == code and answer in found[1]
    ((_, words, noted),) = store.whys()
    assert words == "casas" and noted == ("told" if code == 200 else answer)
    store.close()
