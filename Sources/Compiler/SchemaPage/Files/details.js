// The selected place.

import { codeLine, copyButton, make, plain, shown } from "./text.js";

/** Returns the elements that describe a node. */
export function details(node, declaration) {
  const list = make("dl");
  const add = (term, ...descriptions) => {
    list.append(make("dt", {}, term), ...descriptions.map((description) => make("dd", {}, description)));
  };
  add("Swift", codeLine(node.expression, "the Swift expression"));
  add("Type", shown(node.type, "", "code"));
  if (node.isPlaceholder) add("Keys", shown(node.keyType, "", "code"));
  if (node.index) add("Ordered by", ...node.index.map((child) => shown(child, "", "code")));
  if (declaration) add("Children", link(declaration, `as at ${declaration.path}`));
  const rules = rulesOf(node);
  if (rules.length > 0) add("Rules", ...rules);
  return [heading(node), ...warnings(node), ...paragraphs(node.documentation), list, copyButton(address(node), "Copy link")];
}

/** Returns the place, each key of which leads there. */
function heading(node) {
  const heading = make("h2");
  for (const step of [...node.ancestors, node]) {
    if (step.depth > 1) heading.append(make("span", { className: "separator" }, "/"));
    heading.append(link(step, step.label));
  }
  return heading;
}

function link(node, text) {
  const link = make("a", { href: node.fragment, "aria-label": plain(node.path) });
  link.append(shown(text));
  return link;
}

/** Returns the address of a node, to be sent to others. */
function address(node) { return new URL(node.fragment, location.href).href; }

function warnings(node) {
  if (node.deprecated === undefined) return [];
  return paragraphs(`Deprecated: ${node.deprecated}`).map((paragraph) => {
    paragraph.className = "warning";
    return paragraph;
  });
}

/** Returns a text's lines as paragraphs. */
function paragraphs(text = "") {
  return text.split("\n").filter((line) => line.trim() !== "").map((line) => shown(line, "", "p"));
}

function rulesOf(node) {
  if (!node.rules) return [];
  const granted = node.ancestors.flatMap((ancestor) =>
    ancestor.rules.own.filter(([, name]) => name === ".read" || name === ".write"));
  return [
    ...node.rules.own.map((own) => rule(own, own[0] !== node.path)),
    ...granted.map((inherited) => rule(inherited, true)),
    ...node.rules.below.map((below) => rule(below, true)),
  ];
}

function rule([place, name, text], showsPlace) {
  const element = make("div", { className: "rule" }, make("span", {}, name));
  if (showsPlace) element.append(" at ", shown(place, "quiet"));
  const code = make("code");
  text.split("\n").forEach((line, index) => code.append(index > 0 ? "\n" : "", shown(line)));
  element.append(code);
  return element;
}
