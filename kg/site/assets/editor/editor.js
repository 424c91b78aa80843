// The field in which queries are written: Yasqe where it was installed, else the text field of the page.

import { completeFrom } from "./completion.js";

/**
 * A field for queries.
 * @typedef {{get: () => string, set: (query: string) => void, mark: (line: number, column: number) => void,
 *            clear: () => void, focus: () => void}} Editor
 */

/** Return the editor of a text field. `run` is called on Ctrl+Enter; `vocabulary` is a promise of terms. */
export function editorOf(field, { run, prefixes, vocabulary }) {
  return window.Yasqe ? yasqeOf(field, { run, prefixes, vocabulary }) : plain(field, run);
}

function plain(field, run) {
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run();
  });
  return {
    get: () => field.value,
    set: (query) => { field.value = query; },
    mark: (line, column) => select(field, line, column),
    clear: () => field.removeAttribute("aria-invalid"),
    focus: () => field.focus(),
  };
}

/** Select the place of an error in a text field, from there to the end of its line. */
function select(field, line, column) {
  const lines = field.value.split("\n");
  const begin = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  field.setAttribute("aria-invalid", "true");
  field.setSelectionRange(begin + Math.max(0, column - 1), begin + (lines[line - 1] ?? "").length);
}

function yasqeOf(field, { run, prefixes, vocabulary }) {
  const { Yasqe } = window;
  const query = field.value;
  completeFrom(Yasqe, prefixes, vocabulary);
  field.closest("label, .plain")?.setAttribute("hidden", "");
  const yasqe = new Yasqe(field.closest("form").querySelector(".editor"), {
    value: query,
    autocompleters: ["prefixes", "property", "class", "variables"],
    persistenceId: null, // the page itself keeps the last query, for this window only
    createShareableLink: null,
    consumeShareLink: null,
    showQueryButton: false,
    resizeable: false,
    editorHeight: "20rem",
    foldGutter: false,
    gutters: ["gutterErrorBar", "CodeMirror-linenumbers"],
  });
  // Tab goes on to the next control (WCAG 2.1.2); queries are run by the page, not by Yasqe.
  const keys = { ...yasqe.getOption("extraKeys"), Tab: false, "Shift-Tab": false, "Ctrl-S": false, Esc: false };
  yasqe.setOption("extraKeys", { ...keys, "Ctrl-Enter": () => run(), "Cmd-Enter": () => run() });
  yasqe.getInputField().setAttribute("aria-label", "SPARQL query");
  // A long query scrolls, also by the keys of those who only read it (WCAG 2.1.1).
  const scrolling = yasqe.getScrollerElement();
  for (const [name, value] of [["tabindex", "0"], ["role", "region"], ["aria-label", "Text of the query"]]) {
    scrolling.setAttribute(name, value);
  }
  return {
    get: () => yasqe.getValue(),
    set: (text) => yasqe.setValue(text),
    ...marking(yasqe),
    focus: () => yasqe.focus(),
  };
}

/** Return what marks the place of an error in Yasqe, and what takes the mark away. */
function marking(yasqe) {
  let marks = [];
  const clear = () => {
    marks.forEach((mark) => mark.clear());
    marks = [];
  };
  const mark = (line, column) => {
    clear();
    const at = Math.min(line, yasqe.lineCount()) - 1;
    const length = yasqe.getLine(at).length;
    const from = Math.max(0, Math.min(column - 1, length - 1));
    marks = [yasqe.markText({ line: at, ch: from }, { line: at, ch: length }, { className: "fault" })];
    yasqe.setCursor({ line: at, ch: from });
  };
  yasqe.on("change", clear);
  return { mark, clear };
}
