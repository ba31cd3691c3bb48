// What tests ask of a page, in which this runs before the page's own scripts.

const own = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());

const opened = () => new Promise((resolve) => {
  const request = indexedDB.open("corrido", 1);
  request.onupgradeneeded = () => {
    for (const name of ["blocks", "lexicons"]) request.result.createObjectStore(name);
  };
  request.onsuccess = () => resolve(request.result);
});

window.probe = {
  // The least height of a capital letter in the text that is seen, and that text; controls beyond
  // the screen's edge, and clocks beyond their half's. A form is read closer, as is what a button has in addition.
  measure: () => {
    const pen = document.createElement("canvas").getContext("2d");
    const shown = { visibilityProperty: true };
    const seen = (e) => e.checkVisibility(shown) && e.getClientRects().length;
    const small = [...document.querySelectorAll(".table *")]
      .filter((e) => seen(e) && own(e) && !e.closest("label, details, .fine, .usual, .hidden"))
      .map((e) => {
        const style = getComputedStyle(e);
        pen.font = `${style.fontWeight} 100px ${style.fontFamily}`;
        const px = pen.measureText("H").actualBoundingBoxAscent * parseFloat(style.fontSize) / 100;
        return [px, e.textContent.trim().slice(0, 24)];
      }).filter(([px]) => px).sort((a, b) => a[0] - b[0])[0];
    const { innerWidth: w, innerHeight: h } = window;
    const beyond = [...document.querySelectorAll(".table button, dialog[open] button")].filter(seen)
      .map((e) => [e.getBoundingClientRect(), e.textContent.trim().slice(0, 24)])
      .filter(([b]) => b.left < -1 || b.top < -1 || b.right > w + 1 || b.bottom > h + 1);
    const cut = [...document.querySelectorAll(".half .time")].filter(seen)
      .filter((e) => e.getBoundingClientRect().width > e.parentElement.clientWidth);
    return [...(small || [1000, ""]), [...beyond.map(([, name]) => name), ...cut.map((e) => e.textContent)]];
  },

  // Links within a text are of the text's height: WCAG 2.5.5 leaves them out. A box is as large as
  // the label that it stands in; a button's reach may go beyond its box.
  small: (least) => {
    const seen = (e) => e.offsetParent && getComputedStyle(e).visibility !== "hidden";
    const inText = (e) => e.tagName === "A" && e.closest("p, li, td, dd");
    const box = (e) => {
      const { width, height } = (e.closest("label.tick") || e).getBoundingClientRect();
      const before = getComputedStyle(e, "::before");
      const beyond = (side) => before.content === "none" ? 0 : -2 * (parseFloat(before[side]) || 0);
      return [width + Math.max(0, beyond("left")), height + Math.max(0, beyond("top"))];
    };
    return [...document.querySelectorAll("button, select, summary, a, input, textarea")]
      .filter((e) => seen(e) && !inText(e))
      .map((e) => [e.id || e.dataset.key || e.textContent.trim().slice(0, 20), ...box(e)])
      .filter(([, width, height]) => width < least - 0.5 || height < least - 0.5);
  },

  // Texts come after the page: a link has its size once it has its name.
  named: () => [...document.querySelectorAll("nav a")].every((link) => link.textContent.trim()),

  overflow: () => {
    const sheet = document.querySelector("dialog[open]") ?? document.getElementById("sheet");
    return sheet.scrollHeight - sheet.clientHeight;
  },

  // Of each part, where it is once it is scrolled to: what lies on top of it at nine of its points.
  covered: () => {
    const over = ["dialog[open]", "#desk .verdict", "#sheet.full", "body"].find((one) => document.querySelector(one));
    const parts = `${over} :is(h1, h2, h3, p, li, dt, dd, td, th, button, summary, a, label span, article :is(b, span), #lines span, :is(#p1, #p2) > span)${over === "#sheet.full" ? ", .half .time" : ""}`;
    return [...document.querySelectorAll(parts)].flatMap((part) => {
      const isSeen = part.checkVisibility({ visibilityProperty: true }) && getComputedStyle(part).clipPath === "none";
      if (!isSeen || !part.textContent.trim() || part.closest(".device")) return [];
      part.scrollIntoView({ block: "nearest" });
      const { height } = part.getBoundingClientRect();
      const at = [0.2, 0.5, 0.8];
      return [...part.getClientRects()].flatMap((box) => at.flatMap((across) => at.map(
        (down) => [box.x + across * box.width, box.y + down * box.height])))
        .map((point) => document.elementFromPoint(...point))
        .filter((one) => (one ? !(part.contains(one) || one.contains(part)) : height < innerHeight))
        .map((one) => [part.textContent, one?.className, one?.textContent].join());
    });
  },

  // A verdict's answers that are not in one line, or not whole before anything is scrolled to, and
  // buttons, or a hall's names and times, that are too narrow for their words.
  broken: () => [...document.querySelectorAll(".verdict .answer, button:not(.half, .device *), article *, :is(#p1, #p2) > span, #queue *")].filter((part) => {
    if (!part.matches(".answer")) return part.scrollWidth > part.clientWidth + 1;
    const [own, sheet] = [part, part.closest("#sheet, .verdict")].map((one) => one.getBoundingClientRect());
    const lines = part.offsetHeight / parseFloat(getComputedStyle(part).fontSize);
    return part.checkVisibility() && (lines > 1.5 || own.left < 0 || own.right > innerWidth
      || own.top < sheet.top || own.bottom > sheet.bottom);
  }).map((part) => part.textContent),

  // The least contrast of the texts that are seen, by the formula of WCAG, and that text.
  least: () => {
    const parts = (colour) => colour.match(/[\d.]+/g).map(Number);
    const luminance = ([...rgb]) => rgb.slice(0, 3).map((c) => c / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
    const over = ([r, g, b, a = 1], under) => [r, g, b].map((c, at) => c * a + under[at] * (1 - a));
    const style = (e, name) => parts(getComputedStyle(e)[name]);
    const behind = (e) => (e ? over(style(e, "backgroundColor"), behind(e.parentElement))
      : [255, 255, 255]);
    const active = (e) => !e.disabled || e.classList.contains("half");
    const seen = (e) => e.checkVisibility() && e.getClientRects().length && !e.closest(".hidden");
    return [...document.querySelectorAll(".table *, .table")]
      .filter((e) => own(e) && seen(e) && active(e))
      .map((e) => {
        const ground = behind(e);
        const both = [over(style(e, "color"), ground), ground].map(luminance).sort((a, b) => b - a);
        return [(both[0] + 0.05) / (both[1] + 0.05), e.textContent.trim().slice(0, 20)];
      }).sort((a, b) => a[0] - b[0])[0];
  },

  // The number of the device and the blocks of its flash, as the browser stores them.
  blocks: async (name) => {
    const database = await opened();
    const store = database.transaction("blocks").objectStore("blocks");
    const range = IDBKeyRange.bound([name], [name, []]);
    const all = (request) => new Promise((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    const [number, keys, blocks] = await Promise.all(
      [all(store.get(["#", name])), all(store.getAllKeys(range)), all(store.getAll(range))]);
    database.close();
    return [number, keys.map(([, block], at) => [block, btoa(String.fromCharCode(...blocks[at]))])];
  },

  // Something else in place of a stored block: a value, or noise.
  put: async (block, value) => {
    const database = await opened();
    const transaction = database.transaction("blocks", "readwrite");
    const bytes = Uint8Array.from({ length: 4096 }, (_, at) => (at * 7919 + block * 31) >> 3);
    transaction.objectStore("blocks").put(value ?? bytes, ["clock", block]);
    await new Promise((resolve) => { transaction.oncomplete = resolve; });
    database.close();
  },

  // Blocks as blocks() gives them, of none what is not there, in place of what is stored.
  lay: async (name, blocks) => {
    const database = await opened();
    const transaction = database.transaction("blocks", "readwrite");
    const store = transaction.objectStore("blocks");
    for (const [block, text] of blocks) {
      if (text === null) store.delete([name, block]);
      else store.put(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)), [name, block]);
    }
    await new Promise((resolve) => { transaction.oncomplete = resolve; });
    database.close();
  },

  // What a player's clock has now, in ms: as last reported, less what has passed if it runs.
  left: () => {
    const { "clock.A": shown, running, at } = window.told;
    const [minutes, seconds] = shown.split(":").map(Number);
    return minutes * 60000 + seconds * 1000 - (running === "A" ? performance.now() - at : 0);
  },
};
