// What all fronts share: colours of the page, a plane with axes, dragging, controls, and questions to the kernel.
// A front is `draw(state)`: it shows a state, and asks the kernel for moves. It keeps nothing else.

const SVG = "http://www.w3.org/2000/svg";

// ---- elements ----------------------------------------------------------------------------------------------------

/** An HTML element with attributes and children; `on` holds its listeners. */
export function html(tag, { on = {}, ...attributes } = {}, ...children) {
  return furnish(document.createElement(tag), on, attributes, children);
}

/** The same for SVG. */
export function svg(tag, { on = {}, ...attributes } = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), on, attributes, children);
}

function furnish(element, on, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener);
  element.append(...children);
  return element;
}

/** Set an attribute, if it is another one than now: what does not change is not drawn again. */
export function set(element, name, value) {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? "" : value);
}

export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// ---- the frame ---------------------------------------------------------------------------------------------------

const STYLE = `
.al { --ink: var(--jp-content-font-color1, #1a1a1a); --soft: var(--jp-content-font-color2, #5a5a5a);
  --paper: var(--jp-layout-color0, #fff); --line: var(--jp-border-color1, #c4c4c4); --faint: var(--jp-layout-color2, #eee);
  --focus: var(--jp-brand-color1, #1976d2);
  --blue: #0072b2; --orange: #b8500a; --green: #007a5a; --purple: #a0447c; --yellow: #8a6d00;
  --ground: var(--faint); /* of what has colours of its own: a number 0 in a map */
  color: var(--ink); background: var(--paper); font: 13px/1.45 var(--jp-ui-font-family, system-ui, sans-serif);
  padding: 8px; max-width: 720px; box-sizing: border-box; container-type: inline-size; }
body[data-jp-theme-light="false"] .al { --blue: #56b4e9; --orange: #f0985a; --green: #35c79b; --purple: #e29ac4; --yellow: #f0e442;
  --ground: var(--jp-layout-color1, #212121); }
.al *, .al *::before { box-sizing: border-box; }
.al svg, .al canvas { display: block; max-width: 100%; touch-action: pan-y; user-select: none; -webkit-user-select: none; }
.al text { font: 12px var(--jp-ui-font-family, system-ui, sans-serif); fill: var(--ink); }
.al svg.plane { max-width: 100%; height: auto; }
.al .plane text { font-size: calc(12px * var(--unit, 1)); }
.al .beside { display: grid; gap: 4px 8px; align-items: start; grid-template-columns: minmax(0, 1fr); }
@container (min-width: 520px) { .al .beside { grid-template-columns: var(--columns); } }
.al .legend { display: flex; flex-wrap: wrap; gap: 2px 16px; margin: 4px 0 0; color: var(--soft); font-size: 12px; }
.al .soft, .al text.soft { color: var(--soft); fill: var(--soft); }
.al .words { white-space: pre-wrap; margin-top: 6px; font-variant-numeric: tabular-nums; min-height: 2.9em; }
.al .grip { cursor: grab; touch-action: none; }
.al .grip:active { cursor: grabbing; }
.al :focus { outline: none; }
.al :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
.al .controls { display: grid; grid-template-columns: max-content minmax(120px, 300px) minmax(6em, max-content);
  gap: 4px 12px; align-items: center; margin-bottom: 6px; }
@container (max-width: 340px) { /* on a phone, between JupyterLab's margins */
  .al .controls { grid-template-columns: max-content minmax(50px, 1fr) max-content !important; column-gap: 8px; }
}
.al .controls > .wide { grid-column: 2 / -1; }
.al .controls > .row { grid-column: 1 / -1; }
.al .buttons { display: inline-flex; flex-wrap: wrap; gap: 4px; }
.al input[type=range] { width: 100%; margin: 0; accent-color: var(--focus); }
.al output { font-variant-numeric: tabular-nums; white-space: nowrap; }
.al button { font: inherit; color: var(--ink); background: var(--faint); border: 1px solid var(--line); border-radius: 4px;
  padding: 2px 10px; min-height: 26px; cursor: pointer; }
.al button[aria-pressed=true] { background: var(--ink); color: var(--paper); border-color: var(--ink); }
.al button:disabled { opacity: .5; cursor: default; }
@media (prefers-reduced-motion: reduce) { .al * { transition: none !important; animation: none !important; } }
`;

