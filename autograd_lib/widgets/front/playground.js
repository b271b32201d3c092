// The playground: a network drawn while it trains, its points to be dragged and added, and all else to be changed.
// The kernel trains. While it plays, the page asks for the next picture when it has drawn the one before; so nothing
// runs on when the page is gone, out of sight, or busy.
import {
  button, choice, colour, controls, frame, hearKernel, html, movableByKeys, onTheme, path, place, plane, set, short,
  slider, svg, wantsLittleMotion, write,
} from "./shared.js";

const STYLE = `
.al.playground .head { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; margin-bottom: 8px; }
.al.playground .play { width: 58px; height: 58px; border-radius: 50%; padding: 0; display: grid; place-items: center;
  background: var(--ink); color: var(--paper); border: none; flex: none; }
.al.playground .play:focus-visible { border-radius: 50%; }
.al.playground .play svg { width: 24px; height: 24px; fill: var(--paper); }
.al.playground .others { display: grid; gap: 4px; }
.al.playground .count { min-width: 72px; }
.al.playground .count output { display: block; font-size: 26px; line-height: 1.1; font-weight: 600; }
.al.playground .losses { display: flex; gap: 10px; align-items: center; margin-left: auto; }
.al.playground table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 0; font-size: 13px; }
.al.playground table tr { background: none; }
.al.playground th, .al.playground td { padding: 1px 0 1px 10px; text-align: right; font-weight: normal; border: none;
  white-space: nowrap; }
.al.playground th:first-child { padding-left: 0; text-align: left; }
.al.playground th svg { display: inline-block; vertical-align: middle; margin-right: 5px; }
.al.playground td { min-width: 3.6em; }
.al.playground td:last-child { min-width: 5.4em; }
.al.playground .settings { display: flex; flex-wrap: wrap; gap: 0 20px; margin-bottom: 4px; }
.al.playground .settings .controls { flex: 1 1 260px; margin-bottom: 4px; align-content: start;
  grid-template-columns: 100px minmax(90px, 1fr) minmax(3.4em, max-content); }
.al.playground.narrow .settings .controls { flex-basis: 100%; }
.al.playground.narrow:not(.small) .settings .controls + .controls { grid-template-columns:
  100px minmax(60px, 1fr) 3.4em 100px minmax(60px, 1fr) 3.4em; }
.al.playground.narrow .losses { gap: 4px; }
.al.playground .buttons button { padding: 2px 8px; }
.al.playground button:disabled { opacity: .7; }
.al.playground .sizes { display: flex; gap: 4px; align-items: center; }
.al.playground .sizes input { font: inherit; width: 88px; color: var(--ink); background: var(--paper);
  border: 1px solid var(--line); border-radius: 4px; padding: 2px 6px; min-height: 26px; }
.al.playground .stage { display: flex; flex-wrap: wrap; align-items: flex-start; }
.al.playground .net { position: relative; }
.al.playground .net canvas { width: 100%; height: 304px; }
.al.playground .layers { position: relative; height: 26px; }
.al.playground .layer { position: absolute; transform: translateX(-50%); display: flex; align-items: center; gap: 2px;
  font-variant-numeric: tabular-nums; }
.al.playground .layer button, .al.playground .sizes button { min-height: 24px; width: 24px; padding: 0; }
.al.playground .layer button { width: 20px; }
.al.playground .layer output { width: 16px; text-align: center; }
.al.playground .out { flex: 0 1 332px; min-width: 260px; position: relative; }
.al.playground .out canvas { position: absolute; }
.al.playground .out svg { position: relative; width: 100%; height: auto; cursor: crosshair;
  will-change: transform; } /* a layer of its own, which is not painted again when the canvas below it is */
.al.playground .out svg:focus-visible { outline-offset: -3px; }
.al.playground .mark.grip { cursor: grab; }
.al.playground .mark.grip:active { cursor: grabbing; }
.al.playground .mark .hit { fill: transparent; }
.al.playground .mark.gone { opacity: .25; }
.al.playground .mark .wrong { fill: none; stroke: var(--ink); stroke-width: 1.2; }
.al.playground .many .wrong { stroke-opacity: .5; }
.al.playground .legend { display: flex; flex-wrap: wrap; gap: 2px 11px; color: var(--soft); font-size: 12px;
  padding-top: 4px; }
.al.playground .legend span { white-space: nowrap; }
.al.playground .legend svg { display: inline-block; vertical-align: -1px; margin-right: 4px; }
.al.playground .hint { min-height: 1.5em; margin-top: 4px; }
.al.playground .words { margin-top: 2px; }
`;

const SILENT = 5000; // milliseconds until an answer counts as lost
const TALL = 304; // the height of the drawn network
const NEAR = 12; // pixels: a click as near as that to a point means it
const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";
const PLAY = "M3 1 L22 12 L3 23 Z", PAUSE = "M4 1 H9.5 V23 H4 Z M14.5 1 H20 V23 H14.5 Z";
const LONG_ENOUGH = 5000; // milliseconds for a problem to be read, while pictures go on
const HINT = "Drag a point, out of the plane to remove it; click to add one; "
  + "point at a neuron to see what it computes.";
const DASHES = { solid: null, dashed: "5 3" };

// ---- numbers -------------------------------------------------------------------------------------------------------

function bytesOf(text) {
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}
const floatsOf = (text) => new Float32Array(bytesOf(text).buffer);

