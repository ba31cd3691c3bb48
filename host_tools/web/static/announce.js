// What a screen reader announces when the game changes: one short sentence, no ticking clock.

const PHASES = ["setup", "ready", "late", "count", "stopped", "challenge", "over", "closed",
  "recovered", "fault"];

// text(name): the text in the page's language.
export function announcement(status, text) {
  const { phase } = status;
  if (!phase) return text("said-off");
  if (phase === "running") return text("said-running").replace("%", status.running);
  if (phase === "verdict") return text(`said-${status.verdict}`);
  return PHASES.includes(phase) ? text(`said-${phase}`) : "";
}
