"""The main loop's jobs in a scenario, timed in MicroPython's unix port: `make profile ARGS=FILE`.

The figures compare one job with another, and one day with the next: a chip is far slower.
"""

import sys
from pathlib import Path

from host_tools.scenario.parser import load
from host_tools.scenario.runner import Runner
from host_tools.sim.device import Device
from host_tools.sim.process import ProcessRuntime
from host_tools.tree import ROOT

SCRIPT = Path(__file__).with_name("ondevice") / "profile.py"
USUAL = Path(ROOT) / "tests" / "scenarios" / "games.scn"


class _Timed(ProcessRuntime):
    command = SCRIPT.read_text("utf-8")


def profile(path: Path) -> dict[str, list[int]]:
    """Return how often each job ran in a file's first scenario, its us in all, and the most.

    A restart begins anew.
    """
    scenario = load(path)[0]
    plain = Device.provisioned({})
    plain.power_on()
    names = [job.__name__.strip("_") for job in plain.app.loop._jobs]
    plain.close()
    device = Device.provisioned(scenario.settings, _Timed, scenario.path.parent)
    try:
        Runner(scenario, device).run()
        return dict(zip(names, device._ask("spent"), strict=True))
    finally:
        device.close()


if __name__ == "__main__":
    for file in map(Path, sys.argv[1:] or [USUAL]):
        print(f"{file.name:<12}{'times':>8}{'mean us':>10}{'most us':>10}")
        for job, (times, total_us, most_us) in profile(file).items():
            print(f"{job:<12}{times:>8}{total_us / max(1, times):>10.1f}{most_us:>10}")
