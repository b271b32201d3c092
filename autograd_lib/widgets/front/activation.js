// The activation explorer: value and slope answer under the pointer, x is dragged, and a row multiplies its slopes.
// The usual functions are computed here while the hand moves. Those of the reader's own come as samples, and what
// needs them between the samples, a row and the ends of flat stretches, comes from the kernel.
import {
  asker, beside, choice, controls, draggable, fixed, frame, FUNCTIONS, general, handle, html, movableByKeys, path, place, plane,
  power, scientific, set, slider, svg, write,
} from "./shared.js";

const STYLE = `
.al.activation .controls { grid-template-columns: max-content minmax(120px, 440px) minmax(3.2em, max-content); }
.al text.activation-title { font-size: 15px; font-weight: 600; }
.al text.activation-number { font-weight: 600; font-variant-numeric: tabular-nums; }
.al text.activation-flat { paint-order: stroke; stroke: var(--paper); stroke-width: 5px; }
.al .activation-plane { cursor: ew-resize; }
.al .activation-plane.grip { touch-action: pan-y; } /* a finger that goes up or down moves the page */
`;
const LEAST = 1e-300, MOST = 1e300; // so that the logarithm exists
const SHORT = 60; // how far a tangent goes to both sides, in pixels

let patterns = 0;

// ---- the formulas of the model -----------------------------------------------------------------------------------

const clamp = (number, low, high) => Math.max(low, Math.min(high, number));
const hundredths = (x) => Math.round(x * 100) / 100 + 0;

/** Value and slope of one of the usual functions; null for both where it has no finite ones. */
function at(name, x) {
  const [value, slope] = FUNCTIONS[name](x);
  return Number.isFinite(value) && Number.isFinite(slope) ? [value, slope] : [null, null];
}

const isFlat = (slope, limit) => slope !== null && Math.abs(slope) < limit;

/** The stretches of the axis on which the slope is closer to 0 than the limit, as pairs [from, to]. */
function flatStretches(name, limit, grid, curve) {
  const flat = [];
  let start = null;
  const edge = (inside, outside) => {
    for (let i = 0; i < 20; i++) {
      const middle = (inside + outside) / 2;
      if (isFlat(at(name, middle)[1], limit)) inside = middle;
      else outside = middle;
    }
    return inside;
  };
  curve.forEach(([, slope], i) => {
    const isIn = isFlat(slope, limit);
    if (isIn && start === null) start = i === 0 ? grid[0] : edge(grid[i], grid[i - 1]);
    else if (!isIn && start !== null) { flat.push([start, edge(grid[i - 1], grid[i])]); start = null; }
  });
  if (start !== null) flat.push([start, grid.at(-1)]);
  return flat;
}

/** The input of each function of a row, its slope there, and the product of the slopes after 0, 1, 2, … */
function rowFrom(name, x, depth) {
  const xs = [x], slopes = [], products = [1];
  for (let k = 0; k < depth; k++) {
    const [y, slope] = at(name, xs.at(-1));
    if (y === null) return [xs, slopes, products];
    xs.push(y);
    slopes.push(slope);
    products.push(products.at(-1) * slope);
  }
  return [xs.slice(0, -1), slopes, products];
}

function number(x) {
  if (x === null) return "inf"; // JSON has no infinity
  if (x === 0) return "0";
  if (Math.abs(x) >= 1e-3 && Math.abs(x) < 1e4) return fixed(x, 4);
  return scientific(x, 2);
}

