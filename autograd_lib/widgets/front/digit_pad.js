// The digit pad: ink is drawn on 32 × 32 points and counted in blocks of 4 × 4; the kernel says how that is read.
import {
  asker, button, choice, colour, controls, draggable, frame, html, onTheme, set, slider, svg, visibly, write,
} from "./shared.js";

const SIDE = 8, BLOCK = 4, POINTS = SIDE * BLOCK;
// Radii, in points. With this pen, a drawing has about as much ink as a digit of the data.
const PEN = 2.5, ERASER = 3.5;
const KEYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const UNDOS = 50;

const STYLE = `
.al .pad-parts { display: flex; flex-wrap: wrap; gap: 10px 18px; align-items: flex-start; }
.al .pad-drawing { flex: 1 1 260px; max-width: 340px; min-width: 0; }
.al .pad-answer { flex: 1 1 250px; max-width: 340px; min-width: 0; }
.al .pad-answer > svg { width: 100%; height: auto; }
.al .pad-image { display: flex; gap: 14px; align-items: center; margin-bottom: 10px; }
.al .pad-image > svg { flex: none; }
.al .pad-image > div { flex: 1; text-align: center; }
.al .pad-heading { font-weight: bold; margin-bottom: 4px; }
.al .pad-sheet { cursor: crosshair; width: 100%; height: auto; }
.al .pad-sheet:active { cursor: crosshair; }
.al .pad-digit { font-size: 64px; line-height: 1.1; font-weight: 600; color: var(--blue); }
.al .pad-count { min-height: 2.9em; padding-top: 4px; }
.al .pad-tools { display: flex; flex-wrap: wrap; gap: 4px; align-items: center; }
.al .pad-tools button { min-width: 30px; padding: 2px 7px; }
.al .pad-maps { display: flex; flex-wrap: wrap; gap: 4px; margin: 4px 0; }
.al .pad-maps canvas { width: 40px; height: 40px; background: var(--ground); }
`;

// ---- drawings: a Uint8Array of 32 × 32, 1 where there is ink -------------------------------------------------------

const blank = () => new Uint8Array(POINTS * POINTS);

function fromCode(code) {
  const points = blank();
  for (let i = 0; i < points.length; i++) points[i] = (parseInt(code[i >> 2], 16) >> (3 - (i & 3))) & 1;
  return points;
}

function toCode(points) {
  let code = "";
  for (let i = 0; i < points.length; i += 4) {
    code += ((points[i] << 3) | (points[i + 1] << 2) | (points[i + 2] << 1) | points[i + 3]).toString(16);
  }
  return code;
}

/** Ink, or paper, on all points whose middle is no farther than `radius` from the line between two places. */
function stroke(points, [x0, y0], [x1, y1], radius, ink) {
  const dx = x1 - x0, dy = y1 - y0, length2 = dx * dx + dy * dy;
  const within = (a, b) =>
    [Math.max(0, Math.floor(Math.min(a, b) - radius)), Math.min(POINTS - 1, Math.ceil(Math.max(a, b) + radius))];
  const [left, right] = within(x0, x1), [top, bottom] = within(y0, y1);
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const x = column + 0.5 - x0, y = row + 0.5 - y0;
      const along = length2 ? Math.max(0, Math.min(1, (x * dx + y * dy) / length2)) : 0;
      if ((x - along * dx) ** 2 + (y - along * dy) ** 2 <= radius * radius) points[row * POINTS + column] = ink;
    }
  }
}

/** A whole cell, a block of 4 × 4 points. */
function fill(points, row, column, ink) {
  for (let y = 0; y < BLOCK; y++) {
    const first = (row * BLOCK + y) * POINTS + column * BLOCK;
    points.fill(ink, first, first + BLOCK);
  }
}

function example(rows) {
  const points = blank();
  rows.split(" ").forEach((cells, row) => [...cells].forEach((cell, column) => {
    if (cell === "#") fill(points, row, column, 1);
  }));
  return points;
}

/** The drawing, where `from(row, column)` says which of its points each point becomes; none: paper. */
function resampled(points, from) {
  const next = blank();
  for (let row = 0; row < POINTS; row++) {
    for (let column = 0; column < POINTS; column++) {
      const [y, x] = from(row, column);
      if (y >= 0 && y < POINTS && x >= 0 && x < POINTS) next[row * POINTS + column] = points[y * POINTS + x];
    }
  }
  return next;
}

