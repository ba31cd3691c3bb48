"""Enter a challenge's words tile by tile (art. 40, 42); nothing consults the list before."""

from corrido.compat import TYPE_CHECKING
from corrido.core import events
from corrido.memory import Lazy
from corrido.ui import fonts, items, tiles
from corrido.ui.screens import Screen, placed

if TYPE_CHECKING:
    from corrido.ui.ports import Choice, Item, Navigator, Place
    from corrido.ui.screens import editors
else:
    editors = Lazy("corrido.ui.screens.editors")

# Where rows of cells begin, by the number of rows. Above four rows the word is in large letters;
# of five, the upper ones leave two rows of pixels for an ogonek, and the last two have one less.
ROW_TOPS = {4: (16, 28, 40, 52, 64), 5: (11, 22, 33, 44, 54, 64)}
LABELS = {tiles.DONE: "done", tiles.NEXT: "next", tiles.DELETE: "delete"}


class LettersScreen(Screen):
    """A grid of tiles under the word; `linear` makes it one ring for an encoder."""

    name = "letters"
    repeats = True
    hint = ""  # the key of the first line while nothing is entered
    whose = ""  # the letter of the player whose play is judged

    def __init__(self, nav: "Navigator") -> None:
        Screen.__init__(self, nav)
        self.alphabet = self.device.judge.alphabet_code()
        self.linear = nav.linear
        self.plain = nav.setting("letters", "grid") == "alphabet"
        self.cells = tiles.grid(self.alphabet, self.linear, self.plain)
        self.at = 0 if self.plain else tiles.after(self.cells, "", self.alphabet, self.linear)
        self.tall = len(self.cells) <= tiles.TALL_ROWS * tiles.columns(len(self.cells))
        self.words: "list[list[str]]" = [[]]  # as tiles; the last is being written

    def give_up(self) -> None:
        """Leave after BACK with nothing entered."""
        self.nav.pop()

    def finish(self, words: "list[str]") -> None:
        """Take the finished words as text, none of them empty."""

    def place(self, whole: bool = False) -> "Place":
        word = self.words[-1]
        place: "Place" = placed(name=self.name, focus=self.cells[self.at], tiles=word)
        number = str(len(self.words))
        place["fields"] = [("at", str(self.at)), ("word", number), ("text", "".join(word))]
        if whole:
            place["texts"] = self.advice()
        return place

    def advice(self) -> "list[str]":
        """Return what to do meanwhile."""
        return [self.nav.text(self.hint)]

    def items(self) -> "list[Item]":
        word = self.words[-1]
        begun = word or len(self.words) > 1  # the hint needs the whole line
        number = (self.whose + " %d" % len(self.words)).strip() if begun else ""
        side = self._width(number) + 2 * items.MARGIN if number else 0
        line = self._line(word, 124 - side)
        if self.tall:
            out = [
                items.largest(0, 0, 128 - side, line, items.LEFT),
                items.largest(128 - side, 0, side, number, items.RIGHT),
            ]
        else:
            out = items.apart(items.draw_text, 0, 11, line, number, side)
        return out + self._grid()

    def _grid(self) -> "list[Item]":
        """Return the cells; equal ones beside each other are one."""
        out: "list[Item]" = []
        cells, across, at = self.cells, tiles.columns(len(self.cells)), 0
        tops, wide = ROW_TOPS[max(4, len(cells) // across)], 128 // across
        left = (128 - across * wide) // 2
        while at < len(cells):
            label, end, row = cells[at], at + 1, at // across
            while end % across and cells[end] == label:
                end += 1
            x, w, h = left + at % across * wide, wide * (end - at), tops[row + 1] - tops[row]
            if end > at + 1 and label in LABELS:
                word = self.nav.text(LABELS[label])
                label = word if items.width_of(word) <= items.room(w) else label
            chosen = at <= self.at < end
            out.append(items.text(x, tops[row], w, h, label, items.CENTRE, chosen))
            at = end
        return out

    def _line(self, word: "list[str]", room: int) -> str:
        """Return the word, or the end of a long one; dots separate tiles if one is a digraph."""
        if not word and len(self.words) == 1:
            return self.nav.text(self.hint)
        parted = any([len(tile) > 1 for tile in word])
        line = ("·" if parted else "").join(word)
        if self._width(line + "_") <= room:
            return line + "_"
        cut = "." if self.tall else "…"
        while self._width(cut + line + "_") > room:
            line = line[1:]
        return cut + line + "_"

    def _width(self, string: str) -> int:
        """Return how many columns a text takes in the word's line."""
        if self.tall:
            return items.width_in(fonts.large, string, items.TIGHT)
        return items.width_of(string)

    def pressed(self, name: str) -> None:
        if name == "BACK":
            self._delete()
        elif name == "OK":
            self._take(self.cells[self.at])
        else:
            self.at = tiles.move(self.cells, self.at, name, self.linear)

    def _take(self, tile: str) -> None:
        if tile == tiles.DELETE:
            self._delete()
        elif tile == tiles.NEXT:
            if self.words[-1] and len(self.words) < tiles.MOST_WORDS:
                self.words.append([])
        elif tile == tiles.DONE:
            words = ["".join(word) for word in self.words if word]
            if words:
                self.finish(words)
        else:
            self.words[-1] = tiles.put(self.words[-1], tile, self.alphabet)
        if tile != tiles.DELETE and not self.plain:
            begun = tile if self.words[-1] else ""
            self.at = tiles.after(self.cells, begun, self.alphabet, self.linear)

    def _delete(self) -> None:
        if self.words[-1]:
            self.words[-1].pop()
        elif len(self.words) > 1:
            self.words.pop()
        else:
            self.give_up()


class ChallengeScreen(LettersScreen):
    """The words of a challenge; they are still there on return from the confirmation."""

    hint = "challenge-hint"

    def __init__(self, nav: "Navigator") -> None:
        LettersScreen.__init__(self, nav)
        words = self.device.adjudication.words
        self.words = [tiles.split(word, self.alphabet) for word in words] or [[]]
        self.whose = self.device.recorder.match.judged

    def advice(self) -> "list[str]":
        """Return whose play is judged, and what becomes of board and tiles."""
        text = self.nav.text
        told = [text(key) for key in (self.hint, "face-down", "nothing-drawn")]
        return [text("play-of").replace("%", self.whose)] + told

    def give_up(self) -> None:
        self.device.send(events.CANCEL)

    def finish(self, words: "list[str]") -> None:
        self.device.adjudication.submit(words)

    def took(self, name: str) -> bool:
        """Begin a word (CHALLENGE), or end the entry (the challenger's own, confirming)."""
        match = self.device.recorder.match
        if name == "CHALLENGE" and self.words[-1] and len(self.words) < tiles.MOST_WORDS:
            self._take(tiles.NEXT)
            return True
        if name != events.WHO_NAMES[match.challenger] or not self.words[0]:
            return False
        self._take(tiles.DONE)
        return not match.asking


class LookupScreen(LettersScreen):
    """The arbiter looks up words."""

    hint = "lookup-hint"

    def finish(self, words: "list[str]") -> None:
        answer = self.device.adjudication.look_up(words)
        self.nav.home()
        if answer != "fault":
            self.nav.push(AnswerScreen(self.nav, answer, words))


class AnswerScreen(Screen):
    """The result of the look-up; any key closes it."""

    name = "answer"
    boxes = ((16, -1), (40, 12), (52, 12))

    def __init__(self, nav: "Navigator", answer: str, words: "list[str]") -> None:
        Screen.__init__(self, nav)
        self.answer = answer
        self.words = words

    def place(self, whole: bool = False) -> "Place":
        text, line = self.nav.text, " ".join(self.words)
        if items.width_of(line) > items.room(128) and not whole:
            line = "%s: %d" % (text("words"), len(self.words))
        lexicon, heading, told = self.device.judge.lexicon, text("lookup"), ""
        if lexicon:
            told = (lexicon.edition + " " + lexicon.about()[1]).strip()
            heading += "" if lexicon.official else ", " + text("unofficial")
        texts = [text("answer." + self.answer), line, told]
        place: "Place" = placed(name=self.name, heading=heading, texts=texts)
        place["focus"] = self.answer
        return place

    def pressed(self, name: str) -> None:
        self.nav.home()


class BlankScreen(LettersScreen):
    """The letter that a blank stands for: a tile, then whose, or which it corrects (art. 10)."""

    hint = "blank-hint"

    def _take(self, tile: str) -> None:
        LettersScreen._take(self, tile)
        if tile == tiles.DELETE or not self.words[-1]:
            return
        letter, nav, match = self.words[-1][0], self.nav, self.device.recorder.match
        choices: "list[Choice]" = []
        for who in (match.mover, match.opponent):
            label, blanks = nav.text("who." + events.WHO_NAMES[who]), match.player(who).blanks
            if len(match.players[0].blanks + match.players[1].blanks) < 2:  # a game has two
                choices.append(((who, len(blanks)), events.WHO_NAMES[who], label))
            for at, value in enumerate(blanks):
                told = "%s: %s ▶ %s" % (label, events.unpacked(value), letter)
                choices.append(((who, at), "corrected", told))

        def noted(place: "tuple[int, int]") -> None:
            nav.home()
            who, after = place[0], match.player(place[0]).blanks[place[1] :]
            sent = [self.device.send(events.BLANK, who, 0) for _ in after]
            for value in [events.packed(letter)] + after[1:]:
                sent.append(self.device.send(events.BLANK, who, value))
            heading = nav.text("blank-of").replace("%", events.WHO_NAMES[who])
            said = letter if all(sent) else nav.text("not-now")
            nav.note(heading, said)

        nav.pop()
        heading = nav.text("menu.blank") + " " + letter
        nav.push(editors.ChoiceScreen(nav, heading, choices, noted))
