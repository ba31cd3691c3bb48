// Creates an element in one line: h("button", { onclick }, "OK"). `role`, `for` and names with a
// dash are set as attributes, the rest as properties.

export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "for") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// Returns m:ss rounded away from zero, as the device does. exact: m:ss.mmm from the status.
export function rounded(exact) {
  const [, sign, minutes, seconds] = /^(-?)(\d+):([\d.]+)$/.exec(exact) ?? ["", "", 0, 0];
  const whole = Number(minutes) * 60 + Math.ceil(Number(seconds));
  return `${sign}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// Returns how long something took, as m:ss in whole seconds.
export const passed = (ms) => rounded(exactOf(Math.floor(ms / 1000) * 1000));

// Has the browser save a file.
export function download(name, content, type = "text/plain") {
  const href = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

// Returns a label of the display, which is all capitals, in sentence case.
export const sentence = (label) => label.slice(0, 1) + label.slice(1).toLowerCase();

export const exactOf = (ms) => `${ms < 0 ? "-" : ""}${Math.floor(Math.abs(ms) / 60000)}:${
  (Math.abs(ms) % 60000 / 1000).toFixed(3).padStart(6, "0")}`;
