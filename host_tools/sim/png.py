"""Pictures of the display as PNG files, by Pillow."""

from io import BytesIO

from PIL import Image, ImageOps

COLOURS = (11, 14, 20, 214, 236, 255)  # dark, lit
WIDTH, HEIGHT, GAP = 128, 64, 6


def pixels(frame: bytes) -> Image.Image:
    """Return a 1,024-byte picture, its lit pixels as 1."""
    image = Image.new("P", (WIDTH, HEIGHT))
    image.putdata([frame[y // 8 * WIDTH + x] >> y % 8 & 1
                   for y in range(HEIGHT) for x in range(WIDTH)])  # fmt: skip
    return image


def encode(image: Image.Image, scale: int = 4, border: int = 2) -> bytes:
    """Return a PNG of two colours, each pixel `scale` wide, with a dark border."""
    bordered, data = ImageOps.expand(image, border), BytesIO()
    bordered.putpalette(COLOURS)
    ImageOps.scale(bordered, scale, Image.Resampling.NEAREST).save(
        data, "PNG", bits=1, optimize=True
    )
    return data.getvalue()


def sheet(frames: list[bytes], across: int = 3) -> Image.Image:
    """Return pictures side by side, `across` in a row, with a line at the right and below each."""
    across, down = min(across, len(frames)), -(-len(frames) // across)
    wide, high = WIDTH + 1 + GAP, HEIGHT + 1 + GAP
    whole = Image.new("P", (across * wide - GAP - 1, down * high - GAP - 1))
    for at in range(1, across):
        whole.paste(1, (at * wide - GAP - 1, 0, at * wide - GAP, whole.height))
    for at in range(1, down):
        whole.paste(0, (0, at * high - GAP, whole.width, at * high))
        whole.paste(1, (0, at * high - GAP - 1, whole.width, at * high - GAP))
    for at, frame in enumerate(frames):
        whole.paste(pixels(frame), (at % across * wide, at // across * high))
    return whole
