// The schema: its nodes, and the search in them.

/** Reads the page's data, and returns the root with its nodes below it. */
export function readSchema({ schema, expressions, rules }) {
  const nodes = schema.nodes.map((fields, index) => new SchemaNode(fields, expressions[index], rules?.[index]));
  const latest = [];
  for (const node of nodes) {
    node.depth = node.path === "/" ? 0 : node.path.split("/").length - 1;
    node.parent = node.depth > 0 ? latest[node.depth - 1] : null;
    node.parent?.children.push(node);
    latest[node.depth] = node;
  }
  return nodes;
}

/** A node of the schema: the fields of `--emit json`, and its Swift expression and rules. */
export class SchemaNode {
  parent = null;
  children = [];
  depth = 0;
  #text = null;

  constructor(fields, expression, rules) {
    Object.assign(this, fields);
    this.expression = expression;
    this.rules = rules;
  }

  /** The key, or the placeholder as a schema has it. */
  get label() {
    if (this.placeholder === undefined) return this.key ?? "/";
    return this.keyType === "String" ? `<${this.placeholder}>` : `<${this.placeholder}: ${this.keyType}>`;
  }

  /** The type of the values, or the generated type. */
  get shownType() {
    return this.valueType ?? this.phantomType ?? "collection";
  }

  get isPlaceholder() { return this.placeholder !== undefined; }

  get ancestors() {
    const ancestors = [];
    for (let node = this.parent; node; node = node.parent) ancestors.unshift(node);
    return ancestors;
  }

  /** The fragment that links to this node. */
  get fragment() {
    return "#" + this.path.split("/").map(encodeURIComponent).join("/").replaceAll("%24", "$");
  }

  /** Whether all words are in the key, the types or the documentation; those with a slash in the path. */
  matches(words) {
    this.#text ??= folded([
      this.key ?? this.placeholder, this.keyType, this.type, this.valueType, this.phantomType,
      this.documentation, this.deprecated,
    ].filter((text) => text !== undefined).join("\n"));
    return words.every((word) => (word.includes("/") ? folded(this.path) : this.#text).includes(word));
  }
}

/** Returns the words of a search. */
export function searchWords(text) {
  return folded(text).split(/\s+/u).filter((word) => word !== "");
}

/** Returns a text as it is compared in a search. */
export function folded(text) {
  return text.normalize("NFC").toLowerCase();
}

/** Returns the place that a fragment names; null for none. */
export function placeOf(fragment) {
  if (!fragment.startsWith("#/")) return null;
  try {
    return fragment.slice(1).split("/").map(decodeURIComponent).join("/");
  } catch {
    return fragment.slice(1);
  }
}
