"""`python -m host_tools.workshop.viper` writes the native forms of the firmware's inner loops."""

from pathlib import Path

from host_tools.paths import firmware_dir

# What is edited, and what is made from it.
LOOPS = (("lexicon/scan.py", "lexicon/scan_viper.py"), ("raster/plain.py", "raster/viper.py"))


def native(source: str) -> str:
    """The text of a module as viper compiles it to machine code."""
    source = source.replace("\nfrom corrido", "\nimport micropython\n\nfrom corrido", 1)
    return source.replace("\ndef ", "\n@micropython.viper\ndef ")


def pairs() -> list[tuple[Path, Path]]:
    """Each plain module and its native form."""
    folder = firmware_dir() / "corrido"
    return [(folder / plain, folder / made) for plain, made in LOOPS]


def main() -> None:
    """Write each native form beside its source."""
    for plain, made in pairs():
        made.write_text(native(plain.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
