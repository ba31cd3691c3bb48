class MQTTException(Exception): ...

class MQTTClient:
    sock: object
    pid: int
    client_id: str
    user: str | None
    pswd: str
    keepalive: int
    lw_topic: bytes
    lw_msg: bytes
    lw_qos: int
    lw_retain: bool
    def __init__(
        self,
        client_id: str,
        server: str,
        port: int = 0,
        user: str | None = None,
        password: str | None = None,
        keepalive: int = 0,
    ) -> None: ...
    def set_last_will(
        self, topic: bytes, msg: bytes, retain: bool = False, qos: int = 0
    ) -> None: ...
    def publish(self, topic: bytes, msg: bytes, retain: bool = False, qos: int = 0) -> None: ...
    def ping(self) -> None: ...
    def wait_msg(self) -> int | None: ...
    def _send_str(self, s: bytes | str) -> None: ...
