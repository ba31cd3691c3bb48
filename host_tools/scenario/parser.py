"""A scenario file: settings, then steps, each with its time; `scenario NAME` begins another."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from host_tools.clocks import Complaint
from host_tools.device.stores import provision
from host_tools.errors import UserError
from host_tools.scenario.lexer import (
    LONGEST_S,
    arguments,
    seconds_ms,
    without_comment,
)
from host_tools.scenario.model import Expect, ParseError, Scenario, Step
from host_tools.scenario.verbs import parse_action

SETTING = re.compile(r'(?:[^\s"]|"[^"]*"?)+')  # a word; blanks between quotes are of it
LINE_END = re.compile("\r\n|\r|\n")  # str.splitlines() splits at form feeds and others too


def load(path: str | Path) -> list[Scenario]:
    """Read and parse a file; raises ParseError, or UserError if it cannot be read."""
    try:
        data = Path(path).read_bytes()
        return parse_all(data.decode("utf-8-sig"), Path(path))
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        line = len(LINE_END.findall(error.object[: error.start].decode())) + 1
        raise ParseError(f"{path}: line {line}: not UTF-8 text: save the file as UTF-8") from error


def parse_all(text: str, path: Path, known: Sequence[Scenario] = ()) -> list[Scenario]:
    """Parse the text of a file; known: others that `after` may name. Raises ParseError."""
    found = [Scenario(path, path.stem)]
    parser = _Parser(found[0])
    for number, raw in enumerate(LINE_END.split(text), 1):
        words = without_comment(raw).split()
        try:
            if words[:1] == ["scenario"]:
                found = [one for one in found if one.steps or one.settings]
                found.append(_begun(words, path, [*known, *found]))
                parser = _Parser(found[-1])
            elif words:
                parser.line(number, without_comment(raw))
        except (Complaint, UserError) as error:
            raise ParseError(f"{path}: line {number}: {error}") from error
    for one in found:
        if not one.steps:
            raise ParseError(f"{path}: no steps in {one.name}: begin with `at 0 power on`")
    return found


def _begun(words: list[str], path: Path, known: Sequence[Scenario]) -> Scenario:
    """Return the scenario that a line begins; `after OTHER`: with its settings and steps.

    What is expected on the way is the other's own matter. Raises Complaint.
    """
    usage = "scenario NAME after OTHER" if "after" in words[2:3] else "scenario NAME"
    name, *after = arguments(words, usage)
    others = {one.name: one for one in known if one.steps}
    if name in others:
        raise Complaint(f"a second scenario {name!r}: another name would be right")
    if not after:
        return Scenario(path, name)
    if after[1] not in others:
        raise Complaint(f"no scenario {after[1]!r} before this one")
    steps = [
        replace(step, action=Expect(())) if isinstance(step.action, Expect) else step
        for step in others[after[1]].steps
    ]
    return Scenario(path, name, dict(others[after[1]].settings), steps)


class _Parser:
    """A single pass over the lines, tracking the time as far as it is known before running."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._begun = len(scenario.steps)  # another's
        self._latest_ms = 0
        self._latest_line = 0

    def line(self, number: int, line: str) -> None:
        """Parse a setting or a step; raises Complaint."""
        words = line.split()
        if words[0] == "device":
            if len(self._scenario.steps) > self._begun:
                raise Complaint("settings after a step: `device` goes before the first step")
            settings, folder = self._scenario.settings, self._scenario.path.parent
            for word in SETTING.findall(line)[1:] or [""]:
                key, _, value = word.replace('"', "").partition("=")
                if not (key and value):
                    raise Complaint(f"setting {word!r}: `device key=value` would be right")
                provision({**settings, key: value}, folder)
                settings[key] = value
            return
        step = self._step(number, line, words)
        self._check_time(step)
        self._scenario.steps.append(step)

    def _step(self, number: int, line: str, words: list[str]) -> Step:
        at_ms = plus_ms = None
        rest = line
        if words[0] == "at":
            if len(words) < 3:
                raise Complaint(f"{line!r}: `at SECONDS step` would be right")
            at_ms = seconds_ms(words[1], "the time after `at`")
            rest = line.split(None, 2)[2]
        elif words[0].startswith("+"):
            if len(words) < 2:
                raise Complaint(f"{line!r}: `+SECONDS step` would be right")
            plus_ms = seconds_ms(words[0][1:], "the time after `+`")
            rest = line.split(None, 1)[1]
        return Step(number, rest, parse_action(rest, self._scenario), at_ms, plus_ms)

    def _check_time(self, step: Step) -> None:
        """Check that times never go back, as far as they are known before running."""
        if step.at_ms is not None:
            if step.at_ms < self._latest_ms:
                raise Complaint(
                    f"at {step.at_ms / 1000:g} is before line {self._latest_line} at "
                    f"{self._latest_ms / 1000:g}: times only grow"
                )
            self._latest_ms = step.at_ms
        self._latest_ms += step.plus_ms or 0
        if self._latest_ms > LONGEST_S * 1000:
            raise Complaint(f"later than {LONGEST_S} seconds (seven days): earlier would be right")
        self._latest_line = step.line
