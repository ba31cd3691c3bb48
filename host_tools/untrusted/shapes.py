"""Checks of outside data against shapes.json, a JSON Schema with a definition for each shape."""

import functools
import json
from pathlib import Path
from typing import Any

from host_tools.untrusted.reading import Check

Schema = dict[str, Any]


@functools.cache
def schema() -> Schema:
    """Return the whole schema; its definitions are the shapes by name."""
    return json.loads(Path(__file__).with_suffix(".json").read_bytes())


@functools.cache
def check(name: str) -> Check:
    """Return the compiled check of a shape by its name."""
    import fastjsonschema  # most commands read nothing from outside

    return fastjsonschema.compile({**schema(), "$ref": f"#/$defs/{name}"}, use_default=False)