/** Tables of the parameters, one for each layer: a row for each neuron, its weights and then its bias. */
function layersOf(parameters, sizes) {
  let start = 0;
  return sizes.slice(1).map((nout, k) => {
    const width = sizes[k] + 1, table = parameters.subarray(start, start + width * nout);
    start += width * nout;
    return { nin: sizes[k], nout, at: (to, from) => table[to * width + from] };
  });
}

/** Call `draw(from, to)` for each piece of the lines where a picture of side × side numbers, from the top, is 0. */
function zeroLines(numbers, side, draw) {
  const at = (row, column) => numbers[row * side + column];
  const between = (a, b) => a / (a - b);
  for (let row = 0; row + 1 < side; row++) {
    for (let column = 0; column + 1 < side; column++) {
      const a = at(row, column), b = at(row, column + 1), c = at(row + 1, column + 1), e = at(row + 1, column);
      const above = (a > 0) + (b > 0) + (c > 0) + (e > 0);
      if (above === 0 || above === 4) continue;
      const ends = []; // where the line crosses the sides: above, right, below, left
      if (a > 0 !== b > 0) ends.push([column + between(a, b), row]);
      if (b > 0 !== c > 0) ends.push([column + 1, row + between(b, c)]);
      if (e > 0 !== c > 0) ends.push([column + between(e, c), row + 1]);
      if (a > 0 !== e > 0) ends.push([column, row + between(a, e)]);
      for (let k = 0; k + 1 < ends.length; k += 2) draw(ends[k], ends[k + 1]);
    }
  }
}

/** The next number of the kind 1, 2 or 5 times a power of ten. */
function roundUp(number) {
  const power = 10 ** Math.floor(Math.log10(number || 1));
  return [1, 2, 5, 10].map((k) => k * power).find((k) => k >= number * 0.999);
}
const signed = (number, digits = 2) => number.toFixed(digits).replace("-", "−");
const subscript = (number) => [...String(number)].map((digit) => SUBSCRIPTS[digit]).join("");

// ---- colours -------------------------------------------------------------------------------------------------------

/** Red, green and blue of any colour that the page knows. */
function rgb(name) {
  const g = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
  g.fillStyle = name;
  g.fillRect(0, 0, 1, 1);
  return g.getImageData(0, 0, 1, 1).data;
}

/** For -127 to 127 a pixel, from the colour of the lower class over that of the paper to that of the upper one. */
function paletteOf(root) {
  const [paper, above, below] = ["--paper", "--blue", "--orange"].map((name) => rgb(colour(root, name)));
  const palette = new Uint32Array(255);
  for (let k = -127; k <= 127; k++) {
    const share = (0.85 * Math.abs(k)) / 127, to = k < 0 ? below : above;
    const [r, g, b] = [0, 1, 2].map((i) => Math.round(paper[i] + (to[i] - paper[i]) * share));
    palette[k + 127] = (255 << 24) | (b << 16) | (g << 8) | r;
  }
  return palette;
}

// ---- the front -----------------------------------------------------------------------------------------------------

