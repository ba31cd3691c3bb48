"""What a list says of itself, in its file."""

import re
from dataclasses import dataclass

from host_tools.errors import UserError


@dataclass(frozen=True)
class About:
    """A list's alphabet, name and edition, where it comes from, its date, whether it is in force.

    UserError for a date that is none, or a text longer than 255 bytes.
    """

    alphabet: str
    name: str
    edition: str
    source: str = ""
    date: str = ""
    official: bool = False

    def __post_init__(self) -> None:
        if self.date and not re.fullmatch(r"\d{4}(-(0[1-9]|1[0-2])(-[0-3]\d)?)?", self.date):
            raise UserError(f"--date {self.date}: as 2024, 2024-09 or 2024-09-01")
        for text in self.texts():
            if len(text.encode()) > 255:
                raise UserError(f"name, edition or source {text[:20]!r}...: at most 255 bytes")

    def texts(self) -> tuple[str, ...]:
        """Return the texts in the order of the file."""
        return self.name, self.edition, self.alphabet, self.source, self.date
