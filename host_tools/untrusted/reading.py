"""JSON from outside: bounded in size, depth and time, no name twice, of a known shape."""

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from host_tools.untrusted.text import clean, visible

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"
ANSWER_BYTES = 16 * 1024  # in one line of the console; the firmware's longest is 1 KB
OUTPUT_BYTES = 1 << 20  # in the output of a command at the raw REPL
FILE_BYTES = 100 << 20  # in a log file: the base64 of a 64 MB flash
# Plain words for the types of JSON Schema.
_WORDS = {
    "must be array": "must be a list",
    "must be object": "must be an object, names with values",
    "must be string": "must be a text",
    "must be integer": "must be a whole number",
    "must be boolean": "must be true or false",
}


class Malformed(ValueError):
    """A text that is not JSON, or JSON of the wrong shape; the message names the fault."""


class NotJson(Malformed):
    """A text that is not JSON at all: cut short, or not UTF-8."""


def document(
    text: str | bytes, shape: str = "", most_bytes: int = FILE_BYTES, as_it_is: bool = False
) -> Any:
    """Return the value of a JSON text with its strings cleaned, of the shape that is named.

    as_it_is: do not clean them; they must stay as they came, and nobody is shown them. Raises
    Malformed: too long, too deep, not JSON, a name given twice, NaN, or the wrong shape.
    """
    if len(text) > most_bytes:
        raise Malformed(f"{len(text)} bytes, {most_bytes} at most")
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_refused, parse_float=_finite
        )
        value = value if as_it_is else cleaned(value)
    except RecursionError as error:
        raise Malformed("brackets within brackets, too deep") from error
    except UnicodeDecodeError as error:
        raise NotJson("not UTF-8") from error
    except json.JSONDecodeError as error:
        raise NotJson(f"not JSON: {error.msg} (character {error.pos})") from error
    except ValueError as error:  # a whole number with more digits than Python reads
        raise error if isinstance(error, Malformed) else Malformed("too long a number") from error
    return shaped(value, shape) if shape else value


@functools.cache
def schema() -> dict[str, Any]:
    """Return the whole schema; its definitions are the shapes by name."""
    return json.loads(Path(__file__).with_name("shapes.json").read_bytes())


@functools.cache
def _check(shape: str) -> Callable[[Json], Any]:
    import fastjsonschema  # most commands read nothing from outside

    return fastjsonschema.compile({**schema(), "$ref": f"#/$defs/{shape}"}, use_default=False)


def shaped(value: Json, shape: str) -> Any:
    """Return the value if it has that shape of shapes.json; Malformed if not."""
    from fastjsonschema import JsonSchemaValueException

    try:
        return _check(shape)(value)
    except JsonSchemaValueException as error:
        path = ".".join(str(part) for part in error.path[1:])
        told = str(error.message).removeprefix(str(error.name)).strip()
        told = told.replace("be same as const definition: ", "be ")
        told = _WORDS.get(told, told)
        raise Malformed(visible(f"{path or 'the document'} {told}")[:200]) from error


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        doubled = next(name for name in names if names.count(name) > 1)
        raise Malformed(f"the name {visible(doubled)!r} stands twice")
    return found


def _refused(name: str) -> NoReturn:
    raise Malformed(f"{name} is not a JSON number")


def _finite(text: str) -> int | float:
    """Return a finite number, as an int if it is whole: JSON's 1.0 may be used as a count."""
    number = float(text)
    if abs(number) == float("inf"):
        raise Malformed(f"{text[:24]} is too large a number")
    return int(number) if number.is_integer() else number


def cleaned(value: Json) -> Json:
    """Return a JSON value with all its strings, names included, made harmless to a terminal."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [cleaned(item) for item in value]
    if isinstance(value, dict):
        return {clean(name): cleaned(item) for name, item in value.items()}
    return value
