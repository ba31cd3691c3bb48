"""`python -m host_tools`: the same as the command `corrido`."""

import sys

if __name__ == "__main__":
    try:
        from host_tools.cli import main

        sys.exit(main())
    except KeyboardInterrupt:
        # Ctrl-C before main() looks after it.
        sys.exit(130)
