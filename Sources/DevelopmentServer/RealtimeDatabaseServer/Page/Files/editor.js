// The selected place: its type, its paths in code, and forms that change it.

import { time } from "./node.js";
import { RequestError, path } from "./server.js";
import { codeLine, make, plain, plainLines, shown, size } from "./text.js";

/** The longest string that is edited, in bytes. Longer ones are imported. */
const longest = 1_000_000;

/** Kinds of values that a person writes. */
const kinds = {
  text: (text) => JSON.stringify(text),
  number: (text) => {
    if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text.trim())) throw new Error("This is no number.");
    return text.trim();
  },
  boolean: (text) => {
    if (!["true", "false"].includes(text.trim())) throw new Error("A boolean is true or false.");
    return text.trim();
  },
  // Sent as it is: JavaScript would round long numbers.
  JSON: (text) => (JSON.parse(text), text),
};

/** Returns the kind of a row's value, or else of a type of the schema. */
function kindOf(row, type = row?.type) {
  const kind = { string: "text", number: "number", boolean: "boolean" }[row?.kind];
  if (kind) return kind;
  const name = type?.replace(/\?+$/, "");
  if (name === undefined || ["String", "URL", "UUID", "Data", "Character"].includes(name)) return "text";
  if (name === "Bool") return "boolean";
  return /^(U?Int\d*|Double|Float|Decimal|Date|ServerTime|TimeInterval)$/.test(name) ? "number" : "JSON";
}

/** A kind, a text, and the reasons why they don't fit the schema. */
class ValueForm {
  constructor(server, label, button, place, save) {
    this.server = server;
    this.place = place;
    this.kind = make("select", { ariaLabel: "Kind of value" },
      ...Object.keys(kinds).map((kind) => make("option", { value: kind }, kind)));
    this.field = make("textarea", { ariaLabel: label, spellcheck: false, dir: "auto" });
    this.message = make("p", { className: "message", role: "status" });
    this.button = make("button", { className: "main" }, button);
    this.conflict = make("p", { className: "message warning", role: "status" });
    this.element = make("form", {}, this.field, this.conflict,
      make("div", { className: "actions" }, this.kind, this.button), this.message);
    this.field.oninput = this.kind.onchange = () => this.changed();
    this.field.onkeydown = (event) => {
      if (event.key === "Enter" && !event.shiftKey && this.kind.value !== "JSON") {
        event.preventDefault();
        this.element.requestSubmit();
      }
    };
    this.element.onsubmit = async (event) => {
      event.preventDefault();
      await this.tell(async () => {
        await save(this.json());
        this.isDirty = false;
        this.conflict.textContent = ""; // The change may have been this one.
        return "Saved.";
      });
    };
  }

  set(kind, text) {
    this.conflict.textContent = "";
    this.kind.value = kind;
    this.field.value = text;
    this.isDirty = false;
  }

  json() { return kinds[this.kind.value](this.field.value); }

  /** Checks what has been written, a moment after the last key. */
  changed() {
    this.isDirty = true;
    clearTimeout(this.timer);
    const timer = this.timer = setTimeout(async () => {
      let json;
      try {
        json = this.json();
      } catch (error) {
        return this.say(error.message, "warning");
      }
      try {
        const misfits = await this.server.misfits(this.place(), json);
        if (this.timer !== timer) return;
        const reasons = misfits.map(({ place, reason }) => `${place}: ${reason}`);
        this.say(reasons.join("\n"), "warning");
      } catch (error) {
        if (this.timer === timer) this.say(error.message, "error");
      }
    }, 200);
  }

  say(text, className = "") {
    this.message.className = `message ${className}`;
    this.message.textContent = plainLines(text);
  }

  /** Does something, and shows its result or its error. */
  async tell(body) {
    clearTimeout(this.timer);
    this.timer = 0;
    this.say("…");
    try {
      this.say(await body());
    } catch (error) {
      this.say(explained(error), "error");
    }
  }
}

