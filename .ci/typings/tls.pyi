from collections.abc import Callable

PROTOCOL_TLS_CLIENT: int
CERT_OPTIONAL: int

class SSLContext:
    verify_mode: int
    verify_callback: Callable[[bytes, int], int]
    def __init__(self, protocol: int) -> None: ...
    def wrap_socket(
        self, sock: object, *, server_hostname: str, do_handshake_on_connect: bool
    ) -> object: ...
