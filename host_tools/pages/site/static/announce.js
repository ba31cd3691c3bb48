// What a screen reader announces when the game changes: one short sentence, no ticking clock.

/** text(name): the text in the page's language. @param {Status} status @param {Say} text */
export function announcement(status, text) {
  const { phase, running, verdict } = status;
  const lost = /** @type {Player[]} */ (["A", "B"]).map((name) => [name, String(status[`points.${name}`] ?? 0)])
    .filter(([, points]) => points !== "0").map(([name, points]) => text("said-lost").replace("%", name).replace("&", points));
  return [text(`said-${phase === "verdict" ? verdict : phase ?? "off"}`).replace("%", running), ...lost].join(". ");
}
