// The broadcasting explorer: stretch an axis of a or b, and see which numbers meet, and which gradients add up.
// All of it is computed here while the hand moves; the model in the kernel is told.
import { asker, choice, controls, draggable, frame, html, place, set, shrinking, svg, write } from "./shared.js";

const STYLE = `
.al .bc-top { display: flex; flex-wrap: wrap; gap: 6px 28px; align-items: flex-start; margin-bottom: 4px; }
.al .bc-axes { display: grid; grid-template-columns: max-content repeat(3, max-content); gap: 3px 10px;
  align-items: center; }
.al .bc-axes .bc-head { text-align: center; color: var(--soft); font-size: 12px; }
.al .bc-size { display: inline-flex; }
.al .bc-size button { padding: 0; width: 26px; min-height: 28px; }
.al .bc-size button:first-child { border-radius: 4px 0 0 4px; }
.al .bc-size button:last-child { border-radius: 0 4px 4px 0; }
.al .bc-value { width: 58px; line-height: 26px; text-align: center; border: 1px solid var(--line); margin: 0 -1px;
  font-variant-numeric: tabular-nums; background: var(--paper); white-space: nowrap; }
.al .bc-size .bc-value { cursor: ew-resize; }
.al .bc-value.none { color: var(--soft); }
.al .bc-value.stretched { border: 2px dashed var(--orange); line-height: 24px; font-weight: bold; z-index: 1; }
.al .bc-value.clash { border: 2px solid var(--orange); line-height: 24px; font-weight: bold; color: var(--orange);
  z-index: 1; }
.al .bc-axes > .bc-value { width: 108px; }
.al.broadcasting .controls { grid-template-columns: max-content minmax(60px, 1fr) 5.4em; flex: 1 1 210px;
  margin: 20px 0 0; }
@container (max-width: 680px) {
  .al .bc-axes { gap: 3px 6px; }
  .al .bc-size button { width: 22px; }
  .al .bc-value { width: 48px; }
  .al .bc-axes > .bc-value { width: 90px; }
}
@container (max-width: 330px) { /* here a size is dragged */
  .al .bc-size button { display: none; }
  .al .bc-value, .al .bc-axes > .bc-value { width: 60px; border-radius: 4px; }
}
.al .bc-a { --own: var(--blue); } .al .bc-b { --own: var(--orange); } .al .bc-r { --own: var(--green); }
.al .bc-cell { transition: opacity .1s; cursor: default; }
.al .bc-cell rect { fill: var(--own); fill-opacity: .12; stroke: var(--own); stroke-width: 1; }
.al .bc-cell text { text-anchor: middle; font-variant-numeric: tabular-nums; pointer-events: none; }
.al .bc-cell.copy rect { stroke-dasharray: 3 3; stroke-opacity: .8; }
.al .bc-cell.copy text { fill: var(--soft); font-style: italic; }
.al .bc-cell.hot rect { stroke-width: 3.5; fill-opacity: .3; }
.al .bc-cell.hot text { font-weight: bold; fill: var(--ink); }
.al text.bc-title { font-weight: 600; font-size: 13px; }
.al text.bc-sign { font-size: 20px; text-anchor: middle; fill: var(--soft); }
.al text.bc-no { font-size: 14px; font-weight: bold; fill: var(--orange); }
.al .bc-grip { cursor: ew-resize; } .al .bc-grip.down { cursor: ns-resize; }
.al .bc-grip .pill { fill: var(--own); stroke: var(--paper); stroke-width: 2; }
.al .bc-grip:hover .pill { fill: var(--ink); }
.al .words.bc-words { min-height: 7.4em; }
`;
const NAMES = ["a", "b"], RESULT = "a + b";
const ROW = 30, TOP = 26; // in pixels, as are the next
const COLUMNS = [2, 242], BLOCK = 180; // the beginnings of a and b, and the height of an array with its title
// Where the arrays are: a, b, a + b, and their gradients.
const LAYOUTS = {
  wide: { width: 700, blocks: 2, sign: [468, 0], at: [[2, 0], [242, 0], [482, 0], [2, 1], [242, 1], [482, 1]] },
  narrow: { width: 462, blocks: 4, sign: [12, 1], at: [[2, 0], [242, 0], [26, 1], [2, 2], [242, 2], [26, 3]] },
};
const NARROW_PAGE = 520; // the width of the front in which the sum stands below a and b
const WIDE = 50, NARROW = 26, BETWEEN = 8; // the width of a number, with one page and with two; and between the pages
const REACH = 24; // the pixels for a step where a size is dragged in the table

