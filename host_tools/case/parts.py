"""The parts inside the case: sizes in millimetres, without clearance.

Boards and buttons have the sizes in their data sheets (Raspberry Pi Pico and ESP32-S3-DevKitC-1
data sheets, Sanwa OBSF-30 drawing). Display modules and the ESP32 and C3 boards come from many
makers: measure yours before printing, and change its line here.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Display:
    """An OLED module: its board, the part of the glass that must be visible, the depth behind."""

    name: str
    width: float
    height: float
    depth: float
    window: tuple[float, float]
    window_y: float  # height of the window's middle above the middle of the board
    column: int = 0  # first visible column of the controller's memory: 2 for an SH1106


@dataclass(frozen=True)
class Board:
    """A processor board with its USB socket in the middle of a short edge, and wires on top."""

    name: str
    length: float
    width: float
    height: float  # including the wires soldered to it
    usb_z: float  # height of the socket's middle above the underside


@dataclass(frozen=True)
class Button:
    """A round button: its hole, the flange on the panel, the body behind it, the cap above."""

    name: str
    hole: float
    flange: float
    body: float
    depth: float
    cap: float


DISPLAYS = {
    display.name: display
    for display in (
        Display("2.42", 72.0, 43.0, 12.0, (57.0, 29.5), 1.0),
        Display("1.3", 35.5, 33.5, 11.0, (31.5, 17.0), 2.0, 2),
        Display("0.96", 27.3, 27.8, 11.0, (24.0, 13.0), 2.0),
    )
}
BOARDS = {
    board.name: board
    for board in (
        Board("pico", 51.0, 21.0, 11.0, 2.3),
        Board("pico_w", 51.0, 21.0, 11.0, 2.3),
        Board("pico2", 51.0, 21.0, 11.0, 2.3),
        Board("pico2_w", 51.0, 21.0, 11.0, 2.3),
        Board("esp32", 54.5, 28.0, 12.0, 2.9),
        Board("esp32s3", 63.0, 25.5, 12.0, 3.2),
        Board("esp32c3", 22.6, 18.0, 9.0, 2.6),
    )
}
PLAYER = Button("player's key", 30.0, 33.5, 28.6, 33.2, 3.5)
STOP = Button("stop or challenge", 12.2, 15.0, 12.2, 24.0, 6.0)
# Six tactile switches, 6 x 6 mm with a 9.5 mm stem, on a piece of perfboard.
TACT_HOLE = 4.6
TACT_DEPTH = 9.0
TACT_PITCH = 12.0
# A protected flat 2,000 mAh lithium cell, and a charger with USB-C.
CELL = (60.0, 36.0, 8.0)
CHARGER = (28.0, 17.4, 5.0)
CHARGER_USB_Z = 3.2
SWITCH = (13.6, 8.8, 14.0)  # rocker switch: width and height of the hole, depth
PIEZO = (12.4, 8.0)  # diameter, depth
