// The neuron playground: drag the line to shift it, its knob to turn it, and the arrow's tip to make it steeper.
// All of it is a closed formula, so it is computed here while the hand moves; the model in the kernel is told.
import {
  asker, beside, choice, colour, controls, draggable, fixed, frame, FUNCTIONS, general, html, movableByKeys, onTheme, path,
  place, plane, set, slider, svg, write,
} from "./shared.js";

const STYLE = `
.al.neuron .controls { grid-template-columns: max-content minmax(90px, 1fr) 3.2em max-content minmax(90px, 1fr) 3.2em; }
.al.neuron .neuron-plane { position: relative; width: 400px; max-width: 100%; }
.al.neuron svg { height: auto; }
.al.neuron .neuron-plane canvas { position: absolute; }
.al.neuron .neuron-plane svg { position: relative; }
.al text.neuron-count { font-size: 17px; font-weight: 600; }
.al text.neuron-number { font-weight: 600; font-variant-numeric: tabular-nums; }
.al text.neuron-said { font-weight: 600; paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
.al text.neuron-edge { paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
.al .neuron-line:focus-visible { outline: none; }
.al .neuron-line:focus-visible .seen { stroke: var(--focus); stroke-width: 5; }
.al .words.neuron-words { min-height: 4.4em; }
@media (max-width: 560px) { .al.neuron .controls {
  grid-template-columns: max-content minmax(120px, 300px) minmax(3.2em, max-content); } }
`;
const SIZE = 350; // of the square that is shown, in pixels
const ON_THE_LINE = 1e-9; // a sum up to this is 0 with a rounding error: a corner on the line is still a no
const EVERY = 35; // pixels from one mark of the field to the next
const NEAR = 0.09; // a pointer that is so near to a corner is at the corner
const REACH = 92; // pixels from the middle of the line's grips to the knob
const WAYS = "M0,-8V8M-4,-5l4,-4l4,4M-4,5l4,4l4,-4"; // an arrow to both sides
const FRAME = "M-18,-11v-7h7M18,-11v-7h-7M-18,11v7h7M18,11v7h-7"; // around a point

// ---- the formulas of the model -----------------------------------------------------------------------------------

const sumAt = ({ w1, w2, b, times }, x1, x2) => times * (w1 * x1 + w2 * x2 + b);
const scoreOf = ({ activation }, total) => FUNCTIONS[activation](total)[0];
const decimals = (number) => fixed(number, 2).replace(/0$/, "");
const withMinus = (text) => text.replace(/-/g, "−");
const signed = (number) => `${number < -1e-9 ? "−" : "+"} ${decimals(Math.abs(number))}`;
const hundredths = (number) => Math.round(number * 100) / 100 + 0;
const within = (number, low, high) => Math.max(low, Math.min(high, number));

/** For each corner, its sum and score, the answer, and whether that is right. */
const answersOf = (state, { corners, tasks }) => corners.map((at, i) => {
  const sum = sumAt(state, ...at), says = sum > ON_THE_LINE;
  const wants = tasks[state.task][i];
  return { at, sum, score: scoreOf(state, sum), says, wants, isRight: says === wants };
});
const rightOf = (answers) => answers.filter((answer) => answer.isRight).length;
const said = (says) => (says ? "yes" : "no");

/** The model's `text()`. */
function inWords(state, answers) {
  const { task, w1, w2, b, times, activation, best } = state, length = Math.hypot(w1, w2);
  const marked = answers.map(({ at, says, isRight }) => `(${at.join(", ")}) ${said(says)}${isRight ? "" : " (wrong)"}`);
  const total = `${decimals(w1)}·x1 ${signed(w2)}·x2 ${signed(b)}`;
  const line = length === 0
    ? "w = (0, 0), so there is no line: the answer is the same everywhere"
    : `the line is ${fixed(Math.abs(b) / length, 2)} from (0, 0), where the answer is ${said(b > 0)}`;
  return [
    `${task}: ${rightOf(answers)} of 4 right, best so far ${best[task]}: ${marked.join(", ")}`,
    `sum = ${times === 1 ? total : `${general(times)} · (${total})`}; ${line}`,
    `scores (${activation} of the sum) in the same order: ${answers.map(({ score }) => fixed(score, 4)).join(", ")}`,
  ].map(withMinus).join("\n");
}

