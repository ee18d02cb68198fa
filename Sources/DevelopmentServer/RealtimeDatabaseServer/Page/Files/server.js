// The server's protocol: REST for data, and the page's own requests for rows and changes.

/** A refused or failed request. */
export class RequestError extends Error {
  constructor(status, message, explanation) {
    super(message);
    this.status = status;
    this.explanation = explanation;
  }
}

/** Returns a text for an address, which may be quoted in a shell. */
function encode(text) {
  return encodeURIComponent(text).replaceAll("'", "%27");
}

/** Returns a place's path in an address. */
export function path(place) {
  return "/" + place.map(encode).join("/");
}

/** Returns the keys of a path in an address. */
export function place(path) {
  return path.split("/").filter((key) => key !== "").map(decodeURIComponent);
}

export class Server {
  /** Undefined for an administrator, null for nobody, or `auth` as rules see it. */
  auth = undefined;

  /** Called with "live" or "lost". */
  onState = () => {};
  /** Called with the places that have changed. */
  onChanges = () => {};

  #stream = null;
  #retry = 0;

  // MARK: Requests

  /** Returns the address of a place's data. */
  address(place, parameters = {}) {
    return `${path(place)}.json${this.#query(parameters)}`;
  }

  #query(parameters) {
    const all = { ...parameters };
    if (this.auth !== undefined) all.auth_variable_override = JSON.stringify(this.auth);
    const query = Object.entries(all)
      .map(([name, value]) => `${name}=${encode(value)}`);
    return query.length ? `?${query.join("&")}` : "";
  }

  /** Returns the rows of a place and its children; see `PageService.swift`. */
  async rows(place, parameters = {}) {
    const response = await this.#send("GET", `/.page/children${this.address(place, parameters)}`);
    return response.json();
  }

  /** Returns the places of a value that don't fit the schema, with the reasons. */
  async misfits(place, json) {
    return (await this.#send("POST", `/.page/check${path(place)}.json`, json)).json();
  }

  async read(place) {
    return (await this.#send("GET", this.address(place))).text();
  }

  /** Writes JSON: PUT, PATCH, POST or DELETE. */
  async write(method, place, json) {
    return (await this.#send(method, this.address(place, method === "POST" ? {} : { print: "silent" }), json));
  }

  async #send(method, address, body) {
    const headers = { Authorization: "Bearer owner", "X-Explain-Refusal": "true" };
    let response;
    try {
      response = await fetch(address, { method, headers, body, cache: "no-store" });
    } catch {
      throw new RequestError(0, "The server can't be reached.");
    }
    if (response.ok) return response;
    const { error, explanation } = await response.json().catch(() => ({}));
    throw new RequestError(response.status, error ?? `The server answered ${response.status}.`, explanation);
  }

  // MARK: Changes

  /** Follows the changes, also after the server has been away. */
  follow() {
    this.unfollow();
    this.#stream = new EventSource("/.page/changes?auth=owner");
    this.#stream.onopen = () => this.onState("live");
    this.#stream.onerror = () => {
      this.onState("lost");
      this.#stream.close();
      this.#retry = setTimeout(() => this.follow(), 700);
    };
    this.#stream.addEventListener("changes", (event) => {
      this.onChanges(JSON.parse(event.data).map((path) => path.split("/").filter((key) => key !== "")));
    });
  }

  get isFollowing() { return this.#stream !== null; }

  unfollow() {
    clearTimeout(this.#retry);
    this.#stream?.close();
    this.#stream = null;
  }
}
