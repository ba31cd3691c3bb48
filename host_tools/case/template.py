"""A drilling template for a bought box, and the label sheet to glue on, as SVG at 1:1."""

from html import escape

from host_tools.case.layout import CAPITAL, Layout, Opening, Panel

MARGIN = 12.0
SCALE_BAR = 50.0
STYLE = (
    "text{font:2.4px sans-serif;fill:#000}"
    "circle,rect,path{fill:none;stroke:#000;stroke-width:.25}"
    ".edge{stroke-dasharray:2 1}"
)


def svg(layout: Layout, labels: bool = False) -> str:
    """Return the panels, one below another, with the holes' sizes and a 50 mm bar as a check.

    labels: the sheet to glue on instead: the outer panels with legends, and no sizes.
    """
    width = max(panel.size[0] for panel in layout.panels.values()) + 2 * MARGIN
    rows, y = [], MARGIN + 10
    rows += [f'<path d="M{MARGIN} {MARGIN}h{SCALE_BAR}m0 -2v4m-{SCALE_BAR} -4v4"/>',
             f'<text x="{MARGIN + SCALE_BAR + 3}" y="{MARGIN + 1}">50 mm: measure it; print at '
             "100 %, not fitted to the page</text>"]  # fmt: skip
    for panel in layout.panels.values():
        if labels and panel.name == "wall":
            continue
        rows += _panel(layout, panel, width / 2, y + panel.size[1] / 2, labels)
        y += panel.size[1] + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{y}mm" '
        f'viewBox="0 0 {width} {y}"><style>{STYLE}</style>\n' + "\n".join(rows) + "\n</svg>\n"
    )


def _panel(layout: Layout, panel: Panel, x: float, y: float, labels: bool) -> list[str]:
    width, height = panel.size
    rows = [
        f'<rect class="edge" x="{x - width / 2}" y="{y - height / 2:.2f}" width="{width}" '
        f'height="{height:.2f}"/>',
        f'<text x="{x - width / 2}" y="{y - height / 2 - 1:.2f}">{escape(panel.name)}</text>',
    ]
    for opening in layout.openings:
        if opening.panel == panel.name:
            # In the cross the name of the next hole stands where the size would.
            crowded = any(o.width == opening.width and abs(o.u - opening.u) < 1.0
                          and 0.0 < opening.v - o.v < 12.0 for o in layout.openings)  # fmt: skip
            rows.append(_opening(opening, x + opening.u, y - opening.v, labels, not crowded))
    for one in layout.legends if labels else ():
        if one.panel == panel.name:
            rows.append(f'<text style="font-size:{one.height / CAPITAL:.2f}px" '
                        f'x="{x + one.u:.2f}" y="{y - one.v + one.height / 2:.2f}" '
                        f'text-anchor="middle">{escape(one.text)}</text>')  # fmt: skip
    return rows


def _opening(opening: Opening, x: float, y: float, labels: bool, sized: bool) -> str:
    if opening.height:
        reach = opening.height / 2
        shape = (
            f'<rect x="{x - opening.width / 2:.2f}" y="{y - reach:.2f}" '
            f'width="{opening.width}" height="{opening.height}"/>'
        )
        size = f"{opening.width:g} x {opening.height:g}"
    else:
        reach = opening.width / 2
        shape = f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{reach}"/>'
        size = f"{opening.width:g}"
    if labels:
        return shape
    cross = f'<path d="M{x - 2:.2f} {y:.2f}h4m-2 -2v4"/>'
    below = _word(x, y + reach + 3, size) if sized else ""
    return shape + cross + _word(x, y - reach - 1.2, opening.label) + below


def _word(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="middle">{escape(text)}</text>'
