"""The server answers this computer and its own page, nobody else."""

import asyncio
import json
import socket
import urllib.error
import urllib.request
from contextlib import asynccontextmanager

import aiohttp
import pytest
from fake_machine import FakeMachine

from host_tools.errors import UserError
from host_tools.sim.engine import LAG_LIMIT_S, Engine
from host_tools.sim.server import serve
from host_tools.workshop.screens.cases import drawn
from tests.waiting import wait_until


def fetch(url, path="", **headers):
    """One GET; status and text."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url + path, headers=headers)) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, ""


@asynccontextmanager
async def opened(url):
    """Yield a socket as the page opens it."""
    async with aiohttp.ClientSession() as session:
        yield await session.ws_connect(url + "socket", headers={"Origin": url[:-1]})


def talk(url, *messages):
    """Open the socket, send messages, return what the page was told first."""

    async def go():
        async with opened(url) as page:
            hello = json.loads((await page.receive()).data)
            for message in messages:
                await page.send_str(message)
            return hello

    return asyncio.run(go())


def edges(machine):
    """What its contacts did, without the times."""
    return [(key, closed) for key, closed, _ in machine.edges]


@pytest.fixture
def machine():
    """A device that notes what happens to it."""
    return FakeMachine()


@pytest.fixture
def url(serve_machine, machine):
    """The address of its page."""
    return serve_machine(machine)


def test_page_and_its_files(url):
    status, text = fetch(url)
    assert status == 200 and "<canvas" in text
    assert fetch(url, "static/main.js")[0] == 200
    assert fetch(url, "static/../server.py")[0] == 404
    assert fetch(url, "nowhere")[0] == 404
    assert fetch(url, "socket", Upgrade="websocket")[0] == 403, "it must name its page"


@pytest.mark.parametrize(
    "headers",
    [{"Host": "corrido.example"}, {"Origin": "http://corrido.example"}, {"Origin": "null"}],
)
def test_strangers_are_refused(url, headers):
    assert fetch(url, **headers)[0] == 403
    assert fetch(url, "socket", **headers)[0] == 403


def test_hello_holds_all_that_is_shown(url):
    hello = {}
    assert wait_until(lambda: "status" in hello or hello.update(talk(url)))
    assert {"keys", "speed", "frames", "leds", "powered", "display", "status"} <= set(hello)
    assert hello["powered"] is True


def test_nonsense_changes_nothing(url, machine):
    nonsense = (
        "", "{}", "[1]", "[1,2,3]", '["close","NO"]', '["do","explode"]', '["close",[]]',
        "[" * 2000, "[" * 2000 + "]" * 2000, '{"a":' * 700, '["close",NaN]', '["close",1e999]',
        '["close","\\ud800"]', "\x00", "9" * 4000,
    )  # fmt: skip
    talk(url, *nonsense, '["close","A"]')
    assert wait_until(lambda: len(machine.edges) >= 2)
    assert edges(machine) == [("A", True), ("A", False)] and machine.powered


def test_no_press_is_swallowed_and_a_page_that_closes_lets_go(url, machine):
    talk(url, '["close","A"]', '["open","A"]', '["close","OK"]')
    assert wait_until(lambda: len(machine.edges) == 4)
    (_, _, down_us), (_, _, up_us), *_ = machine.edges
    assert machine.held == [] and up_us - down_us >= 50_000


def test_two_fingers_on_one_key_are_two_presses(url, machine):

    async def go():
        async with opened(url) as one, opened(url) as two:
            await one.send_str('["close","B"]')
            await two.send_str('["close","B"]')
            assert wait_until(lambda: edges(machine) == [("B", True), ("B", False), ("B", True)])
            await one.send_str('["open","B"]')
            await one.send_str('["close","A"]')
            assert wait_until(lambda: "A" in machine.held)
            assert machine.held == ["A"]

    asyncio.run(go())
    assert wait_until(lambda: edges(machine)[-2:] == [("A", True), ("A", False)])


def test_time_is_the_wall_clock_times_the_speed():
    machine, wall = FakeMachine(), [100.0]
    engine = Engine(machine, clock=lambda: wall[0])

    async def passes():
        engine.obey(("speed", 10))
        living = asyncio.create_task(engine.live())
        while "frames" not in engine.hello():  # it has looked at the clock
            await asyncio.sleep(0.01)
        # Of a computer that slept at most LAG_LIMIT_S is made up for.
        for passed_s, device_s in (0.5, 5), (0.25, 7.5), (60, 7.5 + 10 * LAG_LIMIT_S):
            wall[0] += passed_s
            while machine.now_us < device_s * 1e6:
                await asyncio.sleep(0.01)
            assert machine.now_us == device_s * 1e6
        living.cancel()

    asyncio.run(asyncio.wait_for(passes(), 120))


def test_a_port_that_is_taken_is_said():
    with socket.socket() as taken, pytest.raises(UserError) as caught:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        asyncio.run(serve(Engine(FakeMachine()), port, print))
    said = f"port {port}: address already in use; choose another with --port"
    assert (str(caught.value), caught.value.exit_code) == (said, 2)


def test_the_screen_in_words(serve_machine, machine):
    machine.frame = lambda: drawn("clock", "es")[1] if machine.powered else bytes(1024)
    url = serve_machine(machine)
    assert wait_until(lambda: json.loads(fetch(url, "screen")[1]))
    said = json.loads(fetch(url, "screen")[1])
    assert said[:2] == ["A T0 T0 B", "28:37 30:00"] and said[2].startswith("FISE corrido")
    assert all(line.isprintable() for line in said), "an icon is no text"
