"""A room of simulated tables: each with its console on a TCP port, and perhaps on a broker.

For a rehearsal without a board: whatever a command asks over USB, it can ask here. There is no
prompt of MicroPython behind the console.
"""

import asyncio
import itertools
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Self

from host_tools.errors import UserError
from host_tools.sim.device import Device, pin_keys
from host_tools.sim.runtime import FirmwareError

LOOPBACK = "127.0.0.1"
FIRST_PORT = 9001
MOST_WAIT_S = 0.05  # between two looks at a table
LONGEST_LINE = 400
NO_PROMPT = "no a simulated table has no MicroPython's prompt: it has its firmware already"
TURNS = 12  # of a game that plays itself
PRESS_S = 0.25  # from one key to the next


class Table(Device):
    """One table, in real time."""

    number = 0

    @classmethod
    def made(cls, number: int, settings: Mapping[str, str]) -> Self:
        """Return a table with a number of its own, switched on; UserError for a bad setting."""
        table = cls.provisioned({"table": str(number), **settings})
        table.number, table.world.unique_id = number, bytes.fromhex(f"c0441d0{number:09x}")
        table.power_on()
        return table

    async def live(self, keys: Iterator[tuple[float, str]] | None) -> None:
        """Let time pass as it does for people; keys: after how many seconds which is pressed."""
        began_s, next_s, key = time.monotonic(), float("inf"), ""
        if keys:
            next_s, key = next(keys)
        while True:
            now_s = time.monotonic() - began_s
            self.run_until(round(now_s * 1e6))
            if keys and now_s >= next_s:
                if key:  # a closed game is left by a long press
                    left = key == "OK" and self.status().get("phase") == "closed"
                    self.press(key, hold_us=2_300_000 if left else 80_000)
                after_s, key = next(keys)
                next_s = now_s + after_s
            due_us = self.next_us()
            wait_s = MOST_WAIT_S if due_us is None else due_us / 1e6 - (time.monotonic() - began_s)
            await asyncio.sleep(min(MOST_WAIT_S, max(0.001, wait_s)))

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the questions of one host at a time, as the device's console does."""
        line = bytearray()
        while data := await reader.read(1024):
            for byte in data:
                if byte not in b"\r\n":
                    line.append(byte)
                    continue
                asked = line[line.rfind(b"?") + 1 :].decode("utf-8", "replace")
                if b"?" in line[:LONGEST_LINE]:
                    number, _, command = asked.partition(" ")
                    answer = NO_PROMPT if command.split()[:1] == ["repl"] else self.ask(command)
                    writer.write(f"!{number} {answer}\r\n".encode())
                line.clear()
            del line[: -2 * LONGEST_LINE]
            await writer.drain()
        writer.close()


def play(table: Table, turn_s: float) -> Iterator[tuple[float, str]]:
    """Yield the keys of games that play themselves, each after so many seconds."""
    rng = random.Random(table.number)
    yield 1 + 3 * rng.random(), ""
    while True:
        yield PRESS_S, "OK"  # arms
        yield 1, "B"
        for turn in range(TURNS):
            yield turn_s * (0.5 + rng.random()), "AB"[turn % 2]
            if turn == TURNS // 2:  # a verification, in which a game may be carried elsewhere
                yield turn_s, "STOP"
                yield 2 * turn_s, "STOP"
        for key in ("STOP", "OK", "OK", "A", "B", "OK", "OK"):
            yield 1, key
        for _ in "AB":
            for key in (*pin_keys(str(rng.randrange(280, 520))), "OK"):
                yield PRESS_S, key
        for key in "AB":
            yield 6, key
        yield 3 * turn_s, ""
        yield 1, "OK"  # held, on a closed game
        yield 3, ""


async def room(settings: Sequence[Mapping[str, str]], first: int, turn_s: float | None) -> None:
    """Run a room until it is cancelled; UserError for a bad setting or a port that is taken.

    settings: of each table; first: the first console's port, 0 for free ones; turn_s: how long a
    turn of games that play themselves takes, None for none.
    """
    tables = [Table.made(number, one) for number, one in enumerate(settings, 1)]
    servers: list[asyncio.Server] = []
    try:
        for table, port in zip(tables, itertools.count(first, 1 if first else 0), strict=False):
            servers.append(await asyncio.start_server(table.serve, LOOPBACK, port))
            place = servers[-1].sockets[0].getsockname()[1]
            print(f"table {table.number}: socket://{LOOPBACK}:{place}", flush=True)
        await asyncio.gather(
            *(table.live(play(table, turn_s) if turn_s else None) for table in tables)
        )
    except OSError as error:
        raise UserError(f"port {first} and after: {error.strerror or error}") from error
    except FirmwareError as error:
        raise UserError(f"the firmware stopped: {error}", 1) from error
    finally:
        for server in servers:
            server.close()
        for table in tables:
            table.close()
