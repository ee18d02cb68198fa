// The query bar: a form, the parameters of REST, and the calls in other languages.

import { codeLine } from "./text.js";

/** The largest number of children that are shown. */
const largest = 1000;

/** Returns a bound as JSON: what is no JSON is text, and so are all keys. */
function bound(text, order) {
  if (order === "key") return JSON.stringify(text);
  try {
    const value = JSON.parse(text);
    return value === null || typeof value !== "object" ? text.trim() : JSON.stringify(text);
  } catch {
    return JSON.stringify(text);
  }
}

/** Returns a bound as it is written in the form. */
function written(json) {
  try {
    const value = JSON.parse(json);
    return typeof value === "string" && bound(value) === json ? value : json;
  } catch {
    return json;
  }
}

export class QueryBar {
  /** Called with the parameters of REST; null for all children. */
  onQuery = () => {};

  constructor(form, calls) {
    this.form = form;
    this.calls = calls;
    const { order, child, lower, upper } = form.elements;
    form.oninput = () => {
      child.hidden = order.value !== "child";
      upper.disabled = form.elements.upperBound.disabled = lower.value === "equalTo";
    };
    form.onsubmit = (event) => {
      event.preventDefault();
      this.onQuery(this.parameters());
    };
    form.querySelector("#allchildren").onclick = () => this.onQuery(null);
  }

  /** Returns the form as parameters of REST. */
  parameters() {
    const { order, child, lower, lowerBound, upper, upperBound, end, limit } = this.form.elements;
    const parameters = { orderBy: JSON.stringify(order.value === "child" ? child.value : `$${order.value}`) };
    if (lowerBound.value !== "") parameters[lower.value] = bound(lowerBound.value, order.value);
    if (upperBound.value !== "" && !upperBound.disabled) parameters[upper.value] = bound(upperBound.value, order.value);
    // Shown in the form, so that nothing is left out without a word.
    if (limit.value.trim() === "" || Number(limit.value) > largest) limit.value = String(largest);
    parameters[end.value] = limit.value.trim();
    return parameters;
  }

  /** Shows parameters in the form; null for all children. */
  show(parameters) {
    this.calls.replaceChildren();
    if (!parameters) return;
    const fields = this.form.elements;
    const order = JSON.parse(parameters.orderBy ?? '"$key"');
    fields.order.value = { $key: "key", $value: "value" }[order] ?? "child";
    if (fields.order.value === "child") fields.child.value = order;
    for (const [name, field, value] of [
      ["startAt", "lower", "lowerBound"], ["startAfter", "lower", "lowerBound"], ["equalTo", "lower", "lowerBound"],
      ["endAt", "upper", "upperBound"], ["endBefore", "upper", "upperBound"],
    ]) {
      if (parameters[name] === undefined) continue;
      fields[field].value = name;
      fields[value].value = written(parameters[name]);
    }
    for (const name of ["limitToFirst", "limitToLast"]) {
      if (parameters[name] !== undefined) [fields.end.value, fields.limit.value] = [name, parameters[name]];
    }
    this.form.oninput();
  }

  /** Shows the calls of the query: Swift's, if there is a schema, and the address for curl. */
  showCalls(swift, address) {
    this.calls.replaceChildren(...(swift ? [codeLine(swift, "Swift")] : []), codeLine(`curl '${address}'`, "curl"));
  }
}
