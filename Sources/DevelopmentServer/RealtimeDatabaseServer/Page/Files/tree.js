// The tree: selection, keyboard, and the changes of others.

import { Node } from "./node.js";

export class Tree {
  /** The selected node; null for none. */
  selected = null;
  onSelect = () => {};
  /** Called with a node whose row has changed. */
  onRow = () => {};
  /** Called with the root's answers. */
  onAnswer = () => {};
  onProblem = () => {};
  onCommand = () => {};

  #flushing = false;
  #timer = 0;

  constructor(element, server) {
    this.element = element;
    this.server = server;
    element.addEventListener("click", (event) => this.#click(event));
    element.addEventListener("dblclick", (event) => this.#doubleClick(event));
    element.addEventListener("keydown", (event) => this.#keyDown(event));
  }

  /** Shows a place, or the children that a query selects. */
  async show(place, query) {
    this.root = new Node(this, null, place);
    this.root.query = query;
    this.element.replaceChildren(this.root.element);
    this.select(this.root);
    await this.root.open();
  }

  /** Reads everything that is open again. */
  refresh() {
    this.root?.forEachOpen((node) => node.refresh());
  }

  // MARK: Changes

  /** Reads what is shown of places that have changed, a moment later and at once. */
  apply(places) {
    for (const place of places) this.#mark(place);
    if (this.#timer === 0) this.#timer = setTimeout(() => this.#flush(), 50);
  }

  #mark(place) {
    let node = this.root;
    const above = node.place.slice(0, place.length).every((key, index) => key === place[index]);
    if (!above) return;
    if (place.length <= node.place.length) return node.forEachOpen((open) => { open.isStale = true; });
    while (node?.isOpen) {
      node.dirty.add(place[node.place.length]);
      node = node.child(place[node.place.length]);
      if (node?.place.length === place.length) node.forEachOpen((open) => { open.isStale = true; });
      if (!node || node.place.length >= place.length) return;
    }
  }

  async #flush() {
    if (this.#flushing) {
      this.#timer = setTimeout(() => this.#flush(), 50);
      return;
    }
    this.#timer = 0;
    this.#flushing = true;
    const reads = [];
    this.root.forEachOpen((node) => {
      const isStale = node.isStale;
      node.isStale = false;
      if (isStale) reads.push(node.refresh());
      else if (node.dirty.size > 0) reads.push(node.refreshDirty());
    });
    await Promise.all(reads);
    this.#flushing = false;
  }

  // MARK: Selection

  select(node) {
    for (const item of this.element.querySelectorAll('[tabindex="0"]')) item.tabIndex = -1;
    this.selected?.element.setAttribute("aria-selected", "false");
    this.selected = node;
    node.element.setAttribute("aria-selected", "true");
    node.element.tabIndex = 0;
    this.onSelect(node);
  }

  focus(node) {
    this.select(node);
    node.element.focus();
  }

  removed(node) {
    if (this.selected && isBelow(this.selected, node)) {
      const hasFocus = node.element.contains(document.activeElement);
      if (hasFocus) this.focus(node.parent);
      else this.select(node.parent);
    }
  }

  rowChanged(node) {
    if (node === this.selected) this.onRow(node);
  }

  answered(node) {
    if (node === this.root) this.onAnswer(node.answer);
    if (node === this.selected) this.onRow(node);
  }

  showProblem(node, error) { this.onProblem(node, error); }

  // MARK: Events

  #click(event) {
    const item = event.target.closest("[role=treeitem]");
    if (item?.moreOf) return item.moreOf.more();
    const node = item?.node;
    if (!node) return;
    this.focus(node);
    if (event.target.closest(".twisty")) this.#toggle(node);
  }

  #doubleClick(event) {
    const node = event.target.closest("[role=treeitem]")?.node;
    if (!node || event.target.closest(".twisty")) return;
    if (node.canOpen) this.#toggle(node);
    else this.onCommand("edit", node);
  }

  #toggle(node) {
    if (!node.canOpen) return;
    if (!node.isOpen) return node.open();
    if (this.selected && isBelow(this.selected, node)) this.focus(node);
    node.close();
  }

  #keyDown(event) {
    const item = event.target.closest("[role=treeitem]");
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = Object.hasOwn(this.#actions, event.key) ? this.#actions[event.key] : null;
    if (!action) return this.#find(item, event.key);
    event.preventDefault();
    action(item, item.node);
  }

  /** Goes to the next row whose key begins with a letter. */
  #find(item, letter) {
    if ([...letter].length !== 1) return;
    const items = this.#items();
    const index = items.indexOf(item);
    const later = [...items.slice(index + 1), ...items.slice(0, index)];
    this.#focusItem(later.find(({ node }) => node?.key?.toLowerCase().startsWith(letter.toLowerCase())));
  }

  #actions = {
    ArrowDown: (item) => this.#move(item, 1),
    ArrowUp: (item) => this.#move(item, -1),
    Home: () => this.#focusItem(this.#items()[0]),
    End: () => this.#focusItem(this.#items().at(-1)),
    ArrowRight: (item, node) => {
      if (!node?.canOpen) return;
      if (!node.isOpen) node.open();
      else this.#move(item, 1);
    },
    ArrowLeft: (item, node) => {
      if (node?.isOpen && node.parent) this.#toggle(node);
      else this.#focusItem(item.parentElement.closest("[role=treeitem]"));
    },
    Enter: (item, node) => (item.moreOf ? item.moreOf.more() : this.onCommand("edit", node)),
    " ": (item, node) => (item.moreOf ? item.moreOf.more() : this.#toggle(node)),
    Insert: (item, node) => node && this.onCommand("add", node),
    "+": (item, node) => node && this.onCommand("add", node),
    Delete: (item, node) => node && this.onCommand("remove", node),
  };

  #items() { return [...this.element.querySelectorAll("[role=treeitem]")]; }

  #move(item, distance) {
    const items = this.#items();
    this.#focusItem(items[items.indexOf(item) + distance]);
  }

  #focusItem(item) {
    if (!item) return;
    if (item.node) return this.focus(item.node);
    for (const other of this.element.querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
    item.tabIndex = 0;
    item.focus();
  }
}

function isBelow(node, above) {
  for (let one = node; one; one = one.parent) if (one === above) return true;
  return false;
}
