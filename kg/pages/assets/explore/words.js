// What the explorer says: what was found, and what is chosen. Names are put in as text, never as markup.

const MOST = 40;
const TITLES = {
  person: ["Person", "People"], work: ["Work", "Works"], organization: ["Organisation", "Organisations"],
  venue: ["Venue", "Venues"], topic: ["Topic", "Topics"], system: ["System", "Systems"],
};

export function found(list, nodes, choose) {
  list.replaceChildren(...nodes.map((node) => make("li", {}, choice(node, choose))));
}

export function describe(about, node, explorer, root) {
  if (!node) return about.replaceChildren(make("p", { className: "quiet", textContent: "Nothing is chosen." }));
  const page = make("a", { href: `${root}${node.local}/` }, make("bdi", { textContent: node.name }));
  const expand = make("button", { type: "button", textContent: "Fetch all neighbours", disabled: Boolean(node.isWhole) });
  const alone = make("button", { type: "button", textContent: "Only its neighbours", ariaPressed: String(explorer.alone) });
  expand.addEventListener("click", () => explorer.expand(node));
  alone.addEventListener("click", () => explorer.isolate());
  about.replaceChildren(
    make("p", { className: "quiet", textContent: TITLES[node.kind]?.[0] ?? node.kind }),
    make("h2", {}, page),
    make("p", { className: "acts" }, expand, alone),
    ...groups(node).flatMap(([kind, members]) => neighbours(kind, members, (each) => explorer.reveal(each))),
  );
}

function groups(node) {
  const kinds = new Map(Object.keys(TITLES).map((kind) => [kind, []]));
  for (const each of node.near) kinds.get(each.kind)?.push(each);
  return [...kinds].filter(([, members]) => members.length);
}

function neighbours(kind, members, choose) {
  const shown = members.sort((one, other) => other.near.size - one.near.size).slice(0, MOST);
  const more = members.length - shown.length;
  return [
    make("h3", { textContent: `${TITLES[kind][1]} (${members.length})` }),
    make("ul", {}, ...shown.map((node) => make("li", {}, choice(node, choose)))),
    ...(more ? [make("p", { className: "quiet", textContent: `and ${more} more` })] : []),
  ];
}

function choice(node, choose) {
  const button = make("button", { type: "button", className: "choice" }, make("bdi", { textContent: node.name }));
  button.addEventListener("click", () => choose(node));
  return button;
}

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}
