// Reasons from a file of `corrido lexicon explain`: why a list has a word, or has it not.

const LANGUAGES = ["es", "en", "pl"];
const FORMAT = "corrido reasons 1";

/** Returns the sections of a file (see host_tools/lexicon/why); null if it is no such file. @param {File} file */
export async function open(file) {
  try {
    const plain = file.stream().pipeThrough(new DecompressionStream("gzip"));
    const bytes = new Uint8Array(await new Response(plain).arrayBuffer());
    const end = bytes.indexOf(10);
    /** @type {{ format: string; sizes: number[] }} */
    const { format, sizes } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
    if (format !== FORMAT) return null;
    let at = end + 1;
    const parts = sizes.map((size) => bytes.subarray(at, at += size));
    /** @param {Uint8Array} part */
    const rows = (part) => new TextDecoder().decode(part).split("\n").map((line) => line.split("\t"));
    return { phrases: new Map(rows(parts[0]).map(([code, ...words]) => [code, words])), table: rows(parts[1]),
      drops: parts[2], adds: new TextDecoder().decode(parts[3]).split("\n"), rows: parts.slice(4) };
  } catch {
    return null;
  }
}

// Returns a map of those words, without accents, that are explained: [whether listed, reason in words].
/** @param {Reasons} file @param {Set<string>} wanted @param {string} language */
export function told(file, wanted, language) {
  const found = new Map();
  let word = "";
  file.adds.forEach((add, at) => {
    word = word.slice(0, word.length - file.drops[at]) + add;
    if (!wanted.has(word)) return;
    const [cut, lemma, , form, article, certainty, sign] = file.table[file.rows.reduce((row, bytes, byte) => row | bytes[at] << 8 * byte, 0)];
    found.set(word, [sign === "+", sentenceOf(file.phrases, LANGUAGES.indexOf(language),
      { lemma: word.slice(0, word.length - Number(cut)) + lemma, form, article, certainty })]);
  });
  return found;
}

/**
 * @param {Reasons["phrases"]} phrases @param {number} spoken
 * @param {{ lemma: string; form: string; article: string; certainty: string }} p2
 */
function sentenceOf(phrases, spoken, { lemma, form, article, certainty }) {
  /** @param {string} code */
  const say = (code) => phrases.get(code)?.[Math.max(spoken, 0)] ?? code;
  const [, tense, person] = phrases.has(form) ? ["", form, ""] : /^(.*)-(.*)$/.exec(form) ?? ["", form, ""];
  const text = say(tense).replace("{}", lemma.toUpperCase()) + (person ? ` (${say(person)})` : "");
  const quote = phrases.has(article) ? `: «${say(article)}»` : "";
  return `${text}, art. ${article} (${say(certainty === "named" ? "sure-named" : certainty)})${quote}`;
}