const KEYS_OF_THE_PAGE = ["Escape", "Tab"];
const HELD = "svg g.grip, svg .bc-grip"; // what a finger drags in any direction
const WITH_CONTROL = ["s", "b"]; // save; show or hide the files: these work wherever the focus is

/** The root of a front inside `el`. JupyterLab's shortcuts do not fire inside it; Escape gives the focus back. */
export function frame(el, label) {
  const root = html("div", { class: "al", role: "group", "aria-label": label, "data-lm-suppress-shortcuts": "true" });
  root.append(html("style", {}, STYLE));
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") document.activeElement?.blur();
    else if ((event.ctrlKey || event.metaKey) && WITH_CONTROL.includes(event.key.toLowerCase())) handOn(event, root);
    else if (!KEYS_OF_THE_PAGE.includes(event.key)) event.stopPropagation();
  });
  // `touch-action` does not reach the parts of an SVG: without this, a finger that drags one up moves the page.
  root.addEventListener("touchmove", (event) => {
    if (event.target.closest?.(HELD) && event.cancelable) event.preventDefault();
  }, { passive: false });
  takeBackSwipes(root);
  el.append(root);
  return root;
}

/** A finger that scrolls the page may begin on a slider: what it has moved there is taken back. */
function takeBackSwipes(root) {
  let slider = null, before = "";
  root.addEventListener("pointerdown", ({ target }) => {
    slider = target.matches?.("input[type=range]") ? target : null;
    before = slider?.value;
  }, { capture: true });
  root.addEventListener("pointercancel", () => {
    if (slider && slider.value !== before) {
      slider.value = before;
      slider.dispatchEvent(new Event("input"));
    }
    slider = null;
  });
}

/** Give a key to the page, as if it had been pressed beside the front. */
function handOn(event, root) {
  const { key, code, keyCode, ctrlKey, metaKey, shiftKey, altKey } = event;
  event.preventDefault();
  event.stopPropagation();
  const same = { key, code, keyCode, ctrlKey, metaKey, shiftKey, altKey, bubbles: true, cancelable: true };
  root.parentElement?.dispatchEvent(new KeyboardEvent("keydown", same));
}

/** Call `redraw` whenever the page changes its theme: a canvas has no CSS variables. Returns a function that stops it. */
export function onTheme(redraw) {
  const observer = new MutationObserver(redraw);
  observer.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-name", "data-jp-theme-light"] });
  return () => observer.disconnect();
}

/** The page's value of one of the colours above, such as "--ink". */
export const colour = (root, name) => getComputedStyle(root).getPropertyValue(name).trim();

const isDark = () => document.body.dataset.jpThemeLight === "false";

/** How much of its colour a share from 0 to 1 is given: on a dark ground, small ones would hardly be seen. */
export const visibly = (share) => (isDark() ? share ** 0.65 : share);

export const wantsLittleMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// ---- the kernel --------------------------------------------------------------------------------------------------

const SILENT = "No answer from the kernel so far. If it is busy, wait; if it was restarted, run this cell again.";
const GONE = "The kernel has been restarted, or is gone. Run this cell again to move what it computes.";

/**
 * Hear the kernel also on a slow page. anywidget passes the kernel's messages on only if a front is there two seconds
 * after its model, and otherwise drops them all. Here the front is there, so the messages take the ordinary way again.
 */
export function hearKernel(model) {
  const hear = (real) => {
    const ordinary = Object.getPrototypeOf(Object.getPrototypeOf(real))._handle_comm_msg;
    real.comm?.on_msg(ordinary.bind(real));
  };
  model.on("change:arrived", hear); // what a listener is given is the model itself, which a front has no other way to
  model.set("arrived", true);
  model.off("change:arrived", hear);
}

/**
 * Moves for the model in the kernel. `ask(move, ...args)` sends one; while two are under way, only the newest waits.
 * `draw` gets each state that comes back. Nothing is lost: the last move is always sent, and its answer drawn.
 */
