"""`python -m host_tools`: the same as the command `corrido`."""

import sys

from host_tools.start import main

if __name__ == "__main__":
    sys.exit(main())
