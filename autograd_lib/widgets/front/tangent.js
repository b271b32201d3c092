// The tangent explorer: drag the point along the curve, and the second point of the secant towards it.
import {
  asker, choice, controls, draggable, frame, handle, html, movableByKeys, path, place, plane, power, set, short, slider,
  svg, write,
} from "./shared.js";

function render({ model, el }) {
  const { name, steps, sides, start } = model.get("state");
  const root = frame(el, `tangent explorer of ${name}`);
  let now = model.get("state"), ask = () => {};

  const curve = plane({ width: 350, height: 300, xlabel: "x", left: 46 });
  const lines = {
    tangent: svg("path", { fill: "none", stroke: "var(--ink)", "stroke-width": 1.5, "stroke-dasharray": "2 4" }),
    curve: svg("path", { fill: "none", stroke: "var(--blue)", "stroke-width": 2.5 }),
    secant: svg("path", { fill: "none", stroke: "var(--orange)", "stroke-width": 2, "stroke-dasharray": "8 4" }),
  };
  curve.g.append(...Object.values(lines));
  const other = svg("circle", { r: 5, fill: "var(--orange)", stroke: "var(--paper)", "stroke-width": 2 });
  const second = handle("second point of the secant: h", "var(--orange)"), point = handle("x", "var(--blue)");
  curve.over.append(other, second, point);

  const errors = plane({ width: 350, height: 300, xlabel: "h", logx: true, logy: true, left: 52, tickX: power, tickY: power });
  const scale = Math.max(1, Math.abs(now.truth));
  errors.limits([4, 5e-15], [1e-16 * scale, 100 * scale]); // the same for all h: the axis gives nothing away
  const seen = svg("path", { fill: "none", stroke: "var(--blue)", "stroke-width": 1.5 }), dots = svg("g", { fill: "var(--blue)" });
  const here = svg("line", { stroke: "var(--orange)", "stroke-dasharray": "5 4", y1: errors.inside.y, y2: errors.inside.y + errors.inside.height });
  errors.g.append(seen, dots, here);
  const mark = handle("h", "var(--orange)");
  errors.over.append(mark);

  const nearest = (h) => steps.reduce((a, b) => (Math.abs(Math.log(b / h)) < Math.abs(Math.log(a / h)) ? b : a));
  const stepTo = (k) => ask("move_h", steps[Math.max(0, Math.min(steps.length - 1, steps.indexOf(nearest(now.h)) + k))]);
  const moveX = (x) => ask("move_x", Math.round(Math.max(start - 2, Math.min(start + 2, x)) * 100) / 100);
  // The picture moves with x, so that a drag is measured from where it began.
  const across = (event, from) => (curve.unx(event.clientX) - curve.unx(from.x)) * (350 / curve.node.getBoundingClientRect().width);
  draggable(point, { start: () => now.x, move: (event, from) => moveX(from.held + across(event, from)) });
  movableByKeys(point, (dx, dy) => moveX(now.x + 0.1 * (dx + dy)));
  // The picture zooms in as h shrinks: a finger's breadth to the left is always the same factor.
  const shrunk = (event, from) => from.held * Math.exp((event.clientX - from.x) / 60);
  draggable(second, { start: () => now.h, move: (event, from) => ask("move_h", nearest(Math.max(1e-14, Math.min(2, shrunk(event, from))))) });
  movableByKeys(second, (dx, dy) => stepTo(-dx - dy));
  draggable(mark, { move: (event) => ask("move_h", nearest(Math.max(1e-14, Math.min(2, errors.at(event)[0])))) });
  movableByKeys(mark, (dx, dy) => stepTo(dx - dy));

  const rows = {
    h: slider("h", steps.map((h) => [Number(h.toPrecision(2)).toString(), h]), (h) => ask("move_h", h)),
    x: slider("x", Array.from({ length: 41 }, (_, i) => start - 2 + i / 10).map((x) => [short(Math.round(x * 100) / 100), x]), moveX),
    side: choice("difference", sides.map((s) => [s, s]), (s) => ask("choose", s)),
  };
  const words = html("div", { class: "words", "aria-live": "polite" });
  root.append(controls(rows.h, rows.x, rows.side),
    html("div", { style: "display: flex; flex-wrap: wrap" }, curve.node, errors.node), words);

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
    for (const [element, value, text] of [[point, state.x, `x = ${short(state.x)}`], [second, state.h, `h = ${state.h}`], [mark, state.h, `h = ${state.h}`]]) {
      set(element, "aria-valuenow", value);
      set(element, "aria-valuetext", text);
    }
    const [hs, es] = state.errors, inPlane = (e) => errors.y(Math.max(e, 1e-16 * scale));
    set(seen, "d", path(hs, es, errors.x, inPlane));
    dots.replaceChildren(...hs.flatMap((h, i) => (es[i] === null ? [] : [svg("circle", { r: 2.5, cx: errors.x(h), cy: inPlane(es[i]) })])));
    set(here, "x1", errors.x(state.h));
    set(here, "x2", errors.x(state.h));
    place(mark, errors.x(state.h), state.error ? inPlane(state.error) : errors.inside.y + errors.inside.height);
    errors.title(state.error === null ? "no slope here" : `error ${state.error === 0 ? 0 : state.error.toExponential(1)}`);
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
