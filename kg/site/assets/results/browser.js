// The endpoint in this browser: a worker that holds the graph. It is ended to cancel a query, and then begun anew.

import { keep } from "../keep.js";
import { t } from "../words.js";

const SECONDS = 60;

/**
 * What is asked and not answered yet.
 * @typedef {{message: object, resolve: (response: Response) => void, reject: (error: Error) => void}} Waiting
 */

export class Engine {
  /**
   * @param {string} root the address of the site
   * @param {(state: {loaded: number, total: number} | null) => void} told told how far the graph is loaded, null when it is
   */
  constructor(root, told = () => {}) {
    const address = new URL("sparql", new URL(root, document.baseURI)).href;
    Object.assign(this, { address, told, waiting: [], asked: null, failed: null });
    this.start();
  }

  /** Ask as `fetch` does; a signal that aborts ends the query. */
  ask({ signal, method, headers, body }) {
    return new Promise((resolve, reject) => {
      const one = { message: { url: this.address, method, headers, body }, resolve, reject };
      signal?.addEventListener("abort", () => this.cancel(one), { once: true });
      if (signal?.aborted) return this.cancel(one);
      this.waiting.push(one);
      return this.failed ? this.again() : this.next();
    });
  }

  start() {
    this.isOpen = false;
    const { worker, said } = started();
    this.worker = worker;
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.addEventListener("error", () => this.fail({ detail: t("The engine cannot be started in this browser.") }));
    for (const data of said) this.hear(data);
  }

  /** Try again what failed: the network may be back. */
  again() {
    this.failed = null;
    this.restart();
  }

  restart() {
    this.worker.terminate();
    this.start();
  }

  hear(data) {
    if (data.total) this.told(data);
    else if (data.opened) this.opened(data.opened);
    else if (data.failed) this.fail(data.failed);
    else this.answered(data.answer);
  }

  opened(resources) {
    this.isOpen = true;
    this.told(null);
    keep(resources);
    this.next();
  }

  /** Give the worker the next query, one at a time, so that what waits can be cancelled without ending it. */
  next() {
    if (!this.isOpen || this.asked || !this.waiting.length) return;
    this.asked = this.waiting.shift();
    this.timer = setTimeout(() => this.late(), SECONDS * 1000);
    this.worker.postMessage(this.asked.message);
  }

  answered({ status, headers, body }) {
    const { resolve } = this.done();
    resolve(new Response(body, { status, headers }));
    if (status === 422) this.restart(); // the engine has ended
    this.next();
  }

  late() {
    const { resolve } = this.done();
    resolve(problem(504, {
      title: t("Too long"), detail: t("The query took longer than {number} s and was ended.", { number: SECONDS }), hint: t("Ask for less."),
      limit: "time", value: SECONDS, unit: "s",
    }));
    this.restart();
  }

  done() {
    clearTimeout(this.timer);
    const one = this.asked;
    this.asked = null;
    return one;
  }

  cancel(one) {
    one.reject(new DOMException(t("The query was cancelled."), "AbortError"));
    this.waiting = this.waiting.filter((each) => each !== one);
    if (this.asked !== one) return;
    this.done();
    this.restart();
  }

  fail(failed) {
    this.failed = failed;
    this.told(null);
    this.refuse();
  }

  refuse() {
    const all = [...(this.asked ? [this.done()] : []), ...this.waiting.splice(0)];
    for (const { resolve } of all) resolve(problem(503, { title: t("No graph"), ...this.failed }));
  }
}

/** Return the worker that browser/starting.js has started, and what it said until now; later a new one. */
function started() {
  const early = globalThis.startedEngine ?? { worker: new Worker(new URL("../browser/worker.js", import.meta.url)), said: [] };
  delete globalThis.startedEngine;
  return early;
}

function problem(status, members) {
  return new Response(JSON.stringify({ status, ...members }), { status, headers: { "Content-Type": "application/problem+json" } });
}
