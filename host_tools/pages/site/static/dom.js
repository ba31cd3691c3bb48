// Creates an element in one line: h("button", { onclick }, "OK"). `role`, `for` and names with a
// dash are set as attributes, the rest as properties.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Given<HTMLElementTagNameMap[K]>} properties @param {...Child} children
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "for") element.setAttribute(name, value);
    else Object.assign(element, { [name]: value });
  }
  element.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child !== null && child !== undefined)));
  return element;
}

/** Returns m:ss rounded away from zero, as the device does. exact: m:ss.mmm from the status. @param {string} exact */
export function rounded(exact) {
  const [, sign, minutes, seconds] = /^(-?)(\d+):([\d.]+)$/.exec(exact) ?? ["", "", 0, 0];
  const whole = Number(minutes) * 60 + Math.ceil(Number(seconds));
  return `${sign}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** @param {Iterable<number>} bytes */
export const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Returns how long something took, as m:ss in whole seconds. @param {number} ms */
export const passed = (ms) => rounded(exactOf(Math.floor(ms / 1000) * 1000));

/** Returns what this browser keeps under a name; "" where there is none, or storage is blocked. @param {string} name */
export function kept(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Keeps a text under a name in this browser; returns whether it could. @param {string} name @param {string} value */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
    return true;
  } catch {
    return false; // then it is asked for, or played, without
  }
}

/** Has the browser save a file. @param {string} name @param {BlobPart} content */
export function download(name, content, type = "text/plain") {
  const href = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/** Returns a label of the display, which is all capitals, in sentence case. @param {string} label */
export const sentence = (label) => label.slice(0, 1) + label.slice(1).toLowerCase();

/** Returns lines as one, of which each stays whole. @param {string[]} lines */
export const inOne = (lines) => lines.map((line) => line.replace(/ +/g, "\u00a0")).join("\u00a0· ");

/** @param {number} ms */
export const exactOf = (ms) => `${ms < 0 ? "-" : ""}${Math.floor(Math.abs(ms) / 60000)}:${
  (Math.abs(ms) % 60000 / 1000).toFixed(3).padStart(6, "0")}`;
