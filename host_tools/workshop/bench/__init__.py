"""The project's own benchmarks, each a module with SUMMARY, EXAMPLE, run(args) and table(result).

EXAMPLE shows arguments of `corrido bench NAME`. A benchmark that can fail also has
failed(result), which is True if it did.
"""
