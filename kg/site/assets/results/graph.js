// The graph in this browser, with what is said while it is loaded.

import { Engine } from "./browser.js";

/** Return the endpoint of the graph; a status tells how far it is loaded. */
export function graphWith(root, status) {
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  let said = null;
  const engine = new Engine(root, (state) => {
    if (!state && status.textContent !== said) return; // something else is said by now
    said = state ? `loading the graph: ${megabytes(state.loaded)} of ${megabytes(state.total)} MB` : "";
    status.textContent = said;
  });
  return (request) => engine.ask(request);
}
