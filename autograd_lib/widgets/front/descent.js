// The descent explorer: drag the ball to where the walk begins, and the learning rate along its factor.
// The walk is a closed formula, so all of it is computed here while the hand moves; the model in the kernel is told.
import {
  asker, beside, button, controls, draggable, frame, general, handle, html, movableByKeys, path, place, plane, power, set,
  short, slider, svg, wantsLittleMotion, write,
} from "./shared.js";

const STYLE = `
.al .descent-fine { display: flex; flex-wrap: wrap; gap: 4px; align-items: center; }
.al .descent-fine button { padding: 2px 8px; flex: none; }
.al .descent-fine .play { min-width: 84px; font-weight: bold; background: var(--blue); color: var(--paper);
  border-color: var(--blue); }
.al.descent .controls { grid-template-columns: max-content minmax(120px, 440px) minmax(4em, max-content); }
.al .descent-fine input { min-width: 60px; flex: 1; }
.al text.descent-title { font-size: 15px; font-weight: 600; }
.al text.descent-gone { fill: var(--orange); font-weight: bold; paint-order: stroke; stroke: var(--paper);
  stroke-width: 5px; }
.al .words.descent-words { min-height: 4.4em; }
`;
const LOOKS = [ // of the directions: across, along
  { name: "across", colour: "var(--orange)", dashes: null },
  { name: "along", colour: "var(--blue)", dashes: "7 4" },
];
const WIDE = 4.4, TALL = 12; // the error and the loss that are seen at least
const PAUSE = 170; // milliseconds for a step
const SMALLEST_LOSS = 1e-300, LARGEST_LOSS = 1e300; // so that the logarithm exists; the picture ends much earlier
const SHARES = [4, 1, 1 / 4, 1 / 16, 1 / 64]; // of the loss at the usual start, for contour lines

// ---- the formulas of the model -----------------------------------------------------------------------------------

const factorsOf = ({ lr, curvatures }) => curvatures.map((c) => 1 - lr * c);
const limitOf = ({ curvatures }) => 2 / Math.max(...curvatures);
const bestOf = ({ curvatures }) => 2 / (Math.max(...curvatures) + Math.min(...curvatures));
const lossAt = (errors, curvatures) => errors.reduce((sum, e, i) => sum + (curvatures[i] * e * e) / 2, 0);

function walkOf({ lr, curvatures, steps, start }) {
  const rows = [start];
  for (let k = 0; k < steps; k++) rows.push(rows[k].map((e, i) => e - lr * curvatures[i] * e));
  return rows;
}

function fate(factor, tiny) {
  if (Math.abs(factor) < tiny) return "it is gone in one step";
  if (Math.abs(factor + 1) < tiny) return "it changes its sign, and nothing else";
  if (factor < -1) return "it changes its sign and grows";
  return factor < 0 ? "it changes its sign and shrinks" : "it shrinks, and keeps its sign";
}

/** The model's `text()`. */
function inWords(state, rows, losses, { tiny, nearly }) {
  const { lr, curvatures, steps } = state, g = (number) => general(number, 4), two = curvatures.length === 2;
  const facts = factorsOf(state).map((factor, i) => {
    const product = `1 − ${g(lr)} · ${g(curvatures[i])} = ${g(Math.abs(factor) > tiny ? factor : 0)}`;
    return `${two ? `${LOOKS[i].name}: ` : ""}each step takes the error times ${product}: ${fate(factor, tiny)}`;
  });
  const lines = two ? [`lr = ${g(lr)}`, ...facts] : [`lr = ${g(lr)}: ${facts[0]}`];
  const limit = `tips over at 2 / ${g(Math.max(...curvatures))} = ${g(limitOf(state))}`, best = bestOf(state);
  if (!two) lines.push(`${limit}; the best rate is half of that, ${g(best)}`);
  else if (Math.abs(lr / best - 1) > nearly) lines.push(limit); // the best rate is the reader's to find
  else {
    const sum = curvatures.map(g).join(" + ");
    lines.push(`${limit}; in the long run the best is 2 / (${sum}) = ${g(best)}: both factors of one size`);
  }
  const ends = rows.at(-1).map((e, i) => `${two ? `${LOOKS[i].name} ` : ""}${g(e + 0).replace(/^-0$/, "0")}`);
  const loss = Number.isFinite(losses.at(-1)) ? g(losses.at(-1)) : "too large for a float";
  const count = steps === 1 ? "1 step" : `${steps} steps`;
  lines.push(`after ${count}: error ${ends.join(", ")}; loss ${loss}, at first ${g(losses[0])}`);
  return lines.join("\n");
}

