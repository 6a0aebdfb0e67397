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
  const show = () => { slider.classList.toggle("untouched", !number.value); };  // no thumb suggests an answer
  document.querySelector("#slider-part").hidden = false;
  if (number.value) slider.value = number.value;
  slider.addEventListener("input", () => { number.value = slider.value; show(); });
  number.addEventListener("input", () => { if (number.value) slider.value = number.value; show(); });
  show();
}
const left = document.querySelector("#left");
if (left) {  // nothing is sent when the time is over: late answers are kept
  const begun = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.max(0, Math.round(left.dataset.seconds - (performance.now() - begun) / 1000));
    left.textContent = left.dataset.text.replace("#", seconds);
    if (seconds <= 20) document.querySelector("#warning").textContent = document.querySelector("#warning").dataset.text;
    if (seconds === 0) clearInterval(timer);
  }, 1000);
}
