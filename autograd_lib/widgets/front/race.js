// The optimiser race: drag the start over the map, and the library's own optimisers run from there, in the kernel.
import {
  asker, beside, button, choice, colour, controls, draggable, frame, general, handle, html, movableByKeys, onTheme, path, place,
  plane, power, set, slider, svg, wantsLittleMotion, write,
} from "./shared.js";

const STYLE = `
.al .race-bar, .al .race-start { display: flex; flex-wrap: wrap; gap: 4px; align-items: center; }
.al .race-bar button { padding: 2px 8px; }
.al .race-bar .play { min-width: 84px; font-weight: bold; background: var(--blue); color: var(--paper);
  border-color: var(--blue); }
.al .race-bar input[type=range] { flex: 1 1 110px; width: auto; max-width: 260px; }
.al .race-bar output { min-width: 3em; }
.al .race-start { gap: 4px 12px; }
.al .race-start input { font: inherit; width: 84px; color: var(--ink); background: var(--paper);
  border: 1px solid var(--line); border-radius: 4px; padding: 2px 6px; }
.al.race .controls { grid-template-columns: max-content minmax(120px, 420px) minmax(4em, max-content); }
.al text.race-title { font-size: 15px; font-weight: 600; }
.al .race-name { display: inline-flex; align-items: center; gap: 6px; cursor: default; }
.al .race-name svg { flex: none; }
.al .race-racer { transition: opacity .12s; }
.al .race-racer.dim { opacity: .15; }
.al .words.race-words { min-height: 7.6em; }
`;
const arc = (r, dx) => `a${r},${r} 0 1 0 ${dx},0`;
const circle = (x, y, r) => `M${n(x - r)},${n(y)}${arc(r, 2 * r)}${arc(r, -2 * r)}`;
const square = (x, y, r) => `M${n(x - r)},${n(y - r)}h${2 * r}v${2 * r}h${-2 * r}z`;
const triangle = (x, y, r) => `M${n(x)},${n(y - 1.2 * r)}l${n(1.2 * r)},${n(2.2 * r)}h${n(-2.4 * r)}z`;
const LOOKS = [ // of the racers: never by colour alone
  { colour: "var(--blue)", dashes: false, shape: circle },
  { colour: "var(--orange)", dashes: "7 4", shape: square },
  { colour: "var(--green)", dashes: "8 3 2 3", shape: triangle },
];
const PAUSE = 120; // milliseconds for a step
const GRID = 0.05; // of the places that the start is dragged to
const n = (v) => Math.max(-1e4, Math.min(1e4, v)).toFixed(1);

// ---- the words of the model --------------------------------------------------------------------------------------

const threeDecimals = (number) => number.toFixed(3).replace(/^-(0\.0+)$/, "$1");
const goalOf = (surface) => (surface.minima.length === 1 ? "the minimum" : "a minimum");
const distance = (surface, [x, y]) => Math.min(...surface.minima.map(([a, b]) => Math.hypot(x - a, y - b)));

/** The places and the losses of a walk, as the model packs them. */
function unpacked({ bytes, flew_off }) {
  const numbers = new Float64Array(Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0)).buffer);
  const count = numbers.length / 3;
  const places = Array.from({ length: count }, (_, k) => [numbers[k], numbers[count + k]]);
  return { places, losses: Array.from(numbers.subarray(2 * count)), flew_off };
}

/** The step from which on a racer stays near a minimum, or null. */
function arrival(surface, { places, flew_off }, near) {
  const last = places.findLastIndex((place) => distance(surface, place) > near);
  return flew_off || last === places.length - 1 ? null : last + 1;
}

function line(surface, name, lr, { places, losses }, step) {
  const rate = `${name}, lr ${general(lr, 3)}`, t = threeDecimals;
  if (step >= places.length) return `${rate}: flew off in step ${places.length}`;
  const [x, y] = places[step], [left, right, bottom, top] = surface.window;
  const seen = left <= x && x <= right && bottom <= y && y <= top ? "" : ", outside the picture";
  const rest = `${t(distance(surface, [x, y]))} from ${goalOf(surface)}`;
  return `${rate}: at (${t(x)}, ${t(y)})${seen}, loss ${t(losses[step])}, ${rest}`;
}

