// The graph in this browser, with what is said while it is loaded.

import { t } from "../words.js";
import { Engine } from "./browser.js";

/** Return the endpoint of the graph; a status tells how far it is loaded. */
export function graphWith(root, status) {
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  let said = null;
  const engine = new Engine(root, (state) => {
    if (!state && status.textContent !== said) return; // something else is said by now
    said = state ? t("loading the graph: {loaded} of {total} MB", { loaded: megabytes(state.loaded), total: megabytes(state.total) }) : "";
    status.textContent = said;
  });
  return (request) => engine.ask(request);
}
