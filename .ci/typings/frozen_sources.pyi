# boards/common/manifest.py writes it into an image.
STATE: str