/** The model's `text()`. */
function inWords({ name, x }, facts, { reach, hasRow }) {
  const [value, slope] = facts.here, here = `${name} at x = ${fixed(x, 2)}`;
  const lines = [value === null ? `${here}: it has no finite value there`
    : `${here}: value ${number(value)}, slope ${number(slope)}`];
  const stretch = ([start, end]) => {
    if (start === -reach && end === reach) return "everywhere";
    if (start === -reach) return `x < ${fixed(end, 2)}`;
    return end === reach ? `x > ${fixed(start, 2)}` : `${fixed(start, 2)} to ${fixed(end, 2)}`;
  };
  if (facts.flat) {
    const all = facts.flat.length ? facts.flat.map(stretch).join(", ") : `nowhere from -${reach} to ${reach}`;
    lines.push(`flat, the slope less than ${general(facts.limit)} from 0 (hatched): ${all}`);
  }
  if (!hasRow || !facts.row) return lines.join("\n");
  const [xs, slopes, products] = facts.row;
  const from = `${slopes.length} in a row, from x = ${fixed(facts.x, 2)}`, given = number(xs.at(-1) ?? facts.x);
  lines.push(`${from}: a gradient of 1 becomes ${number(products.at(-1))}`);
  if (xs.length > slopes.length) lines.push(`the next is given ${given}, and has no finite value there`);
  else if (slopes.length) lines.push(`the last of them is given ${given}, where its slope is ${number(slopes.at(-1))}`);
  else lines.push("it has passed through none");
  return lines.join("\n");
}

// ---- the front ---------------------------------------------------------------------------------------------------

