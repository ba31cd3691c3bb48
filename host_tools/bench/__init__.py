"""The project's own benchmarks, each a module with SUMMARY, run(args) and table(result)."""