/** The name of the racer that is nearest to a minimum now; null at the start, undefined if nobody is left. */
function nearest(surface, names, walks, step) {
  const there = names.map((name, i) => [name, walks[i].places[step]]).filter(([, place]) => place);
  if (!there.length) return undefined;
  if (step === 0) return null;
  const away = there.map(([, place]) => distance(surface, place));
  return there[away.indexOf(Math.min(...away))][0];
}

function arrived(surface, names, walks, near) {
  const steps = names.map((name, i) => [arrival(surface, walks[i], near), name]).filter(([step]) => step !== null);
  return steps.sort(([a, one], [b, other]) => a - b || (one < other ? -1 : 1));
}

// ---- the map -----------------------------------------------------------------------------------------------------

/** Colours of the page as numbers. */
function rgb(root, name) {
  const g = html("canvas", { width: 1, height: 1 }).getContext("2d");
  g.fillStyle = colour(root, name);
  g.fillRect(0, 0, 1, 1);
  return g.getImageData(0, 0, 1, 1).data;
}

/** A map of heights as a picture: the lower, the deeper the blue; a line where the height passes a contour line. */
function drawMap(root, { side, lines, bytes }, width, height) {
  const raw = Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0)), numbers = new Uint16Array(raw.buffer);
  const bands = lines + 1, canvas = html("canvas", { width, height }), g = canvas.getContext("2d");
  const picture = g.createImageData(width, height), [r, gr, b] = rgb(root, "--blue");
  // Not the page's own ink, whose style sheet may come later than the word that there is another theme.
  const ink = document.body.dataset.jpThemeLight === "false" ? 255 : 0;
  const row = new Float32Array(width + 1);
  let above = null;
  const heightsOf = (j) => { // along one row of pixels, counted in contour lines
    const v = Math.min((j / (height - 1)) * (side - 1), side - 1.001), y = Math.floor(v), fy = v - y;
    const result = new Float32Array(width);
    for (let i = 0; i < width; i++) {
      const u = Math.min((i / (width - 1)) * (side - 1), side - 1.001), x = Math.floor(u), fx = u - x, k = y * side + x;
      const upper = numbers[k] + (numbers[k + 1] - numbers[k]) * fx;
      const lower = numbers[k + side] + (numbers[k + side + 1] - numbers[k + side]) * fx;
      result[i] = ((upper + (lower - upper) * fy) / 65535) * bands;
    }
    return result;
  };
  for (let j = 0; j < height; j++) {
    const here = heightsOf(j), before = above ?? here;
    for (let i = 0; i < width; i++) {
      const t = here[i], dx = t - here[Math.max(0, i - 1)], dy = t - before[i];
      const slope = Math.sqrt(dx * dx + dy * dy) + 1e-6; // in contour lines to a pixel
      const near = Math.round(t), away = near > 0 && near < bands ? Math.abs(t - near) / slope : 9;
      const onLine = Math.max(0, Math.min(1, 1.6 - away)) * 0.4;
      const deep = 0.06 + 0.36 * (1 - Math.floor(t) / bands) ** 1.6;
      const alpha = onLine + deep * (1 - onLine), k = 4 * (j * width + i), share = onLine / alpha;
      picture.data[k] = ink * share + r * (1 - share);
      picture.data[k + 1] = ink * share + gr * (1 - share);
      picture.data[k + 2] = ink * share + b * (1 - share);
      picture.data[k + 3] = 255 * alpha;
    }
    above = here;
  }
  g.putImageData(picture, 0, 0);
  return canvas.toDataURL();
}

const STAR = Array.from({ length: 10 }, (_, i) => {
  const r = i % 2 ? 3.6 : 9, angle = (i * Math.PI) / 5;
  return `${(r * Math.sin(angle)).toFixed(2)},${(-r * Math.cos(angle)).toFixed(2)}`;
}).join(" ");

