// The keys of the terminal: each presses what the page shows it beside.

const WRITING = "input, textarea, select, [contenteditable]";

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
  if (event.target.closest?.(WRITING)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const pressed = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!pressed) return;
  event.preventDefault();
  if (pressed.matches(WRITING)) pressed.focus();
  else pressed.click();
  if (pressed.matches("summary") && pressed.parentElement.open) pressed.parentElement.querySelector("textarea").focus();
});

// Two presses of a key are one answer: the second would be an answer to the next question.
addEventListener("submit", (event) => {
  if (document.body.dataset.sent) event.preventDefault();
  document.body.dataset.sent = "yes";
});
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