export function asker(model, draw) {
  const all = { ...model.get("state") };
  let underWay = 0, waiting = null, number = 0, drawn = 0, watchdog;
  const next = () => {
    if (underWay >= 2 || !waiting) return;
    const asked = { n: ++number, ...waiting };
    waiting = null;
    try { model.send(asked); } catch { draw(Object.assign(all, { problem: GONE })); return; }
    underWay++;
    clearTimeout(watchdog);
    watchdog = setTimeout(silent, 5000);
  };
  /** The kernel is busy, or another one: what was asked of it may be lost. */
  const silent = () => {
    if (underWay) draw(Object.assign(all, { problem: SILENT }));
    underWay = 0;
    next();
  };
  const answered = (message) => {
    if (!("n" in message)) return;
    underWay = Math.max(0, underWay - 1);
    if (message.n >= drawn) { drawn = message.n; draw(Object.assign(all, message.state, { problem: message.problem })); }
    next();
  };
  const changed = () => draw(Object.assign(all, model.get("state")));
  hearKernel(model);
  model.on("msg:custom", answered);
  model.on("change:state", changed);
  draw(all);
  const ask = (move, ...args) => { waiting = { move, args }; next(); };
  ask.stop = () => { clearTimeout(watchdog); model.off("msg:custom", answered); model.off("change:state", changed); };
  return ask;
}

// ---- hands and keys ----------------------------------------------------------------------------------------------

/** Let `element` be dragged, with a mouse, a pen or a finger: `move(event, start)` for each place it is dragged to. */
export function draggable(element, { start = () => null, move, end = () => {} }) {
  let from = null;
  element.classList.add("grip");
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    element.focus?.({ preventScroll: true });
    from = { x: event.clientX, y: event.clientY, held: start(event) };
  });
  element.addEventListener("pointermove", (event) => { if (from) move(event, from); });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
    element.addEventListener(name, (event) => { if (from) { from = null; end(event); } });
  }
  return element;
}

const STEPS_OF_KEYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * Let an element be moved by the arrow keys, ten times as far with Shift: `move(dx, dy)` in steps. Home and End go to
 * the ends of the range: `toEnd(-1)` and `toEnd(1)`, which else is `move` by more than there is.
 */
export function movableByKeys(element, move, toEnd = (sign) => move(sign * 1e6, 0)) {
  set(element, "tabindex", 0);
  element.addEventListener("keydown", (event) => {
    const step = STEPS_OF_KEYS[event.key], end = { Home: -1, End: 1 }[event.key];
    if ((!step && !end) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (end) return toEnd(end);
    const size = event.shiftKey ? 10 : 1;
    move(step[0] * size, step[1] * size);
  });
  return element;
}

// ---- controls ----------------------------------------------------------------------------------------------------

let labels = 0;

/** A grid of controls: rows of a label, a control and a read-out. */
export const controls = (...rows) => html("div", { class: "controls" }, ...rows.flat());

/**
 * A slider over stops: [text, value] each. `slider.show(value)` moves it without a call of `move`.
 * The slider is one of the page's own, so it takes keys, touch and a screen reader's commands.
 */
export function slider(label, stops, move) {
  const id = `al-${++labels}-${Math.random().toString(36).slice(2, 7)}`;
  const readout = html("output", { for: id });
  const input = html("input", { type: "range", id, min: 0, max: stops.length - 1, step: 1, "aria-label": label });
  const tell = () => {
    const text = stops[input.value][0];
    write(readout, text);
    set(input, "aria-valuetext", text);
  };
  input.addEventListener("input", () => { tell(); move(stops[input.value][1]); });
  const row = [html("label", { for: id }, label), input, readout];
  row.show = (value) => {
    const distance = (stop) => Math.abs(stop[1] - value);
    const nearest = stops.reduce((best, stop, i) => (distance(stop) < distance(stops[best]) ? i : best), 0);
    if (document.activeElement !== input || Number(input.value) !== nearest) input.value = nearest;
    tell();
  };
  row.input = input;
  return row;
}

/** Buttons side by side, one of them pressed: [text, value] each. `choice.show(value)` presses one without a call. */
export function choice(label, options, choose) {
  const buttons = options.map(([text, value]) =>
    html("button", { type: "button", "aria-pressed": "false", on: { click: () => { row.show(value); choose(value); } } }, text));
  const group = html("div", { class: "wide buttons", role: "group", "aria-label": label }, ...buttons);
  const row = [html("span", {}, label), group];
  row.show = (value) => options.forEach(([, each], i) => set(buttons[i], "aria-pressed", String(each === value)));
  return row;
}

export const button = (text, press, attributes = {}) =>
  html("button", { type: "button", on: { click: press }, ...attributes }, text);

// ---- planes with axes --------------------------------------------------------------------------------------------

/** Round numbers that divide a range into some `count` parts. */
export function ticks(low, high, count = 5) {
  const rough = (high - low) / count, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((s) => s >= rough);
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, i) => (first + i) * step);
}

