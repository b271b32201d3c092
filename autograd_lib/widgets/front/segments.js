// The segments explorer: a slider for the layers of a segment, the course of a step, and the peak for each size.
import { asker, beside, controls, frame, html, path, plane, set, slider, svg, write } from "./shared.js";

function render({ model, el }) {
  const { layers, peaks, plain, limits } = model.get("state");
  const root = frame(el, "segments explorer");
  let ask = () => {};
  const sizes = peaks.map((_, i) => i + 1);
  const row = slider("layers in a segment", sizes.map((size) => [String(size), size]), (size) => ask("choose", size));

  const line = (stroke, width, dashes) => ({ fill: "none", stroke, "stroke-width": width, "stroke-dasharray": dashes });
  const course = plane({ width: 350, height: 260, xlabel: "time, in layers forward", title: "kept at each moment" });
  course.limits([0, limits[0]], [0, 1.05 * limits[1]]);
  const kept = svg("path", line("var(--blue)", 2, false)), all = svg("path", line("var(--orange)", 2, "8 4"));
  set(all, "d", path(...plain, course.x, course.y));
  course.g.append(all, kept);

  const most = plane({ width: 350, height: 260, xlabel: "layers in a segment" });
  most.limits([0, layers + 1], [0, 1.05 * limits[1]]);
  const seen = svg("path", line("var(--blue)", 2, false));
  const ceiling = svg("path", line("var(--orange)", 2, "8 4"));
  set(ceiling, "d", path([0, layers + 1], [layers, layers], most.x, most.y));
  const mark = svg("circle", { r: 6, fill: "var(--blue)", stroke: "var(--paper)", "stroke-width": 2 });
  most.g.append(ceiling, seen);
  most.over.append(mark);

  const legend = html("div", { class: "legend" }, ...[["━", "blue", "with checkpoints"], ["╍", "orange", "all kept"]].map(
    ([sign, tint, says]) => html("span", {}, html("b", { style: `color: var(--${tint})` }, sign), ` ${says}`)));
  const words = html("div", { class: "words", "aria-live": "polite" });
  root.append(controls(row), beside("minmax(0, 1fr) minmax(0, 1fr)", course.node, most.node), legend, words);

  // The curve of the peaks grows with the slider, so that it gives nothing away.
  const tried = new Set();
  function draw(state) {
    tried.add(state.size);
    row.show(state.size);
    set(kept, "d", path(...state.kept, course.x, course.y));
    const sorted = [...tried].sort((a, b) => a - b);
    set(seen, "d", path(sorted, sorted.map((size) => peaks[size - 1]), most.x, most.y));
    set(mark, "cx", most.x(state.size));
    set(mark, "cy", most.y(peaks[state.size - 1]));
    most.title(`at most ${peaks[state.size - 1]} outputs kept`);
    write(words, state.problem || state.text);
    set(root, "data-drawn", performance.now().toFixed(1));
  }
  ask = asker(model, draw);
  return () => ask.stop();
}

export default { render };
