// The page: its tree, its search, and the place in its address.

import { placeOf, readSchema, searchWords } from "./schema.js";
import { Tree } from "./tree.js";
import { details } from "./details.js";
import { plain, shown } from "./text.js";

const firstRowCount = 150;
const maximumMatchCount = 400;

const element = (id) => document.getElementById(id);
const data = JSON.parse(element("data").textContent);
const nodes = readSchema(data);
const byPath = new Map(nodes.map((node) => [node.path, node]));
const tree = new Tree(element("tree"), nodes[0]);

function say(text) { element("status").textContent = text; }

function sayCount() {
  say(nodes.length === 1 ? "no places" : nodes.length === 2 ? "1 place" : `${(nodes.length - 1).toLocaleString("en")} places`);
}

// MARK: The selected place

let addressTimer = 0;

tree.onSelect = (node) => {
  element("details").replaceChildren(...details(node, byPath.get(node.childrenOf)));
  // A moment later: browsers limit the changes of the address, and an arrow key can be held.
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    if (placeOf(location.hash) !== node.path) history.replaceState(null, "", node.fragment);
  }, 200);
};

/** Shows the place that the address names. */
function followAddress() {
  const path = placeOf(location.hash);
  if (path === null) return false;
  const node = byPath.get(path);
  if (!node) {
    say(`The schema has no place ${plain(path)}.`);
    return false;
  }
  if (!tree.shows(node)) {
    element("search").value = "";
    sayCount();
  }
  tree.reveal(node);
  return true;
}

addEventListener("hashchange", followAddress);

// MARK: Search

function search() {
  const words = searchWords(element("search").value);
  if (words.length === 0) return endSearch();
  const matches = nodes.filter((node) => node.depth > 0 && node.matches(words));
  const first = matches.slice(0, maximumMatchCount);
  tree.showPart(first, words);
  const count = `${matches.length.toLocaleString("en")} of ${(nodes.length - 1).toLocaleString("en")} places`;
  say(first.length < matches.length ? `${count}, the first ${maximumMatchCount} shown` : count);
}

function endSearch() {
  element("search").value = "";
  tree.showAll();
  sayCount();
}

element("search").addEventListener("input", search);
element("search").addEventListener("keydown", (event) => {
  if (event.key === "Escape") endSearch();
  else if (event.key === "ArrowDown" || event.key === "Enter") {
    event.preventDefault();
    const words = searchWords(element("search").value);
    const first = words.length > 0 && nodes.find((node) => node.depth > 0 && node.matches(words));
    tree.focus(first || tree.root);
  }
});
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.closest("input")) return;
  event.preventDefault();
  element("search").select();
});

// MARK: Folding and printing

element("unfold").onclick = () => tree.openAll();
element("fold").onclick = () => tree.closeAll();

let foldAgain = () => {};
addEventListener("beforeprint", () => { foldAgain = tree.unfoldForNow(); });
addEventListener("afterprint", () => foldAgain());

element("title").replaceChildren(shown(data.title));
sayCount();
tree.openFirst(firstRowCount);
if (!followAddress()) tree.select(tree.root);
