"""The flash that the stores write to, for type checkers: no device loads this."""

from corrido.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

    class Flash(Protocol):
        """Raw flash: programs turn ones into zeros within a page, erases set a block to ones."""

        blocks: int

        @property
        def block_size(self) -> int:
            """Return the bytes of a block."""
            ...

        @property
        def page_size(self) -> int:
            """Return the bytes of a page, which no program may cross."""
            ...

        def read(self, addr: int, buf: bytearray | memoryview) -> None:
            """Fill buf from byte addr on; OSError if that cannot be read."""
            ...

        def program(self, addr: int, buf: bytes | bytearray | memoryview) -> None:
            """Clear the bits that are 0 in buf from byte addr on; OSError if it is refused."""
            ...

        def erase(self, block: int) -> None:
            """Set every bit of a block; OSError if it is refused."""
            ...