function render({ model, el }) {
  const scene = model.get("state");
  const root = frame(el, "a network in training");
  root.classList.add("playground");
  root.append(html("style", {}, STYLE));
  let now = scene, playing = false, isVisible = true, target = 1;

  // ---- the kernel: a queue of changes, all of which are sent, and pictures while it plays ----

  const queue = [], held = new Map(); // held: the message that carries the newest change of a control
  let number = 0, drawn = 0, underWay = 0, silences = 0, watchdog = 0, frameAsked = 0, pause = 0, problem = "", saidAt = 0;

  /** Ask for a change. Of several with one `key` the newest is enough, if none without a key, a step, is between. */
  function change(key, ...move) {
    const last = queue.map((each) => each.key).lastIndexOf(null);
    const old = queue.findIndex((each, i) => i > last && each.key === key);
    if (old >= 0) queue.splice(old, 1);
    queue.push({ key, move });
    saidAt = -LONG_ENOUGH; // a new change: what was said of an earlier one goes with the next picture
    if (key !== null) held.set(key, Infinity);
    pump();
  }
  function pump() {
    const play = playing && isVisible && !pause;
    if (underWay >= 2 || (!queue.length && !play)) return;
    underWay++;
    number++;
    for (const { key } of queue) if (key !== null) held.set(key, number);
    model.send({ n: number, move: "act", args: [queue.splice(0).map((each) => each.move), play] });
    clearTimeout(watchdog);
    watchdog = setTimeout(lost, SILENT);
    if (play) pump(); // the kernel takes the next steps while this picture is drawn
  }
  function lost() {
    underWay = 0;
    if (++silences >= 3 && playing) {
      setPlaying(false);
      write(words, "The kernel does not answer. Is it busy? After a restart, run this cell again.");
    }
    pump();
  }
  function answered(message) {
    if (!("n" in message)) return;
    clearTimeout(watchdog);
    silences = 0;
    underWay = Math.max(0, underWay - 1);
    if (underWay) watchdog = setTimeout(lost, SILENT);
    if (message.n >= drawn) {
      drawn = message.n;
      now = { ...now, ...message.state };
      if (message.problem) [problem, saidAt] = [message.problem, performance.now()];
      else if (performance.now() > saidAt + LONG_ENOUGH) problem = "";
      for (const [key, n] of held) if (n <= drawn) held.delete(key);
      if (now.ended && playing) setPlaying(false);
    }
    frameAsked ||= requestAnimationFrame(next);
  }
  function next() {
    frameAsked = 0;
    draw();
    set(root, "data-read", performance.now().toFixed(1));
    if (playing && wantsLittleMotion()) {
      pause ||= setTimeout(() => { pause = 0; pump(); }, 400);
    }
    pump();
  }
  function setPlaying(isOn) {
    playing = isOn;
    showPlay();
    pump();
  }

  // ---- the head: play, and how it goes ----

  const sign = svg("path");
  const play = html("button", { type: "button", class: "play", on: { click: () => setPlaying(!playing) } },
    svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, sign));
  function showPlay() {
    set(sign, "d", playing ? PAUSE : PLAY);
    set(play, "aria-label", playing ? "pause" : "play");
    set(play, "title", playing ? "pause" : "play");
    for (const each of [words, hint]) set(each, "aria-live", playing ? "off" : "polite");
  }
  const oneStep = button("one step", () => { setPlaying(false); change(null, "advance", 1); });
  const reset = button("reset", () => { setPlaying(false); change(null, "reset"); });
  const count = html("output", {});

  const chart = { width: 196, height: 74, left: 26, right: 8, top: 8, bottom: 18 };
  const floor = chart.height - chart.bottom;
  const looks = [["training", "var(--blue)", DASHES.solid], ["held out", "var(--orange)", DASHES.dashed]];
  const line = (stroke, dashes) => ({ fill: "none", stroke, "stroke-width": 2, "stroke-dasharray": dashes });
  const curves = looks.map(([, stroke, dashes]) => svg("path", line(stroke, dashes)));
  const label = (x, y, anchor, text = "") => svg("text", { x, y, "text-anchor": anchor, class: "soft" }, text);
  const topLabel = label(chart.left - 4, chart.top + 5, "end"), lastLabel = label(0, chart.height - 3, "end");
  const lossLabel = label(chart.left, chart.height - 3, "start", "loss");
  const axes = svg("path", { fill: "none", stroke: "var(--line)" });
  const losses = svg("svg", { height: chart.height, role: "img" }, axes, topLabel,
    label(chart.left - 4, floor + 1, "end", "0"), lossLabel, lastLabel, ...curves);
  const sampleOf = (stroke, dashes) => svg("svg", { width: 20, height: 8, "aria-hidden": "true" },
    svg("path", { d: "M0 4H20", ...line(stroke, dashes) }));
  const cells = looks.map(([name, stroke, dashes]) => {
    const sample = sampleOf(stroke, dashes);
    const loss = html("td", {}), right = html("td", {});
    return { name, loss, right, row: html("tr", {}, html("th", { scope: "row" }, sample, name), loss, right) };
  });
  const table = html("table", {}, html("tr", {}, html("th", {}), html("th", { scope: "col" }, "loss"),
    html("th", { scope: "col" }, "right")), ...cells.map((each) => each.row));

  // ---- settings ----

  const wanted = () => (held.has("hidden") ? shape : now.hidden);
  let shape = scene.hidden;
  function setHidden(sizes) {
    shape = sizes;
    change("hidden", "choose_hidden", sizes);
  }
  const sizes = html("input", { type: "text", "aria-label": "hidden sizes", spellcheck: "false", autocomplete: "off",
    on: { change: () => {
      shape = sizes.value.split(",").map(Number).filter((size) => size > 0);
      change("hidden", "choose_hidden", sizes.value);
    } } });
  const fewer = button("−", () => setHidden(wanted().slice(0, -1)), { "aria-label": "remove the last hidden layer" });
  const more = button("+", () => setHidden([...wanted(), wanted().at(-1) ?? 4]),
    { "aria-label": "add a hidden layer" });
  const numbers = (all) => all.map((each) => [short(each), each]);
  const rows = {
    data: choice("data", scene.names.map((name) => [name, name]), (name) => change("data", "choose_data", name)),
    activation: choice("activation", scene.activations.map((name) => [name.replace("_", " "), name]),
      (name) => change("activation", "choose_activation", name)),
    arrays: choice("train on", [[scene.engines[0], true], [scene.engines[1], false]],
      (arrays) => change("arrays", "use_arrays", arrays)),
    lr: slider("learning rate", numbers(scene.rates), (lr) => change("lr", "set_lr", lr)),
    l2: slider("L2", numbers(scene.strengths), (l2) => change("l2", "set_l2", l2)),
    noise: slider("noise", numbers(scene.noises), (noise) => change("noise", "set_noise", noise)),
    pace: slider("steps a picture", numbers(scene.paces), (pace) => change("pace", "set_steps_a_picture", pace)),
  };
  const cost = html("span", { class: "soft" });
  rows.arrays[1].append(cost);
  rows.arrays[1].style.alignItems = "center";
  const sizesRow = [html("span", {}, "hidden sizes"), html("div", { class: "wide sizes" }, sizes, fewer, more,
    html("span", { class: "soft" }, "layers"))];

  // ---- the stage: the network, and the plane ----

  const canvas = html("canvas", { tabindex: 0, role: "application", "aria-roledescription": "drawing of a network" });
  const strip = html("div", { class: "layers" });
  const net = html("div", { class: "net" }, strip, canvas);
  const out = plane({ width: 332, height: 330, left: 36, right: 8, top: 26, bottom: 26, countX: 4, countY: 4 });
  const { x: left, y: top, width: inner, height: high } = out.inside;
  const shares = Object.entries({ left: left / 332, top: top / 330, width: inner / 332, height: high / 330 });
  const heat = html("canvas", { "aria-hidden": "true",
    style: shares.map(([side, share]) => `${side}: ${100 * share}%`).join(";") });
  const cursor = svg("path", { d: "M-11 0H11M0 -11V11", fill: "none", stroke: "var(--ink)", "stroke-width": 1.5,
    visibility: "hidden", "pointer-events": "none" });
  const marks = svg("g");
  out.over.append(marks, cursor);
  set(out.node, "tabindex", 0);
  set(out.node, "role", "application");
  set(out.node, "aria-roledescription", "plane with points");
  const plot = html("div", { style: "position: relative" }, heat, out.node);
  const classes = choice("a click adds", [["● class 1", 1], ["▲ class −1", -1]], (each) => { target = each; });
  classes.show(target);
  classes[1].classList.remove("wide");
  const adding = html("div", { style: "display: flex; gap: 8px; align-items: center; padding-left: 36px" }, ...classes);
  const words = html("div", { class: "words", "aria-live": "polite" });
  const hint = html("div", { class: "hint soft", "aria-live": "polite" });
  const legend = html("div", { class: "legend" },
    html("span", {}, sampleOf("var(--blue)", DASHES.solid), "weight > 0"),
    html("span", {}, sampleOf("var(--orange)", DASHES.dashed), "< 0"),
    html("span", {}, "hollow: held out"), html("span", {}, "ring: wrong side"));
  root.append(
    html("div", { class: "head" }, play, html("div", { class: "others" }, oneStep, reset),
      html("div", { class: "count" }, html("span", { class: "soft" }, "step"), count),
      html("div", { class: "losses" }, losses, table)),
    html("div", { class: "settings" }, controls(rows.data, sizesRow, rows.activation, rows.arrays),
      controls(rows.lr, rows.l2, rows.noise, rows.pace)),
    html("div", { class: "stage" }, html("div", { style: "flex: 1 1 230px; min-width: 0" }, net, legend),
      html("div", { class: "out" }, plot, adding)),
    hint, words);

  // ---- what an answer holds, taken apart once ----

  const taken = {};
  function once(name, key, make) {
    if (taken[name]?.key !== key) taken[name] = { key, value: make() };
    return taken[name].value;
  }
  const sizesNow = () => [2, ...now.hidden, 1];
  const layers = () =>
    once("layers", now.parameters + now.hidden, () => layersOf(floatsOf(now.parameters), sizesNow()));
  const outputs = () => once("outputs", now.pictures.output, () => floatsOf(now.pictures.output));
  const small = () => once("small", now.pictures.hidden, () => new Int8Array(bytesOf(now.pictures.hidden).buffer));
  const points = () => once("points", now.points, () => {
    const all = floatsOf(now.points);
    return Array.from({ length: all.length / 5 }, (_, i) => {
      const [n, x, y, kind, seen] = all.subarray(5 * i, 5 * i + 5);
      return { n, x, y, kind, seen, i };
    });
  });

  // ---- the network ----

  let palette = null, tints = null, width = 370, room = 0, neurons = [], chosen = null;
  const tile = document.createElement("canvas");

  /** Where everything is, for the present sizes: columns of neurons, the inputs first. */
  function layOut() {
    const gap = (width - 52) / (now.hidden.length + 1);
    neurons = [];
    [2, ...now.hidden].forEach((size, layer) => {
      const shown = Math.min(size, 16), pitch = layer ? Math.min(52, TALL / shown) : 104;
      const s = Math.min(40, Math.floor(pitch - 3));
      for (let i = 0; i < shown; i++) {
        const y = TALL / 2 + (i - (shown - 1) / 2) * pitch;
        neurons.push({ layer, i, x: 24 + layer * gap, y, s, first: !i, size });
      }
    });
    return gap;
  }
  function buildStrip() {
    const key = [now.hidden.length, Math.round(width)].join();
    if (strip.dataset.key === key) return;
    strip.dataset.key = key;
    const gap = (width - 52) / (now.hidden.length + 1), isNarrow = gap < 60;
    const resize = (layer, by) => setHidden(wanted().map((size, k) => (k === layer ? Math.max(1, size + by) : size)));
    strip.replaceChildren(...now.hidden.map((_, layer) => {
      const name = `hidden layer ${layer + 1}`;
      const parts = [button("−", () => resize(layer, -1), { "aria-label": `one neuron fewer in ${name}` }),
        html("output", { "aria-label": `neurons in ${name}` }),
        button("+", () => resize(layer, 1), { "aria-label": `one neuron more in ${name}` })];
      if (isNarrow) [parts[0], parts[2]].forEach((each) => { each.hidden = true; });
      return html("div", { class: "layer", style: `left: ${24 + (layer + 1) * gap}px` }, ...parts);
    }));
  }
  const countBefore = (layer) => now.hidden.slice(0, layer - 1).reduce((sum, size) => sum + Math.min(16, size), 0);

  /** The small picture of a neuron: its numbers from -127 to 127, row by row from the top, and their side. */
  function pictureOf({ layer, i }) {
    const side = now.pictures.small;
    if (layer) {
      const first = (countBefore(layer) + i) * side * side;
      return [small().subarray(first, first + side * side), side];
    }
    return once(`input ${i}`, side, () => {
      const at = (k) => Math.round(127 * ((2 * (k + 0.5)) / side - 1));
      const numbers = Array.from({ length: side * side }, (_, k) => (i ? -at(Math.floor(k / side)) : at(k % side)));
      return [Int8Array.from(numbers), side];
    });
  }
  function paint(to, numbers, side) {
    if (to.width !== side) to.width = to.height = side;
    const g = to.getContext("2d"), image = g.createImageData(side, side), pixels = new Uint32Array(image.data.buffer);
    for (let k = 0; k < numbers.length; k++) pixels[k] = palette[numbers[k] + 127];
    g.putImageData(image, 0, 0);
  }
  const isChosen = (neuron) => chosen && neuron.layer === chosen.layer && neuron.i === chosen.i;

  /** The colours of the page, which it has once the front is in it. */
  function takeColours() {
    palette = paletteOf(root);
    const names = ["blue", "orange", "line", "ink", "focus", "soft"];
    tints = Object.fromEntries(names.map((name) => [name, colour(root, `--${name}`)]));
  }
  function drawNetwork() {
    const scale = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== TALL * scale) {
      canvas.width = Math.round(width * scale);
      canvas.height = TALL * scale;
    }
    const g = canvas.getContext("2d");
    g.setTransform(scale, 0, 0, scale, 0, 0);
    g.clearRect(0, 0, width, TALL);
    const end = { layer: now.hidden.length + 1, i: 0, x: width - 2, y: TALL / 2, s: 0, size: 1 };
    g.lineCap = "butt";
    for (const to of [...neurons, end]) {
      if (!to.layer) continue;
      const table = layers()[to.layer - 1];
      for (const from of neurons) {
        if (from.layer === to.layer - 1) drawEdge(g, from, to, table.at(to.i, from.i));
      }
    }
    g.setLineDash([]);
    g.globalAlpha = 1;
    g.fillStyle = tints.soft;
    g.font = "12px system-ui, sans-serif";
    g.textAlign = "center";
    for (const neuron of neurons) {
      const { x, y, s } = neuron, [left, top] = [x - s / 2, y - s / 2];
      paint(tile, ...pictureOf(neuron));
      g.save();
      g.beginPath();
      g.roundRect(left, top, s, s, Math.min(5, s / 5));
      g.clip();
      g.drawImage(tile, left, top, s, s);
      g.restore();
      g.beginPath();
      g.roundRect(left, top, s, s, Math.min(5, s / 5));
      g.strokeStyle = isChosen(neuron) ? tints.focus : tints.line;
      g.lineWidth = isChosen(neuron) ? 3 : 1;
      g.stroke();
      if (!neuron.layer) g.fillText(`x${subscript(neuron.i + 1)}`, x, top - 6);
      else if (neuron.first && neuron.size > 16) g.fillText(`+ ${neuron.size - 16} more`, x, TALL - 1);
    }
  }
  function drawEdge(g, from, to, weight) {
    const size = Math.abs(weight), [x0, x1] = [from.x + from.s / 2, to.x - to.s / 2], middle = (x0 + x1) / 2;
    const isMeant = !chosen || isChosen(from) || isChosen(to);
    const few = Math.min(1, Math.sqrt(6 / Math.max(from.size, to.size))); // many lines side by side are thinner
    g.globalAlpha = isMeant ? Math.min(1, 0.2 + 0.6 * size * few) : 0.07;
    g.lineWidth = Math.min(7, 0.35 + 1.9 * size * few);
    g.strokeStyle = weight < 0 ? tints.orange : tints.blue;
    g.setLineDash(weight < 0 ? [5, 3] : []);
    g.beginPath();
    g.moveTo(x0, from.y);
    g.bezierCurveTo(middle, from.y, middle, to.y, x1, to.y);
    g.stroke();
  }

  /** What a neuron computes, in words. */
  function formula({ layer, i }) {
    if (!layer) return `x${subscript(i + 1)}: ${i ? "how far up" : "how far to the right"} a place is`;
    const table = layers()[layer - 1], weights = Array.from({ length: table.nin }, (_, k) => table.at(i, k));
    const bias = table.at(i, table.nin), name = `layer ${layer}, neuron ${i + 1}`;
    const bend = now.activation === "linear" ? "" : `${now.activation.replace("_", " ")} of `;
    const plus = (number) => `${number < 0 ? "−" : "+"} ${Math.abs(number).toFixed(2)}`;
    if (weights.length > 2) {
      const [low, high] = [Math.min(...weights), Math.max(...weights)].map((each) => signed(each));
      return `${name}: ${bend}${weights.length} weighted inputs, weights from ${low} to ${high}, bias ${signed(bias)}`;
    }
    const names = layer === 1 ? ["x₁", "x₂"] : weights.map((_, k) => `neuron ${k + 1}`);
    const terms = weights.map((w, k) => `${k ? plus(w) : signed(w)} · ${names[k]}`);
    return `${name}: ${bend}${terms.join(" ")} ${plus(bias)}`;
  }
  function choose(neuron) {
    if (chosen === neuron || (neuron && isChosen(neuron))) return;
    chosen = neuron && { layer: neuron.layer, i: neuron.i };
    drawNetwork();
    drawHeat();
    say();
    touched();
  }
  function neuronAt(event) {
    const box = canvas.getBoundingClientRect(), [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const isAt = (each) =>
      Math.abs(each.x - x) <= Math.max(9, each.s / 2 + 1) && Math.abs(each.y - y) <= each.s / 2 + 1;
    return neurons.find(isAt) ?? null;
  }
  canvas.addEventListener("pointermove", (event) => choose(neuronAt(event)));
  canvas.addEventListener("pointerdown", (event) => choose(neuronAt(event)));
  canvas.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") choose(null); });
  canvas.addEventListener("focus", () => { if (canvas.matches(":focus-visible")) choose(neurons[0]); });
  canvas.addEventListener("blur", () => choose(null));
  movableByKeys(canvas, (dx, dy) => {
    const { layer, i } = chosen ?? { layer: 0, i: 0 };
    const next = Math.max(0, Math.min(now.hidden.length, layer + dx));
    const column = neurons.filter((each) => each.layer === next), old = neurons.filter((each) => each.layer === layer);
    const at = dx ? Math.round(((i + 0.5) / old.length) * column.length - 0.5) : i - dy;
    choose(column[Math.max(0, Math.min(column.length - 1, at))]);
  });

  // ---- the plane ----

  function drawHeat() {
    const [shades, side] = chosen ? pictureOf(chosen) : [shadesOf(outputs()), now.pictures.side];
    const scale = window.devicePixelRatio || 1, { width: w, height: h } = out.inside;
    const [wide, high] = [Math.round(w * scale), Math.round(h * scale)];
    if (heat.width !== wide || heat.height !== high) [heat.width, heat.height] = [wide, high];
    paint(tile, shades, side);
    const g = heat.getContext("2d");
    g.clearRect(0, 0, wide, high);
    g.globalAlpha = 0.6; // points of the same colour stand out
    g.drawImage(tile, 0, 0, wide, high);
    g.globalAlpha = 1;
    g.beginPath();
    const at = ([column, row]) => [((column + 0.5) * wide) / side, ((row + 0.5) * high) / side];
    zeroLines(chosen ? shades : outputs(), side, (from, to) => { g.moveTo(...at(from)); g.lineTo(...at(to)); });
    g.strokeStyle = tints.ink;
    g.lineWidth = 2 * scale;
    g.lineCap = "round";
    g.stroke();
    const name = `layer ${chosen?.layer}, neuron ${chosen?.i + 1}`;
    out.title(!chosen ? "output" : chosen.layer ? name : `input x${subscript(chosen.i + 1)}`);
  }
  const shadesOf = (scores) =>
    Int8Array.from(scores, (each) => Math.round(127 * Math.max(-1, Math.min(1, each / scene.reach))));

  const elements = new Map();
  let hand = null; // the point that a pointer or the keys hold: { n, x, y, isOut }
  function markOf({ n, kind, seen }) {
    const many = points().length, r = many <= 12 ? 7 : many <= 250 ? 4 : 3.3;
    const ours = kind > 0 ? "var(--blue)" : "var(--orange)", [fill, stroke] = [ours, "var(--paper)"];
    const look = seen ? { fill, stroke } : { fill: stroke, stroke: fill, "stroke-width": 1.6 };
    const triangle = `M0 ${-1.25 * r}L${1.15 * r} ${0.85 * r}H${-1.15 * r}Z`;
    const form = kind > 0 ? svg("circle", { r, ...look }) : svg("path", { d: triangle, ...look });
    const ring = svg("circle", { r: 1.5 * r, class: "wrong", visibility: "hidden" });
    const hit = svg("circle", { r: NEAR - 3, class: "hit" });
    return { ring, node: svg("g", { class: "mark grip", "data-n": n }, hit, form, ring) };
  }
  function drawPoints() {
    const there = new Set();
    points().forEach((point, i) => {
      there.add(point.n);
      let mark = elements.get(point.n);
      if (!mark) {
        mark = markOf(point);
        elements.set(point.n, mark);
        marks.append(mark.node);
      }
      const isHeld = hand?.n === point.n || held.has(`point ${point.n}`);
      if (!isHeld) placePoint(mark, point.x, point.y);
      set(mark.ring, "visibility", now.wrong[i] === "1" ? "visible" : "hidden");
    });
    for (const [n, { node }] of elements) if (!there.has(n)) { node.remove(); elements.delete(n); }
  }
  const placePoint = ({ node }, x, y) => place(node, out.x(x), out.y(y));
  const limits = () => { const [x0, y0, x1, y1] = now.corners; return { x0, y0, x1, y1, w: x1 - x0, h: y1 - y0 }; };
  function within([x, y]) {
    const { x0, y0, x1, y1 } = limits();
    return [Math.max(x0, Math.min(x1, x)), Math.max(y0, Math.min(y1, y))];
  }
  function isOutside([x, y]) { // by more than a finger's breadth
    const { x0, y0, x1, y1, w, h } = limits();
    return x < x0 - 0.06 * w || x > x1 + 0.06 * w || y < y0 - 0.06 * h || y > y1 + 0.06 * h;
  }
  const rounded = (place) => place.map((each) => Number(each.toFixed(4)));
  function movePoint(n, spot) {
    const mark = elements.get(n), [x, y] = rounded(within(spot));
    Object.assign(hand, { x, y, isOut: isOutside(spot) });
    placePoint(mark, x, y);
    mark.node.classList.toggle("gone", hand.isOut);
    change(`point ${n}`, "move_point", n, x, y);
    touched();
  }
  function removePoint(n) {
    held.delete(`point ${n}`);
    change(null, "remove_point", n);
  }
  const addPoint = (spot) => change(null, "add_point", ...rounded(within(spot)), target);
  /** The point nearest to a place, if it is near, by distances on the page. */
  function pointNear([x, y]) {
    const far = (point) => Math.hypot(out.x(point.x) - out.x(x), out.y(point.y) - out.y(y));
    const best = points().reduce((a, b) => (a && far(a) <= far(b) ? a : b), null);
    return best && far(best) <= NEAR ? best : null;
  }

  let under = null; // the place below the pointer, or below the cross
  let press = null; // where a pointer went down, and on which point
  out.node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const mark = event.target.closest?.("[data-n]"), n = mark ? Number(mark.dataset.n) : null;
    press = { n, x: event.clientX, y: event.clientY, isDrag: false };
    if (n === null) return;
    event.preventDefault();
    out.node.focus({ preventScroll: true });
    out.node.setPointerCapture(event.pointerId);
    const point = points().find((each) => each.n === n), [x, y] = out.at(event);
    press.offset = [point.x - x, point.y - y];
    marks.append(mark); // on top
    hand = { n, x: point.x, y: point.y };
  });
  out.node.addEventListener("pointermove", (event) => {
    if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > 3) press.isDrag = true;
    const spot = out.at(event);
    if (press?.offset && hand && press.isDrag) movePoint(press.n, spot.map((each, k) => each + press.offset[k]));
    under = spot;
    say();
  });
  out.node.addEventListener("pointerup", (event) => {
    if (!press) return;
    const { n, isDrag } = press, spot = out.at(event);
    press = null;
    if (n !== null) letGo();
    else if (!isDrag && !isOutside(spot) && within(spot).every((each, k) => each === spot[k])) addPoint(spot);
  });
  for (const name of ["pointercancel", "lostpointercapture"]) {
    out.node.addEventListener(name, () => { if (press?.offset) { press = null; letGo(); } });
  }
  out.node.addEventListener("pointerleave", () => { under = null; say(); });
  function letGo() {
    if (!hand) return;
    const { n, isOut } = hand;
    elements.get(n)?.node.classList.remove("gone");
    hand = null;
    if (isOut) removePoint(n);
    drawPoints();
    say();
  }

  // With keys, a cross moves over the plane; Enter takes and drops the point below it, or adds one.
  let cross = null, isCarried = false;
  const showCross = () => {
    const isOn = cross && out.node.matches(":focus-visible");
    set(cursor, "visibility", isOn ? "visible" : "hidden");
    if (isOn) place(cursor, out.x(cross[0]), out.y(cross[1]));
    under = isOn ? cross : null;
    say();
  };
  const center = () => { const { x0, y0, w, h } = limits(); return [x0 + w / 2, y0 + h / 2]; };
  movableByKeys(out.node, (dx, dy) => {
    const { w, h } = limits();
    cross = within([(cross ?? center())[0] + (dx * w) / 80, (cross ?? center())[1] + (dy * h) / 80]);
    if (isCarried && hand) movePoint(hand.n, cross);
    showCross();
  });
  out.node.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    cross ??= center();
    const near = hand ?? pointNear(cross);
    if (event.key === "Enter") {
      event.preventDefault();
      if (isCarried) { isCarried = false; letGo(); }
      else if (near) {
        isCarried = true;
        hand = { n: near.n, x: near.x, y: near.y };
        cross = [near.x, near.y];
      } else addPoint(cross);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      isCarried = false;
      hand = null;
      if (near) removePoint(near.n);
    } else if (event.key === "n" || event.key === "N") {
      const all = points(), at = all.findIndex((each) => each.n === (pointNear(cross) ?? {}).n);
      const next = all[(at + (event.shiftKey ? all.length - 1 : 1)) % all.length];
      if (!isCarried && next) cross = [next.x, next.y];
    } else return;
    showCross();
  });
  out.node.addEventListener("focus", () => { cross ??= center(); showCross(); });
  out.node.addEventListener("blur", () => { if (isCarried) { isCarried = false; letGo(); } showCross(); });
  root.addEventListener("keydown", (event) => {
    if (event.key !== " " || event.repeat || event.target.closest?.("button, input")) return;
    event.preventDefault();
    setPlaying(!playing);
  });

  /** What is under the pointer or the cross, in a line; else what can be done. */
  function say() {
    const spot = under;
    if (chosen) return write(hint, `${formula(chosen)}.`);
    if (!spot || within(spot).some((each, k) => each !== spot[k])) {
      return write(hint, HINT);
    }
    const { x0, y1, w, h } = limits(), { side } = now.pictures;
    const pixel = (share) => Math.max(0, Math.min(side - 1, Math.floor(share * side)));
    const score = outputs()[pixel((y1 - spot[1]) / h) * side + pixel((spot[0] - x0) / w)];
    const where = `at (${signed(spot[0])}, ${signed(spot[1])}) the output is ${signed(score)}`;
    const near = hand ? points().find((each) => each.n === hand.n) : pointNear(spot);
    const kind = near && `; a point of class ${near.kind > 0 ? "1" : "−1"}, ${near.seen ? "trained on" : "held out"}`;
    write(hint, `${where}${kind ?? ""}${isCarried ? ", carried" : ""}.`);
  }

  // ---- drawing ----

  function drawLosses() {
    const all = floatsOf(now.history), steps = [], values = [[], []];
    for (let i = 0; i < all.length; i += 3) {
      steps.push(all[i]);
      [0, 1].forEach((k) => values[k].push(all[i + 1 + k] < 0 ? null : all[i + 1 + k]));
    }
    const last = Math.max(10, steps.at(-1), now.step), top = roundUp(Math.max(0.1, ...values.flat()));
    const end = chart.width - chart.right;
    set(losses, "width", chart.width);
    set(losses, "viewBox", `0 0 ${chart.width} ${chart.height}`);
    set(axes, "d", `M${chart.left} ${chart.top}V${floor}H${end}`);
    set(lastLabel, "x", end);
    set(lossLabel, "visibility", chart.width < 150 ? "hidden" : "visible");
    const X = (step) => chart.left + ((end - chart.left) * step) / last;
    const Y = (loss) => floor - ((floor - chart.top) * loss) / top;
    curves.forEach((curve, k) => set(curve, "d", path(steps, values[k], X, Y)));
    write(topLabel, short(top));
    write(lastLabel, `step ${last}`);
    cells.forEach(({ name, loss, right, row }) => {
      const result = now.results.find(([each]) => each === name);
      row.hidden = !result;
      if (!result) return;
      write(loss, result[1] === null ? "–" : result[1].toFixed(3));
      write(right, `${result[2]} / ${result[3]}`);
    });
    set(losses, "aria-label", `losses up to step ${now.step}`);
  }
  function drawControls() {
    for (const key of ["data", "activation", "arrays", "lr", "l2", "noise", "pace"]) {
      if (!held.has(key)) rows[key].show(now[key]);
    }
    if (!held.has("hidden")) {
      if (document.activeElement !== sizes) sizes.value = now.hidden.join(", ");
      shape = now.hidden;
    }
    set(fewer, "disabled", !now.hidden.length);
    set(more, "disabled", now.hidden.length >= 5);
    buildStrip();
    [...strip.children].forEach((each, layer) => {
      const [less, size, plus] = each.children;
      write(size, String(now.hidden[layer]));
      less.disabled = now.hidden[layer] <= 1;
      plus.disabled = now.hidden[layer] >= 16;
    });
    const nodes = now.nodes === null ? "" : `a step is a graph of ${now.nodes.toLocaleString("en")} nodes`;
    write(cost, nodes && now.milliseconds !== null ? `${nodes}, ${now.milliseconds.toPrecision(2)} ms` : nodes);
  }
  function touched() {
    set(root, "data-drawn", performance.now().toFixed(1));
  }
  function draw() {
    const corners = now.corners.join();
    if (root.dataset.corners !== corners) {
      root.dataset.corners = corners;
      const { x0, y0, x1, y1 } = limits();
      out.limits([x0, x1], [y0, y1]);
    }
    const data = `${now.data} ${now.noise} ${points().length <= 12}`;
    if (root.dataset.points !== data) { // others, not the same ones elsewhere
      root.dataset.points = data;
      for (const { node } of elements.values()) node.remove();
      elements.clear();
      hand = null;
    }
    write(count, now.step.toLocaleString("en").replace(",", " "));
    drawControls();
    layOut();
    if (chosen && !neurons.some(isChosen)) chosen = null;
    if (palette) {
      drawNetwork();
      drawHeat();
    }
    drawPoints();
    say();
    drawLosses();
    write(words, problem || now.text);
    set(canvas, "aria-label", `network ${sizesNow().join(" → ")}: arrow keys go from neuron to neuron`);
    const [, , right, all] = now.results[0];
    set(out.node, "aria-label", `the plane with ${points().length} points, ${right} of ${all} training points right: `
      + "arrow keys move a cross, Enter adds, takes or drops a point, Delete removes it, N goes to the next one");
    touched();
  }

  // ---- what comes from outside ----

  const stopTheme = onTheme(() => { takeColours(); draw(); });
  const widths = new ResizeObserver(() => {
    const wide = canvas.clientWidth, space = root.clientWidth;
    if (!wide || (wide === width && space === room && palette)) return; // not in the page, or as before
    if (!palette) takeColours();
    width = wide;
    room = space;
    root.classList.toggle("narrow", room < 660);
    root.classList.toggle("small", room < 480);
    chart.width = room < 660 && room >= 480 ? 112 : 196;
    draw();
  });
  widths.observe(canvas);
  widths.observe(root);
  const sight = new IntersectionObserver((entries) => { isVisible = entries.at(-1).isIntersecting; pump(); });
  sight.observe(root);
  const changed = () => { now = { ...now, ...model.get("state") }; draw(); };
  hearKernel(model);
  model.on("msg:custom", answered);
  model.on("change:state", changed);
  showPlay();
  draw();
  return () => {
    playing = false;
    clearTimeout(watchdog);
    clearTimeout(pause);
    cancelAnimationFrame(frameAsked);
    stopTheme();
    widths.disconnect();
    sight.disconnect();
    model.off("msg:custom", answered);
    model.off("change:state", changed);
  };
}

export default { render };