function checkKey(key) {
  if (/[.$#[\]/\p{Cc}]/u.test(key)) throw new Error("A key can't contain . $ # [ ] / or control characters.");
  if (new TextEncoder().encode(key).length > 768) throw new Error("A key has at most 768 bytes.");
}

/** Whether a number is a time by the schema, or is likely to be one: of a day from 2001 to 2065. */
function isTime(row) {
  return row.isTime || (row.kind === "number" && /^[12]\d{12}$/.test(row.text));
}

/** Returns an error's message, with the rules that refused a request. */
export function explained(error) {
  return error instanceof RequestError && error.explanation
    ? `${error.message}: ${error.explanation}` : error.message;
}

export class Details {
  node = null;

  constructor(element, server, tree) {
    this.element = element;
    this.server = server;
    this.tree = tree;
  }

  /** Shows a node, and forms for it. */
  show(node) {
    this.node = node;
    this.facts = make("section");
    this.forms = make("div");
    this.element.replaceChildren(this.facts, this.forms);
    this.shape = null;
    this.shownRow = null;
    this.waiting = null;
    this.update(node);
  }

  /** Shows what has changed about the node, and keeps what has been written. */
  update(node) {
    const { row } = node;
    if (!row) return;
    this.#showFacts(node, row);
    const shape = ["children", "hidden"].includes(row.kind) ? row.kind : "value";
    if (shape !== this.shape) this.#makeForms(node, shape);
    this.shape = shape;
    if (this.waiting) this.command(this.waiting, node);
    const hasChanged = this.shownRow !== JSON.stringify(row);
    this.shownRow = JSON.stringify(row);
    if (shape !== "value" || !hasChanged) return;
    if (this.value.isDirty) this.value.conflict.textContent = plain(`Changed meanwhile to ${row.text ?? "nothing"}`);
    else this.#fill(node, row);
  }

  #showFacts(node, row) {
    const [swift, call] = [row.swift, `curl '${location.origin}${this.server.address(node.place)}'`];
    this.facts.replaceChildren(
      make("h2", {}, shown("/" + node.place.join("/"), "")),
      ...(row.type ? [make("p", { className: "quiet" }, shown(row.type, ""))] : []),
      ...(isTime(row) && time(row.text) ? [make("p", { className: "quiet" }, `as a time, ${time(row.text)}`)] : []),
      ...(row.note ? [make("p", {}, shown(row.note, ""))] : []),
      ...(row.misfit ? [make("p", { className: "message warning" }, shown(row.misfit, ""))] : []),
      ...(swift ? [codeLine(swift, "Swift")] : []), codeLine(call, "curl"));
    if (node.parent) {
      this.facts.append(make("p", {}, make("a", { href: `#${path(node.place)}` }, "Show this place only")));
    }
  }

  #makeForms(node, shape) {
    this.forms.replaceChildren();
    this.value = null;
    if (shape === "value") this.forms.append(this.#makeValue(node));
    if (shape !== "value" || node.row.kind === "nothing") this.forms.append(this.#makeChild(node));
    this.forms.append(this.#makeFile(node), this.#makeRemoval(node));
  }

  // MARK: Values

  #makeValue(node) {
    this.value = new ValueForm(this.server, "Value", "Save", () => node.place,
      (json) => this.server.write("PUT", node.place, json));
    return make("section", {}, make("h2", {}, "Value"), this.value.element);
  }

  async #fill(node, row) {
    const form = this.value;
    if (!row.size) return form.set(kindOf(row), row.text ?? "");
    form.field.disabled = form.button.disabled = true;
    form.set("text", row.text);
    if (row.size > longest) return form.say(`${size(row.size)} are too long to be edited here.`);
    try {
      const text = JSON.parse(await this.server.read(node.place));
      if (this.value !== form || form.isDirty || typeof text !== "string") return;
      form.set("text", text);
      form.field.disabled = form.button.disabled = false;
    } catch (error) {
      form.say(explained(error), "error");
    }
  }

  #makeChild(node) {
    let keys = [];
    const list = make("datalist", { id: "childkeys" });
    const suggest = (answer) => {
      keys = answer.childKeys ?? [];
      list.replaceChildren(...keys.map(({ key }) => make("option", { value: key })));
    };
    // A closed place has no answer. Without suggestions, keys can be written nevertheless.
    if (node.answer) suggest(node.answer);
    else this.server.rows(node.place, { keys: "[]" }).then(suggest, () => {});
    const key = make("input", { ariaLabel: "Key", placeholder: "key; without one, a new unique key", spellcheck: false });
    key.setAttribute("list", "childkeys");
    const form = new ValueForm(this.server, "Value of the child", "Add", () => [...node.place, key.value || "-"],
      async (json) => {
        checkKey(key.value);
        if (key.value === "") await this.server.write("POST", node.place, json);
        else await this.server.write("PUT", [...node.place, key.value], json);
        [key.value, form.field.value] = ["", ""];
        if (!node.isOpen) await node.open();
      });
    key.oninput = () => {
      const child = keys.find((one) => one.key === key.value);
      if (child && !form.isDirty) form.kind.value = kindOf(null, child.type);
      form.changed();
    };
    this.newKey = key;
    return make("section", {}, make("h2", {}, "Add a child"), key, list, form.element);
  }

  // MARK: Files

  #makeFile(node) {
    const name = (node.key ?? "database").replace(/[^\p{L}\p{N}_-]/gu, "_") + ".json";
    const data = this.server.address(node.place, { print: "pretty", auth: "owner" });
    const file = make("input", { type: "file", accept: ".json,application/json", ariaLabel: "JSON to import" });
    const message = make("p", { className: "message", role: "status" });
    const actions = make("div", { className: "actions", hidden: true });
    const send = (method) => async () => {
      actions.hidden = true;
      message.className = "message";
      message.textContent = "…";
      try {
        await this.server.write(method, node.place, file.files[0]);
        message.textContent = "Imported.";
      } catch (error) {
        message.className = "message error";
        message.textContent = plainLines(explained(error));
      }
      file.value = "";
    };
    actions.append(
      make("button", { type: "button", onclick: send("PUT") }, "Replace everything here"),
      make("button", { type: "button", onclick: send("PATCH") }, "Merge children"));
    file.onchange = () => {
      actions.hidden = file.files.length === 0;
      message.className = "message";
      message.textContent = actions.hidden ? "" : size(file.files[0].size);
    };
    return make("section", {}, make("h2", {}, "JSON"),
      make("p", {}, make("a", { href: data, download: name }, "Export")),
      make("label", {}, "Import", file), message, actions);
  }

  // MARK: Removal

  #makeRemoval(node) {
    const message = make("p", { className: "message", role: "status" });
    const button = make("button", { type: "button", className: "removal" }, "Remove");
    const cancel = make("button", { type: "button", hidden: true }, "Keep");
    const ask = (isAsking) => {
      button.textContent = isAsking ? "Remove all of it" : "Remove";
      button.className = isAsking ? "main removal" : "removal";
      cancel.hidden = !isAsking;
      message.className = "message warning";
      message.textContent = isAsking ? `Remove /${plain(node.place.join("/"))} and everything below it?` : "";
    };
    button.onclick = async () => {
      if (cancel.hidden) return ask(true);
      ask(false);
      try {
        await this.server.write("DELETE", node.place);
      } catch (error) {
        message.className = "message error";
        message.textContent = plainLines(explained(error));
      }
    };
    cancel.onclick = () => ask(false);
    this.removal = button;
    return make("section", {}, make("div", { className: "actions" }, button, cancel), message);
  }

  // MARK: Commands of the tree

  command(name, node) {
    if (node !== this.node) this.tree.focus(node);
    // There are no forms before the row is read.
    this.waiting = this.shape ? null : name;
    if (this.waiting) return;
    if (name === "edit") (this.value?.field ?? this.newKey)?.focus();
    if (name === "add") this.newKey?.focus();
    if (name === "remove") {
      this.removal.click();
      this.removal.focus();
    }
  }
}