// ---- the front ---------------------------------------------------------------------------------------------------

function render({ model, el }) {
  const { surfaces, names, usual, offer, steps: longest, near, edge } = model.get("state");
  const root = frame(el, "optimiser race");
  root.classList.add("race");
  root.append(html("style", {}, STYLE));
  let want = null, awaited = false, walks = null, problem = "", ask = () => {};
  let timer = 0, begun = 0, from = 0, lit = null;

  // ---- the map with the paths ----

  const map = plane({ width: 440, height: 352, xlabel: "x", ylabel: "y", left: 42, right: 8, top: 28 });
  const title = svg("text", { x: 42, y: 18, class: "race-title" });
  const ground = svg("image", { ...map.inside, preserveAspectRatio: "none" });
  const stars = svg("g", { fill: "var(--ink)", stroke: "var(--paper)" });
  const thin = { fill: "none", "stroke-linejoin": "round" };
  const racers = names.map((name, i) => {
    const { colour: stroke, dashes } = LOOKS[i];
    const way = () => svg("path", { ...thin, stroke, "stroke-width": 2, "stroke-dasharray": dashes });
    const head = () => svg("path", { fill: stroke, stroke: "var(--paper)", "stroke-width": 1.5 });
    const one = { way: way(), dots: svg("path", { fill: stroke }), head: head() };
    const groups = [svg("g", {}, one.way, one.dots, one.head)];
    for (const plot of ["away", "loss"]) {
      one[plot] = { way: way(), head: head() };
      groups.push(svg("g", {}, one[plot].way, one[plot].head));
    }
    groups.forEach((group) => {
      set(group, "class", "race-racer");
      group.addEventListener("pointerenter", () => light(i));
      group.addEventListener("pointerleave", () => light(null));
    });
    return { ...one, groups };
  });
  map.g.append(ground, stars, ...racers.map((racer) => racer.groups[0]));
  const start = handle("start", "var(--ink)");
  set(start, "aria-orientation", null);
  const ways = "M-12,-4l-5,4l5,4M12,-4l5,4l-5,4M-4,-12l4,-5l4,5M-4,12l4,5l4,-5"; // where it can go
  start.append(svg("path", { ...thin, d: ways, stroke: "var(--ink)", "stroke-width": 2 }));
  map.over.append(title, start);

  const onGrid = (v) => Number((Math.round(v / GRID) * GRID).toFixed(2));
  const inside = (v, low, high) => Math.max(Math.max(low, -edge), Math.min(Math.min(high, edge), v));
  /** To a place on the map. Where nobody has set out yet, the whole race is shown: there is something to see. */
  function startAt(x, y) {
    const [left, right, bottom, top] = surfaces[want.surface].window;
    change({ start: [inside(x, left, right), inside(y, bottom, top)], step: want.step || longest });
  }
  draggable(start, {
    start: () => pause(),
    move: (event) => { const [x, y] = map.at(event); startAt(onGrid(x), onGrid(y)); },
  });
  movableByKeys(start, (dx, dy) => {
    pause();
    const next = (v, by) => { // the next place of the grid in that direction: 0 is not passed by
      if (!by) return v;
      const beside = by > 0 ? Math.floor(v / GRID + 1e-6) + 1 : Math.ceil(v / GRID - 1e-6) - 1;
      return onGrid((beside + by - Math.sign(by)) * GRID);
    };
    startAt(next(want.start[0], dx), next(want.start[1], dy));
  });

  // ---- what each has left, by step ----

  const small = (options) => plane({ width: 262, height: 178, xlabel: "step", logy: true, left: 50, right: 18, ...options });
  const away = small({ tickY: (v) => general(v) });
  const loss = small({ title: "loss above the lowest", tickY: (v) => (v === 1 ? "1" : power(v)) });
  away.limits([0, longest], [1e-3, 100], { xticks: [0, 40, 80, 120], yticks: [0.001, 0.01, 0.1, 1, 10, 100] });
  loss.limits([0, longest], [1e-6, 1e4], { xticks: [0, 40, 80, 120], yticks: [1e-6, 1e-3, 1, 1e3] });
  const cursors = [];
  for (const [plot, name] of [[away, "away"], [loss, "loss"]]) {
    const { y, height } = plot.inside;
    const cursor = svg("line", { y1: y, y2: y + height, stroke: "var(--soft)", "stroke-dasharray": "3 3" });
    const scrub = svg("rect", { ...plot.inside, fill: "transparent" });
    cursors.push([plot, cursor]);
    if (name === "away") {
      plot.g.append(svg("path", { d: path([0, longest], [near, near], plot.x, plot.y), stroke: "var(--soft)" }),
        svg("text", { x: plot.x(0) + 6, y: plot.y(near) + 15, class: "soft" }, "arrived"));
    }
    plot.g.append(cursor, scrub, ...racers.map((racer, i) => racer.groups[name === "away" ? 1 : 2]));
    const stepAt = (event) => { pause(); change({ step: clampStep(Math.round(plot.at(event)[0])) }); };
    draggable(scrub, { start: stepAt, move: stepAt });
  }

  // ---- controls ----

  const clampStep = (step) => Math.max(0, Math.min(longest, step));
  const rows = {
    surface: choice("surface", Object.keys(surfaces).map((name) => [name, name]),
      (name) => { pause(); change({ surface: name, start: surfaces[name].start }); }),
    rates: names.map((name, i) => {
      const look = LOOKS[i];
      const row = slider(`lr of ${name}`, offer[i].map((lr) => [general(lr, 4), lr]),
        (lr) => change({ rates: want.rates.map((each, k) => (k === i ? lr : each)) }));
      const sign = svg("svg", { viewBox: "0 0 30 14", width: 30, height: 14, "aria-hidden": "true" },
        svg("path", { ...thin, d: "M0,7H30", stroke: look.colour, "stroke-width": 2, "stroke-dasharray": look.dashes }),
        svg("path", { d: look.shape(15, 7, 4.5), fill: look.colour }));
      row[0].prepend(sign);
      set(row[0], "class", "race-name");
      for (const part of row) {
        part.addEventListener("pointerenter", () => light(i));
        part.addEventListener("pointerleave", () => light(null));
      }
      row.input.addEventListener("focus", () => { if (row.input.matches(":focus-visible")) light(i); });
      row.input.addEventListener("blur", () => light(null));
      return row;
    }),
  };
  const resting = wantsLittleMotion() ? "▶ step" : "▶ play";
  const step = html("input", { type: "range", min: 0, max: longest, step: 1, "aria-label": "step",
    on: { input: () => { pause(); change({ step: Number(step.value) }); } } });
  const readout = html("output");
  const play = button(resting, () => (timer ? pause() : begin()), { class: "play" });
  const stepBy = (k) => { pause(); change({ step: clampStep(want.step + k) }); };
  const nudge = (sign, name, press) => button(sign, press, { "aria-label": name, title: name });
  const anew = () => ({ start: surfaces[want.surface].start, rates: usual, step: 0 });
  const reset = button("reset", () => { pause(); change(anew()); },
    { title: "the surface's own start, the rates of the beginning, step 0" });
  const fields = ["start x", "start y"].map((label, i) => {
    const input = html("input", { type: "number", min: -edge, max: edge, step: 0.1, "aria-label": label });
    input.addEventListener("input", () => {
      if (!Number.isFinite(input.valueAsNumber)) return;
      pause();
      change({ start: want.start.map((v, k) => (k === i ? Math.max(-edge, Math.min(edge, input.valueAsNumber)) : v)) });
    });
    input.addEventListener("change", () => { input.value = want.start[i]; }); // what was taken, not what was typed
    return input;
  });
  const words = html("div", { class: "words race-words", "aria-live": "polite" });
  root.append(
    controls(rows.surface, [html("span", {}, "step"), html("div", { class: "wide race-bar" }, play,
      nudge("‹", "one step back", () => stepBy(-1)), step, nudge("›", "one step on", () => stepBy(1)),
      readout, reset)]),
    beside("minmax(0, 440fr) minmax(0, 262fr)", map.node, html("div", {}, away.node, loss.node)),
    controls(...rows.rates, [html("span", {}, "start"), html("div", { class: "wide race-start" },
      ...fields.map((field, i) => html("label", {}, `${"xy"[i]} `, field)),
      html("span", { class: "soft" }, "or drag it over the map"))]),
    words);

  // ---- what the reader does ----

  function change(part) {
    want = { ...want, ...part };
    awaited = true;
    problem = "";
    if (part.surface) walks = null; // those of another surface
    ask("take", want.surface, want.start, want.rates, want.step);
    // What needs new walks is drawn when they come.
    if (part.step !== undefined && !part.start) paint();
    else { showChoices(); place(start, map.x(want.start[0]), map.y(want.start[1])); }
  }
  function light(i) {
    if (lit === i) return;
    lit = i;
    racers.forEach(({ groups }, k) => {
      const name = lit === null || k === lit ? "race-racer" : "race-racer dim";
      for (const group of groups) set(group, "class", name);
    });
  }
  function begin() {
    from = want.step === longest ? 0 : want.step;
    if (wantsLittleMotion()) return stepBy(from === want.step ? 1 : -longest); // a step for each press
    begun = performance.now();
    write(play, "❚❚ pause");
    set(words, "aria-live", "off");
    timer = requestAnimationFrame(on);
  }
  function on(time) {
    const now = clampStep(from + Math.floor(Math.max(0, time - begun) / PAUSE));
    if (!root.isConnected) return;
    if (now !== want.step && walks) { want = { ...want, step: now }; paint(); }
    if (now === longest) return pause();
    timer = requestAnimationFrame(on);
  }
  function pause() {
    if (!timer) return;
    cancelAnimationFrame(timer);
    timer = 0;
    write(play, resting);
    set(words, "aria-live", "polite");
    change({ step: want.step }); // the model is told where the play has come to
  }

  // ---- drawing ----

  let shown = ""; // the surface on the map
  const pictures = new Map(); // of the surfaces, in the colours of the theme
  function drawGround() {
    const { window: [left, right, bottom, top], minima, map: heights } = surfaces[want.surface];
    if (shown !== want.surface) map.limits([left, right], [bottom, top]);
    shown = want.surface;
    const { width, height } = map.inside; // twice as many pixels: for sharp screens
    if (colour(root, "--blue")) { // the page's colours are known once the front is in the page
      if (!pictures.has(shown)) pictures.set(shown, drawMap(root, heights, 2 * width, 2 * height));
      set(ground, "href", pictures.get(shown));
    }
    stars.replaceChildren(...minima.map(([x, y]) =>
      svg("polygon", { points: STAR, transform: `translate(${map.x(x).toFixed(1)} ${map.y(y).toFixed(1)})` })));
    away.title(`distance from ${minima.length === 1 ? "the minimum" : "the nearest minimum"}`);
  }

  function showChoices() {
    rows.surface.show(want.surface);
    rows.rates.forEach((row, i) => row.show(want.rates[i]));
    if (document.activeElement !== step || Number(step.value) !== want.step) step.value = want.step;
    set(step, "aria-valuetext", String(want.step));
    write(readout, `${want.step} / ${longest}`);
    fields.forEach((field, i) => { // not what is being typed
      if (field.valueAsNumber !== want.start[i] && document.activeElement !== field) field.value = want.start[i];
    });
    set(start, "aria-valuenow", want.start[0]);
    set(start, "aria-valuetext", `start at x = ${general(want.start[0])}, y = ${general(want.start[1])}`);
    if (shown !== want.surface) drawGround();
  }

  function drawRacer({ way, dots, head, ...plots }, { places, losses }, look, surface) {
    const seen = places.slice(0, want.step + 1), at = seen.map(([x, y]) => [map.x(x), map.y(y)]);
    set(way, "d", at.map(([x, y], k) => `${k ? "L" : "M"}${n(x)},${n(y)}`).join(""));
    let last = [-99, -99], d = "";
    for (const [x, y] of at) { // where they are crowded, some are left out
      if (Math.hypot(x - last[0], y - last[1]) > 6) { d += look.shape(x, y, 2.2); last = [x, y]; }
    }
    set(dots, "d", d);
    set(head, "d", look.shape(...at.at(-1), 5.5));
    const steps = seen.map((_, k) => k), left = {
      away: seen.map((each) => distance(surface, each)),
      loss: losses.slice(0, want.step + 1).map((each) => each - surface.lowest),
    };
    for (const [name, plot] of [["away", away], ["loss", loss]]) {
      set(plots[name].way, "d", path(steps, left[name], plot.x, plot.y));
      const y = plot.y(Math.max(left[name].at(-1), 1e-30));
      set(plots[name].head, "d", look.shape(plot.x(steps.at(-1)), y, 4.5));
    }
  }

  function paint() {
    showChoices();
    place(start, map.x(want.start[0]), map.y(want.start[1]));
    const surface = surfaces[want.surface];
    racers.forEach(({ groups }) => groups.forEach((group) => set(group, "visibility", walks ? "visible" : "hidden")));
    if (walks) {
      racers.forEach((racer, i) => drawRacer(racer, walks[i], LOOKS[i], surface));
      for (const [plot, cursor] of cursors) {
        for (const end of ["x1", "x2"]) set(cursor, end, plot.x(want.step).toFixed(1));
      }
      write(words, problem || inWords(surface));
      const ahead = nearest(surface, names, walks, want.step), there = arrived(surface, names, walks, near);
      const last = there.length ? `${there[0][1]} won, at step ${there[0][0]}` : "nobody arrived";
      const says = ahead === undefined ? "nobody is left" : ahead === null ? "all at the start" : `${ahead} is nearest`;
      write(title, `step ${want.step}: ${want.step === longest ? last : says}`);
    }
    set(root, "data-drawn", performance.now().toFixed(1));
  }

  /** The model's `text()`, for the walks that are drawn. */
  function inWords(surface) {
    const [x, y] = want.start.map((v) => general(v)), goal = goalOf(surface);
    const heading = `${want.surface}, ${surface.formula}, from (${x}, ${y}), step ${want.step}`;
    const lines = names.map((name, i) => line(surface, name, want.rates[i], walks[i], want.step));
    const ahead = nearest(surface, names, walks, want.step);
    const now = { undefined: "nobody is left", null: "all at the start" }[ahead] ?? `nearest to ${goal} now: ${ahead}`;
    const there = arrived(surface, names, walks, near).map(([step, name]) => `${name} from step ${step} on`);
    const last = want.step === longest ? `within ${near} of ${goal}: ${there.join(", ") || "nobody"}` : now;
    return [heading, ...lines, last].join("\n");
  }

  function draw(state) {
    // While answers are on their way, what the page shows is newer than what they say; only their walks are taken.
    const all = ({ surface, start: origin, rates, step: at }) => String([surface, origin, rates, at]);
    if (!awaited || state.problem || all(want) === all(state)) {
      const step = timer ? want.step : state.step; // the play is ahead of the model
      want = { surface: state.surface, start: state.start, rates: state.rates, step };
      awaited = false;
    }
    problem = state.problem;
    if (state.surface !== want.surface) return;
    walks = state.walks.map(unpacked);
    paint();
  }
  ask = asker(model, draw);
  const inPage = new ResizeObserver(() => { if (!ground.hasAttribute("href")) drawGround(); });
  inPage.observe(root);
  const stopTheme = onTheme(() => { pictures.clear(); drawGround(); });
  return () => { cancelAnimationFrame(timer); inPage.disconnect(); stopTheme(); ask.stop(); };
}

export default { render };