export const powersOfTen = (low, high, every = 1) => {
  const first = Math.ceil(Math.log10(low) - 1e-9), last = Math.floor(Math.log10(high) + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((k) => k % every === 0).map((k) => 10 ** k);
};

const SUPERSCRIPTS = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
export const power = (number) => "10" + [...String(Math.round(Math.log10(number)))].map((c) => SUPERSCRIPTS[c]).join("");
export const short = (number) => String(Number(number.toPrecision(6))).replace("-", "−");

/** Pictures side by side, as wide as `columns` says (of CSS's grid); one below the other where they would be too small. */
export const beside = (columns, ...pictures) =>
  html("div", { class: "beside", style: `--columns: ${columns}` }, ...pictures);

const LARGEST_UNIT = 1.35; // of texts in a picture that is drawn smaller
const sizes = new ResizeObserver((entries) => {
  for (const { target, contentRect: { width } } of entries) {
    const unit = width ? Math.min(LARGEST_UNIT, Math.max(1, target.viewBox.baseVal.width / width)) : 1;
    target.style.setProperty("--unit", unit.toFixed(3));
  }
});

/** Let a picture shrink to the room there is. Its texts keep their size on the screen as far as they can. */
export function shrinking(node) {
  node.classList.add("plane");
  sizes.observe(node);
  return node;
}

let planes = 0;

/**
 * A plane with axes, `width` by `height`, in which curves are drawn: `plane.g` holds what is drawn and is clipped to the
 * inside; `plane.over` lies above it, unclipped, for what is taken hold of. `plane.limits(x, y)` sets the ranges.
 */
export function plane({ width, height, xlabel = "", ylabel = "", title = "", logx = false, logy = false,
  left = 48, right = 12, top = 24, bottom = 40, tickX = short, tickY = short, countX = 5, countY = 5 }) {
  const clip = `al-clip-${++planes}-${Math.random().toString(36).slice(2, 8)}`; // two fronts on a page never share one
  const inside = { x: left, y: top, width: width - left - right, height: height - top - bottom };
  const grid = svg("g"), g = svg("g", { "clip-path": `url(#${clip})` }), over = svg("g");
  const heading = svg("text", { x: left, y: top - 9, "font-weight": "bold" }, title);
  const node = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height },
    svg("defs", {}, svg("clipPath", { id: clip }, svg("rect", inside))),
    grid,
    svg("rect", { ...inside, fill: "none", stroke: "var(--line)" }),
    g, over, heading,
    svg("text", { x: left + inside.width / 2, y: height - 6, "text-anchor": "middle" }, xlabel),
    svg("text", { transform: `translate(16 ${top + inside.height / 2}) rotate(-90)`, "text-anchor": "middle" }, ylabel));
  shrinking(node);
  const self = { node, g, over, inside };
  const scale = (log, range, from, length) => {
    const f = log ? Math.log10 : (v) => v, [a, b] = range.map(f);
    return (v) => from + ((f(v) - a) / (b - a)) * length;
  };
  const unscale = (log, range, from, length) => {
    const f = log ? Math.log10 : (v) => v, [a, b] = range.map(f);
    return (p) => { const v = a + ((p - from) / length) * (b - a); return log ? 10 ** v : v; };
  };
  self.limits = (xs, ys, { xticks, yticks } = {}) => {
    const { x, y, width: w, height: h } = inside;
    self.x = scale(logx, xs, x, w);
    self.y = scale(logy, ys, y + h, -h);
    self.unx = unscale(logx, xs, x, w);
    self.uny = unscale(logy, ys, y + h, -h);
    const across = xticks ?? (logx ? powersOfTen(Math.min(...xs), Math.max(...xs), 4) : ticks(...xs, countX));
    const up = yticks ?? (logy ? powersOfTen(Math.min(...ys), Math.max(...ys), 4) : ticks(...ys, countY));
    grid.replaceChildren(
      ...across.flatMap((v) => [
        svg("line", { x1: self.x(v), x2: self.x(v), y1: y, y2: y + h, stroke: "var(--line)", "stroke-opacity": 0.45 }),
        svg("text", { x: self.x(v), y: y + h + 16, "text-anchor": "middle", class: "soft" }, tickX(v))]),
      ...up.flatMap((v) => [
        svg("line", { y1: self.y(v), y2: self.y(v), x1: x, x2: x + w, stroke: "var(--line)", "stroke-opacity": 0.45 }),
        svg("text", { x: x - 6, y: self.y(v) + 4, "text-anchor": "end", class: "soft" }, tickY(v))]));
  };
  /** The numbers under a pointer. */
  self.at = (event) => {
    const box = node.getBoundingClientRect();
    return [self.unx(((event.clientX - box.left) * width) / box.width), self.uny(((event.clientY - box.top) * height) / box.height)];
  };
  self.title = (text) => write(heading, text);
  return self;
}

