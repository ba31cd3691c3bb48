// Faults of a running board as [level, text name, value], as in host_tools/device/doctor.py.

const WORN_BATTERY_PERCENT = 10;

/** @param {BoardConsole} console_ */
export async function findings(console_) {
  const health = await console_.ask("health");
  const found = [];
  const dark = health.displays_wired - health.displays;
  if (dark > 0) found.push(["fault", "doc-display", `${health.displays}/${health.displays_wired}`]);
  for (const key of new Set([...health.stuck, ...health.closed])) found.push(["fault", "doc-key", key]);
  if (health.overflows) found.push(["warning", "doc-edges", health.overflows]);
  if (health.battery !== null && health.battery < WORN_BATTERY_PERCENT) {
    found.push(["fault", "doc-battery", `${health.battery} %`]);
  }
  if (health.reset === "watchdog") found.push(["warning", "doc-watchdog", ""]);
  if (!health.lexicons.length) found.push(["fault", "doc-no-lexicon", ""]);
  const status = await console_.ask("status");
  if (status.running === "none") {
    const lexicon = await console_.ask("lexicon");
    if (!lexicon.ok) found.push(["fault", "doc-lexicon", lexicon.why]);
  }
  return found.length ? found : [["ok", "doc-ok", ""]];
}
