// Completion in Yasqe from the graph's own vocabulary; nothing is asked of other hosts.

const MOST = 100;

/**
 * Let Yasqe complete prefixes, classes and properties.
 * @param Yasqe the editor's class
 * @param {Object<string, string>} prefixes namespaces by prefix
 * @param {Promise<{classes: Term[], properties: Term[]}>} vocabulary terms with `iri`, `label` and `count`
 */
export function completeFrom(Yasqe, prefixes, vocabulary) {
  Object.assign(Yasqe.Autocompleters.prefixes, {
    get: () => Object.entries(prefixes).map(([prefix, namespace]) => `${prefix}: <${namespace}>`).sort(),
    persistenceId: null,
  });
  for (const [name, list] of [["class", "classes"], ["property", "properties"]]) {
    Object.assign(Yasqe.Autocompleters[name], {
      get: async (_yasqe, token) => matching((await vocabulary)[list], token, prefixes).map((term) => term.iri),
      postProcessSuggestion: (yasqe, _token, iri) => shortened(yasqe, iri, prefixes),
      autoShow: false,
      bulk: false,
      persistenceId: null,
    });
  }
}

/** Return the terms that fit what is typed: an IRI or CURIE by its beginning, a word by any part of the name. */
export function matching(terms, token, prefixes) {
  const typed = (token?.autocompletionString ?? token?.string ?? "").replace(/^</, "").trim();
  const [, prefix, local] = /^([\w-]*):([\w-]*)$/.exec(typed) ?? [];
  const begin = prefix !== undefined && prefix in prefixes ? prefixes[prefix] + local : typed;
  const word = typed.toLowerCase();
  const fits = (term) => term.iri.startsWith(begin)
    || (!typed.includes(":") && (localName(term.iri).toLowerCase().includes(word) || term.label.toLowerCase().includes(word)));
  return terms.filter(fits).slice(0, MOST);
}

function localName(iri) {
  return /[^/#]*$/.exec(iri)[0];
}

/** Return an IRI as the query may write it: with a prefix that it declares, or that is declared for it. */
function shortened(yasqe, iri, prefixes) {
  for (const [prefix, namespace] of Object.entries({ ...prefixes, ...yasqe.getPrefixesFromQuery() })) {
    if (iri.startsWith(namespace) && /^[A-Za-z_][\w-]*$/.test(iri.slice(namespace.length))) {
      return `${prefix}:${iri.slice(namespace.length)}`;
    }
  }
  return `<${iri}>`;
}