function render({ model, el }) {
  const scene = model.get("state"), { names, limits, reach, deepest, own, hasRow } = scene;
  const [bottom, ceiling] = scene.range, rising = limits.toReversed();
  const grid = Array.from({ length: 200 * reach + 1 }, (_, i) => (i - 100 * reach) / 100);
  const root = frame(el, "activation explorer");
  root.append(html("style", {}, STYLE));
  root.classList.add("activation");
  let now = null, awaited = null, answered = null, ask = () => {};

  // ---- value and slope ----

  const width = hasRow ? 416 : 560, height = 352;
  const curve = plane({ width, height, left: 38, right: 16, top: 50, bottom: 38, xlabel: "x" });
  curve.limits([-reach, reach], [bottom, ceiling], { xticks: [-6, -4, -2, 0, 2, 4, 6], yticks: [-1, 0, 1, 2] });
  const { x: left, y: top, width: wide, height: tall } = curve.inside, right = left + wide;
  const title = svg("text", { x: left, y: 18, class: "activation-title" });
  const readValue = svg("text", { x: left, y: 40, class: "activation-number", style: "fill: var(--blue)" });
  const readSlope = svg("text", { x: left + 140, y: 40, class: "activation-number", style: "fill: var(--orange)" });

  const id = `al-hatch-${++patterns}-${Math.random().toString(36).slice(2, 8)}`;
  curve.node.prepend(svg("defs", {}, svg("pattern",
    { id, width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("rect", { width: 8, height: 8, fill: "var(--ink)", "fill-opacity": 0.05 }),
    svg("path", { d: "M0,0V8", stroke: "var(--soft)", "stroke-width": 1.6, "stroke-opacity": 0.55 }))));
  const thin = { fill: "none", stroke: "var(--ink)" };
  const hatched = svg("path", { fill: `url(#${id})` });
  const flatTexts = Array.from({ length: 4 }, () =>
    svg("text", { class: "soft activation-flat", y: top + tall - 10, "text-anchor": "middle" }));
  const axis = svg("path", { ...thin, "stroke-opacity": 0.45, d: `M${left},${curve.y(0)}h${wide}` });
  const band = svg("path", { ...thin, stroke: "var(--orange)", "stroke-dasharray": "1 4", "stroke-width": 1.5 });
  const value = svg("path", { ...thin, stroke: "var(--blue)", "stroke-width": 2.8 });
  const slope = svg("path", { ...thin, stroke: "var(--orange)", "stroke-width": 2.4, "stroke-dasharray": "7 4" });
  const here = svg("path", { ...thin, "stroke-dasharray": "2 3" });
  const tangent = svg("path", { ...thin, "stroke-width": 2 });
  const rings = svg("g", { fill: "none", stroke: "var(--green)", "stroke-width": 1.8 });
  const ringOf = Array.from({ length: deepest }, () => svg("circle", { r: 5 }));
  rings.append(...ringOf);
  curve.g.append(hatched, ...flatTexts, axis, band, slope, value, here, tangent, rings);

  const ground = svg("rect", { ...curve.inside, fill: "transparent", class: "activation-plane" });
  const inOrange = { fill: "var(--orange)", stroke: "var(--paper)", "stroke-width": 2 };
  const square = svg("g", { "pointer-events": "none" },
    svg("rect", { x: -6, y: -6, width: 12, height: 12, ...inOrange }));
  const point = handle("x: the point on the curve", "var(--blue)");
  const beyond = (fill) => svg("path", { d: "M0,-8L8,6H-8Z", fill, stroke: "var(--paper)", "stroke-width": 1.5 });
  const ends = { value: beyond("var(--blue)"), slope: beyond("var(--orange)") }; // for a point that is out of sight
  square.append(ends.slope);
  point.append(ends.value);
  const bandName = { "aria-label": "flat below: the band of small slopes", "aria-orientation": "vertical" };
  const limitGrip = svg("g", { role: "slider", ...bandName },
    svg("circle", { r: 15, fill: "transparent" }), svg("path", { d: "M0,0l13,-8v16Z", ...inOrange }));
  const lit = { ...thin, stroke: "var(--green)", "stroke-width": 2.5, "pointer-events": "none", visibility: "hidden" };
  const halo = svg("circle", { r: 9, ...lit });
  const ghost = svg("g", { "pointer-events": "none", visibility: "hidden" });
  const ghostLine = svg("path", { ...thin, "stroke-opacity": 0.6 });
  const ghostTangent = svg("path", { ...thin, "stroke-width": 1.5, "stroke-dasharray": "4 3" });
  const sheet = { fill: "var(--paper)", stroke: "var(--line)", "fill-opacity": 0.94 };
  const paper = svg("rect", { width: 118, height: 56, rx: 4, ...sheet });
  const ghostTexts = [18, 33, 48].map((y, i) =>
    svg("text", { x: 8, y, style: `fill: var(${["--ink", "--blue", "--orange"][i]})`, class: "activation-number" }));
  const bubble = svg("g", {}, paper, ...ghostTexts);
  ghost.append(ghostLine, ghostTangent, bubble);
  curve.over.append(title, readValue, readSlope, ground, limitGrip, square, point, halo, ghost);

  const moveX = (x) => change({ x: clamp(hundredths(x), -reach, reach) });
  const across = (event) => { hideGhost(); moveX(curve.at(event)[0]); };
  draggable(ground, { start: across, move: across });
  draggable(point, { start: () => hideGhost(), move: across });
  movableByKeys(point, (dx, dy) => moveX(now.x + 0.1 * (dx + dy)));
  const nearestLimit = (y) => limits.reduce((a, b) => (Math.abs(Math.log(b / y)) < Math.abs(Math.log(a / y)) ? b : a));
  const limitAt = (event) => change({ limit: nearestLimit(Math.max(0.001, curve.at(event)[1])) });
  draggable(limitGrip, { move: limitAt });
  movableByKeys(limitGrip, (dx, dy) => {
    const next = rising.indexOf(nearestLimit(now.limit)) + dx + dy;
    change({ limit: rising[clamp(next, 0, rising.length - 1)] });
  });

  // ---- what is left after a row ----

  const [faintest, largest] = scene.sizes;
  const row = plane({ width: 272, height, left: 46, right: 14, top: 50, bottom: 38, xlabel: "in a row", logy: true,
    tickY: (v) => (v === 1 ? "1" : power(v)) });
  const powers = [1e-20, 1e-15, 1e-10, 1e-5, 1, 1e5];
  row.limits([-1, deepest + 1], [1e-22, 1e8], { xticks: [0, 10, 20, 30], yticks: powers });
  const rowTitle = svg("text", { x: 46, y: 18, class: "activation-title" });
  const rowRead = svg("text", { x: 46, y: 40, class: "soft" });
  const level = `M${row.inside.x},${row.y(1)}h${row.inside.width}`;
  const whole = svg("path", { ...thin, "stroke-dasharray": "2 3", d: level });
  const fall = svg("path", { ...thin, stroke: "var(--green)", "stroke-width": 1.5 });
  const steps = svg("path", { ...thin, stroke: "var(--green)", "stroke-width": 5, "stroke-linecap": "round" });
  row.g.append(whole, fall, steps);
  const rowGround = svg("rect", { ...row.inside, fill: "transparent", class: "activation-plane" });
  const last = handle("in a row: the end of the row", "var(--green)");
  ends.row = beyond("var(--green)");
  last.append(ends.row);
  const mark = svg("circle", { r: 7, ...lit });
  row.over.append(rowTitle, rowRead, rowGround, last, mark);
  const depthAt = (event) => clamp(Math.round(row.at(event)[0]), 0, deepest);
  const lengthen = (event) => { light(null); change({ depth: depthAt(event) }); };
  draggable(rowGround, { start: lengthen, move: lengthen });
  draggable(last, { move: lengthen });
  movableByKeys(last, (dx, dy) => change({ depth: clamp(now.depth + dx + dy, 0, deepest) }));

  // ---- controls ----

  const tenths = Array.from({ length: 20 * reach + 1 }, (_, i) => (i - 10 * reach) / 10);
  const rows = {
    name: choice("function", names.map((name) => [name, name]), (name) => change({ name })),
    x: slider("x", tenths.map((x) => [fixed(x, 2), x]), moveX),
    limit: slider("flat below", rising.map((each) => [general(each), each]), (limit) => change({ limit })),
    depth: slider("in a row", Array.from({ length: deepest + 1 }, (_, k) => [String(k), k]),
      (depth) => change({ depth })),
  };
  const words = html("div", { class: "words", "aria-live": "polite" });
  const signs = [["━", "blue", "value"], ["╍", "orange", "slope"], ["▨", "soft", "flat"], ["╱", "ink", "tangent"],
    ...(hasRow ? [["◯", "green", "slopes of the row: point at a step"]] : [])];
  const legend = signs.map(([sign, name, says]) =>
    html("span", {}, html("b", { style: `color: var(--${name})` }, sign), ` ${says}`));
  root.append(
    controls(rows.name, rows.x, rows.limit, hasRow ? rows.depth : []),
    hasRow ? beside("minmax(0, 416fr) minmax(0, 272fr)", curve.node, row.node) : curve.node,
    html("div", { class: "legend" }, ...legend),
    words);

  /** A change is drawn at once, and then told to the model. */
  function change(part) {
    now = { ...now, ...part, problem: "" };
    paint();
    awaited = { name: now.name, x: now.x, limit: now.limit, depth: now.depth };
    ask("show", ...Object.values(awaited));
  }

  // ---- facts ----

  const curves = new Map(), stretches = {};
  const isOwn = (name) => Object.hasOwn(own, name);
  function curveOf(name) {
    if (!curves.has(name)) curves.set(name, isOwn(name) ? own[name] : grid.map((x) => at(name, x)));
    return curves.get(name);
  }

  /** Value and slope at a number of the grid; of a function of the reader's own, between two of them, nearly. */
  function lookUp(name, x) {
    if (!isOwn(name)) return at(name, x);
    if (answered.name === name && answered.x === x) return answered.here;
    const i = clamp(x * 100 + 100 * reach, 0, grid.length - 1), k = Math.round(i);
    if (Math.abs(i - k) < 1e-6) return own[name][k];
    const [a, b] = [own[name][Math.floor(i)], own[name][Math.ceil(i)]];
    return a.map((v, j) => (v === null || b[j] === null ? null : v + (b[j] - v) * (i - Math.floor(i))));
  }

  /** All that is drawn. What only the kernel knows is as it was when it was last asked. */
  function factsOf({ name, x, limit, depth }) {
    const facts = { here: lookUp(name, x), x, limit, flat: null, row: null };
    if (isOwn(name)) {
      if (answered.name !== name) return facts;
      return { ...facts, x: answered.x, limit: answered.limit, flat: answered.flat, row: answered.row };
    }
    facts.flat = stretches[`${name} ${limit}`] ??= flatStretches(name, limit, grid, curveOf(name));
    facts.row = hasRow ? rowFrom(name, x, depth) : null;
    return facts;
  }

  // ---- drawing ----

  /** A straight piece through a point of the curve, as long in every direction. */
  function straight(x, y, steepness) {
    if (y === null) return "";
    const down = (steepness * (curve.y(1) - curve.y(0))) / (curve.x(1) - curve.x(0)), dx = SHORT / Math.hypot(1, down);
    const [px, py] = [curve.x(x), curve.y(y)];
    if (Math.abs(py) > 1e5) return "";
    const end = (way) => `${(px + way * dx).toFixed(1)},${(py + way * dx * down).toFixed(1)}`;
    return `M${end(-1)}L${end(1)}`;
  }

  /** Put a sign where a number is; at the edge, a triangle says that it is beyond. */
  function mount(element, arrow, y, px) {
    const isAbove = y > ceiling, isBelow = y < bottom;
    set(element, "visibility", y === null ? "hidden" : "visible");
    set(arrow, "visibility", y !== null && (isAbove || isBelow) ? "visible" : "hidden");
    set(arrow, "transform", isBelow ? "rotate(180)" : false);
    place(element, px, clamp(curve.y(clamp(y ?? 0, bottom, ceiling)), top + 8, top + tall - 8));
  }

  let drawnCurve = "";
  function drawCurves(facts) {
    if (drawnCurve !== now.name) {
      drawnCurve = now.name;
      const both = curveOf(now.name);
      set(value, "d", path(grid, both.map(([y]) => y), curve.x, curve.y));
      set(slope, "d", path(grid, both.map(([, s]) => s), curve.x, curve.y));
    }
    const flat = facts.flat ?? [];
    const spans = flat.map(([a, b]) => [curve.x(a), Math.max(1, curve.x(b) - curve.x(a))]);
    const box = ([x, w]) => `M${x.toFixed(1)},${top}h${w.toFixed(1)}v${tall}h${(-w).toFixed(1)}Z`;
    set(hatched, "d", spans.map(box).join(""));
    const wideOnes = spans.filter(([, w]) => w > 34);
    flatTexts.forEach((text, i) => {
      write(text, wideOnes[i] ? "flat" : "");
      if (wideOnes[i]) set(text, "x", (wideOnes[i][0] + wideOnes[i][1] / 2).toFixed(1));
    });
    set(band, "d", [1, -1].map((sign) => `M${left},${curve.y(sign * now.limit).toFixed(1)}h${wide}`).join(""));
    place(limitGrip, right, curve.y(now.limit));
    set(limitGrip, "aria-valuenow", now.limit);
    set(limitGrip, "aria-valuetext", `flat below ${general(now.limit)}`);
  }

  function drawPoint([y, s]) {
    const px = curve.x(now.x);
    set(here, "d", `M${px.toFixed(1)},${top}v${tall}`);
    set(tangent, "d", straight(now.x, y, s));
    mount(square, ends.slope, s, px);
    mount(point, ends.value, y, px);
    set(point, "visibility", "visible"); // where there is no value, too, so that it can be moved on
    write(title, `${now.name} at x = ${fixed(now.x, 2).replace("-", "−")}`);
    write(readValue, y === null ? "no finite value" : `● value ${number(y).replace(/-/g, "−")}`);
    write(readSlope, y === null ? "" : `■ slope ${number(s).replace(/-/g, "−")}`);
    set(point, "aria-valuenow", now.x);
    const says = y === null ? "no finite value" : `value ${number(y)}, slope ${number(s)}`;
    set(point, "aria-valuetext", `x = ${fixed(now.x, 2)}: ${says}`);
  }

  /** Where a slope of the row is; one that is out of the picture, at its edge. */
  const onTheSlope = (x, slope_) =>
    [curve.x(clamp(x ?? 0, -reach, reach)), curve.y(clamp(slope_ ?? 0, bottom + 0.05, ceiling - 0.05))];

  let shown = null; // the row as it is drawn
  function drawRow(found) {
    shown = found;
    const [xs, slopes, products] = found ?? [[], [], [1]];
    ringOf.forEach((ring, k) => {
      const isThere = k < slopes.length;
      set(ring, "visibility", isThere ? "visible" : "hidden");
      if (!isThere) return;
      const [cx, cy] = onTheSlope(xs[k], slopes[k]);
      set(ring, "cx", cx.toFixed(1));
      set(ring, "cy", cy.toFixed(1));
    });
    const sizes = products.map((p) => clamp(Math.abs(p ?? MOST), LEAST, MOST)), counts = sizes.map((_, k) => k);
    set(fall, "d", path(counts, sizes, row.x, row.y));
    const dot = (k) => `M${row.x(k).toFixed(1)},${clamp(row.y(sizes[k]), -1e4, 1e4).toFixed(1)}h0`;
    set(steps, "d", counts.map(dot).join(""));
    const end = sizes.at(-1), isFaint = end < faintest, isLarge = end > largest;
    set(ends.row, "visibility", isFaint || isLarge ? "visible" : "hidden");
    set(ends.row, "transform", isFaint ? "rotate(180)" : false);
    place(last, row.x(slopes.length), row.y(clamp(end, faintest, largest)));
    write(rowTitle, `left after ${slopes.length}: ${number(products.at(-1)).replace(/-/g, "−")}`);
    set(last, "aria-valuenow", slopes.length);
    set(last, "aria-valuetext", `${slopes.length} in a row: ${number(products.at(-1))} is left`);
  }

  /** Show what one function of the row does: its ring on the left, and its step on the right. */
  function light(k) {
    const [xs, slopes, products] = shown ?? [[], [], [1]], isThere = k !== null && k > 0 && k <= slopes.length;
    for (const element of [halo, mark]) set(element, "visibility", isThere ? "visible" : "hidden");
    write(rowRead, isThere
      ? `number ${k}: slope ${number(slopes[k - 1])}, left ${number(products[k])}`.replace(/-/g, "−")
      : "");
    if (!isThere) return;
    place(halo, ...onTheSlope(xs[k - 1], slopes[k - 1]));
    place(mark, row.x(k), row.y(clamp(Math.abs(products[k] ?? MOST), faintest, largest)));
  }
  row.node.addEventListener("pointermove", (event) => { if (!event.buttons) light(depthAt(event)); });
  row.node.addEventListener("pointerleave", () => light(null));

  function hideGhost() { set(ghost, "visibility", "hidden"); }
  function showGhost(event) {
    if (event.buttons) return;
    const [x0, y0] = curve.at(event);
    if (x0 < -reach || x0 > reach || y0 < bottom || y0 > ceiling) return hideGhost();
    const x = hundredths(x0), [y, s] = lookUp(now.name, x), px = curve.x(x);
    set(ghost, "visibility", "visible");
    set(ghostLine, "d", `M${px.toFixed(1)},${top}v${tall}`);
    set(ghostTangent, "d", straight(x, y !== null && y >= bottom && y <= ceiling ? y : null, s));
    write(ghostTexts[0], `x ${fixed(x, 2)}`.replace("-", "−"));
    write(ghostTexts[1], y === null ? "no finite value" : `value ${number(y)}`.replace(/-/g, "−"));
    write(ghostTexts[2], y === null ? "" : `slope ${number(s)}`.replace(/-/g, "−"));
    place(bubble, px > right - 134 ? px - 128 : px + 10, top + 6);
    set(root, "data-drawn", performance.now().toFixed(1));
  }
  curve.node.addEventListener("pointermove", showGhost);
  curve.node.addEventListener("pointerleave", hideGhost);

  function paint() {
    const facts = factsOf(now);
    drawCurves(facts);
    drawPoint(facts.here);
    if (hasRow) drawRow(facts.row);
    light(null);
    for (const name of ["name", "x", "limit", ...(hasRow ? ["depth"] : [])]) rows[name].show(now[name]);
    write(rows.x[2], fixed(now.x, 2)); // a hand may choose between two stops
    set(rows.x.input, "aria-valuetext", fixed(now.x, 2));
    write(words, now.problem || inWords(now, facts, scene));
    set(root, "data-drawn", performance.now().toFixed(1));
  }

  function draw(state) {
    answered = state;
    // While answers are on their way, what the page shows is newer than what they say.
    if (awaited && !state.problem && !Object.keys(awaited).every((name) => awaited[name] === state[name])) {
      if (isOwn(now.name)) paint();
      return;
    }
    awaited = null;
    const { name, x, limit, depth, problem } = state;
    now = { name, x, limit, depth, problem };
    paint();
  }
  ask = asker(model, draw);
  return () => ask.stop();
}

export default { render };
