"""`python -m host_tools.lexicon.viper` writes scan_viper.py, the native form of scan.py."""

from host_tools.paths import firmware_dir


def native(source: str) -> str:
    """The text of scan.py as viper compiles it to machine code."""
    source = source.replace("\nfrom corrido", "\nimport micropython\n\nfrom corrido", 1)
    return source.replace("\ndef ", "\n@micropython.viper\ndef ")


def main() -> None:
    """Write the file beside its source."""
    folder = firmware_dir() / "corrido" / "lexicon"
    (folder / "scan_viper.py").write_text(native((folder / "scan.py").read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
