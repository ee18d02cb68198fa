// A place in the tree: its row, and as long as it is open, its children.

import { compareKeys, make, plain, plainLines, shown, size } from "./text.js";

/** Returns a number of milliseconds since 1970 as a time; null if there is no such time. */
export function time(milliseconds) {
  const date = new Date(Number(milliseconds));
  return Number.isNaN(date.getTime()) ? null : date.toISOString().replace(".000Z", "Z");
}

/** Returns the text of a value in the tree, in which times are dates. */
function valueText({ text, isTime }) {
  return (isTime && time(text)) || text;
}

/** The number of children in a page. */
const pageSize = 100;

export class Node {
  children = [];
  isOpen = false;
  hasMore = false;
  /** The row as the server sent it; null before. */
  row = null;
  /** The last answer for the children. */
  answer = null;
  /** The parameters of a query, at the root of the tree only. */
  query = null;
  /** The keys of children that have changed since they were read. */
  dirty = new Set();
  /** The end of the read before: an answer must not replace a later one. */
  #turn = Promise.resolve();

  constructor(tree, parent, place) {
    this.tree = tree;
    this.parent = parent;
    this.place = place;
    this.element = make("li", { role: "treeitem", tabIndex: -1, "aria-selected": "false" });
    this.element.node = this;
    this.element.setAttribute("aria-level", String(parent ? parent.level + 1 : 1));
    this.level = parent ? parent.level + 1 : 1;
  }

  get key() { return this.place.at(-1); }
  get canOpen() { return this.row !== null && ["children", "hidden"].includes(this.row.kind); }

  // MARK: The row

  /** Shows a row, and marks it for a moment if it has changed. */
  update(row, isNew = false) {
    const before = this.row && JSON.stringify(this.row);
    if (before === JSON.stringify(row)) return;
    this.row = row;
    this.element.querySelector(":scope > .row")?.remove();
    this.element.prepend(this.#makeRow());
    this.element.setAttribute("aria-label", this.#label());
    if (!this.canOpen && this.isOpen && this.parent) this.close();
    this.#showExpanded();
    if (before || isNew) this.flash();
    this.tree.rowChanged(this);
  }

  flash() {
    this.element.classList.remove("changed");
    void this.element.offsetWidth; // Restarts the animation.
    this.element.classList.add("changed");
  }

  #makeRow() {
    const { row } = this;
    const line = make("div", { className: "row" }, make("span", { className: "twisty", ariaHidden: "true" }));
    line.append(shown(this.key ?? "/", "key"));
    if (row.kind === "hidden") line.append(make("span", { className: "value refusal" }, "not readable"));
    else if (row.kind === "nothing") line.append(make("span", { className: "value quiet" }, "nothing here"));
    else if (row.kind === "children") line.append(this.#makePreview());
    else line.append(shown(valueText(row), `value ${row.kind}`));
    if (row.size) line.append(make("span", { className: "quiet" }, `… ${size(row.size)}`));
    if (row.misfit) line.append(make("span", { className: "badge", title: plain(row.misfit) }, "doesn’t fit"));
    if (row.type) line.append(shown(row.type, "type"));
    return line;
  }

  #makePreview() {
    const preview = make("span", { className: "value preview" });
    for (const [index, child] of this.row.preview.entries()) {
      if (index > 0) preview.append(", ");
      if (child.key === undefined) preview.append("…");
      else if (child.kind === undefined) preview.append(shown(child.key, ""));
      else preview.append(shown(child.key, ""), ": ", shown(valueText(child) + (child.size ? "…" : ""), child.kind));
    }
    return preview;
  }

  #label() {
    const { kind, type, misfit } = this.row;
    const value = { children: "children", hidden: "not readable", nothing: "nothing here" }[kind] ?? valueText(this.row);
    return plain([this.key ?? "root", value, type, misfit].filter(Boolean).join(", "));
  }

