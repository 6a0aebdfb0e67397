// Everything works without this script. It measures the time on the visible page, links slider and number,
// moves the focus to the heading, and disables the button once a form is on its way.
"use strict";
document.querySelector("h1").focus();
const time = document.querySelector("input[name=client_ms]");
let visible = document.hidden ? null : performance.now();
let total = 0;
document.addEventListener("visibilitychange", () => {
  if (document.hidden && visible !== null) { total += performance.now() - visible; visible = null; }
  else if (!document.hidden && visible === null) { visible = performance.now(); }
});
for (const form of document.querySelectorAll("form")) {
  form.addEventListener("submit", () => {
    if (time) time.value = Math.round(total + (visible === null ? 0 : performance.now() - visible));
    setTimeout(() => { for (const button of form.querySelectorAll("button")) button.disabled = true; }, 0);
  });
}
window.addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll("button")) button.disabled = false;
});
const slider = document.querySelector("#slider");
const number = document.querySelector("#probability");
if (slider && number) {
  document.querySelector("#slider-part").hidden = false;
  slider.addEventListener("input", () => { number.value = slider.value; });
  number.addEventListener("input", () => { if (number.value) slider.value = number.value; });
}
