"""Single changes to the code that must not fail, each of which some test should notice."""

from typing import NamedTuple


class Mutant(NamedTuple):
    """One change: in `path` under firmware/corrido, `old` (found once) becomes `new`."""

    suite: str
    path: str
    old: str
    new: str


JOURNAL = "store/journal/journal.py"
READ = "store/journal/scan.py"
CODEC = "store/journal/codec.py"
RING = "store/journal/ring.py"
SLOTS = "store/two_slots.py"
PAGES = "store/nor.py"
PIN = "store/pin.py"
KEEPER = "services/recorder.py"
BUTTONS = "contacts/debouncer.py"
TIME = "services/timebase.py"
CLOCK = "core/clock.py"
TIMERS = "core/timers.py"

MUTANTS = (
    # the journal
    Mutant(
        "store",
        CODEC,
        'return struct.unpack_from("<I", data, len(body))[0] == crc32(body) & 0xFFFFFFFF',
        "return True",
    ),
    Mutant("store", CODEC, "digest = sha256(previous)", 'digest = sha256(b"")'),
    Mutant("store", CODEC, "if _one_bit_off(record) and repair(record)", "if False"),
    Mutant("store", CODEC, "data[size + bit // 8] ^= 1 << bit % 8", "pass"),
    Mutant("store", CODEC, "for bit in range(16):", "for bit in range(0):"),
    Mutant("store", CODEC, "if found > known:", "if False:"),
    Mutant("store", CODEC, "who & 3", "who"),
    Mutant("store", RING, "head[2] ^ head[3] == 0xFF", "True"),
    Mutant(
        "store",
        RING,
        "self.numbers[index] > self.numbers[self.newest]",
        "self.numbers[index] < self.numbers[self.newest]",
    ),
    Mutant(
        "store",
        RING,
        "        self._kill(index)\n        self.numbers[index] = 0",
        "        self.numbers[index] = 0",
    ),
    Mutant("store", PAGES, "if back != part:", "if False:"),
    Mutant("store", PAGES, "done += len(part)", "done = len(data)"),
    Mutant("store", RING, "if not (self.is_blank(index) and program(", "if not (program("),
    Mutant("store", RING, "if state == USED and self.numbers[index] >= keep_from:", "if False:"),
    Mutant("store", RING, "if marked and head[MARK_BYTES:]", "if head[MARK_BYTES:]"),
    Mutant("store", RING, "if self.is_blank(index, MARK_BYTES):", "if True:"),
    Mutant("store", PAGES, "a & b for a, b", "0xFF for a, b"),
    Mutant(
        "store",
        JOURNAL,
        "program(self._flash, self._address(self._at), bytes(self._blot_to - self._at))",
        "pass",
    ),
    Mutant(
        "store",
        RING,
        "index = (self.newest + step) % self.blocks\n            state",
        "index = (self.newest + 1 + step) % self.blocks\n            state",
    ),
    Mutant("store", RING, "not repair(header)", "True"),
    Mutant("store", JOURNAL, "self._leave_the_cut_behind()\n        record", "record"),
    Mutant("store", JOURNAL, "            end += self._page_size", "            pass"),
    Mutant(
        "store",
        JOURNAL,
        "self._at = self._block_size  # a block",
        "self._at += len(record)  # a block",
    ),
    Mutant("store", JOURNAL, "self._chain = chain_in(record)\n                return", "return"),
    Mutant("store", JOURNAL, "while ring.ahead() < self._ready_blocks:", "while False:"),
    Mutant("store", JOURNAL, "self._at += room % self._page_size", "pass"),
    Mutant("store", JOURNAL, "if fields_of(record)[0] == self.game:", "if True:"),
    Mutant("store", JOURNAL, "and fields[1] != seq", ""),
    Mutant("store", JOURNAL, "firm(self._flash, self._address(offset), record)", "pass"),
    Mutant("store", JOURNAL, "self._ring.ahead() < NOTE_RESERVE and room < 512", "False"),
    Mutant(
        "store",
        JOURNAL,
        "if (repaired and strict) or not follows(record, chain):",
        "if not follows(record, chain):",
    ),
    Mutant(
        "store",
        JOURNAL,
        "if (repaired and strict) or not follows(record, chain):",
        "if repaired and strict:",
    ),
    Mutant("store", JOURNAL, "self._ring.newest and more_than_torn(", "-1 and more_than_torn("),
    Mutant("game", JOURNAL, "unreadable = BAD in bytes(ring.states)", "unreadable = False"),
    Mutant("store", READ, "            return end > limit", "            return end > at"),
    Mutant("store", READ, "            return end > limit", "            return False"),
    Mutant(
        "store", READ, "return end > (_end_of_torn(buffer, at, limit) or limit)", "return end > at"
    ),
    Mutant(
        "store", READ, "return end > (_end_of_torn(buffer, at, limit) or limit)", "return False"
    ),
    Mutant("store", READ, "while at < end and not any(", "while False and not any("),
    Mutant("store", READ, "if FRAME_BYTES <= length <= limit - at else 0", "if True else 0"),
    Mutant("store", JOURNAL, "if chain not in (None, header[2]) and not repeated:", "if False:"),
    Mutant("store", JOURNAL, "elif beats > self._beats:", "elif False:"),
    Mutant(
        "store",
        JOURNAL,
        "        self._beats = 0\n        self._at += STRIP_BYTES",
        "        self._at += STRIP_BYTES",
    ),
    Mutant(
        "store", JOURNAL, "self._tidy = False\n        self.last_t_ms = 0", "self._tidy = False"
    ),
    Mutant("store", JOURNAL, "ring.kill_torn()", "pass"),
    Mutant("store", READ, "if found and not found[1]:", "if False:"),
    Mutant("store", READ, "BEAT_MS * _zeros(", "0 * _zeros("),
    Mutant("store", READ, "offset += length_of(found[0])", "offset += len(found[0])"),
    # settings and PIN
    Mutant("store", SLOTS, "if head and head[0] > self._sequence:", "if head:"),
    Mutant("store", SLOTS, "sealed(copy) or (bit < 0 and repair(copy))", "sealed(copy)"),
    Mutant("store", SLOTS, "sealed(copy) or (bit < 0 and repair(copy))", "True"),
    Mutant("store", SLOTS, "if self._home == self._block ^ 1:", "if False:"),
    Mutant("store", SLOTS, "        self._leave_the_cut_behind()\n        head", "        head"),
    Mutant(
        "store",
        SLOTS,
        "self._flash.erase(self._first + self._block)\n            except",
        "pass\n            except",
    ),
    Mutant("store", SLOTS, "self._sequence += 1", "pass"),
    Mutant(
        "store", PIN, "if not self.is_set() or self.locked_ms(now_ms):", "if not self.is_set():"
    ),
    Mutant("store", PIN, "LOCK_MS << min(self._locks, 13)", "LOCK_MS"),
    Mutant("store", PIN, "max(0, lock_ms - served_ms)", "0"),
    Mutant("store", PIN, "self._wrong += 1", "pass"),
    Mutant("store", PIN, "            self._blame(now_ms)", "            pass"),
    # recovery
    Mutant("game", KEEPER, "max(journal.last_t_ms, match.t_ms)", "match.t_ms"),
    Mutant("game", JOURNAL, "self.last_t_ms = 0  # presses", "pass  # presses"),
    Mutant("game", KEEPER, "self.send(e.POWER, 0, 0, 0)", "pass"),
    Mutant("game", KEEPER, "if not self._record(self._journal.heartbeat, t_ms):", "if False:"),
    Mutant(
        "game",
        KEEPER,
        "self.game = journal.game + 1\n            return",
        "self.game = journal.game\n            return",
    ),
    Mutant(
        "game",
        KEEPER,
        "self.game = journal.game + 1\n                damaged",
        "self.game = journal.game\n                damaged",
    ),
    Mutant("game", KEEPER, "damaged = not journal.whole()", "damaged = False"),
    Mutant(
        "game", KEEPER, "except (LookupError, ValueError, TypeError):", "except ZeroDivisionError:"
    ),
    Mutant("game", KEEPER, "            self.recording = False", "            return False"),
    Mutant("game", KEEPER, "if not self.recording:", "if False:"),
    Mutant("game", KEEPER, "if not (self.recording and self._record(", "if not (self._record("),
    Mutant("game", KEEPER, "event if in_game else None, payload", "event, payload"),
    Mutant("game", KEEPER, "self.game += closed and", "self.game += "),
    Mutant(
        "game",
        KEEPER,
        "not recorded:\n            self._refuse()\n            return\n",
        "False:\n            return\n",
    ),
    # contacts and time
    Mutant("time", BUTTONS, "gone = (now_us - then_us) & self._mask", "gone = now_us - then_us"),
    Mutant("time", BUTTONS, "self._first[key] = us", "self._first[key] = us + 5000"),
    Mutant("time", BUTTONS, "if self._floor != -1 and", "if False and"),
    Mutant("time", BUTTONS, "while at and self._since(us,", "while False and self._since(us,"),
    Mutant(
        "time",
        BUTTONS,
        "self._settle_us if level else self._open_us",
        "self._open_us if level else self._settle_us",
    ),
    Mutant("time", BUTTONS, "self._since(now_us, self._first[key]) > _CHATTER_US", "False"),
    Mutant("time", TIME, "gone = (ticks - self._last) & self._mask", "gone = ticks - self._last"),
    Mutant("time", TIME, "self._us = us % 1000", "self._us = 0"),
    Mutant("time", TIME, "if gone >= self._half:", "if False:"),
    Mutant("time", TIME, "us -= self._error // _MILLION", "us += self._error // _MILLION"),
    Mutant(
        "time", TIME, "age = (self._last - ticks_us) & self._mask", "age = self._last - ticks_us"
    ),
    Mutant("rules", CLOCK, "(over_ms + unit_ms - 1) // unit_ms", "over_ms // unit_ms"),
    Mutant("rules", CLOCK, "self.left_ms -= dt_ms", "self.left_ms = max(0, self.left_ms - dt_ms)"),
    Mutant("rules", CLOCK, "self.signalled * unit_ms + 1", "self.signalled * unit_ms"),
    Mutant("rules", CLOCK, "(abs(ms) + 999) // 1000", "abs(ms) // 1000"),
    Mutant(
        "rules",
        CLOCK,
        "return -self.left_ms if self.left_ms < 0 else 0",
        "return -self.left_ms if self.left_ms < -1000 else 0",
    ),
    Mutant(
        "rules", TIMERS, "if m.run & who:\n            m.clocks", "if m.run:\n            m.clocks"
    ),
    Mutant(
        "rules",
        TIMERS,
        "if due_ms == NEVER or due_ms > t_ms:",
        "if due_ms == NEVER or due_ms >= t_ms:",
    ),
)

# Mutants that no test can tell from the original, and why.
SURVIVORS: dict[tuple[str, str], str] = {
    (RING, "if self.is_blank(index, MARK_BYTES):"):
        "a spoilt ready block is noticed a second time, when the record is read back",
    (JOURNAL, "            end += self._page_size"):
        "matters only for a record of several pages that is torn weakly in its second page",
}  # fmt: skip
