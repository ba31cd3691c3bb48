"""A model of the display controller and its bus: bytes of I2C transactions in, the picture out.

It follows the data sheets of the SSD1306 (Solomon Systech, rev. 1.1) and, with columns=132, the
SH1106: commands, addressing modes, segment and COM order, the charge pump. It moves no rows,
fills no columns downwards and inverts no picture.
"""

WIDTH = 128
HEIGHT = 64
PAGES = HEIGHT // 8
FRAME_BYTES = WIDTH * PAGES

HORIZONTAL, VERTICAL, PAGE = 0, 1, 2

# Commands with arguments: how many bytes follow.
_ARGUMENTS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1,
    0xA3: 2, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
}  # fmt: skip
_NO_OPERATION = {0x2E, 0x2F, 0x40, 0xA4, 0xA6, 0xE3}
_ROWS_IN_ORDER = {(0xA8, HEIGHT - 1), (0xD3, 0)}  # all 64 of them, from the first
_TURNED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
_ENODEV = 19


class ProtocolError(Exception):
    """A transfer that is not in the data sheet; the message names it."""


class Ssd1306:
    """One controller with its display memory and the glass behind it.

    A module is mounted so that reversed segment order (A1) and reversed COM order (C8) show the
    memory upright; `columns` 132 is an SH1106, whose glass begins at column 2.
    """

    def __init__(self, columns: int = WIDTH) -> None:
        """Start in the state of a controller that has just been powered on."""
        self._columns = columns
        self._left = (columns - WIDTH) // 2
        self.data_bytes = 0
        self.power_on()

    def power_on(self) -> None:
        """Reset everything as the reset pin does; the memory holds noise."""
        noise = bytes(
            (x * 151 + page * 89 + 37) & 0xFF
            for page in range(PAGES)
            for x in range(self._columns)
        )
        self.memory = bytearray(noise)
        self.on = False
        self.contrast = 0x7F
        self.pump = False
        self.segments_reversed = False
        self.coms_reversed = False
        self.mode = PAGE
        self._column_window = (0, self._columns - 1)
        self._page_window = (0, PAGES - 1)
        self._column = 0
        self._page = 0
        self._pending = bytearray()

    def transaction(self, data: bytes) -> None:
        """Take the bytes of an I2C write after the address; ProtocolError if they are invalid.

        A command and its arguments may come in different writes.
        """
        at = 0
        while at < len(data):
            control = data[at]
            if control & 0x3F:
                raise ProtocolError(f"control byte {control:#04x}: one of 0x00 0x40 0x80 0xC0")
            single = control & 0x80
            part = data[at + 1 : at + 2] if single else data[at + 1 :]
            if control & 0x40:
                self._write(part)
            else:
                for byte in part:
                    self._feed(byte)
            at += 2 if single else len(data)

    # -- memory

    def _write(self, data: bytes) -> None:
        self.data_bytes += len(data)
        first, last = self._column_window if self.mode == HORIZONTAL else (0, self._columns - 1)
        while data:
            room = max(1, last + 1 - self._column)
            self._put(self._column, data[:room])
            self._column += len(data[:room])
            data = data[room:]
            if self._column > last:
                self._column = first
                if self.mode == HORIZONTAL:
                    top, bottom = self._page_window
                    self._page = top if self._page >= bottom else self._page + 1

    def _put(self, column: int, data: bytes) -> None:
        """Write bytes to one page from `column` on, but not past its end."""
        if column + len(data) > self._columns:
            return
        if self.segments_reversed:
            column = self._columns - column - len(data)
            data = data[::-1]
        begin = self._page * self._columns + column
        self.memory[begin : begin + len(data)] = data

    # -- commands

    def _feed(self, byte: int) -> None:
        self._pending.append(byte)
        wanted = _ARGUMENTS.get(self._pending[0], 0)
        if self._columns != WIDTH and self._pending[0] in (0x20, 0x21, 0x22):
            wanted = 0  # an SH1106 has only page mode and treats these as no-ops
        if len(self._pending) > wanted:
            command, arguments = self._pending[0], bytes(self._pending[1:])
            self._pending.clear()
            if arguments:
                self._set(command, arguments)
            else:
                self._switch(command)

    def _switch(self, command: int) -> None:
        """Obey a one-byte command; those for page addressing do nothing in other modes."""
        if command <= 0x1F or 0xB0 <= command <= 0xB7:
            if self.mode == PAGE and command >= 0xB0:
                self._page = command & 7
            elif self.mode == PAGE and command <= 0x0F:  # half of the column
                self._column = (self._column & 0xF0) | command
            elif self.mode == PAGE:
                self._column = (self._column & 0x0F) | (command & 0x0F) << 4
        elif command in (0xA0, 0xA1):
            self.segments_reversed = command == 0xA1
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF
        elif command & 0xF0 == 0xC0:
            self.coms_reversed = bool(command & 8)
        elif self._columns == WIDTH and command not in _NO_OPERATION:
            raise ProtocolError(f"command {command:#04x}: not one that this model knows")

    def _set(self, command: int, arguments: bytes) -> None:
        """Obey a command with arguments; accept and ignore those that change no pixel."""
        first = arguments[0]
        if command == 0x20:
            if first & 3 == VERTICAL:
                raise ProtocolError(f"command {command:#04x}: this model fills no columns down")
            self.mode = min(first & 3, PAGE)
        elif command == 0x21:
            self._column_window = self._window(command, arguments, self._columns)
            self._column = first
        elif command == 0x22:
            self._page_window = self._window(command, arguments, PAGES)
            self._page = first
        elif command == 0x81:
            self.contrast = first
        elif command == 0x8D:
            self.pump = bool(first & 4)
        elif command == 0xAD and self._columns != WIDTH:
            self.pump = bool(first & 1)  # DC-DC converter; on the SSD1306 a current source
        elif (command, first & 0x3F) not in _ROWS_IN_ORDER and command in (0xA8, 0xD3):
            raise ProtocolError(f"command {command:#04x}: this model moves no rows")

    def _window(self, command: int, arguments: bytes, size: int) -> tuple[int, int]:
        first, last = arguments
        if not first <= last < size:
            raise ProtocolError(f"command {command:#04x}: window {first}..{last} of {size}")
        return first, last

    # -- the glass

    @property
    def lit(self) -> bool:
        """Whether the glass shows anything: it is on and fed by the charge pump."""
        return self.on and self.pump

    def frame(self) -> bytes:
        """Return the picture: 1,024 bytes by pages, each byte eight pixels down, LSB on top."""
        if not self.lit:
            return bytes(FRAME_BYTES)
        pages = []
        for page in range(PAGES):
            begin = page * self._columns + self._left
            pages.append(self.memory[begin : begin + WIDTH][::-1])
        if not self.coms_reversed:
            pages = [page.translate(_TURNED) for page in reversed(pages)]
        return b"".join(pages)


class I2CBus:
    """The I2C bus: transactions reach the controller at their address, if any."""

    def __init__(self, controllers: dict[int, Ssd1306]) -> None:
        """Connect the controllers by 7-bit address, with the cable plugged in."""
        self.controllers = controllers
        self.connected = True
        self.complaint = ""

    def unplug(self) -> None:
        """Unplug the cable: nothing acknowledges any more, and the glass is dark."""
        self.connected = False
        for controller in self.controllers.values():
            controller.power_on()

    def plug(self) -> None:
        """Plug the cable back in; the controllers have lost their state."""
        self.connected = True

    def write(self, addr: int, data: bytes) -> None:
        """Carry out one write transaction; OSError if nothing acknowledges the address.

        A controller acknowledges even what it does not understand, and sets `complaint`.
        """
        controller = self.controllers.get(addr) if self.connected else None
        if controller is None:
            raise OSError(_ENODEV, f"no I2C device acknowledges address {addr:#04x}")
        try:
            controller.transaction(data)
        except ProtocolError as error:
            self.complaint = str(error)