const moved = (points, right, down) => resampled(points, (row, column) => [row - down, column - right]);

/** The drawing in the middle, as large as the pad without another shape. */
function fitted(points) {
  const rows = [], columns = [];
  points.forEach((ink, i) => { if (ink) { rows.push(Math.floor(i / POINTS)); columns.push(i % POINTS); } });
  if (!rows.length) return points;
  const [top, bottom] = [Math.min(...rows), Math.max(...rows) + 1];
  const [left, right] = [Math.min(...columns), Math.max(...columns) + 1];
  const scale = POINTS / Math.max(bottom - top, right - left);
  if (scale === 1) { // only moved, and by whole cells: whole cells stay black
    const off = (low, high) => Math.round((POINTS - low - high) / 2 / BLOCK) * BLOCK;
    return moved(points, off(left, right), off(top, bottom));
  }
  const back = (place, low, high) => {
    const from = (low + high) / 2 + (place + 0.5 - POINTS / 2) / scale;
    return from >= low && from < high ? Math.floor(from) : -1;
  };
  return resampled(points, (row, column) => [back(row, top, bottom), back(column, left, right)]);
}

/** How many of its 16 points have ink, for each of the 64 cells. */
function counted(points) {
  const counts = new Array(SIDE * SIDE).fill(0);
  points.forEach((ink, i) => {
    counts[Math.floor(i / (POINTS * BLOCK)) * SIDE + Math.floor((i % POINTS) / BLOCK)] += ink;
  });
  return counts;
}

/** What the network is given, as the model in the kernel computes it too. */
function imageOf(counts, edges) {
  return counts.map((count, i) => {
    const row = Math.floor(i / SIDE), column = i % SIDE;
    const beside = Math.max(row ? counts[i - SIDE] : 0, row < SIDE - 1 ? counts[i + SIDE] : 0,
      column ? counts[i - 1] : 0, column < SIDE - 1 ? counts[i + 1] : 0);
    return Math.max(count, edges * beside) / BLOCK ** 2;
  });
}

/** The `d` of a path around all points with ink, one box for each run in a row. */
function inkPath(points) {
  let d = "";
  for (let row = 0; row < POINTS; row++) {
    for (let column = 0; column < POINTS; column++) {
      if (!points[row * POINTS + column]) continue;
      const from = column;
      while (column < POINTS && points[row * POINTS + column]) column++;
      d += `M${from} ${row}h${column - from}v1h${from - column}z`;
    }
  }
  return d;
}

// ---- the front ---------------------------------------------------------------------------------------------------

