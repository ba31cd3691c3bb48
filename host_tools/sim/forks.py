"""Start MicroPython by forking a process that has loaded it, each time in a heap of its own.

`python -I -S forks.py FOLDER`, by process.py: FOLDER has the package's module, standard input is
a socket. An order comes with three streams and is answered with the number of the process that
works with them; a number comes back with that process's exit code, once it has ended.
"""

import json
import os
import signal
import socket
import sys
from collections.abc import Sequence

ORDER_BYTES = 1 << 16


def main(folder: str) -> None:
    """Carry out orders until the socket is closed."""
    sys.path.append(folder)
    from micropython_run import run_main  # pyright: ignore[reportMissingImports]

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is the host's
    orders = socket.socket(fileno=0)
    while order := socket.recv_fds(orders, ORDER_BYTES, 3):
        text, streams, *_ = order
        if not text:
            return
        wanted = json.loads(text)
        if isinstance(wanted, int):
            answer = os.waitstatus_to_exitcode(os.waitpid(wanted, 0)[1])
        else:
            answer = os.fork()
            if not answer:
                os._exit(run_main(prepared(streams, *wanted)))
        for stream in streams:
            os.close(stream)
        orders.send(str(answer).encode())


def prepared(
    streams: Sequence[int], command: list[str], folder: str, environment: dict[str, str]
) -> list[str]:
    """Give a new process its streams, folder and environment; return its command line."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.update(environment)
    return command


if __name__ == "__main__":
    main(sys.argv[1])
