// What the service worker of a published site is told; without one, nobody is.

/** Let the service worker keep files that were fetched before it served this page. */
export function keep(addresses) {
  navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ keep: addresses }));
}
