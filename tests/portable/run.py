"""Run portable test files: plain functions test_* with bare asserts.

    micropython tests/portable/run.py FILE...

Works under CPython and MicroPython alike; prints a line for each failure and a closing line,
and exits 1 if any test failed.
"""

import gc
import sys


def _module(path):
    """Import a test file by its path; its folder is searched first."""
    folder, _, name = path.rpartition("/")
    sys.path.insert(0, folder or ".")
    try:
        return __import__(name[:-3])
    finally:
        sys.path.pop(0)


def _failure(path, name, error):
    print("FAIL %s::%s" % (path, name))
    if hasattr(sys, "print_exception"):
        sys.print_exception(error)
    else:
        import traceback

        traceback.print_exception(error)


def run_file(path):
    """Run every test of a file; returns (passed, failed)."""
    module = _module(path)
    passed = failed = 0
    for name in sorted(dir(module)):
        test = getattr(module, name)
        if not name.startswith("test_") or not callable(test):
            continue
        gc.collect()
        try:
            test()
            passed += 1
        except Exception as error:  # noqa: BLE001 - whatever a test raises is its failure
            failed += 1
            _failure(path, name, error)
    return passed, failed


def main(paths):
    """Run the files; returns the exit code."""
    passed = failed = 0
    for path in paths:
        good, bad = run_file(path)
        passed += good
        failed += bad
    print("%d passed, %d failed under %s" % (passed, failed, sys.implementation.name))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    here = __file__.replace("\\", "/").rpartition("/")[0] or "."
    root = here + "/../.."
    sys.path[:0] = [root + "/firmware", root]
    sys.exit(main(sys.argv[1:]))