// ---- the front ---------------------------------------------------------------------------------------------------

function render({ model, el }) {
  const scene = model.get("state"), { rates, bowls, names, longest, usual, farthest } = scene;
  const [lowest, highest] = scene.range, two = names.length === 2;
  const root = frame(el, "descent explorer");
  root.append(html("style", {}, STYLE));
  let now = null, awaited = null, ask = () => {}, timer = 0, begun = 0, from = 0, isPaused = false;

  // ---- the walk ----

  const axes = two ? { xlabel: "error along", ylabel: "error across" } : { xlabel: "error", ylabel: "loss" };
  const bowl = plane({ width: 430, height: 372, left: 50, top: 28, ...axes });
  const title = svg("text", { x: two ? 8 : 50, y: 18, class: "descent-title" });
  const thin = { fill: "none", "stroke-linejoin": "round" };
  const filled = { fill: "var(--blue)", "fill-opacity": 0.07 };
  const walls = two
    ? SHARES.map(() => svg("ellipse", { ...filled, stroke: "var(--soft)", "stroke-opacity": 0.7 }))
    : [svg("path", { ...filled, stroke: "var(--ink)", "stroke-width": 2 })];
  const level = svg("ellipse", { ...thin, stroke: "var(--ink)", "stroke-dasharray": "3 3" });
  const tangents = svg("path", { ...thin, stroke: "var(--blue)", "stroke-width": 1.8 });
  const falls = svg("path", { ...thin, stroke: "var(--orange)", "stroke-width": 1, "stroke-dasharray": "2 3" });
  const arrows = svg("path", { ...thin, stroke: "var(--orange)", "stroke-width": two ? 1.3 : 2 });
  const heads = svg("path", { fill: "var(--orange)" }), dots = svg("path", { ...thin, stroke: "var(--orange)",
    "stroke-width": two ? 5 : 7, "stroke-linecap": "round" });
  const lowestPoint = svg("path", { ...thin, stroke: "var(--ink)", "stroke-width": 1.5 });
  const last = svg("g", {}, svg("circle", { r: 6, fill: "var(--paper)", stroke: "var(--orange)", "stroke-width": 3 }));
  const gone = svg("text", { class: "descent-gone" });
  const ball = handle(two ? "start: the ball in the valley" : "start: the ball on the curve", "var(--blue)");
  set(ball.lastChild, "r", 10);
  const ways = ["M-15,-4l-5,4l5,4M15,-4l5,4l-5,4", two ? "M-4,-15l4,-5l4,5M-4,15l4,5l4,-5" : ""]; // where it can go
  ball.append(svg("path", { ...thin, d: ways.join(""), stroke: "var(--blue)", "stroke-width": 2 }));
  bowl.g.append(...walls, ...(two ? [level, lowestPoint] : []), tangents, falls, arrows, heads, dots, last);
  bowl.over.append(title, gone, ball);
  root.classList.add("descent");

  const round = (e) => Math.round(e * 20) / 20;
  const within = (e, i) => Math.max(-farthest[i], Math.min(farthest[i], round(e)));
  const startAt = (errors) => change({ start: errors.map(within) });
  draggable(ball, {
    start: () => { pause(); return null; },
    move: (event) => { const [x, y] = bowl.at(event); startAt(two ? [y, x] : [x]); },
  });
  movableByKeys(ball, (dx, dy) => {
    pause();
    startAt(two ? [now.start[0] + 0.1 * dy, now.start[1] + 0.1 * dx] : [now.start[0] + 0.1 * (dx + dy)]);
  });

  // ---- the loss by step ----

  const loss = plane({ width: 270, height: 178, xlabel: "step", title: "loss by step", logy: true, left: 44, right: 16, countX: 4,
    tickY: (v) => (v === 1 ? "1" : power(v)) });
  const first = svg("path", { ...thin, stroke: "var(--ink)", "stroke-dasharray": "2 3" });
  const curve = svg("path", { ...thin, stroke: "var(--green)", "stroke-width": 1.5 });
  const points = svg("path", { ...thin, stroke: "var(--green)", "stroke-width": 4, "stroke-linecap": "round" });
  const lastLoss = svg("circle", { r: 5, fill: "var(--paper)", stroke: "var(--green)", "stroke-width": 3 });
  loss.g.append(first, curve, points, lastLoss);

  // ---- the factor by rate ----

  const factor = plane({ width: 270, height: 190, xlabel: "learning rate", logx: true, left: 44, right: 16 });
  factor.limits([lowest, highest], [0, 2], { xticks: [0.001, 0.01, 0.1, 1, 10], yticks: [0, 1, 2] });
  const { x: left, y: top, width, height } = factor.inside;
  const orange = { fill: "var(--orange)", "fill-opacity": 0.12 };
  const danger = svg("rect", { x: left, y: top, width, height: height / 2, ...orange });
  const says = (text, y) => svg("text", { x: left + 6, y, class: "soft" }, text);
  const edge = svg("path", { ...thin, stroke: "var(--ink)", "stroke-dasharray": "2 3" });
  const here = svg("path", { ...thin, stroke: "var(--soft)", "stroke-width": 1 });
  const lines = names.map((_, i) => svg("path", { ...thin, stroke: LOOKS[i].colour, "stroke-width": 2.2,
    "stroke-dasharray": LOOKS[i].dashes ?? false }));
  factor.g.append(danger, says("grows", top + 15), says("shrinks", top + height - 8), edge, here, ...lines);
  const marks = [handle("learning rate", LOOKS[0].colour)];
  if (two) { // square, for those who do not see its colour
    const look = { fill: LOOKS[1].colour, stroke: "var(--paper)", "stroke-width": 2 };
    marks.push(svg("g", { "aria-hidden": "true" }, svg("rect", { x: -6, y: -6, width: 12, height: 12, ...look })));
  }
  const ground = svg("rect", { x: left, y: top, width, height, fill: "transparent" });
  factor.over.append(ground, ...marks.slice().reverse());
  const nearest = (rate) =>
    rates.reduce((a, b) => (Math.abs(Math.log(b / rate)) < Math.abs(Math.log(a / rate)) ? b : a));
  const rateAt = (event) => change({ lr: nearest(Math.max(lowest, Math.min(highest, factor.at(event)[0]))) });
  const stepRate = (k) =>
    change({ lr: rates[Math.max(0, Math.min(rates.length - 1, rates.indexOf(nearest(now.lr)) + k))] });
  draggable(ground, { start: rateAt, move: rateAt });
  draggable(marks[0], { move: rateAt });
  if (two) draggable(marks[1], { move: rateAt });
  movableByKeys(marks[0], (dx, dy) => stepRate(dx + dy));
  const xs = Array.from({ length: 221 }, (_, i) => lowest * (highest / lowest) ** (i / 220));

  // ---- controls ----

  const text = (number) => general(number, 4);
  const rows = {
    lr: slider("learning rate", rates.map((rate) => [text(rate), rate]), (lr) => change({ lr })),
    bowls: names.map((name, i) => slider(name, bowls.map((c) => [text(c), c]),
      (c) => change({ curvatures: now.curvatures.map((each, k) => (k === i ? c : each)) }))),
    steps: slider("steps", Array.from({ length: longest + 1 }, (_, k) => [String(k), k]),
      (steps) => { pause(); change({ steps }); }),
  };
  const resting = wantsLittleMotion() ? "▶ step" : "▶ play";
  const play = button(resting, () => (timer ? pause(true) : begin()), { class: "play" });
  const nudge = (sign, name, press) => button(sign, press, { "aria-label": name, title: name });
  const stepBy = (k) => { pause(); change({ steps: Math.max(0, Math.min(longest, now.steps + k)) }); };
  const back = button("ball back", () => { pause(); change({ start: usual }); },
    { "aria-label": "the ball back to its first place" });
  const between = ([label, input, readout], before, after) =>
    [label, html("div", { class: "descent-fine" }, ...before, input, ...after), readout];
  const words = html("div", { class: "words descent-words", "aria-live": "polite" });
  root.append(
    controls(
      between(rows.lr,
        [nudge("‹", "one rate lower", () => stepRate(-1))], [nudge("›", "one rate higher", () => stepRate(1))]),
      ...rows.bowls,
      between(rows.steps,
        [play, nudge("‹", "one step back", () => stepBy(-1))], [nudge("›", "one step on", () => stepBy(1)), back])),
    beside("minmax(0, 430fr) minmax(0, 270fr)", bowl.node, html("div", {}, loss.node, factor.node)),
    html("div", { class: "legend" }, ...(two
      ? [["●", "blue", "the ball: drag it"], ["→", "orange", "a step"], ["┄", "ink", "the contour line of the ball"],
        ["●", "orange", "factor across"], ["■", "blue", "factor along: drag the rate"]]
      : [["●", "blue", "the ball: drag it"], ["→", "orange", "a step, −lr · slope to the side"],
        ["━", "blue", "tangents"], ["●", "orange", "the rate: drag it"]])
      .map(([sign, name, says]) => html("span", {}, html("b", { style: `color: var(--${name})` }, sign), ` ${says}`))),
    words);

  // ---- what the reader does ----

  /** A change is drawn at once, and then told to the model; the play does not tell each of its steps. */
  function change(part, isTold = true) {
    now = { ...now, ...part, problem: "" };
    paint();
    if (!isTold) return;
    awaited = { lr: now.lr, curvatures: now.curvatures, steps: now.steps, start: now.start };
    ask("show", awaited.lr, awaited.curvatures, awaited.steps, awaited.start);
  }

  function begin() {
    from = isPaused && now.steps < longest ? now.steps : 0;
    isPaused = false;
    if (wantsLittleMotion()) { // a step for each press
      isPaused = true;
      return change({ steps: now.steps < longest ? now.steps + 1 : 0 });
    }
    begun = performance.now();
    write(play, "❚❚ pause");
    set(words, "aria-live", "off");
    timer = requestAnimationFrame(on);
  }
  function on(time) {
    const done = from + Math.max(0, time - begun) / PAUSE, steps = Math.min(longest, Math.floor(done));
    if (steps !== now.steps) change({ steps }, false);
    const size = lossAt(walkOf(now).at(-1), now.curvatures);
    if (steps === longest || size > 1e9 || size < 1e-9 || !root.isConnected) return pause();
    travel(done - steps);
    timer = requestAnimationFrame(on);
  }
  function pause(isByHand = false) {
    if (!timer) { isPaused = isByHand; return; }
    cancelAnimationFrame(timer);
    timer = 0;
    isPaused = isByHand;
    write(play, resting);
    set(words, "aria-live", "polite");
    change({});
  }

  // ---- drawing ----

  let view = null; // the limits of the walk's plane now

  function lookAt() {
    const reach = two ? 0 : Math.max(TALL, 1.2 * lossAt(now.start, now.curvatures));
    if (view === reach) return;
    view = reach;
    if (two) bowl.limits([-3, 3], [-4, 4], { xticks: [-2, 0, 2], yticks: [-2, 0, 2] });
    else bowl.limits([-WIDE, WIDE], [-0.03 * reach, reach], { xticks: [-4, -2, 0, 2, 4] });
  }

  const clamp = (v) => Math.max(-1e4, Math.min(1e4, v)).toFixed(1);
  const isNear = ([x, y]) => Math.abs(x) < 2000 && Math.abs(y) < 2000;
  /** Where a point of the walk is in the picture. */
  function spot(errors) {
    const [x, y] = two ? [errors[1], errors[0]] : [errors[0], lossAt(errors, now.curvatures)];
    return [bowl.x(x), bowl.y(y)];
  }

  function drawWalls() {
    const { curvatures } = now, unit = { x: bowl.x(1) - bowl.x(0), y: bowl.y(0) - bowl.y(1) };
    if (!two) {
      const errors = Array.from({ length: 89 }, (_, i) => WIDE * (i / 44 - 1));
      return set(walls[0], "d", path(errors, errors.map((e) => lossAt([e], curvatures)), bowl.x, bowl.y));
    }
    const ring = (ellipse, size) => {
      const reach = (c) => Math.sqrt((2 * size) / c);
      const sizes = { rx: reach(curvatures[1]) * unit.x, ry: reach(curvatures[0]) * unit.y };
      const all = { cx: bowl.x(0), cy: bowl.y(0), ...sizes };
      for (const [name, value] of Object.entries(all)) set(ellipse, name, value.toFixed(1));
    };
    const whole = lossAt(usual, curvatures);
    walls.forEach((ellipse, i) => ring(ellipse, SHARES[i] * whole));
    ring(level, lossAt(now.start, curvatures));
    const x = bowl.x(0), y = bowl.y(0);
    set(lowestPoint, "d", `M${x - 6},${y}h12M${x},${y - 6}v12`);
  }

  function drawWalk(rows) {
    const places = rows.map(spot), d = { arrows: "", falls: "", heads: "", dots: "", tangents: "" };
    let touched = null; // where the last tangent was drawn: not one upon the other
    places.forEach(([x, y], k) => {
      if (!isNear([x, y])) return;
      const to = places[k + 1], isLast = k === places.length - 1;
      if (k && !isLast) d.dots += `M${clamp(x)},${clamp(y)}h0`;
      if (!two && (isLast || !touched || Math.abs(x - touched) > 16)) {
        const slope = now.curvatures[0] * rows[k][0], down = (bowl.y(slope) - bowl.y(0)) / (bowl.x(1) - bowl.x(0));
        const dx = (isLast ? 50 : 34) / Math.hypot(1, down), dy = down * dx;
        d.tangents += `M${clamp(x - dx)},${clamp(y - dy)}L${clamp(x + dx)},${clamp(y + dy)}`;
        touched = x;
      }
      if (!to) return;
      // On the parabola a step goes to the side, as far as lr · slope, and from there to the curve.
      const tip = two ? to : [to[0], y], length = Math.hypot(tip[0] - x, tip[1] - y);
      d.arrows += `M${clamp(x)},${clamp(y)}L${clamp(tip[0])},${clamp(tip[1])}`;
      if (!two) d.falls += `M${clamp(tip[0])},${clamp(tip[1])}L${clamp(to[0])},${clamp(to[1])}`;
      if (length > 12 && isNear(tip)) {
        const [ux, uy] = [(tip[0] - x) / length, (tip[1] - y) / length];
        const corner = (side) => `${clamp(tip[0] - 9 * ux - 4 * side * uy)},${clamp(tip[1] - 9 * uy + 4 * side * ux)}`;
        d.heads += `M${clamp(tip[0])},${clamp(tip[1])}L${corner(1)}L${corner(-1)}Z`;
      }
    });
    for (const [name, element] of Object.entries({ arrows, falls, heads, dots, tangents })) set(element, "d", d[name]);
    showLast(places.at(-1), rows.length > 1);
    const [x, y] = places[0];
    place(ball, x, Math.max(bowl.inside.y, y));
  }

  function showLast([x, y], isVisible) {
    const { x: x0, y: y0, width: w, height: h } = bowl.inside;
    const isOut = x < x0 || x > x0 + w || y < y0 || y > y0 + h;
    set(last, "visibility", isVisible && !isOut ? "visible" : "hidden");
    if (!isOut) place(last, x, y);
    write(gone, isVisible && isOut ? "out of the picture" : "");
    const isRight = x > x0 + w / 2;
    set(gone, "text-anchor", isRight ? "end" : "start");
    set(gone, "x", isRight ? x0 + w - 8 : x0 + 8);
    set(gone, "y", y0 + 18);
  }

  /** Between two steps of the play: to the side, then to the curve. */
  function travel(share) {
    const rows = walkOf({ ...now, steps: now.steps + 1 }), [a, b] = rows.slice(-2).map(spot);
    const corner = two ? b : [b[0], a[1]], half = two ? 1 : 0.6;
    const mix = (p, q, t) => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
    showLast(share < half ? mix(a, corner, share / half) : mix(corner, b, (share - half) / (1 - half)), true);
  }

  function drawLoss(losses) {
    loss.limits([-1, Math.max(now.steps, 20) + 1], [10 ** -9.5, 10 ** 9.5]);
    const shown = losses.map((each) => Math.min(Math.max(each, SMALLEST_LOSS), LARGEST_LOSS));
    const steps = shown.map((_, k) => k);
    set(first, "d", path([-1, longest + 1], [shown[0], shown[0]], loss.x, loss.y));
    set(curve, "d", path(steps, shown, loss.x, loss.y));
    set(points, "d", steps.map((k) => `M${loss.x(k).toFixed(1)},${clamp(loss.y(shown[k]))}h0`).join(""));
    set(lastLoss, "cx", loss.x(now.steps).toFixed(1));
    set(lastLoss, "cy", clamp(loss.y(shown.at(-1))));
  }

  function drawFactor() {
    const limit = limitOf(now), factors = factorsOf(now);
    factor.title(`|factor|, limit at ${text(limit)}`);
    set(edge, "d", `M${factor.x(limit).toFixed(1)},${top}v${height}`);
    set(here, "d", `M${factor.x(now.lr).toFixed(1)},${top}v${height}`);
    lines.forEach((line, i) => {
      const sizes = xs.map((rate) => Math.abs(1 - rate * now.curvatures[i]));
      set(line, "d", path(xs, sizes, factor.x, factor.y));
    });
    marks.forEach((mark, i) => place(mark, factor.x(now.lr), factor.y(Math.min(1.97, Math.abs(factors[i])))));
  }

  function paint() {
    const rows_ = walkOf(now), losses = rows_.map((errors) => lossAt(errors, now.curvatures)), factors = factorsOf(now);
    lookAt();
    drawWalls();
    drawWalk(rows_);
    drawLoss(losses);
    drawFactor();
    const sign = (number) => text(Math.abs(number) > scene.tiny ? number : 0).replace("-", "−");
    const each = two ? `across × ${sign(factors[0])}, along × ${sign(factors[1])}` : `error × ${sign(factors[0])}`;
    write(title, `each step: ${each}`);
    const starts = now.start.map((e, i) => `${two ? `${LOOKS[i].name} ` : "error "}${short(e)}`).join(", ");
    set(ball, "aria-valuenow", now.start.at(-1));
    set(ball, "aria-valuetext", `start at ${starts}`);
    set(marks[0], "aria-valuenow", now.lr);
    set(marks[0], "aria-valuetext", `learning rate ${text(now.lr)}, factor ${factors.map(sign).join(" and ")}`);
    rows.lr.show(now.lr);
    rows.bowls.forEach((row, i) => row.show(now.curvatures[i]));
    rows.steps.show(now.steps);
    write(words, now.problem || inWords(now, rows_, losses, scene));
    set(root, "data-drawn", performance.now().toFixed(1));
  }

  function draw(state) {
    // While answers are on their way, what the page shows is newer than what they say.
    const isSame = (name) => String(awaited[name]) === String(state[name]);
    if (awaited && !state.problem && !Object.keys(awaited).every(isSame)) return;
    awaited = null;
    if (timer) return; // the play is ahead of the model
    const { lr, curvatures, steps, start, problem } = state;
    now = { lr, curvatures, steps, start, problem };
    paint();
  }
  ask = asker(model, draw);
  return () => { cancelAnimationFrame(timer); ask.stop(); };
}

export default { render };
