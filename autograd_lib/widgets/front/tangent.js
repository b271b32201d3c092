// The tangent explorer: drag the point along the curve, and the second point of the secant towards it.
import {
  asker, beside, choice, controls, draggable, frame, general, handle, html, movableByKeys, path, place, plane, power,
  scientific, set, short, slider, svg, write,
} from "./shared.js";

/** An error as the model writes it. */
const size = (error) => (error === 0 || error >= 0.01 ? general(error, 3) : scientific(error, 1));

function render({ model, el }) {
  const { name, steps, sides, start } = model.get("state");
  const root = frame(el, `tangent explorer of ${name}`);
  let now = model.get("state"), ask = () => {};

  const curve = plane({ width: 350, height: 300, xlabel: "x", left: 46 });
  const line = (stroke, width, dashes) => ({ fill: "none", stroke, "stroke-width": width, "stroke-dasharray": dashes });
  const lines = {
    tangent: svg("path", line("var(--ink)", 1.5, "2 4")),
    curve: svg("path", line("var(--blue)", 2.5, false)),
    secant: svg("path", line("var(--orange)", 2, "8 4")),
  };
  curve.g.append(...Object.values(lines));
  const other = svg("circle", { r: 5, fill: "var(--orange)", stroke: "var(--paper)", "stroke-width": 2 });
  const second = handle("second point of the secant: h", "var(--orange)"), point = handle("x", "var(--blue)");
  curve.over.append(other, second, point);

  const errors = plane({ width: 350, height: 300, xlabel: "h", logx: true, logy: true, left: 52, tickX: power, tickY: power });
  const scale = Math.max(1, Math.abs(now.truth)), { y: top, height } = errors.inside;
  errors.limits([5e-15, 4], [1e-16 * scale, 100 * scale]); // the same for all h: the axis gives nothing away
  const seen = svg("path", line("var(--blue)", 1.5, false)), dots = svg("g", { fill: "var(--blue)" });
  const here = svg("line", { stroke: "var(--orange)", "stroke-dasharray": "5 4", y1: top, y2: top + height });
  errors.g.append(seen, dots, here);
  const mark = handle("h", "var(--orange)");
  errors.over.append(mark);

  const rising = steps.toReversed(), last = rising.length - 1;
  const nearest = (h) => steps.reduce((a, b) => (Math.abs(Math.log(b / h)) < Math.abs(Math.log(a / h)) ? b : a));
  const moveH = (h) => ask("move_h", nearest(Math.max(rising[0], Math.min(rising[last], h))));
  const stepBy = (k) => ask("move_h", rising[Math.max(0, Math.min(last, rising.indexOf(nearest(now.h)) + k))]);
  const moveX = (x) => ask("move_x", Math.round(Math.max(start - 2, Math.min(start + 2, x)) * 100) / 100);
  // The picture moves with x, so that a drag is measured from where it began.
  const across = (event, from) =>
    (curve.unx(event.clientX) - curve.unx(from.x)) * (350 / curve.node.getBoundingClientRect().width);
  draggable(point, { start: () => now.x, move: (event, from) => moveX(from.held + across(event, from)) });
  movableByKeys(point, (dx, dy) => moveX(now.x + 0.1 * (dx + dy)));
  // The picture zooms in as h shrinks: a finger's breadth to the left is always the same factor.
  const shrunk = (event, from) => from.held * Math.exp((event.clientX - from.x) / 60);
  draggable(second, { start: () => now.h, move: (event, from) => moveH(shrunk(event, from)) });
  movableByKeys(second, (dx, dy) => stepBy(dx + dy));
  draggable(mark, { move: (event) => moveH(errors.at(event)[0]) });
  movableByKeys(mark, (dx, dy) => stepBy(dx + dy));

  const places = Array.from({ length: 41 }, (_, i) => start - 2 + i / 10);
  const rows = {
    h: slider("h", rising.map((h) => [general(h, 2), h]), (h) => ask("move_h", h)),
    x: slider("x", places.map((x) => [short(Math.round(x * 100) / 100), x]), moveX),
    side: choice("difference", sides.map((s) => [s, s]), (s) => ask("choose", s)),
  };
  const signs = [["━", "blue", name], ["╍", "orange", "line through both points: drag the second"],
    ["┈", "ink", "tangent"], ["●", "blue", "error at each h so far"]];
  const legend = html("div", { class: "legend" }, ...signs.map(([sign, tint, says]) =>
    html("span", {}, html("b", { style: `color: var(--${tint})` }, sign), ` ${says}`)));
  const words = html("div", { class: "words", "aria-live": "polite" });
  root.append(controls(rows.h, rows.x, rows.side),
    beside("minmax(0, 1fr) minmax(0, 1fr)", curve.node, errors.node), legend, words);

  function draw(state) {
    now = state;
    const [xs, ys] = state.curve, finite = ys.filter((y) => y !== null);
    const low = Math.min(...finite), high = Math.max(...finite), room = 0.12 * (high - low || 1);
    curve.limits([xs[0], xs.at(-1)], [low - room, high + room]);
    set(lines.curve, "d", path(xs, ys, curve.x, curve.y));
    const straight = (slope, x0, y0) =>
      slope === null || y0 === null ? "" : path([xs[0], xs.at(-1)], [xs[0], xs.at(-1)].map((x) => y0 + slope * (x - x0)), curve.x, curve.y);
    set(lines.tangent, "d", straight(state.truth, state.x, state.value));
    set(lines.secant, "d", straight(state.slope, state.ends[0], state.heights[0]));
    place(point, curve.x(state.x), curve.y(state.value));
    place(second, curve.x(state.ends[1]), curve.y(state.heights[1] ?? state.value));
    set(other, "cx", curve.x(state.ends[0]));
    set(other, "cy", curve.y(state.heights[0] ?? state.value));
    set(other, "visibility", state.side === "central" ? "visible" : "hidden");
    curve.title(`${name} at x = ${short(state.x)}`);
    for (const [element, value, text] of [[point, state.x, `x = ${short(state.x)}`], [second, state.h, `h = ${general(state.h, 2)}`], [mark, state.h, `h = ${general(state.h, 2)}`]]) {
      set(element, "aria-valuenow", value);
      set(element, "aria-valuetext", text);
    }
    const [hs, es] = state.errors, inPlane = (e) => errors.y(Math.max(e, 1e-16 * scale));
    set(seen, "d", path(hs, es, errors.x, inPlane));
    dots.replaceChildren(...hs.flatMap((h, i) => (es[i] === null ? [] : [svg("circle", { r: 2.5, cx: errors.x(h), cy: inPlane(es[i]) })])));
    set(here, "x1", errors.x(state.h));
    set(here, "x2", errors.x(state.h));
    place(mark, errors.x(state.h), state.error ? inPlane(state.error) : errors.inside.y + errors.inside.height);
    errors.title(state.error === null ? "no slope here" : `error ${size(state.error)}`);
    rows.h.show(state.h);
    rows.x.show(state.x);
    rows.side.show(state.side);
    write(words, state.problem || state.text);
    set(root, "data-drawn", performance.now().toFixed(1));
  }
  ask = asker(model, draw);
  return () => ask.stop();
}

export default { render };
