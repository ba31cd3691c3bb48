"""Pages to print; that for one game is for an arbiter's report: figures, account."""

from html import escape

from corrido.core.match import rounded

from host_tools.log import account, phrases
from host_tools.log.games import Game, Verdict

DOCUMENT = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font: 10pt sans-serif; margin: 1.5em; max-width: 80em }}
table {{ border-collapse: collapse }}
th, td {{ border: 1px solid #888; padding: .15em .5em; text-align: left; vertical-align: top }}
td.n {{ text-align: right; font-variant-numeric: tabular-nums }}
thead {{ display: table-header-group }} tr {{ break-inside: avoid }}
.hash {{ font: 8pt monospace }} .many {{ font-weight: bold; border: 3px solid }}
</style>
<h1>{title}</h1>
{body}
</html>
"""
PAGE = """<ul>{figures}</ul>
<h2>{stops_title}</h2><ul>{stops}</ul>
<h2>{account_title}</h2>
<table><thead><tr><th></th><th>A</th><th>B</th><th></th></tr></thead><tbody>
{rows}
</tbody></table>
<p>{chain_title}: {chain} ({entries} {entries_word}) <span class="hash">{last}</span></p>
<p>{signed}: ______________________________</p>"""


def page(game: Game, verdict: Verdict, language: str, words: bool = True) -> str:
    """Return the whole page."""
    rows = [
        f'<tr><td class="n">{t}</td><td class="n">{a}</td><td class="n">{b}</td>'
        f"<td>{escape(what)}</td></tr>"
        for t, what, a, b in account.lines(game, language, words)
    ]
    body = PAGE.format(
        figures="".join(f"<li>{escape(line)}</li>" for line in account.figures(game, language)),
        stops_title=phrases.word("stops", language),
        stops="".join(f"<li>{escape(line)}</li>" for line in _stops(game, language)) or "-",
        account_title=phrases.word("account", language),
        rows="\n".join(rows),
        chain_title=phrases.word("chain", language),
        chain=phrases.word(_chain(verdict), language),
        entries=verdict.entries,
        entries_word=phrases.word("entries", language),
        # With the hash, a few words could be found by trial.
        last=game.entries[-1].chain.hex() if words else "",
        signed=phrases.word("signed", language),
    )
    return DOCUMENT.format(
        language=language, title=escape(account.heading(game, language)), body=body
    )


def _chain(verdict: Verdict) -> str:
    if not verdict.checked:
        return "unchecked"
    return "whole" if verdict.whole else "broken"


def _stops(game: Game, language: str) -> list[str]:
    lines = []
    for reason, owner, asked, ms, times in game.summary()["stops"]:
        line = f"{phrases.word(reason, language)}: {times} x, {rounded(ms)}"
        if owner != "none":
            line += f", {phrases.word('clock', language)} {phrases.word(owner, language)}"
        if asked != "none":
            line += f", {phrases.word('asked', language)} {phrases.word(asked, language)}"
        lines.append(line)
    return lines