// ---- what the model computes -------------------------------------------------------------------------------------

const product = (shape) => shape.reduce((all, size) => all * size, 1);
const minus = (number) => String(number).replace("-", "−");
const asTuple = (shape) => `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;
const inBrackets = (index) => (index.length ? `[${index.join(", ")}]` : "");
/** A shape with ones in front, so that it has three axes: pages, rows, columns. */
const padded = (shape) => [...Array(3 - shape.length).fill(1), ...shape];

/** The axis, counted from the end, where two shapes do not fit: -1 is looked at first. */
function clashOf(a, b) {
  for (let i = -1; i >= -Math.min(a.length, b.length); i--) {
    if (a.at(i) !== b.at(i) && a.at(i) !== 1 && b.at(i) !== 1) return i;
  }
  return null;
}

function broadcast(a, b) {
  if (clashOf(a, b) !== null) return null;
  const n = Math.max(a.length, b.length);
  return Array.from({ length: n }, (_, k) => [a.at(k - n) ?? 1, b.at(k - n) ?? 1].find((size) => size !== 1) ?? 1);
}

/** Which number of an array stands at [page, row, column] of the result, counted row by row. */
function entryAt(shape, at) {
  return padded(shape).reduce((sum, size, i) => sum * size + (size === 1 ? 0 : at[i]), 0);
}

/** The index of a number: as many numbers as the shape has axes. */
function indexOf(shape, entry) {
  const index = [];
  for (const size of shape.toReversed()) { index.unshift(entry % size); entry = Math.floor(entry / size); }
  return index;
}

const shapeOf = (state, name) => (name === RESULT ? broadcast(state.a, state.b) : state[name]);
const lastOf = (state) => product(shapeOf(state, state.name) ?? []) - 1;
const numberOf = (name, entry) => (name === "a" ? 10 : 1) * (entry + 1);

/** Everything about two shapes that fit: for each number of the result what it is made of, and all gradients. */
function met(state, gradient) {
  const result = broadcast(state.a, state.b);
  if (!result) return null;
  const origins = Array.from({ length: product(result) }, (_, k) => {
    const at = indexOf(padded(result), k);
    return { a: entryAt(state.a, at), b: entryAt(state.b, at), [RESULT]: k };
  });
  const back = (name) => {
    const sums = Array(product(state[name])).fill(0);
    origins.forEach((origin, k) => { sums[origin[name]] += gradient[k]; });
    return sums;
  };
  return { result, origins, back: { a: back("a"), b: back("b") } };
}

function axesInWords(state, name, result) {
  const shape = state[name], parts = [];
  for (let i = -result.length; i < -shape.length; i++) parts.push(`axis ${i} is new (summed over, it goes)`);
  for (let i = -shape.length; i < 0; i++) {
    if (shape.at(i) === result.at(i)) continue;
    parts.push(`axis ${i} is stretched from 1 to ${result.at(i)} (summed over, it stays)`);
  }
  return parts.length ? `${name}: ${parts.join(", ")}.` : `${name} is used as it is: ${name}.grad is g.`;
}

function payment(state, { origins, back }, gradient) {
  const { name, entry } = state, index = inBrackets(indexOf(state[name], entry));
  const paid = gradient.filter((_, k) => origins[k]?.[name] === entry), [first, ...rest] = paid;
  const terms = first + rest.map((p) => ` ${p < 0 ? "−" : "+"} ${Math.abs(p)}`).join("");
  const sum = rest.length ? `${terms} = ${back[name][entry]}` : terms;
  const times = rest.length ? `${paid.length} times` : "once";
  return `${name}${index} is used ${times}: ${name}.grad${index} = ${sum}`.replaceAll("-", "−");
}

function meeting(state, { result, origins }, gradient) {
  const at = inBrackets(indexOf(result, state.entry)), origin = origins[state.entry];
  const [a, b] = NAMES.map((name) => inBrackets(indexOf(state[name], origin[name])));
  const [x, y] = NAMES.map((name) => numberOf(name, origin[name]));
  return `(a + b)${at} = a${a} + b${b} = ${x} + ${y} = ${x + y}; `
    + `g${at} = ${minus(gradient[state.entry])} goes to a.grad${a} and to b.grad${b}`;
}

function inWords(state, all, gradient) {
  const { a, b } = state, both = `a of shape ${asTuple(a)} and b of shape ${asTuple(b)}`;
  if (!all) {
    const i = clashOf(a, b);
    return `${both} do not fit.\nAxis ${i} has size ${a.at(i)} in one and ${b.at(i)} in the other. `
      + "Counted from the end, sizes are equal, or one of them is 1.";
  }
  const selected = state.name === RESULT ? meeting(state, all, gradient) : payment(state, all, gradient);
  return [`${both}: a + b has shape ${asTuple(all.result)}.`, ...NAMES.map((n) => axesInWords(state, n, all.result)),
    selected].join("\n");
}

/** A shape with another size of one axis, counted from the end. Size 0 takes the outermost axis away. */
function resized(shape, axis, size, most) {
  const other = [...shape];
  while (other.length < -axis && size > 0) other.unshift(1);
  const k = other.length + axis;
  if (k < 0) return shape;
  if (size < 1 && k === 0) return other.slice(1);
  other[k] = Math.max(1, Math.min(most.at(axis), size));
  return other;
}

// ---- the front ---------------------------------------------------------------------------------------------------

function render({ model, el }) {
  const { gradient, most } = model.get("state");
  const root = frame(el, "broadcasting explorer");
  root.classList.add("broadcasting");
  root.append(html("style", {}, STYLE));
  let now = null, hovered = null, awaited = null, ask = () => {};

  // ---- the sizes ----

  const axes = [-3, -2, -1];
  const sizeOf = (shape, axis) => shape.at(axis) ?? 0;
  const resize = (name, axis, size) => change({ [name]: resized(now[name], axis, size, most) });

  /** A size with buttons around it; it can also be dragged and moved by keys. */
  function sizeBox(name, axis) {
    const step = (by) => resize(name, axis, sizeOf(now[name], axis) + by);
    const press = (text, by, label) => html("button", { type: "button", tabindex: -1,
      "aria-label": `${name}, axis ${axis}: ${label}`, on: { click: () => step(by) } }, text);
    const value = html("span", { class: "bc-value", role: "slider", tabindex: 0, "aria-label": `${name}, axis ${axis}`,
      "aria-valuemin": 0, "aria-valuemax": most.at(axis) });
    value.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      const to = { Home: 0, End: most.at(axis) }[event.key] ?? (/^[0-4]$/.test(event.key) ? Number(event.key) : null);
      if (!by && to === null) return;
      event.preventDefault();
      if (by) step(by); else resize(name, axis, to);
    });
    draggable(value, { start: () => sizeOf(now[name], axis), move: (event, from) => {
      const size = Math.max(0, from.held + Math.round((event.clientX - from.x) / REACH));
      if (size !== sizeOf(now[name], axis)) resize(name, axis, size);
    } });
    const less = press("−", -1, "smaller"), more = press("+", 1, "larger");
    return { less, value, more, node: html("span", { class: "bc-size" }, less, value, more) };
  }
  const boxes = Object.fromEntries(NAMES.map((name) => [name, axes.map((axis) => sizeBox(name, axis))]));
  const results = axes.map(() => html("span", { class: "bc-value" }));
  const table = html("div", { class: "bc-axes", role: "group", "aria-label": "sizes of the axes" }, html("span"),
    ...axes.map((axis) => html("span", { class: "bc-head" }, `axis ${axis}`)),
    ...NAMES.flatMap((name) => [html("b", {}, `${name} `), ...boxes[name].map(({ node }) => node)]),
    html("b", {}, RESULT), ...results);

  // ---- the selected number ----

  const looks = choice("look at", [...NAMES, RESULT].map((name) => [name, name]), (name) => change({ name }));
  const entry = html("input", { type: "range", min: 0, step: 1, "aria-label": "entry",
    on: { input: () => change({ entry: Number(entry.value) }) } });
  const readout = html("output");
  const rows = controls(looks, [html("span", {}, "entry"), entry, readout]);

  // ---- the cells ----

  const picture = shrinking(svg("svg", { role: "img" }));
  const many = product(most);

  /** An array as cells, pages side by side. Each cell knows which number it shows, or is a copy of. */
  function grid(name, look, isGradient) {
    const title = svg("text", { class: "bc-title" });
    const cells = Array.from({ length: many }, (_, k) => {
      const rect = svg("rect", { x: 2, y: 2, rx: 3, height: ROW - 4 }), text = svg("text", { y: ROW / 2 + 4 });
      const cell = svg("g", { class: "bc-cell" }, rect, text);
      return { rect, text, cell, at: indexOf(most, k), entry: null };
    });
    const node = svg("g", { class: `bc-${look}` }, title, ...cells.map(({ cell }) => cell));
    for (const one of cells) {
      one.cell.addEventListener("pointerenter", (event) => { if (!event.buttons) hover(name, one.entry); });
      one.cell.addEventListener("pointerleave", () => hover(null));
      one.cell.addEventListener("click", () => { hovered = null; change({ name, entry: one.entry }); });
    }
    picture.append(node);
    return { name, title, cells, node, isGradient };
  }
  const looksOf = [["a", "a"], ["b", "b"], [RESULT, "r"]];
  const grids = [false, true].flatMap((isGradient) => looksOf.map(([name, look]) => grid(name, look, isGradient)));
  const signs = ["+", "="].map((sign) => svg("text", { class: "bc-sign" }, sign));
  const no = svg("text", { class: "bc-no" }), why = svg("text");
  const ways = [svg("text"), svg("text")]; // out of shapes that do not fit: where the gradients would be
  let layout = null;
  /** Put the arrays side by side, or the sum below a and b. */
  function lay(kind) {
    if (layout === LAYOUTS[kind]) return;
    layout = LAYOUTS[kind];
    const size = { width: layout.width, height: layout.blocks * BLOCK }; // the same for all shapes: nothing jumps
    for (const [name, value] of Object.entries(size)) set(picture, name, value);
    set(picture, "viewBox", `0 0 ${size.width} ${size.height}`);
    layout.at.forEach(([x, block], i) => {
      Object.assign(grids[i], { x, y: TOP + block * BLOCK });
      set(grids[i].title, "x", x);
      set(grids[i].title, "y", grids[i].y - 9);
    });
    const [x, block] = layout.sign, level = TOP + ROW / 2 + 7;
    [[COLUMNS[1] - 14, level], [x, level + block * BLOCK]].forEach(([left, y], i) => {
      set(signs[i], "x", left);
      set(signs[i], "y", y);
    });
    const { x: left, y } = grids[2];
    const out = grids[3];
    for (const [text, x, down] of [[no, left, y + 20], [why, left, y + 42], [ways[0], out.x, out.y + 20],
      [ways[1], out.x, out.y + 42]]) {
      set(text, "x", x);
      set(text, "y", down);
    }
  }
  picture.append(...signs, no, why, ...ways);

  const width = () => (pagesNow() > 1 ? NARROW : WIDE);
  const pagesNow = () => Math.max(padded(now.a)[0], padded(now.b)[0]);
  /** The edges of an array, to be dragged: its last axis at the right, the one before below. */
  function grip(name, x, axis) {
    const isDown = axis === -2;
    const look = isDown ? { x: -13, y: -4, width: 26, height: 8 } : { x: -4, y: -13, width: 8, height: 26 };
    const kind = `bc-grip${isDown ? " down" : ""}`;
    const node = svg("g", { class: kind, "data-grip": `${name}${axis}`, "aria-hidden": "true" },
      svg("rect", { x: -19, y: -19, width: 38, height: 38, fill: "transparent" }),
      svg("rect", { class: "pill", rx: 4, ...look }));
    draggable(node, {
      start: () => ({ shape: now[name], unit: isDown ? ROW : width() }),
      move: (event, { x: x0, y: y0, held }) => {
        const pixels = picture.getBoundingClientRect().width / layout.width;
        const moved = (isDown ? event.clientY - y0 : event.clientX - x0) / pixels / held.unit;
        const size = Math.max(1, Math.min(4, (held.shape.at(axis) ?? 1) + Math.round(moved)));
        // An axis that was not there comes into being where it gets longer than 1.
        const isNone = held.shape.at(axis) === undefined && size === 1;
        const shape = isNone ? held.shape : resized(held.shape, axis, size, most);
        if (String(shape) !== String(now[name])) change({ [name]: shape });
        else drawn();
      },
    });
    (name === "a" ? grids[0] : grids[1]).node.append(node);
    return { node, name, x, axis };
  }
  const grips = NAMES.flatMap((name, i) => [-1, -2].map((axis) => grip(name, COLUMNS[i], axis)));

  const legend = html("div", { class: "legend" },
    html("span", {}, "▮ drag an edge"), html("span", {}, "┄ copies that broadcasting makes"),
    html("span", {}, "point at a number: what it is made of, whom it pays"),
    html("span", {}, "sizes: drag, ← →, or 0 to 4; 0 takes an axis away"));
  const words = html("div", { class: "words bc-words", "aria-live": "polite" });
  root.append(html("div", { class: "bc-top" }, table, rows), picture, legend, words);

  // ---- moves ----

  function hover(name, k) {
    const next = name === null || k === null ? null : { name, entry: k };
    if (next?.name === hovered?.name && next?.entry === hovered?.entry) return;
    hovered = next;
    paint();
  }

  function change(changes) {
    now = { ...now, ...changes, problem: "" };
    now.entry = Math.max(0, Math.min(lastOf(now), now.entry));
    hovered = null;
    paint();
    awaited = { a: now.a, b: now.b, name: now.name, entry: now.entry };
    ask("show", awaited.a, awaited.b, awaited.name, awaited.entry);
  }

  // ---- drawing ----

  const drawn = () => set(root, "data-drawn", performance.now().toFixed(1));

  function paintSizes(all) {
    axes.forEach((axis, k) => {
      const own = NAMES.map((name) => now[name].at(axis)), size = all?.result.at(axis);
      const isClash = !all && own.every((each) => each !== undefined && each !== 1) && own[0] !== own[1];
      NAMES.forEach((name, i) => {
        const { less, value, more } = boxes[name][k], isOuter = now[name].length === -axis;
        const isStretched = size !== undefined && own[i] !== size;
        write(value, isStretched ? `${own[i] ?? "–"} → ${size}` : String(own[i] ?? "–"));
        const look = isClash ? " clash" : isStretched ? " stretched" : own[i] === undefined ? " none" : "";
        set(value, "class", `bc-value grip${look}`);
        set(value, "aria-valuenow", own[i] ?? 0);
        const said = own[i] === undefined ? "no such axis" : `size ${own[i]}`;
        set(value, "aria-valuetext", isStretched ? `${said}, stretched to ${size}` : said);
        less.disabled = own[i] === undefined || (own[i] === 1 && !isOuter);
        more.disabled = own[i] === most.at(axis);
      });
      write(results[k], isClash ? `✗ ${own[0]} and ${own[1]}` : size === undefined ? "–" : String(size));
      set(results[k], "class", `bc-value${isClash ? " clash" : size === undefined ? " none" : ""}`);
    });
  }

  function titleOfGradient(name, { result }) {
    if (name === RESULT) return "g, the gradient of a + b";
    const summed = axes.filter((axis) => result.at(axis) !== undefined && result.at(axis) !== now[name].at(axis));
    const over = summed.length > 1 ? `axes ${summed.join(", ")}` : `axis ${summed[0]}`;
    return summed.length ? `${name}.grad: Σ g over ${over}` : `${name}.grad = g`;
  }

  function paintGrid(one, all, view) {
    const { name, isGradient, cells, x, y } = one, shape = name === RESULT ? all?.result : now[name];
    const isShown = shape && (all || !isGradient);
    set(one.node, "visibility", isShown ? "visible" : "hidden");
    if (!isShown) return;
    const own = padded(shape), seen = isGradient || !all ? own : padded(all.result), w = width();
    write(one.title, isGradient ? titleOfGradient(name, all) : `${name}, shape ${asTuple(shape)}`);
    for (const each of cells) {
      const { at, cell, rect, text } = each, isIn = at.every((i, axis) => i < seen[axis]);
      set(cell, "visibility", isIn ? null : "hidden");
      if (!isIn) { each.entry = null; continue; }
      const isCopy = !at.every((i, axis) => i < own[axis]), k = entryAt(shape, at);
      each.entry = k;
      place(cell, x + at[0] * (seen[2] * w + BETWEEN) + at[2] * w, y + at[1] * ROW);
      set(rect, "width", w - 4);
      set(text, "x", w / 2);
      set(text, "style", w === NARROW ? "font-size: 12px" : null); // a larger one would not fit
      const origin = all?.origins[k];
      const number = isGradient ? (name === RESULT ? gradient[k] : all.back[name][k])
        : name === RESULT ? numberOf("a", origin.a) + numberOf("b", origin.b) : numberOf(name, k);
      write(text, minus(number));
      set(cell, "class", `bc-cell${isCopy ? " copy" : ""}${isHot(name, k, each, all, view, isGradient) ? " hot" : ""}`);
    }
  }

  /** Whether a cell belongs to what is looked at: the number itself, its copies, or what it is made of. */
  function isHot(name, k, { at }, all, view, isGradient) {
    if (!all) return name === view.name && k === view.entry;
    if (view.name !== RESULT) {
      return name === RESULT ? all.origins[k][view.name] === view.entry : name === view.name && k === view.entry;
    }
    if (name === RESULT) return k === view.entry;
    if (all.origins[view.entry][name] !== k) return false;
    const spot = indexOf(padded(all.result), view.entry); // the number itself, and the copy of it that is used there
    const isOwn = at.every((i, axis) => i < padded(now[name])[axis]);
    return isGradient || isOwn || at.every((i, axis) => i === spot[axis]);
  }

  function paintGrips() {
    const w = width();
    for (const { node, name, x, axis } of grips) {
      const [, rows_, columns] = padded(now[name]);
      if (axis === -1) place(node, x + columns * w, TOP + (rows_ * ROW) / 2);
      else place(node, x + (columns * w) / 2, TOP + rows_ * ROW);
    }
  }

  function paint() {
    const all = met(now, gradient), view = hovered ? { ...now, ...hovered } : now;
    const isNarrow = root.clientWidth > 0 && root.clientWidth < NARROW_PAGE;
    lay(isNarrow ? "narrow" : "wide");
    paintSizes(all);
    for (const one of grids) paintGrid(one, all, view);
    paintGrips();
    set(signs[1], "visibility", all ? null : "hidden");
    const i = all ? null : clashOf(now.a, now.b);
    write(no, all ? "" : "✗ they do not fit");
    write(ways[0], all ? "" : "Without a sum there are no gradients.");
    write(ways[1], all ? "" : "Drag an edge until both sizes are equal, or one is 1.");
    write(why, all ? "" : `on axis ${i}, ${now.a.at(i)} meets ${now.b.at(i)}`);
    looks.show(now.name);
    set(entry, "max", lastOf(now));
    entry.value = now.entry;
    entry.disabled = !all;
    const shape = shapeOf(view, view.name);
    const array = view.name === RESULT ? "(a + b)" : view.name;
    const label = shape ? `${array}${inBrackets(indexOf(shape, view.entry))}` : "";
    write(readout, label);
    set(entry, "aria-valuetext", label);
    const text = inWords(view, all, gradient);
    set(picture, "aria-label", text.split("\n", 1)[0]);
    write(words, now.problem || text);
    drawn();
  }

  function draw({ a, b, name, entry: k, problem }) {
    const state = { a, b, name, entry: k };
    // While answers are on their way, what the page shows is newer than what they say.
    const isSame = (key) => String(awaited[key]) === String(state[key]);
    if (awaited && !problem && !Object.keys(awaited).every(isSame)) return;
    awaited = null;
    now = { ...state, problem };
    paint();
  }
  ask = asker(model, draw);
  const inPage = new ResizeObserver(() => paint());
  inPage.observe(root);
  return () => { inPage.disconnect(); ask.stop(); };
}

export default { render };