function render({ model, el }) {
  const { edges_on_offer, examples, layers } = model.get("state");
  const root = frame(el, "digit pad");
  root.append(html("style", {}, STYLE));
  let ask = () => {};
  let points = blank(), edges = 0, layer = 0, tool = "pen", history = [], answered = null;
  let awaited = null; // the newest drawing that the kernel was asked about and has not answered
  let cursor = [POINTS / 2, POINTS / 2], penDown = false, under = null; // `under`: the cell below the pointer or cursor

  // The sheet, in points; the ink is one path. Lines stay thin however large the points are.
  const thin = { fill: "none", "vector-effect": "non-scaling-stroke" };
  const square = (size, look) => svg("rect", { width: size, height: size, ...look });
  const border = (size) => square(size, { stroke: "var(--line)", "stroke-width": 2, ...thin });
  const here = { stroke: "var(--orange)", "stroke-width": 2, visibility: "hidden", ...thin };
  const between = Array.from({ length: SIDE - 1 }, (_, i) => (i + 1) * BLOCK);
  const lines = between.map((v) => `M${v} 0V${POINTS}M0 ${v}H${POINTS}`).join("");
  const grid = svg("path", { d: lines, stroke: "var(--line)", "stroke-opacity": 0.55, ...thin });
  const ink = svg("path", { fill: "var(--ink)", "shape-rendering": "crispEdges" });
  const blockHere = square(BLOCK, here), pixelHere = square(1, here), pen = svg("circle", here);
  const sheet = svg("svg", { viewBox: `0 0 ${POINTS} ${POINTS}`, width: 288, height: 288,
    tabindex: 0, class: "pad-sheet", role: "application", "aria-roledescription": "drawing pad" },
  square(POINTS, { fill: "var(--paper)" }), ink, grid, border(POINTS), blockHere, pen);

  // The image, in pixels.
  const pixels = Array.from({ length: SIDE * SIDE }, (_, i) =>
    svg("rect", { x: i % SIDE, y: Math.floor(i / SIDE), width: 1.01, height: 1.01, fill: "var(--ink)" }));
  const image = svg("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, width: 128, height: 128, role: "img" },
    svg("g", { "shape-rendering": "crispEdges" }, ...pixels), border(SIDE), pixelHere);
  const count = html("div", { class: "soft pad-count", "aria-live": "polite" });
  const digit = html("div", { class: "pad-digit", "aria-hidden": "true" }), sure = html("div", { class: "soft" });

  // The probabilities: bars of at most `full`.
  const full = 190, high = 16;
  const bars = Array.from({ length: 10 }, (_, k) => {
    const name = svg("text", { x: 5, y: k * high + 12, "text-anchor": "middle" }, String(k));
    const box = { x: 16, y: k * high + 2, height: high - 4, rx: 2 };
    const track = svg("rect", { ...box, width: full, fill: "var(--faint)" });
    const bar = svg("rect", { ...box, width: 0, fill: "var(--blue)" });
    const share = svg("text", { x: 16 + full + 6, y: k * high + 12, class: "soft" }, "");
    return { name, bar, share, node: svg("g", {}, name, track, bar, share) };
  });
  const probabilities = svg("svg", { viewBox: `0 0 250 ${10 * high}`, width: 250, height: 10 * high, role: "img" },
    ...bars.map((bar) => bar.node));

  const maps = html("div", { class: "pad-maps", role: "img" }), aboutMaps = html("div", { class: "soft" });
  const words = html("div", { class: "words", "aria-live": "polite" });

  // ---- what changes the drawing ----

  function changed() {
    awaited = { code: toCode(points), edges, layer };
    drawPad();
    ask("show", awaited.code, edges, layer);
  }
  function keep() {
    history = [...history.slice(1 - UNDOS), points.slice()];
  }
  function replace(next) {
    keep();
    points = next;
    changed();
  }
  function undo() {
    if (!history.length) return;
    points = history.pop();
    changed();
  }
  function at(event) {
    const b = sheet.getBoundingClientRect();
    return [((event.clientX - b.left) / b.width) * POINTS, ((event.clientY - b.top) / b.height) * POINTS];
  }
  const cellOf = ([x, y]) => [y, x].map((v) => Math.max(0, Math.min(SIDE - 1, Math.floor(v / BLOCK))));
  /** Ink from one place to another, with the tool in hand; `value` is the ink that whole cells get. */
  function mark(from, to, value) {
    if (tool === "cells") {
      const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1])));
      for (let i = 0; i <= steps; i++) {
        const place = [0, 1].map((k) => from[k] + ((to[k] - from[k]) * i) / steps);
        if (place.every((v) => v >= 0 && v < POINTS)) fill(points, ...cellOf(place), value);
      }
    } else stroke(points, from, to, tool === "pen" ? PEN : ERASER, tool === "pen" ? 1 : 0);
  }
  /** Whole cells change as the first one does: a drag that begins on ink takes ink away. */
  function valueAt(place) {
    const [row, column] = cellOf(place);
    return counted(points)[row * SIDE + column] ? 0 : 1;
  }

  let last = null, value = 1;
  draggable(sheet, {
    start(event) {
      if (!event.isPrimary) return; // a second finger
      keep();
      penDown = false;
      last = cursor = at(event);
      value = valueAt(last);
      mark(last, last, value);
      changed();
    },
    move(event) {
      if (!event.isPrimary || !last) return;
      // A quick hand passes many places between two pictures; all of them get ink.
      const events = event.getCoalescedEvents?.() ?? [];
      for (const each of events.length ? events : [event]) {
        const next = at(each);
        mark(last, next, value);
        last = next;
      }
      cursor = last.map((v) => Math.max(0, Math.min(POINTS, v)));
      look(cursor);
      changed();
    },
    end() { last = null; },
  });
  sheet.addEventListener("pointermove", (event) => { if (!last) { look(at(event)); drawCursor(); } });
  sheet.addEventListener("pointerleave", () => { if (!last) { look(null); drawCursor(); } });

  sheet.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = KEYS[event.key];
    if (event.key === " ") press(event);
    else if (step) go(event, step);
  });
  function press(event) {
    event.preventDefault();
    if (event.repeat) return;
    if (tool === "cells") {
      keep();
      mark(cursor, cursor, valueAt(cursor));
    } else if ((penDown = !penDown)) {
      keep();
      mark(cursor, cursor, 1);
    }
    look(cursor);
    changed();
  }
  function go(event, step) {
    event.preventDefault();
    const whole = tool === "cells" || event.shiftKey, size = whole ? BLOCK : 1;
    const start = tool === "cells" ? cellOf(cursor).reverse().map((v) => (v + 0.5) * BLOCK) : cursor;
    const next = start.map((v, k) => Math.max(0.5, Math.min(POINTS - 0.5, v + step[k] * size)));
    if (penDown && tool !== "cells") mark(cursor, next, 1);
    cursor = next;
    look(cursor);
    if (penDown && tool !== "cells") changed();
    else drawPad();
  }
  sheet.addEventListener("focus", () => { if (sheet.matches(":focus-visible")) look(cursor); drawPad(); });
  sheet.addEventListener("blur", () => { penDown = false; look(null); drawPad(); });

  // ---- controls ----

  const tools = [["a pen", "pen"], ["whole cells", "cells"], ["an eraser", "eraser"]];
  const rows = {
    tool: choice("draw with", tools, (name) => { tool = name; penDown = false; drawPad(); }),
    edges: slider("grey edges", edges_on_offer.map((share) => [String(share), share]),
      (share) => { edges = share; changed(); }),
    layer: choice("feature maps", layers.map((name, k) => [name, k]), (k) => { layer = k; changed(); }),
  };
  const digits = Object.entries(examples).map(([name, cells]) =>
    button(name, () => replace(example(cells)), { "aria-label": `draw a ${name}`, title: `draw a ${name}` }));
  const push = (sign, name, right, down) =>
    button(sign, () => replace(moved(points, right, down)),
      { "aria-label": `move the drawing ${name}`, title: `move the drawing ${name}` });
  const pushes = [push("←", "left", -BLOCK, 0), push("→", "right", BLOCK, 0),
    push("↑", "up", 0, -BLOCK), push("↓", "down", 0, BLOCK)];
  const undoing = button("undo", undo);
  const changes = html("div", { class: "wide pad-tools", role: "group", "aria-label": "the drawing" },
    button("clear the ink", () => replace(blank())), undoing,
    button("make it fill the pad", () => replace(fitted(points))), ...pushes);
  const starts = html("div", { class: "wide pad-tools", role: "group", "aria-label": "or begin with" }, ...digits);
  const heading = (text) => html("div", { class: "pad-heading" }, text);
  root.append(
    controls(rows.tool, [html("span", {}, "or begin with"), starts], [html("span", {}, "the drawing"), changes],
      rows.edges),
    html("div", { class: "pad-parts" },
      html("div", { class: "pad-drawing" }, heading("your drawing"), sheet, count),
      html("div", { class: "pad-answer" }, heading("what the network gets, and reads"),
        html("div", { class: "pad-image" }, image, html("div", {}, digit, sure)),
        heading("probability"), probabilities)),
    words);
  if (layers.length) {
    root.append(html("div", { style: "margin-top: 6px" }, controls(rows.layer), maps, aboutMaps));
  }

  // ---- drawing ----

  function look(place) {
    under = place && place.every((v) => v >= 0 && v <= POINTS) ? cellOf(place) : null;
  }

  /** The sheet and the image that is counted from it: all that the page knows by itself. */
  function drawPad() {
    set(ink, "d", inkPath(points));
    const counts = counted(points), shares = imageOf(counts, edges);
    shares.forEach((share, i) => set(pixels[i], "fill-opacity", share));
    const dark = shares.filter((share) => share > 0).length;
    set(image, "aria-label", `the image of 8 × 8 pixels: ${dark} of them have ink`);
    rows.tool.show(tool);
    rows.edges.show(edges);
    rows.layer.show(layer);
    undoing.disabled = !history.length;
    drawCursor(counts, shares);
    set(root, "data-drawn", performance.now().toFixed(1));
  }

  function drawCursor(counts = counted(points), shares = imageOf(counts, edges)) {
    const keys = sheet.matches(":focus-visible") && !last;
    for (const [rect, size] of [[blockHere, BLOCK], [pixelHere, 1]]) {
      set(rect, "visibility", under ? "visible" : "hidden");
      if (under) { set(rect, "x", under[1] * size); set(rect, "y", under[0] * size); }
    }
    set(pen, "visibility", keys && tool !== "cells" ? "visible" : "hidden");
    set(pen, "cx", cursor[0]);
    set(pen, "cy", cursor[1]);
    set(pen, "r", tool === "eraser" ? ERASER : PEN);
    set(pen, "fill", penDown ? "var(--orange)" : "none");
    set(pen, "fill-opacity", 0.5);
    const [row, column] = under ?? cellOf(cursor), k = row * SIDE + column;
    const grey = shares[k] > counts[k] / BLOCK ** 2 ? " by its neighbour" : "";
    const says = `row ${row}, column ${column}: ${counts[k]} of 16 points have ink: ${shares[k].toFixed(2)}${grey}`;
    const hint = "Each cell's number is the share of ink in its 4 × 4 points.";
    write(count, under ? `${says}${penDown ? `; ${tool} down` : ""}` : hint);
    const space = tool === "cells" ? "fills or empties a cell" : `lowers and lifts the ${tool}`;
    set(sheet, "aria-label", `drawing pad: arrow keys move the cursor, Space ${space}`);
  }

  function drawMaps({ shape: [n, height, width], largest, bytes }) {
    const canvases = [...maps.children];
    while (canvases.length < n) canvases.push(maps.appendChild(html("canvas", { width: 80, height: 80 })));
    const numbers = Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0));
    const above = colour(root, "--blue"), below = colour(root, "--orange"), size = 80 / Math.max(height, width);
    canvases.forEach((canvas, k) => {
      canvas.hidden = k >= n;
      if (k >= n) return;
      const g = canvas.getContext("2d");
      g.clearRect(0, 0, 80, 80);
      for (let i = 0; i < height * width; i++) {
        const number = (numbers[k * height * width + i] << 24) >> 24; // a signed byte
        if (!number) continue;
        g.globalAlpha = visibly(Math.abs(number) / 127);
        g.fillStyle = number > 0 ? above : below;
        const inset = number > 0 ? 0 : 0.22 * size; // smaller where it is below 0: not by colour alone
        const [row, column] = [Math.floor(i / width), i % width];
        g.fillRect(column * size + inset, row * size + inset, size - 2 * inset, size - 2 * inset);
      }
    });
    set(maps, "aria-label", `${n} feature maps of the drawing`);
    write(aboutMaps, `${n} maps of ${height} × ${width}; blue is above 0, a small orange square below; `
      + `strongest: ${largest.toFixed(2)}`);
  }

  function draw(state) {
    answered = state;
    // While answers are on their way, the drawing in the page is newer than theirs.
    if (!awaited || Object.keys(awaited).every((key) => awaited[key] === state[key])) {
      awaited = null;
      ({ edges, layer } = state);
      points = fromCode(state.code);
    }
    const p = state.p ?? new Array(10).fill(0), best = state.p ? p.indexOf(Math.max(...p)) : -1;
    bars.forEach(({ name, bar, share }, k) => {
      set(bar, "width", (p[k] * full).toFixed(1));
      set(bar, "fill-opacity", k === best ? 1 : 0.55);
      set(name, "font-weight", k === best ? "bold" : "normal");
      write(share, state.p ? p[k].toFixed(2) : "");
    });
    const [first, all, facts] = (state.problem || state.text).split("\n");
    set(probabilities, "aria-label", all ?? "no probabilities");
    write(digit, best < 0 ? "?" : String(best));
    write(sure, best < 0 ? "nothing to read" : `p = ${p[best].toFixed(2)}`);
    write(words, facts ? `${first}\n${facts}` : first);
    if (state.maps) drawMaps(state.maps);
    set(root, "data-read", performance.now().toFixed(1));
    drawPad();
  }
  ask = asker(model, draw);
  const redraw = () => { if (answered?.maps) drawMaps(answered.maps); };
  const stopTheme = onTheme(redraw);
  const first = requestAnimationFrame(redraw); // not in the page yet, it has no colours
  return () => { cancelAnimationFrame(first); stopTheme(); ask.stop(); };
}

export default { render };