// ---- the front ---------------------------------------------------------------------------------------------------

function render({ model, el }) {
  const scene = model.get("state"), { tasks, corners, activations, factors, largest, furthest } = scene;
  const [low, high] = scene.range, middle = (low + high) / 2, unit = SIZE / (high - low);
  const root = frame(el, "neuron playground");
  root.append(html("style", {}, STYLE));
  root.classList.add("neuron");
  let now = null, awaited = null, ask = () => {};
  let probe = [1, 1]; // the point that goes through the neuron drawn beside the plane
  let centre = [middle, middle]; // the grips lie on the line, as near to here as possible

  // ---- the plane ----

  const seen = plane({ width: 400, height: 420, left: 38, right: 12, top: 30, bottom: 40, xlabel: "x1", ylabel: "x2" });
  seen.limits([low, high], [low, high], { xticks: [0, 1], yticks: [0, 1] });
  const { x: left, y: top } = seen.inside;
  const share = (part, whole) => `${(100 * part) / whole}%`;
  const inside = { left: share(left, 400), top: share(top, 420), width: share(SIZE, 400), height: share(SIZE, 420) };
  const field = html("canvas", { width: SIZE, height: SIZE, "aria-hidden": "true",
    style: Object.entries(inside).map(([name, size]) => `${name}: ${size}`).join("; ") });
  const pen = field.getContext("2d", { willReadFrequently: true }), image = pen.createImageData(SIZE, SIZE);
  const pixels = new Uint32Array(image.data.buffer);
  const count = svg("text", { x: left, y: 20, class: "neuron-count" });
  const best = svg("text", { x: left + SIZE, y: 20, class: "soft", "text-anchor": "end" });
  const thin = { fill: "none", stroke: "var(--ink)" };
  const marks = svg("path", { ...thin, "stroke-opacity": 0.5, "stroke-width": 1.2 });
  const halves = svg("path", { ...thin, "stroke-dasharray": "2 4", "stroke-opacity": 0.8 });
  seen.g.append(marks, halves);

  const line = svg("path", { ...thin, class: "seen", "stroke-width": 3 });
  const under = { fill: "none", stroke: "var(--paper)", "stroke-opacity": 0.75 }; // around what lies on the colours
  const casing = svg("path", { ...under, "stroke-width": 7 });
  const rim = svg("path", { fill: "none", stroke: "transparent", "stroke-width": 28 });
  const foot = svg("circle", { r: 4.5, fill: "var(--ink)" });
  const disc = { r: 13, fill: "var(--paper)", stroke: "var(--ink)", "stroke-width": 2 };
  const ways = svg("g", {}, svg("circle", { r: 20, fill: "transparent" }), // to both sides: so it can be dragged
    svg("circle", disc), svg("path", { ...thin, "stroke-width": 2, d: WAYS }));
  const clipped = svg("g", { "clip-path": seen.g.getAttribute("clip-path") }, casing, line, rim);
  const shifted = svg("g", { class: "neuron-line", role: "slider", "aria-label": "the line: shift it" },
    clipped, ways, foot);
  const grip = (label, sign) =>
    svg("g", { role: "slider", "aria-label": label }, svg("circle", { r: 20, fill: "transparent" }),
      svg("circle", disc), sign);
  const turned = grip("the knob: turn the line", svg("path", { ...thin, "stroke-width": 2, "stroke-linecap": "round",
    transform: "scale(1.25)", d: "M-4.6,-2A5,5 0 1 1 -4.4,2.6M-5.2,-6v4.2h4.2" }));
  const shaft = svg("path", { ...thin, "stroke-width": 3 });
  const stretched = svg("g", { role: "slider", "aria-label": "the arrow: all times" },
    svg("circle", { r: 20, fill: "transparent" }),
    svg("path", { d: "M12,0L-10,-10.5L-10,10.5Z", fill: "var(--ink)", stroke: "var(--paper)", "stroke-width": 2 }));
  const cross = svg("g", { "pointer-events": "none" },
    svg("path", { d: FRAME, ...under, "stroke-width": 5 }),
    svg("path", { d: FRAME, ...thin, "stroke-width": 2 }), svg("circle", { r: 2.5, fill: "var(--ink)" }));
  const probed = svg("g", { role: "slider", "aria-label": "the point that the neuron is given" },
    svg("rect", { x: -19, y: -19, width: 38, height: 38, fill: "none" }), cross);
  const points = corners.map((at) => corner(at, true)), dots = corners.map((at) => corner(at, false));
  points.forEach((point, i) => place(point.node, seen.x(corners[i][0]), seen.y(corners[i][1])));
  seen.over.append(count, best, shifted, shaft, turned, stretched, ...points.map((point) => point.node), probed);
  seen.node.append(seen.over);

  /** The sign of a corner: a circle that wants a yes, or a triangle that wants a no; a ring where it is wrong. */
  function corner([x1], isLarge) {
    const edge = { stroke: "var(--paper)", "stroke-width": 1.5, transform: `scale(${isLarge ? 1 : 0.75})` };
    const beside = { x: x1 ? 24 : -24, y: 5, "text-anchor": x1 ? "start" : "end" };
    const self = {
      yes: svg("circle", { r: 9, fill: "var(--blue)", ...edge }),
      no: svg("path", { d: "M0,-10.5L10,7.5L-10,7.5Z", fill: "var(--orange)", ...edge }),
      ring: svg("circle", { r: isLarge ? 16 : 12, ...thin, "stroke-width": 2.2 }),
      says: svg("text", { class: "neuron-said", ...beside }),
    };
    self.node = svg("g", { "pointer-events": "none" }, self.yes, self.no, self.ring, ...(isLarge ? [self.says] : []));
    self.show = ({ wants, says, isRight }) => {
      set(self.yes, "visibility", wants ? "visible" : "hidden");
      set(self.no, "visibility", wants ? "hidden" : "visible");
      set(self.ring, "visibility", isRight ? "hidden" : "visible");
      write(self.says, `${said(says)}${isRight ? "" : ": wrong"}`);
    };
    return self;
  }

  // ---- what is dragged ----

  const weights = () => [now.w1, now.w2];
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
  /** The bias for which the line goes through a point. */
  const through = (w, at) => within(hundredths(-dot(w, at)), -largest, largest);

  const moved = (event, from) => {
    const scale = 400 / seen.node.getBoundingClientRect().width / unit;
    return [(event.clientX - from.x) * scale, -(event.clientY - from.y) * scale];
  };
  /** Shift the line to a bias, as far as some of it is still in the picture. */
  function shiftTo(b) {
    const at = -dot(weights(), [middle, middle]), room = 0.47 * (high - low) * (Math.abs(now.w1) + Math.abs(now.w2));
    change({ b: within(hundredths(within(b, at - room, at + room)), -largest, largest) });
  }
  draggable(shifted, {
    start: () => now.b,
    move: (event, from) => shiftTo(from.held - dot(weights(), moved(event, from))),
  });
  movableByKeys(shifted, (dx, dy) => { // to where the arrow key points
    const b = now.b - 0.1 * Math.abs(dx + dy) * Math.sign(dot(weights(), [dx, dy]));
    change({ b: within(hundredths(b), -largest, largest) });
  }, (sign) => shiftTo(sign * 2 * largest));

  /** Turn the line about a point, to this direction of w. */
  function turnTo(angle, about, length) {
    const longest = Math.min(length, largest / Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))));
    const w = [Math.cos(angle), Math.sin(angle)].map((part) => hundredths(longest * part));
    centre = about;
    change({ w1: w[0], w2: w[1], b: through(w, about) });
  }
  const direction = () => Math.atan2(now.w2, now.w1), length = () => Math.hypot(now.w1, now.w2);
  draggable(turned, {
    start: (event) => {
      const about = grips().foot, at = seen.at(event);
      return { about, length: length(), before: direction() - Math.atan2(at[1] - about[1], at[0] - about[0]) };
    },
    move: (event, { held: { about, length: long, before } }) => {
      const at = seen.at(event);
      turnTo(before + Math.atan2(at[1] - about[1], at[0] - about[0]), about, long);
    },
  });
  movableByKeys(turned, (dx, dy) => {
    const step = Math.PI / 36, to = Math.round(direction() / step) + dx + dy; // 5 degrees
    turnTo(to * step, grips().foot, length());
  }, (sign) => turnTo(sign < 0 ? (-Math.PI * 35) / 36 : Math.PI, grips().foot, length()));

  /** The length of the arrow, in pixels, for a steepness, which is the size of the weights: not quite its logarithm. */
  const drawn = (steepness) => 34 + 24 * Math.log2(1 + steepness);
  const steepnessOf = (pixels) => 2 ** ((pixels - 34) / 24) - 1;
  draggable(stretched, {
    start: () => drawn(now.times * length()),
    move: (event, from) => {
      const along = dot(moved(event, from), weights()) / length() * unit;
      const times = within(steepnessOf(Math.max(34, from.held + along)) / length(), factors[0], factors.at(-1));
      change({ times: Number(times.toPrecision(2)) });
    },
  });
  movableByKeys(stretched, (dx, dy) => {
    const up = dx + dy > 0, next = up ? factors.find((k) => k > now.times) : factors.findLast((k) => k < now.times);
    change({ times: next ?? now.times });
  }, (sign) => change({ times: sign < 0 ? factors[0] : factors.at(-1) }));

  /** The numbers at a pointer; at a corner, if it is near to one. */
  function look(event) {
    if (event.buttons && event.type === "pointermove") return;
    const [x1, x2] = seen.at(event);
    if (x1 < low || x1 > high || x2 < low || x2 > high) return;
    probe = corners.find((at) => Math.hypot(at[0] - x1, at[1] - x2) < NEAR) ?? [hundredths(x1), hundredths(x2)];
    drawNeuron();
  }
  seen.node.addEventListener("pointermove", look);
  seen.node.addEventListener("pointerdown", look);
  movableByKeys(probed, (dx, dy) => {
    probe = [probe[0] + 0.1 * dx, probe[1] + 0.1 * dy].map((x) => within(hundredths(x), low, high));
    drawNeuron();
  });

  // ---- the neuron ----

  const HEIGHTS = [32, 88, 144], SUM = [142, 88], BOX = { x: 182, y: 66, width: 44, height: 44 }, END = 250;
  const middled = (x, y, look) => svg("text", { x, y, class: look, "text-anchor": "middle" });
  const edges = HEIGHTS.map((y) => svg("path", { fill: "none", d: `M50,${y}L${SUM[0] - 22},${SUM[1]}` }));
  const edgeTexts = HEIGHTS.map((y, i) => middled(i === 1 ? 74 : 92, (y + SUM[1]) / 2 - [10, 9, -19][i], "neuron-edge"));
  const numbers = HEIGHTS.map((y) => middled(30, y + 5, "neuron-number"));
  const names = HEIGHTS.map((y) => middled(5, y - 14, "soft"));
  names.forEach((text, i) => write(text, ["x1", "x2", "b"][i]));
  const total = middled(SUM[0], SUM[1] + 5, "neuron-number"), boxName = middled(BOX.x + 22, BOX.y + 62, "soft");
  const result = middled(END, SUM[1] - 4, "neuron-number"), verdict = middled(END, SUM[1] + 16, "neuron-number");
  const sumName = middled(SUM[0], SUM[1] - 30, "soft"), scoreName = middled(END, SUM[1] - 30, "soft");
  write(sumName, "sum");
  write(scoreName, "score");
  // In the box, the middle of the curve: sums from -3 to 3.
  const inBox = {
    x: (sum) => BOX.x + (BOX.width * (sum / 3.4 + 1)) / 2,
    y: (level) => BOX.y + 7 + ((BOX.height - 14) * (1 - level)) / 2,
  };
  const shape = svg("path", { ...thin, "stroke-width": 2 }), spot = svg("circle", { r: 4, fill: "var(--ink)" });
  const node = { fill: "var(--paper)", stroke: "var(--ink)", "stroke-width": 1.5 };
  const wires = `M${SUM[0] + 24},${SUM[1]}H${BOX.x}M${BOX.x + 44},${SUM[1]}h6`;
  const named = { role: "img", "aria-label": "the neuron" };
  const sketch = svg("svg", { viewBox: "-6 0 276 176", width: 276, height: 176, ...named },
    ...edges, svg("path", { ...thin, "stroke-width": 1.5, d: wires }),
    ...HEIGHTS.map((cy) => svg("circle", { cx: 30, cy, r: 20, ...node })), ...names, ...numbers, ...edgeTexts,
    svg("circle", { cx: SUM[0], cy: SUM[1], r: 24, ...node }), total, sumName,
    svg("rect", { ...BOX, rx: 5, ...node }), shape, spot, boxName, scoreName, result, verdict);

  // ---- the score by the sum ----

  const curve = plane({ width: 276, height: 226, left: 40, top: 26, xlabel: "sum:  no up to 0, yes above" });
  const { y: ceiling, height: tall } = curve.inside;
  const border = svg("path", { ...thin, "stroke-width": 2 });
  const bent = svg("path", { ...thin, stroke: "var(--soft)", "stroke-width": 2 });
  const yesSide = svg("rect", { y: ceiling, height: tall, fill: "var(--blue)", "fill-opacity": 0.1 });
  const crossed = svg("g", { "pointer-events": "none" },
    svg("path", { d: FRAME, ...thin, "stroke-width": 2, transform: "scale(0.8)" }),
    svg("circle", { r: 2.5, fill: "var(--ink)" }));
  curve.g.append(yesSide, border, bent);
  curve.over.append(...dots.map((each) => each.node), crossed);

  // ---- controls ----

  const tenths = Array.from({ length: 20 * largest + 1 }, (_, i) => (i - 10 * largest) / 10);
  const rows = Object.fromEntries(["w1", "w2", "b"].map((name) =>
    [name, slider(name, tenths.map((v) => [withMinus(fixed(v, 1)), v]), (v) => change({ [name]: v }))]));
  rows.times = slider("all times", factors.map((v) => [general(v), v]), (times) => change({ times }));
  const twice = (names) => names.map((name) => [name, name]);
  rows.activation = choice("activation", twice(activations), (activation) => change({ activation }));
  rows.task = choice("task", twice(Object.keys(tasks)), (task) => change({ task }));
  const words = html("div", { class: "words neuron-words", "aria-live": "polite" });
  const contour = html("span", {});
  const signs = [["↕", "ink", "drag the line"], ["↺", "ink", "turn it"], ["➤", "ink", "all times: steeper"],
    ["+", "blue", "says yes"], ["−", "orange", "says no"], ["━", "blue", "weight above 0"], ["╍", "orange", "below 0"],
    ["●", "blue", "wants a yes"], ["▲", "orange", "wants a no"], ["◯", "ink", "wrong"],
    ["⌜⌟", "ink", "in the neuron: point anywhere"]];
  const legend = signs.map(([sign, name, says]) =>
    html("span", {}, html("b", { style: `color: var(--${name})` }, sign), ` ${says}`));
  root.append(
    controls(rows.task, rows.activation, rows.w1, rows.b, rows.w2, rows.times),
    beside("minmax(0, 400fr) minmax(0, 276fr)",
      html("div", { class: "neuron-plane" }, field, seen.node),
      html("div", {}, sketch, curve.node)),
    html("div", { class: "legend" }, ...legend, contour),
    words);

  /** A change is drawn at once, and then told to the model. */
  function change(part) {
    now = { ...now, ...part, problem: "" };
    const right = rightOf(answersOf(now, scene));
    now.best = { ...now.best, [now.task]: Math.max(now.best[now.task] ?? 0, right) };
    paint();
    awaited = Object.fromEntries(["task", "activation", "w1", "w2", "b", "times"].map((name) => [name, now[name]]));
    ask("show", ...Object.values(awaited), now.best[now.task]);
  }

  // ---- drawing ----

  let tints = null; // the page's colours, as bytes
  function readTints() {
    const bytes = (name) => {
      pen.fillStyle = colour(root, name);
      pen.fillRect(0, 0, 1, 1);
      const [r, g, b] = pen.getImageData(0, 0, 1, 1).data;
      return (b << 16) | (g << 8) | r;
    };
    tints = { no: bytes("--orange"), yes: bytes("--blue") };
  }

  /** The lowest and the highest score that are shown, and the score of a sum of 0, which has no colour. */
  function scale(far = furthest) {
    const [bottom, ceiling_] = scene.ends[now.activation] ?? [-far, far];
    return { bottom, top: ceiling_, zero: scoreOf(now, 0), half: (ceiling_ - bottom) / 2 };
  }

  function drawField() {
    if (!tints) readTints();
    const { zero, half } = scale(), across = now.times * now.w1 / unit, up = now.times * now.w2 / unit;
    const ends = [[low, low], [low, high], [high, low], [high, high]].map((at) => sumAt(now, ...at));
    const least = Math.min(...ends), most = Math.max(...ends), steps = 1023;
    const perSum = most > least ? steps / (most - least) : 0;
    const table = new Uint32Array(steps + 1);
    for (let i = 0; i <= steps; i++) {
      const t = within((scoreOf(now, perSum ? least + i / perSum : least) - zero) / half, -1, 1);
      table[i] = ((Math.round(175 * Math.abs(t)) << 24) | (t < 0 ? tints.no : tints.yes)) >>> 0;
    }
    for (let row = 0, k = 0; row < SIZE; row++) {
      // The middle of each pixel; rows go down, and x2 goes up.
      let i = (sumAt(now, low, high) + across / 2 - up * (row + 0.5) - least) * perSum + 0.5;
      for (let column = 0; column < SIZE; column++, k++, i += across * perSum) pixels[k] = table[i | 0];
    }
    pen.putImageData(image, 0, 0);
    drawMarks(zero, half);
  }

  /** A field of + and −, the larger the farther the score is from that on the line: it is read without colour too. */
  function drawMarks(zero, half) {
    let d = "";
    for (let x = EVERY / 2; x < SIZE; x += EVERY) {
      for (let y = EVERY / 2; y < SIZE; y += EVERY) {
        const sum = sumAt(now, low + x / unit, high - y / unit);
        const size = 1.2 + 3.6 * Math.min(1, Math.abs(scoreOf(now, sum) - zero) / half);
        d += `M${left + x - size},${top + y}h${2 * size}`;
        if (sum > ON_THE_LINE) d += `M${left + x},${top + y - size}v${2 * size}`;
      }
    }
    set(marks, "d", d);
  }

  /** The sum at which the activation has a score, or null where it has not. */
  function sumFor(score) {
    let [below, above] = [-60, 60];
    if (scoreOf(now, below) > score || scoreOf(now, above) < score) return null;
    for (let i = 0; i < 40; i++) {
      const between = (below + above) / 2;
      if (scoreOf(now, between) < score) below = between;
      else above = between;
    }
    return Math.abs(scoreOf(now, above) - score) < 1e-6 ? above : null;
  }

  /** Where the line's grips are, on it and in the picture if some of it is: the foot in numbers, the rest in pixels. */
  function grips() {
    const w = weights(), size = length(), along = [-w[1] / size, w[0] / size];
    const nearest = (at) => at.map((v, i) => v - ((dot(w, at) + now.b) / size ** 2) * w[i]);
    const range = (from) => [0, 1].reduce(([a, b], i) => { // of the way along the line that is in the picture
      if (Math.abs(along[i]) < 1e-9) return [a, b];
      const ends = [low + 0.1, high - 0.1].map((end) => (end - from[i]) / along[i]);
      return [Math.max(a, Math.min(...ends)), Math.min(b, Math.max(...ends))];
    }, [-Infinity, Infinity]);
    let base = nearest(centre), [first, last] = range(base);
    if (first <= last) base = base.map((v, i) => v + within(0, first, last) * along[i]);
    else base = nearest([middle, middle]);
    const on = [seen.x(base[0]), seen.y(base[1])];
    const at = [within(on[0], left + 6, left + SIZE - 6), within(on[1], top + 6, top + SIZE - 6)];
    return { foot: base, on, at, ahead: [w[0] / size, -w[1] / size], along: [along[0], -along[1]] };
  }

  /** How far one can go from a point in a direction, in pixels, and stay in the picture. */
  function room([x, y], [dx, dy], margin) {
    const side = (from, step, start) =>
      step > 1e-9 ? (start + SIZE - margin - from) / step : step < -1e-9 ? (start + margin - from) / step : Infinity;
    return Math.min(side(x, dx, left), side(y, dy, top));
  }

  let side = 1; // of the foot, on which the knob is
  function drawLine() {
    const isThere = length() > 0, visibility = isThere ? "visible" : "hidden";
    for (const element of [shifted, shaft, turned, stretched, halves]) set(element, "visibility", visibility);
    if (!isThere) return;
    const { ahead, along, at, on } = grips();
    const stretch = (from) => { // as much of the line through a point as is in the picture
      const spans = [left, top].map((start, i) => {
        if (Math.abs(along[i]) < 1e-9) return from[i] < start || from[i] > start + SIZE ? [1, -1] : [-1e4, 1e4];
        return [start, start + SIZE].map((end) => (end - from[i]) / along[i]).sort((a, b) => a - b);
      });
      const first = Math.max(...spans.map(([a]) => a)), last = Math.min(...spans.map(([, b]) => b));
      const at_ = (t) => from.map((v, i) => (v + t * along[i]).toFixed(1)).join();
      return first < last ? `M${at_(first)}L${at_(last)}` : "";
    };
    for (const element of [line, casing, rim]) set(element, "d", stretch(on));
    const angle = (Math.atan2(ahead[1], ahead[0]) * 180) / Math.PI;
    place(foot, ...at);
    const reach = (sign) => room(at, [sign * along[0], sign * along[1]], 14);
    if (reach(side) < REACH && reach(-side) > reach(side)) side = -side;
    const far = Math.max(30, Math.min(REACH, reach(side))) * side;
    place(turned, at[0] + far * along[0], at[1] + far * along[1]);
    const back = -Math.min(0.6 * REACH, reach(-side)) * Math.sign(far);
    const to = [at[0] + back * along[0], at[1] + back * along[1]].map((v) => v.toFixed(1));
    set(ways, "transform", `translate(${to.join(" ")}) rotate(${(angle + 90).toFixed(1)})`);
    const tip = Math.max(26, Math.min(drawn(now.times * length()), room(at, ahead, 12)));
    const end = [at[0] + tip * ahead[0], at[1] + tip * ahead[1]];
    const neck = end.map((v, i) => v - 9 * ahead[i]);
    set(shaft, "d", `M${at.map((v) => v.toFixed(1))}L${neck.map((v) => v.toFixed(1))}`);
    set(stretched, "transform", `translate(${end[0].toFixed(1)} ${end[1].toFixed(1)}) rotate(${angle.toFixed(1)})`);
    // Dotted, where the score is half-way to its ends.
    const { zero, half } = scale(), per = unit / (now.times * length());
    const sums = [-0.5, 0.5].map((part) => sumFor(zero + part * half));
    set(halves, "d", sums.filter((sum) => sum !== null && Math.abs(sum * per) < 2000)
      .map((sum) => stretch([on[0] + sum * per * ahead[0], on[1] + sum * per * ahead[1]])).join(""));
    const levels = [-0.5, 0.5].filter((_, i) => sums[i] !== null).map((part) => general(zero + part * half, 2));
    write(contour, withMinus(`┄ score ${levels.join(" and ")}`));
    set(shifted, "aria-valuenow", now.b);
    set(shifted, "aria-valuetext", `b = ${decimals(now.b)}`);
    set(turned, "aria-valuenow", Math.round((direction() * 180) / Math.PI));
    set(turned, "aria-valuetext", `w = (${decimals(now.w1)}, ${decimals(now.w2)})`);
    set(stretched, "aria-valuenow", now.times);
    set(stretched, "aria-valuetext", `all times ${general(now.times)}`);
  }

  /** The height of a score in the box, from -1 to 1. */
  function levelOf(sum) {
    const [bottom, up] = scene.ends[now.activation] ?? [-3, 3];
    return (2 * (scoreOf(now, sum) - bottom)) / (up - bottom) - 1;
  }

  /** The neuron with the point that it is given now. */
  function drawNeuron() {
    const [x1, x2] = probe, sum = sumAt(now, x1, x2), score = scoreOf(now, sum), says = sum > ON_THE_LINE;
    place(probed, seen.x(x1), seen.y(x2));
    set(probed, "aria-valuenow", x1);
    set(probed, "aria-valuetext", `x1 = ${decimals(x1)}, x2 = ${decimals(x2)}: ` +
      `sum ${fixed(sum, 2)}, score ${fixed(score, 4)}, ${said(says)}`);
    [x1, x2, 1].forEach((number, i) => write(numbers[i], i === 2 ? "1" : withMinus(decimals(number))));
    write(total, withMinus(fixed(sum, Math.abs(sum) < 100 ? 2 : 0)));
    write(result, withMinus(fixed(score, 2)));
    write(verdict, said(says));
    set(verdict, "style", `fill: var(--${says ? "blue" : "orange"})`);
    const far = Math.max(furthest, ...corners.map((at) => Math.abs(sumAt(now, ...at))));
    place(crossed, curve.x(within(sum, -1.08 * far, 1.08 * far)), within(curve.y(score), ceiling, ceiling + tall));
    const inTheBox = within(sum, -3, 3);
    set(spot, "cx", inBox.x(inTheBox).toFixed(1));
    set(spot, "cy", inBox.y(levelOf(inTheBox)).toFixed(1));
    set(root, "data-drawn", performance.now().toFixed(1));
  }

  let bend = null; // what the curves were drawn for
  function drawScores(answers) {
    const far = Math.max(furthest, ...answers.map(({ sum }) => Math.abs(sum)));
    const { bottom, top: up } = scale(far), spare = 0.12 * (up - bottom);
    const tick = far === furthest ? 5 : Math.floor(far), key = `${now.activation} ${far}`;
    if (bend !== key) {
      bend = key;
      curve.limits([-1.08 * far, 1.08 * far], [bottom - spare, up + spare],
        { xticks: [-tick, 0, tick], yticks: [bottom, (bottom + up) / 2, up].map((v) => Number(v.toFixed(2))) });
      const xs = Array.from({ length: 217 }, (_, i) => 1.08 * far * (i / 108 - 1));
      set(bent, "d", path(xs, xs.map((x) => scoreOf(now, x)), curve.x, curve.y));
      set(border, "d", `M${curve.x(0)},${ceiling}v${tall}`);
      set(yesSide, "x", curve.x(0));
      set(yesSide, "width", curve.inside.x + curve.inside.width - curve.x(0));
      curve.title(`score: ${now.activation} of the sum`);
      write(boxName, now.activation);
      const sums = xs.map((_, i) => (i / 108 - 1) * 3);
      set(shape, "d", path(sums, sums.map(levelOf), inBox.x, inBox.y));
    }
    answers.forEach(({ sum, score }, i) => place(dots[i].node, curve.x(sum), curve.y(score)));
  }

  function drawWeights() {
    [now.w1, now.w2, now.b].forEach((number, i) => {
      const weight = now.times * number;
      set(edges[i], "stroke-width", within(1.6 * Math.abs(weight), 0.8, 15).toFixed(1));
      set(edges[i], "stroke", weight < 0 ? "var(--orange)" : "var(--blue)");
      set(edges[i], "stroke-dasharray", weight < 0 ? "7 3" : false);
      set(edges[i], "stroke-opacity", weight === 0 ? 0.3 : 1);
      write(edgeTexts[i], `× ${withMinus(decimals(weight))}`);
    });
  }

  function paint() {
    const answers = answersOf(now, scene);
    drawField();
    drawLine();
    drawScores(answers);
    drawWeights();
    answers.forEach((answer, i) => { points[i].show(answer); dots[i].show(answer); });
    write(count, `${now.task}: ${rightOf(answers)} of 4 right`);
    write(best, `best so far ${now.best[now.task]}`);
    for (const name of ["w1", "w2", "b", "times"]) {
      rows[name].show(now[name]);
      const text = name === "times" ? general(now[name]) : withMinus(decimals(now[name])); // a hand may choose between two stops
      write(rows[name][2], text);
      set(rows[name].input, "aria-valuetext", text);
    }
    rows.activation.show(now.activation);
    rows.task.show(now.task);
    write(words, now.problem || inWords(now, answers));
    drawNeuron();
  }

  function draw(state) {
    // While answers are on their way, what the page shows is newer than what they say.
    if (awaited && !state.problem && !Object.keys(awaited).every((name) => awaited[name] === state[name])) return;
    awaited = null;
    const { task, activation, w1, w2, b, times, problem } = state, counts = { ...state.best };
    for (const [name, number] of Object.entries(now?.best ?? {})) counts[name] = Math.max(number, counts[name] ?? 0);
    now = { task, activation, w1, w2, b, times, problem, best: counts };
    paint();
  }
  ask = asker(model, draw);
  const tint = () => { tints = null; drawField(); };
  const stopTheme = onTheme(tint), inPage = new ResizeObserver(tint); // not in the page yet, it has no colours
  inPage.observe(field);
  return () => { inPage.disconnect(); stopTheme(); ask.stop(); };
}

export default { render };
