// The pages' texts: lines of a name, "=" and the text. Names of phases, reasons and faults are the status's.

/** @param {string} code */
const read = async (code) => (await (await fetch(new URL(`texts/${code}.txt`, import.meta.url))).text())
  .trim().split("\n").map((line) => line.split(/=(.*)/));
const CODES = ["es", "en", "pl", "ca"];
export const TEXTS = Object.fromEntries(await Promise.all(
  CODES.map(async (code) => [code, Object.fromEntries(await read(code))])));

// Hands photographs in one after another; returns what came of them, in a line.
/** @param {Part} input @param {string} address @param {Say} say */
async function sendPhotographs(input, address, say) {
  const told = [];
  for (const file of input.files) {
    const answer = await fetch(address, { method: "POST", body: file }).catch(() => null);
    if (!answer) told.push(`${file.name}: ${say("lost")}`);
    else if (!answer.ok) told.push(`${file.name}: ${(await answer.text()).trim()}`);
    else for (const game of await answer.json()) told.push(`${say("table")} ${game.table || "?"}, ${say("game")} ${game.game}`);
  }
  input.value = "";
  return told.length ? `${say("taken")}: ${told.join(" · ")}` : "";
}

/** Takes every photograph that is chosen. @param {string} address @param {Say} say */
export function takePhotographs(address, say, done = () => {}) {
  const input = document.getElementById("photograph");
  input.addEventListener("change", async () => {
    document.getElementById("taken").textContent = await sendPhotographs(input, address, say);
    done();
  });
}
