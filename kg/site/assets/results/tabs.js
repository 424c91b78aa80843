// Tabs, as the ARIA Authoring Practices Guide has them: arrows choose, Home and End go to the ends.

import { h } from "../dom.js";

const STEPS = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };

/**
 * Return tabs and their panel.
 * @param {string} label what the tabs are of
 * @param {Object<string, string>} titles by the names of the tabs
 * @param {string} selected the name of the tab that is open first
 * @param {(name: string) => Node[]} fill what the panel of a tab shows
 */
export function tabs(label, titles, selected, fill) {
  const panel = h("div", { role: "tabpanel", id: "result-panel", class: "panel-of-tab" });
  const buttons = Object.entries(titles).map(([name, title]) =>
    h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": panel.id, "data-name": name, click: () => open(name) }, title));
  const list = h("div", { role: "tablist", "aria-label": label, keydown: (event) => step(event, buttons, open) }, buttons);
  const open = (name, focus = false) => {
    for (const button of buttons) {
      const chosen = button.dataset.name === name;
      button.setAttribute("aria-selected", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
      if (chosen && focus) button.focus();
    }
    panel.setAttribute("aria-labelledby", `tab-${name}`);
    panel.replaceChildren(...fill(name));
  };
  open(selected);
  return [list, panel];
}

function step(event, buttons, open) {
  if (!(event.key in STEPS)) return;
  event.preventDefault();
  const now = buttons.indexOf(event.target.closest("button"));
  const by = STEPS[event.key];
  const next = Number.isFinite(by) ? (now + by + buttons.length) % buttons.length : by < 0 ? 0 : buttons.length - 1;
  open(buttons[next].dataset.name, true);
}
