"""The manual as pages of the site, and the index that its search reads in the browser."""

import html
import json
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from host_tools import tree
from host_tools.paths import pages_dir

# The pages of each language, as paths from docs/, in the order of the page "Manual".
PAGES = {
    "es": (
        "manual/jugadores.md", "manual/arbitros.md", "preguntas.md",
        "sala.md", "accesible.md", "install.es.md", "../boards/README.es.md",
        "montaje.md", "deploy.es.md",
    ),
    "en": (
        "manual/players.md", "manual/arbiters.md", "questions.md", "hall.md", "accessible.md",
        "install.md", "../boards/README.md", "assembly.md",
        "deploy.md", "presets.md", "rules-by-article.md", "hardware.md",
    ),
}  # fmt: skip
# The bodies of which each has a page of its own out of one, by the labels of their lines there.
BODIES = {
    "manual/players.md": {"device": "players", "phone": "phone", "judge": "judge"},
    "manual/jugadores.md": {"aparato": "jugadores", "móvil": "telefono", "juez": "juez"},
}
_LINE = re.compile(r"^- \*\*.*\n(?: .*\n)*", re.MULTILINE)  # of a body, or of several
AS_THEY_ARE = (".svg", ".png", ".gif", ".html")  # pictures, and the card for the table
_HEADING = re.compile(r'<h[1-3] id="([^"]*)">(.*?)</h[1-3]>', re.DOTALL)


def files() -> Iterator[tuple[str, bytes]]:
    """Yield (name on the site, content) of pages, pictures, each language's index, the search."""
    shown: set[str] = set()
    names = ("manual-page.html", "manual.html")
    form, search = ((pages_dir() / "site" / name).read_text("utf-8") for name in names)
    for language, pages in PAGES.items():
        index: list[tuple[str, ...]] = []
        listed = ""
        made = [(page, at, *one) for page in pages
                for at, one in enumerate(BODIES.get(page, {"": page}).items())]  # fmt: skip
        for page, at, label, bare in made:
            name, text = _name(bare), _place(page).read_text("utf-8")
            body = as_html(of_body(text, label) if label else text)
            sections = list(_sections(body))
            title = sections[0][1]
            listed += f'<li><a href="{name}">{title}</a></li>'
            index += [(f"{name}#{anchor}", title, *told) for anchor, *told in sections]
            body = _with_links(body, page, at, shown)
            filled = form.replace('lang="xx"', f'lang="{language}"')
            filled = filled.replace("<!-- title -->", title)
            yield name, filled.replace("<!-- body -->", body).encode()
        yield f"manual-{language}.json", json.dumps(index, ensure_ascii=False).encode()
        search = search.replace(f"<!-- pages {language} -->", listed)
    yield "manual.html", search.encode()
    for path in sorted(shown):
        yield f"docs/{path.replace('../', '')}", _place(path).read_bytes()


def of_body(text: str, body: str) -> str:
    """Return the players' page for those of one body: its lines, and sections that have one."""
    own = re.compile(rf"^- \*\*[^*]*{body}", re.IGNORECASE | re.MULTILINE)
    head, *sections = text.replace("\n", f" ({body})\n", 1).split("\n## ")
    page = "\n## ".join([head, *filter(own.search, sections)])
    return _LINE.sub(lambda line: line[0] if own.match(line[0]) else "", page)


def as_html(text: str) -> str:
    """Return Markdown as HTML whose headings have the anchors that GitHub gives them."""
    import markdown

    options = {"toc": {"slugify": lambda title, _: re.sub(r"[^\w\- ]", "", title.lower())
                       .replace(" ", "-")}}  # fmt: skip
    return markdown.markdown(
        text, extensions=["tables", "sane_lists", "toc"], extension_configs=options
    )


def _place(page: str) -> Path:
    return Path(tree.ROOT) / "docs" / page


def _name(page: str) -> str:
    """Return a page's name on the site, where all pages lie side by side."""
    bare = page.removeprefix("../").removeprefix("manual/").removesuffix(".md")
    return f"manual-{bare.replace('/', '-')}.html"


def _sections(body: str) -> Iterator[tuple[str, str, str]]:
    """Yield anchor, title and plain text of each section of a page."""
    parts = _HEADING.split(body)
    for anchor, title, text in zip(parts[1::3], parts[2::3], parts[3::3]):
        yield anchor, _plain(title), _plain(text)


def _plain(part: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", part)).split())


def _with_links(body: str, page: str, at: int, shown: set[str]) -> str:
    """Lead each link to a page of the site, and add pictures and the card to `shown`.

    A link to a file that the site has not keeps only its text; one to a page that each body has
    leads to that of the same body, the at-th.
    """

    def target(address: str) -> str | None:
        if re.match("https?:|#", address):
            return address
        path, _, anchor = address.partition("#")
        path = posixpath.relpath(posixpath.join("docs", posixpath.dirname(page), path), "docs")
        if path.endswith(AS_THEY_ARE):
            shown.add(path)
            if path.endswith(".html"):
                named = re.findall(r'src="([^"]+)"', _place(path).read_text("utf-8"))
                shown.update([posixpath.join(posixpath.dirname(path), one) for one in named])
            return f"docs/{path.replace('../', '')}"
        known = any(path in pages for pages in PAGES.values())
        path = [*BODIES[path].values()][at] if path in BODIES else path
        return _name(path) + (anchor and f"#{anchor}") if known else None

    def link(found: re.Match[str]) -> str:
        to = target(found[1])
        return f'<a href="{to}">{found[2]}</a>' if to else found[2]

    body = re.sub(r'<a href="([^"]*)">(.*?)</a>', link, body, flags=re.DOTALL)
    body = body.replace("<table>", '<table tabindex="0">')  # the keyboard scrolls a wide one
    return re.sub(r'(?<= )src="([^"]+)"', lambda found: f'src="{target(found[1])}"', body)
