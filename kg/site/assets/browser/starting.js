// Starts the worker while the rest of the page is still on its way; results/browser.js takes it over, with what it said.

(() => {
  const worker = new Worker(new URL("worker.js", document.currentScript.src));
  const said = [];
  worker.onmessage = ({ data }) => said.push(data);
  globalThis.startedEngine = { worker, said };
})();