/** The `d` of a path through points; where a number is missing, the path is interrupted. */
export function path(xs, ys, X, Y) {
  let d = "", pen = "M";
  for (let i = 0; i < xs.length; i++) {
    const px = X(xs[i]), py = ys[i] === null ? NaN : Y(ys[i]);
    if (!Number.isFinite(px) || !Number.isFinite(py)) { pen = "M"; continue; }
    d += `${pen}${px.toFixed(2)},${Math.max(-1e4, Math.min(1e4, py)).toFixed(2)}`;
    pen = "L";
  }
  return d;
}

/** A point that can be taken hold of: a dot with a wide, invisible rim for fingers, and a name for screen readers. */
export function handle(label, fill) {
  return svg("g", { tabindex: 0, role: "slider", "aria-label": label, "aria-orientation": "horizontal" },
    svg("circle", { r: 18, fill: "transparent" }),
    svg("circle", { r: 7, fill, stroke: "var(--paper)", "stroke-width": 2 }));
}

export const place = (element, x, y) => set(element, "transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);

/** A number as Python's `format(number, f".{digits}g")` writes it, for words that a model says too. */
export function general(number, digits = 6) {
  if (!Number.isFinite(number)) return String(number).replace("Infinity", "inf").replace("NaN", "nan");
  const [mantissa, exponent] = number.toExponential(digits - 1).split("e"), power = Number(exponent);
  const trimmed = (text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  if (power >= -4 && power < digits) return trimmed(number.toFixed(digits - 1 - power));
  return `${trimmed(mantissa)}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

/** A number as Python's `format(number, f".{digits}e")` writes it: an exponent has two digits at least. */
export const scientific = (number, digits) =>
  number.toExponential(digits).replace(/e([+-])(\d)$/, "e$10$2");

/** A number as Python's `format(number, f"z.{digits}f")` writes it: a tie goes to the even digit, and 0 has no sign. */
export function fixed(number, digits) {
  let text = number.toFixed(digits);
  const exact = Math.abs(number).toFixed(Math.min(100, digits + 40)), rest = exact.slice(exact.length - 40);
  if (/^50*$/.test(rest)) { // toFixed rounds a tie away from 0
    const down = exact.slice(0, -40).replace(/\.$/, "");
    if (Number(down.at(-1)) % 2 === 0) text = (number < 0 ? "-" : "") + down;
  }
  return Number(text) === 0 ? text.replace("-", "") : text;
}

const sigmoid = (x) => (x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x)));

/** The functions that a neuron may end in, and others, as the engine computes them: [value, slope] at x. */
export const FUNCTIONS = {
  linear: (x) => [x, 1],
  tanh: (x) => { const y = Math.tanh(x); return [y, 1 - y * y]; },
  sigmoid: (x) => { const y = sigmoid(x); return [y, y * (1 - y)]; },
  relu: (x) => (x > 0 ? [x, 1] : [0, 0]),
  leaky_relu: (x) => (x > 0 ? [x, 1] : [0.01 * x, 0.01]),
  softplus: (x) => [Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x))), sigmoid(x)],
  sin: (x) => [Math.sin(x), Math.cos(x)],
  exp: (x) => [Math.exp(x), Math.exp(x)],
};
