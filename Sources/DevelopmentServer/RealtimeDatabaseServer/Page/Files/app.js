// The page: the address in the browser, who looks, and the parts on the screen.

import { Details, explained } from "./editor.js";
import { QueryBar } from "./query.js";
import { Server, path, place } from "./server.js";
import { make, plain, plainLines, shown } from "./text.js";
import { Tree } from "./tree.js";

const element = (id) => document.getElementById(id);

const server = new Server();
const tree = new Tree(element("tree"), server);
const details = new Details(element("details"), server, tree);
const query = new QueryBar(element("query"), element("calls"));

element("address").textContent = location.host;

// MARK: The place

/** The place and the query in the browser's address: `#/players?orderBy="score"`. */
function current() {
  const [keys, parameters] = location.hash.slice(1).split("?");
  return {
    place: place(keys),
    parameters: parameters ? Object.fromEntries(new URLSearchParams(parameters)) : null,
  };
}

function go(place, parameters) {
  const address = path(place) + (parameters ? `?${new URLSearchParams(parameters)}` : "");
  if (location.hash.slice(1) === address) show();
  else location.hash = address;
}

function show() {
  let now;
  try {
    now = current();
    query.show(now.parameters);
  } catch {
    return showProblem("The address has no place.");
  }
  showProblem(null);
  showCrumbs(now.place);
  if (now.parameters) showQuery(true);
  document.title = `${plain(now.place.at(-1) ?? "/")} – Database`;
  tree.show(now.place, now.parameters);
}

function showCrumbs(place) {
  const crumbs = [make("a", { href: "#/" }, "/")];
  for (const [index, key] of place.entries()) {
    if (index > 0) crumbs.push(make("span", { className: "separator" }, "/"));
    const link = shown(key, "", "a");
    link.href = `#${path(place.slice(0, index + 1))}`;
    crumbs.push(link);
  }
  crumbs.at(-1).setAttribute("aria-current", "location");
  element("crumbs").replaceChildren(...crumbs);
}

element("go").onsubmit = (event) => {
  event.preventDefault();
  go(element("goto").value.split("/").filter((key) => key !== "").map((key) => key.trim()), null);
  element("goto").value = "";
  suggested = null;
};

/** The part of the written place, up to its last slash, whose children are suggested. */
let suggested = null;

element("goto").onfocus = element("goto").oninput = async () => {
  const written = element("goto").value;
  const above = written.slice(0, written.lastIndexOf("/") + 1);
  if (above === suggested) return;
  suggested = above;
  const keys = above.split("/").filter((key) => key !== "");
  // Without suggestions, a place can be written nevertheless.
  const answer = await server.rows(keys, { orderBy: '"$key"', limitToFirst: 100 }).catch(() => ({ rows: [] }));
  if (suggested !== above) return;
  const names = new Set([...(answer.childKeys ?? []), ...answer.rows].map(({ key }) => key));
  element("places").replaceChildren(...[...names].map((key) => make("option", { value: above + key })));
};

window.onhashchange = show;

// MARK: Queries

function showQuery(isShown) {
  element("query").hidden = !isShown;
  element("showquery").setAttribute("aria-expanded", String(isShown));
}

element("showquery").onclick = () => showQuery(element("query").hidden);
query.onQuery = (parameters) => go(current().place, parameters);

tree.onAnswer = (answer) => {
  const { place, parameters } = current();
  if (parameters) query.showCalls(answer.call, location.origin + server.address(place, parameters));
};

// MARK: Who looks

function look() {
  const who = element("who").value;
  element("user").hidden = who !== "user";
  const uid = element("uid").value;
  try {
    const claims = JSON.parse(element("claims").value || "{}");
    const token = { ...claims, sub: uid, user_id: uid };
    server.auth = { administrator: undefined, nobody: null, user: { uid, provider: "custom", token } }[who];
  } catch {
    return showProblem('Claims are a JSON object, as {"admin": true}.');
  }
  showProblem(null);
  tree.refresh();
  if (tree.selected) details.show(tree.selected);
}

element("who").onchange = look;
element("identity").onsubmit = (event) => {
  event.preventDefault();
  look();
};

// MARK: The selected place, and problems

tree.onSelect = (node) => details.show(node);
tree.onRow = (node) => details.update(node);
tree.onCommand = (name, node) => details.command(name, node);
element("details").onkeydown = (event) => {
  if (event.key === "Escape" && tree.selected) tree.focus(tree.selected);
};

let problem = null;

function showProblem(text) {
  problem = null;
  element("problem").hidden = text === null;
  element("problem").textContent = text === null ? "" : plainLines(text);
}

tree.onProblem = (node, error) => {
  if (error === null) {
    if (problem === node) showProblem(null);
    return;
  }
  showProblem(`/${node.place.join("/")}: ${explained(error)}`);
  problem = node;
};

// MARK: Changes

server.onState = (state) => {
  element("status").className = state;
  element("status").textContent = { live: "live", lost: "disconnected; trying again" }[state];
  if (state === "live") tree.refresh();
};
server.onChanges = (places) => tree.apply(places);

// A page in the background needs no changes, and browsers have few connections to one server.
let leaving = 0;
document.onvisibilitychange = () => {
  clearTimeout(leaving);
  if (document.hidden) leaving = setTimeout(() => server.unfollow(), 30_000);
  else if (!server.isFollowing) server.follow();
};

show();
server.follow();
