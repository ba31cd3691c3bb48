// What a screen reader announces when the game changes: one short sentence, no ticking clock.

/** text(name): the text in the page's language. @param {Status} p0 @param {Say} text */
export function announcement({ phase, running, verdict }, text) {
  return text(`said-${phase === "verdict" ? verdict : phase ?? "off"}`).replace("%", running);
}
