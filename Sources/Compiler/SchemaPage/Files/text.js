// Text from a database or a schema, which is never more than text.

/** Makes an element with properties and children; strings become text. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// Invisible characters, and those that reorder the text around them. Joiners are part of words and emoji.
const invisible = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const names = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Returns the escape of an invisible character. */
function escape(character) {
  return names[character] ?? `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Makes an element that shows a text with its invisible characters. */
export function shown(text, className, tag = "span") {
  const element = make(tag, { className, dir: "auto" });
  let end = 0;
  for (const match of text.matchAll(invisible)) {
    element.append(text.slice(end, match.index), make("span", { className: "escape" }, escape(match[0])));
    end = match.index + match[0].length;
  }
  element.append(text.slice(end));
  return element;
}

/** Returns a text without invisible characters, for labels. */
export function plain(text) {
  return text.replace(invisible, escape);
}

/** Returns lines of text without invisible characters. */
export function plainLines(text) {
  return text.split("\n").map(plain).join("\n");
}

/** Makes a line of code with a button that copies it. */
export function codeLine(code, label) {
  return make("div", { className: "code" }, shown(code, "", "code"), copyButton(code, "Copy", `Copy ${label}`));
}

/** Makes a button that copies a text. */
export function copyButton(text, title, label = title) {
  const button = make("button", { type: "button", "aria-label": label }, title);
  button.onclick = async () => {
    button.textContent = (await copy(text)) ? "Copied" : "Can't copy";
    setTimeout(() => { button.textContent = title; }, 1500);
  };
  return button;
}

/** Returns whether the text was copied, which browsers refuse to pages of unencrypted sites. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns a number of bytes for people. */
export function size(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The order of keys: 32-bit integers first, then UTF-16, which is JavaScript's own order. */
export function compareKeys(a, b) {
  const [x, y] = [integer(a), integer(b)];
  if (x !== null && y !== null) return x - y || a.length - b.length;
  if (x !== null || y !== null) return x !== null ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function integer(key) {
  if (!/^-?\d{1,10}$/.test(key)) return null;
  const number = Number(key);
  return number >= -(2 ** 31) && number < 2 ** 31 ? number : null;
}
