// Say what went wrong, as the server does (RFC 9457). A classic script: workers of all kinds import it.

const TITLES = {
  400: "Bad Request",
  403: "Forbidden",
  406: "Not Acceptable",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** An answer that is not what was asked for: a status, a sentence, what to do, and what programs may want to know. */
class Problem extends Error {
  constructor(status, detail, hint = "", more = {}) {
    super(detail);
    Object.assign(this, { status, hint, more });
  }

  /** Return it as a response. */
  response() {
    const hint = this.hint ? { hint: this.hint } : {};
    const members = { type: "about:blank", title: TITLES[this.status], status: this.status, detail: this.message };
    return new Response(`${JSON.stringify({ ...members, ...hint, ...this.more }, null, 2)}\n`, {
      status: this.status,
      headers: { "Content-Type": "application/problem+json" },
    });
  }
}
