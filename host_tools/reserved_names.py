"""Names in the firmware that MicroPython, a chip's port or a library uses too."""

RESERVED = frozenset(
    """
    ASCII Encoder MAGIC Pin _active _check _done _fields _format _get _hash _path _queue _sock
    _start _status add append args bits cancel clear client_id columns commit const copy drain
    empty encode errors family fill find flush gpio group host index invert ioctl is_set kill low
    mapping maps measure message offset out parse pending pid pins pixel poll port post ptr16
    ptr32 ptr8 push put request rounds self send sock span step string upper user values
    verify_mode viper wait_msg width word wrapped
    """.split()
)
