// The site without a network: its service worker keeps what was seen. A published site has this on every page.

import { keep } from "./keep.js";

const ROOT = new URL("../", import.meta.url);

async function begin() {
  try {
    await navigator.serviceWorker.register(new URL("sw.js", ROOT));
  } catch {
    return; // a browser that allows none, or a site that is not secure: it then needs the network
  }
  const used = performance.getEntriesByType("resource").map(({ name }) => name);
  keep([location.href, ...used]);
}

if (navigator.serviceWorker) {
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}
