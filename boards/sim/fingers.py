"""Know the shortest way of a finger to a tile of a grid."""

from corrido.ui import tiles


def steps(cells: "list[str]", at: int, tile: str, linear: bool = False) -> "list[str]":
    """Return the shortest sequence of keys that leads from cell `at` to `tile`.

    An encoder has only UP and DOWN. Found by breadth-first search, so that people and tests count
    the same movements. Raises ValueError if the grid has no such tile.
    """
    if cells[at] == tile:
        return []
    keys = ("UP", "DOWN") if linear else ("UP", "DOWN", "LEFT", "RIGHT")
    came: "dict[int, tuple[int, str] | None]" = {at: None}
    queue = [at]
    for place in queue:
        for key in keys:
            new = tiles.move(cells, place, key, linear)
            if new not in came:
                came[new] = (place, key)
                queue.append(new)
                if cells[new] == tile:
                    return _way(came, new)
    raise ValueError("no tile %s in this alphabet" % tile)


def _way(came: "dict[int, tuple[int, str] | None]", at: int) -> "list[str]":
    path: "list[str]" = []
    step = came[at]
    while step:
        at, key = step
        path.insert(0, key)
        step = came[at]
    return path
