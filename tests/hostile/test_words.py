"""No command line and no file causes a traceback."""

import pytest

from tests.hostile import words


@pytest.mark.parametrize("seed", [1, 2])
def test_random_command_lines_end_in_one_line(root, seed, monkeypatch):
    monkeypatch.setattr("sys.stdin", open("/dev/null"))
    assert words.campaign(root, 80, seed) == []


def test_the_campaign_notices_a_traceback(monkeypatch):
    from host_tools import cli

    def broken(_argv):
        raise KeyError("x")

    monkeypatch.setattr(cli, "run", broken)
    assert words.ended(["status"]) == "KeyError: 'x'"