  #showExpanded() {
    if (this.canOpen) this.element.setAttribute("aria-expanded", String(this.isOpen));
    else this.element.removeAttribute("aria-expanded");
  }

  // MARK: Children

  async open() {
    this.isOpen = true;
    this.#showExpanded();
    this.group ??= make("ul", { role: "group" });
    this.element.append(this.group);
    await this.refresh();
  }

  close() {
    this.isOpen = false;
    this.answer = null;
    this.children = [];
    this.group?.remove();
    this.group = null;
    this.#showExpanded();
  }

  /** Reads all children that are shown again. */
  refresh() {
    return this.#inTurn(async () => {
      this.dirty.clear();
      const count = Math.max(pageSize, this.children.length);
      const answer = await this.#read(this.query ?? { orderBy: '"$key"', limitToFirst: count + 1 });
      if (!answer || !this.isOpen) return;
      this.hasMore = this.query === null && answer.rows.length > count;
      this.#show(this.hasMore ? answer.rows.slice(0, count) : answer.rows, answer);
    });
  }

  /** Reads the next page of children. */
  more() {
    return this.#inTurn(async () => {
      const first = this.children.length;
      const last = this.children.at(-1)?.key;
      const start = last === undefined ? {} : { startAfter: JSON.stringify(last) };
      const answer = await this.#read({ orderBy: '"$key"', ...start, limitToFirst: pageSize + 1 });
      if (!answer || !this.isOpen) return;
      this.hasMore = answer.rows.length > pageSize;
      this.#show([...this.children.map((child) => child.row), ...answer.rows.slice(0, pageSize)], answer, false);
      this.tree.focus(this.children[first] ?? this);
    });
  }

  /** Reads the children that have changed. */
  refreshDirty() {
    if (this.query !== null || this.dirty.size > 30) return this.refresh();
    return this.#inTurn(async () => {
      const last = this.hasMore ? this.children.at(-1)?.key : undefined;
      const near = [...this.dirty].filter((key) => last === undefined || compareKeys(key, last) <= 0);
      this.dirty.clear();
      if (near.length === 0) return;
      const answer = await this.#read({ keys: JSON.stringify(near) });
      if (!answer || !this.isOpen) return;
      const rows = new Map(this.children.map((child) => [child.key, child.row]));
      for (const key of near) rows.delete(key);
      for (const row of answer.rows) rows.set(row.key, row);
      this.#show([...rows.values()].sort((a, b) => compareKeys(a.key, b.key)), answer);
    });
  }

  /** Reads after the reads before, as long as the node is open. */
  #inTurn(read) {
    const turn = this.#turn.then(() => (this.isOpen ? read() : undefined));
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #read(parameters) {
    this.element.setAttribute("aria-busy", "true");
    try {
      const answer = await this.tree.server.rows(this.place, parameters);
      if (!this.parent) this.update(answer.row);
      this.tree.showProblem(this, null);
      return answer;
    } catch (error) {
      this.tree.showProblem(this, error);
      return null;
    } finally {
      this.element.removeAttribute("aria-busy");
    }
  }

  /** Shows children in the order of their rows, and keeps the nodes of those that remain. */
  #show(rows, answer, marksNew = true) {
    const known = new Map(this.children.map((child) => [child.key, child]));
    const isFirst = this.answer === null;
    this.answer = answer;
    this.children = rows.map((row) => {
      const node = known.get(row.key) ?? new Node(this.tree, this, [...this.place, row.key]);
      node.update(row, marksNew && !isFirst && !known.has(row.key));
      known.delete(row.key);
      return node;
    });
    for (const node of known.values()) this.tree.removed(node);
    const elements = this.#explanation().concat(this.children.map((child) => child.element), this.#moreItem());
    let next = this.group.firstChild;
    for (const element of elements) {
      if (element === next) next = next.nextSibling;
      else this.group.insertBefore(element, next);
    }
    while (next) {
      const after = next.nextSibling;
      next.remove();
      next = after;
    }
    this.tree.answered(this);
  }

  #explanation() {
    if (!this.answer.refusal) {
      this.element.removeAttribute("aria-description");
      return [];
    }
    this.element.setAttribute("aria-description", plainLines(this.answer.refusal));
    return [make("li", { className: "explanation", role: "none" }, plainLines(this.answer.refusal))];
  }

  #moreItem() {
    if (!this.hasMore) return [];
    const item = make("li", { role: "treeitem", tabIndex: -1, ariaLabel: "More children" });
    item.setAttribute("aria-level", String(this.level + 1));
    item.append(make("div", { className: "row more" }, make("span", { className: "twisty" }), `${pageSize} more`));
    item.moreOf = this;
    return [item];
  }

  child(key) { return this.children.find((child) => child.key === key); }

  /** Calls a function with each open node, this one first. */
  forEachOpen(body) {
    if (!this.isOpen) return;
    body(this);
    for (const child of this.children) child.forEachOpen(body);
  }
}
