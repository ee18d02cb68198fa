// The tree: folding, selection and keyboard.

import { make, plain, shown } from "./text.js";
import { folded } from "./schema.js";

export class Tree {
  /** The selected node. */
  selected = null;
  onSelect = () => {};

  #opened = new Set();
  /** While a search shows a part: its nodes, those that are folded, and the words. */
  #part = null;
  #closed = new Set();
  #words = [];
  #items = new Map();
  /** The only item that the tab key reaches. */
  #tabItem = null;

  constructor(element, root) {
    this.element = element;
    this.root = root;
    element.addEventListener("click", (event) => this.#click(event));
    element.addEventListener("keydown", (event) => this.#keyDown(event));
  }

  // MARK: Folding

  /** Opens nodes from the root on, until about so many rows are shown. */
  openFirst(rowCount) {
    let level = [this.root];
    let count = 1;
    while (level.length > 0) {
      const next = level.flatMap((node) => node.children);
      count += next.length;
      if (count > rowCount && level[0] !== this.root) break;
      for (const node of level) this.#opened.add(node);
      level = next;
    }
    this.render();
  }

  openAll() {
    this.#opened = new Set(this.#branches());
    this.#closed.clear();
    this.render();
  }

  closeAll() {
    this.#opened = new Set([this.root]);
    this.#closed = new Set(this.#branches().slice(1));
    this.render();
  }

  /** Returns the nodes that can be folded, the root first. */
  #branches(node = this.root) {
    return node.children.length === 0 ? [] : [node, ...node.children.flatMap((child) => this.#branches(child))];
  }

  /** Unfolds everything, also while a search shows a part, and returns a function that undoes it. */
  unfoldForNow() {
    const state = [this.#opened, this.#closed, this.#part, this.#words];
    [this.#closed, this.#part, this.#words] = [new Set(), null, []];
    this.openAll();
    return () => {
      [this.#opened, this.#closed, this.#part, this.#words] = state;
      this.render();
    };
  }

  /** Shows some nodes and their ancestors only, and marks words in them. */
  showPart(nodes, words) {
    this.#words = words;
    this.#part = new Set([this.root, ...nodes.flatMap((node) => [node, ...node.ancestors])]);
    this.#closed = new Set();
    this.render();
  }

  /** Shows everything again. */
  showAll() {
    this.#part = null;
    this.#words = [];
    this.reveal(this.selected);
  }

  /** Whether a node can be revealed without an end of the search. */
  shows(node) { return this.#part?.has(node) ?? true; }

  #isOpen(node) {
    if (this.#children(node).length === 0) return false;
    return this.#part ? !this.#closed.has(node) : this.#opened.has(node);
  }

  #children(node) {
    return this.#part ? node.children.filter((child) => this.#part.has(child)) : node.children;
  }

  #toggle(node) {
    const isOpen = this.#isOpen(node);
    // Folded nodes are listed while a search shows a part, unfolded ones otherwise.
    if (this.#part) isOpen ? this.#closed.add(node) : this.#closed.delete(node);
    else isOpen ? this.#opened.delete(node) : this.#opened.add(node);
    if (isOpen && this.selected.ancestors.includes(node)) this.focus(node);
    this.#renderFold(node);
  }

  // MARK: Rendering

  render() {
    const hadFocus = this.element.contains(document.activeElement);
    this.#items.clear();
    this.element.replaceChildren(this.#item(this.root));
    this.#mark();
    if (hadFocus) this.#tabItem.focus();
  }

  #item(node) {
    const item = make("li", { role: "treeitem", tabIndex: -1, "aria-level": node.depth + 1 }, this.#row(node));
    const notes = [node.label, node.shownType, node.deprecated === undefined ? "" : "deprecated"];
    item.setAttribute("aria-label", plain(notes.filter((note) => note !== "").join(", ")));
    item.setAttribute("aria-selected", "false");
    item.node = node;
    this.#items.set(node, item);
    this.#renderFold(node);
    return item;
  }

  #renderFold(node) {
    const item = this.#items.get(node);
    const children = this.#children(node);
    if (children.length === 0) return;
    const isOpen = this.#isOpen(node);
    item.setAttribute("aria-expanded", isOpen);
    const group = item.querySelector(":scope > ul");
    for (const folded of group?.querySelectorAll("[role=treeitem]") ?? []) this.#items.delete(folded.node);
    group?.remove();
    if (!isOpen) return;
    item.append(make("ul", { role: "group" }, ...children.map((child) => this.#item(child))));
  }

  #row(node) {
    const row = make("div", { className: "row" }, make("span", { className: "twisty" }));
    row.append(this.#key(node));
    if (node.deprecated !== undefined) {
      row.append(make("span", { className: "badge" }, "deprecated"), shown(node.deprecated, "deprecation"));
    }
    if (node.childrenOf !== undefined) row.append(make("span", { className: "index" }, "recurring"));
    if (node.index) row.append(shown(`by ${node.index.join(", ")}`, "index"));
    const documentation = node.documentation?.trim();
    if (documentation) row.append(shown(documentation.replace(/\s+/gu, " "), "documentation"));
    row.append(shown(node.shownType, "type"));
    return row;
  }

  /** Returns the key, with the parts marked that a search has found. */
  #key(node) {
    const className = node.isPlaceholder ? "key placeholder" : "key";
    const word = this.#words.find((word) => folded(node.label).includes(word));
    const start = word === undefined ? -1 : node.label.toLowerCase().indexOf(word);
    if (start < 0) return shown(node.label, className);
    const [before, match, after] = [
      node.label.slice(0, start), node.label.slice(start, start + word.length), node.label.slice(start + word.length),
    ];
    const key = make("span", { className, dir: "auto" });
    key.append(...shown(before).childNodes, make("mark", {}, ...shown(match).childNodes), ...shown(after).childNodes);
    return key;
  }

  // MARK: Selection

  /** Selects a node, and opens the nodes above it. */
  reveal(node) {
    if (!this.shows(node)) [this.#part, this.#words] = [null, []];
    for (const ancestor of node.ancestors) {
      if (this.#part) this.#closed.delete(ancestor);
      else this.#opened.add(ancestor);
    }
    this.render();
    this.select(node);
    this.#items.get(node).scrollIntoView({ block: "center" });
  }

  select(node) {
    this.#items.get(this.selected)?.setAttribute("aria-selected", "false");
    this.selected = node;
    this.#mark();
    this.onSelect(node);
  }

  focus(node) {
    this.select(node);
    this.#tabItem.focus();
  }

  /** Marks the selected item; the tab key reaches it, or the root if it isn't shown. */
  #mark() {
    const item = this.#items.get(this.selected);
    item?.setAttribute("aria-selected", "true");
    if (this.#tabItem) this.#tabItem.tabIndex = -1;
    this.#tabItem = item ?? this.#items.get(this.root);
    this.#tabItem.tabIndex = 0;
  }

  // MARK: Events

  #click(event) {
    const node = event.target.closest("[role=treeitem]")?.node;
    if (!node) return;
    this.focus(node);
    if (event.target.closest(".twisty")) this.#toggle(node);
  }

  #keyDown(event) {
    const node = event.target.closest("[role=treeitem]")?.node;
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = this.#actions[event.key] ?? (/^\S$/u.test(event.key) && this.#typeAhead);
    if (!action) return;
    event.preventDefault();
    action(node, event.key);
  }

  #actions = {
    ArrowDown: (node) => this.#focusNext(node, 1),
    ArrowUp: (node) => this.#focusNext(node, -1),
    Home: () => this.focus(this.root),
    End: () => this.focus(this.#shownNodes().at(-1)),
    ArrowRight: (node) => {
      if (this.#isOpen(node)) this.focus(this.#children(node)[0]);
      else if (node.children.length > 0) this.#toggle(node);
    },
    ArrowLeft: (node) => {
      if (this.#isOpen(node)) this.#toggle(node);
      else if (node.parent) this.focus(node.parent);
    },
    Enter: (node) => this.#toggle(node),
    " ": (node) => this.#toggle(node),
    "*": (node) => {
      for (const sibling of node.parent?.children ?? []) if (!this.#isOpen(sibling)) this.#toggle(sibling);
    },
  };

  /** Goes to the next row whose key begins with a character. */
  #typeAhead = (node, character) => {
    const nodes = this.#shownNodes();
    const start = nodes.indexOf(node) + 1;
    const next = [...nodes.slice(start), ...nodes.slice(0, start)].find((other) =>
      folded(other.label.replace(/^</u, "")).startsWith(folded(character)));
    if (next) this.focus(next);
  };

  #focusNext(node, distance) {
    const nodes = this.#shownNodes();
    const next = nodes[nodes.indexOf(node) + distance];
    if (next) this.focus(next);
  }

  #shownNodes() {
    return [...this.element.querySelectorAll("[role=treeitem]")].map((item) => item.node);
  }
}
