// The passes explorer: press an input, and a forward pass fills a column of the Jacobian; press an output, and a
// reverse pass fills a row. The numbers and the words come from the kernel, all steps of all passes with them.
import { player } from "./graph_drawing.js";
import {
  asker, beside, button, draggable, frame, general, html, place, set, shrinking, svg, write,
} from "./shared.js";

const STYLE = `
.al .ps-bar { display: flex; flex-wrap: wrap; gap: 4px 6px; align-items: center; margin-bottom: 4px; }
.al .ps-bar .play { min-width: 84px; font-weight: bold; background: var(--blue); color: var(--paper);
  border-color: var(--blue); }
.al .ps-bar input { flex: 1 1 90px; width: auto; max-width: 200px; }
.al .ps-node .box { fill: var(--paper); stroke: var(--soft); }
.al .ps-node text { text-anchor: middle; }
.al .ps-node .name { font-weight: bold; }
.al .ps-node.input .box { stroke: var(--blue); stroke-width: 2; }
.al .ps-node.output .box { stroke: var(--orange); stroke-width: 2; }
.al .ps-node.input, .al .ps-node.output { cursor: pointer; }
.al .ps-node.works .box { stroke-width: 4; }
.al .ps-node:focus-visible { outline: none; }
.al .ps-node:focus-visible .box { stroke: var(--focus); stroke-width: 4; }
.al .ps-node:hover .box { fill: var(--faint); }
.al .ps-node .tag { visibility: hidden; }
.al .ps-node .tag.on { visibility: visible; }
.al .ps-node .tag rect { fill: var(--own); }
.al .ps-node .tag text { fill: var(--paper); font-weight: bold; }
.al .ps-edge path { fill: none; stroke: var(--line); stroke-width: 1.5; }
.al .ps-edge text { fill: var(--soft); text-anchor: middle; paint-order: stroke; stroke: var(--paper);
  stroke-width: 5px; }
.al .ps-edge polygon { fill: var(--own); visibility: hidden; }
.al .ps-edge.way path { stroke: var(--ink); stroke-width: 2.5; }
.al .ps-edge.hot path { stroke: var(--own); stroke-width: 3.5; }
.al .ps-edge.hot text { fill: var(--own); font-weight: bold; font-size: 13px; }
.al .ps-edge.hot polygon { visibility: visible; }
.al .is-forward { --own: var(--blue); } .al .is-reverse { --own: var(--orange); }
.al .ps-edge.hot.is-reverse path { stroke-dasharray: 7 4; }
.al .ps-table { border-collapse: separate; border-spacing: 3px; font-variant-numeric: tabular-nums; margin: 0; }
.al .ps-table caption { text-align: left; font-weight: bold; padding: 0 0 2px 3px; white-space: nowrap; }
.al .ps-table th, .al .ps-table td { padding: 0; background: none; border: none; text-align: center; }
.al .ps-table tr { background: none; }
.al .ps-table th button { width: 100%; white-space: nowrap; padding: 2px 8px; font-weight: bold; background: var(--paper); }
.al .ps-table .down { color: var(--blue); } .al .ps-table .across { color: var(--orange); }
.al .ps-table td { width: 62px; min-width: 46px; height: 34px; border: 1px solid var(--line); border-radius: 4px;
  color: var(--soft); cursor: default; }
.al .ps-table td.known { color: var(--ink); border-color: var(--own); font-weight: bold;
  background: color-mix(in srgb, var(--own) 14%, transparent); }
.al .ps-table td.open { border: 2px dashed var(--own); }
.al .ps-count { margin: 6px 3px 0; display: grid; grid-template-columns: max-content max-content max-content;
  gap: 1px 10px; }
.al .ps-count b { letter-spacing: 2px; color: var(--own); }
.al .words.ps-words { min-height: 6em; }
`;
const FORWARD = "forward", REVERSE = "reverse", SIGNS = { [FORWARD]: "→", [REVERSE]: "←" };
const BOX = { width: 84, height: 38 }, WIDTH = 440, DOWN = 74, EDGE = 12, PORT = 14; // in pixels
const UNIT = 5, FINE = 0.05; // the pixels of a drag for a step of an input
const FARTHEST = 20; // that an input can be moved to

const number = (x) => general(x + 0, 4).replaceAll("-", "−").replace("e−0", "e−");
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : word.endsWith("s") ? "es" : "s"}`;
const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function render({ model, el }) {
  const scene = model.get("state"), { inputs, outputs, ends, names, arrows, positions, ways, turns } = scene;
  const n = inputs.length, m = outputs.length, many = { [FORWARD]: n, [REVERSE]: m };
  const root = frame(el, "forward and reverse passes");
  root.append(html("style", {}, STYLE));
  let now = null, awaited = null, wanted = null, hovered = null, ask = () => {};

  // ---- the graph ----

  const columns = Math.max(1, ...positions.map(([x]) => x));
  const rows = positions.map(([, y]) => y * DOWN), bends = ways.flat(2).map(([, y]) => y * DOWN); // round a box
  const top = Math.min(...rows.map((y) => y - BOX.height / 2), ...bends.map((y) => y - 4)) - EDGE;
  const height = Math.max(...rows.map((y) => y + BOX.height / 2 + 22), ...bends.map((y) => y + 4)) + EDGE - top;
  const across = Math.max((WIDTH - BOX.width - 2 * EDGE) / columns, BOX.width + 36);
  const width = across * columns + BOX.width + 2 * EDGE;
  const spot = ([x, y]) => [EDGE + BOX.width / 2 + x * across, y * DOWN - top];
  const stage = shrinking(svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height }));

  /** An arrow through its points, from the edge of one box to that of another, with the local gradient on it. */
  function edge(from, to, through, port) {
    const points = through.map(spot), half = BOX.width / 2;
    points[0][0] += half;
    points.at(-1)[0] -= half;
    points.at(-1)[1] += port;
    let d = `M${points[0].map((v) => v.toFixed(1))}`;
    points.slice(1).forEach(([x, y], k) => {
      const [x0, y0] = points[k], bend = (x - x0) / 2;
      d += `C${[x0 + bend, y0, x - bend, y, x, y].map((v) => v.toFixed(1))}`;
    });
    // The number stands where the arrow is near the box that it leads to: arrows cross in the middle.
    const [[x0, y0], [x1, y1]] = points.slice(-2), [sx, sy] = points[0], t = arrows[to].length > 1 ? 0.7 : 0.5;
    const along = 1.5 * t * (1 - t) ** 2 + 1.5 * t * t * (1 - t) + t ** 3, rise = 3 * t * t - 2 * t ** 3;
    const line = svg("path", { d });
    const text = svg("text", { x: x0 + (x1 - x0) * along, y: y0 + (y1 - y0) * rise + 4 });
    const node = svg("g", { class: "ps-edge" }, line,
      svg("polygon", { class: "on", points: `${x1},${y1} ${x1 - 10},${y1 - 5} ${x1 - 10},${y1 + 5}` }),
      svg("polygon", { class: "back", points: `${sx},${sy} ${sx + 10},${sy - 5} ${sx + 10},${sy + 5}` }), text);
    stage.append(node);
    return { from, to, node, text };
  }
  const portOf = (to, i) => {
    const ends_ = ways[to].map((way, k) => [way.at(-2)[1], k]).sort(([a, k], [b, l]) => a - b || k - l);
    return (ends_.findIndex(([, k]) => k === i) - (ends_.length - 1) / 2) * PORT;
  };
  const edges = arrows.flatMap((from, to) =>
    from.map((k, i) => ({ ...edge(k, to, ways[to][i], portOf(to, i)), at: i })));

  const boxes = names.map((name, k) => {
    const isInput = k < n, output = ends.indexOf(k), value = svg("text", { class: "value", y: 13 });
    const tagText = svg("text", { y: 4.5 }), tagBox = svg("rect", { x: -36, y: -9, width: 72, height: 18, rx: 9 });
    const tag = svg("g", { class: "tag", transform: `translate(0 ${BOX.height / 2 + 11})` }, tagBox, tagText);
    const kind = isInput ? "input" : output >= 0 ? "output" : "";
    const node = svg("g", { class: `ps-node ${kind}` },
      svg("rect", { class: "box", x: -BOX.width / 2, y: -BOX.height / 2, width: BOX.width, height: BOX.height, rx: 6 }),
      svg("text", { class: "name", y: -4 }, name), value, tag);
    place(node, ...spot(positions[k]));
    node.addEventListener("pointerenter", (event) => { if (!event.buttons) hover({ node: k }); });
    node.addEventListener("pointerleave", () => hover(null));
    if (isInput) asInput(node, k);
    else if (output >= 0) asOutput(node, output);
    stage.append(node);
    return { node, value, tag, tagText, tagBox, kind };
  });

  /** A press sends a forward pass out; a drag and the arrow keys move the number. */
  function asInput(node, k) {
    let far = 0;
    const held = () => (wanted ?? now.data)[k];
    for (const [name, value] of Object.entries({ tabindex: 0, role: "slider", "aria-valuemin": -FARTHEST,
      "aria-valuemax": FARTHEST, "aria-label": `input ${inputs[k]}` })) set(node, name, value);
    draggable(node, {
      start: () => { far = 0; return held(); },
      move: (event, from) => {
        far = Math.max(far, Math.abs(event.clientX - from.x));
        if (far > 4) moveTo(k, from.held + Math.round((event.clientX - from.x) / UNIT) * FINE);
      },
      end: () => { if (far <= 4) begin(FORWARD, k); },
    });
    node.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      const end = { Home: -FARTHEST, End: FARTHEST }[event.key];
      if (end) moveTo(k, end);
      else if (by) moveTo(k, held() + by * (event.shiftKey ? 10 : 1) * 2 * FINE);
      else if (event.key === "Enter" || event.key === " ") begin(FORWARD, k);
      else return;
      event.preventDefault();
    });
  }
  function asOutput(node, k) {
    for (const [name, value] of Object.entries({ tabindex: 0, role: "button",
      "aria-label": `output ${outputs[k]}: a reverse pass` })) set(node, name, value);
    node.addEventListener("click", () => begin(REVERSE, k));
    node.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      begin(REVERSE, k);
    });
  }

  // ---- the Jacobian ----

  const heads = inputs.map((name, j) => button(`${name} ↓`, () => begin(FORWARD, j),
    { class: "down", "aria-label": `forward pass of ${name}: a column` }));
  const sides = outputs.map((name, i) => button(`${name} →`, () => begin(REVERSE, i),
    { class: "across", "aria-label": `reverse pass of ${name}: a row` }));
  const entries = outputs.map((_, i) => inputs.map((__, j) => html("td", { on: {
    pointerenter: () => hover({ entry: [i, j] }), pointerleave: () => hover(null) } })));
  const table = html("table", { class: "ps-table" }, html("caption", {}, "the Jacobian"),
    html("tr", {}, html("th"), ...heads.map((head) => html("th", { scope: "col" }, head))),
    ...entries.map((row, i) => html("tr", {}, html("th", { scope: "row" }, sides[i]), ...row)));
  const WAYS = [FORWARD, REVERSE];
  const counts = Object.fromEntries(WAYS.map((way) =>
    [way, { pips: html("b", { class: `is-${way}`, "aria-hidden": "true" }), text: html("span") }]));
  const counter = html("div", { class: "ps-count" }, ...WAYS.flatMap((way) =>
    [html("span", {}, `${way}, ${way === FORWARD ? "columns ↓" : "rows →"}`), counts[way].pips, counts[way].text]));

  const bar = player({ label: "step of the pass", go: (step) => { hovered = null; showStep(step); } });
  const again = button("start over", () => { bar.pause(); change({ done: [], current: null, step: 0 }); });
  const words = html("div", { class: "words ps-words", "aria-live": "polite" });
  root.append(html("div", { class: "ps-bar" }, ...bar.parts, again),
    beside("minmax(0, 1fr) max-content", stage, html("div", {}, table, counter)),
    html("div", { class: "legend" }, html("span", {}, "press an input: forward, a column"),
      html("span", {}, "press an output: reverse, a row"), html("span", {}, "drag an input: another number"),
      html("span", {}, "on the arrows: local gradients"), html("span", {}, "keys: Enter, ← →, n next, b back, p play")),
    words);
  bar.keysIn(root);

  // ---- moves ----

  /** Send out a pass. It plays from its beginning; with little motion each press of the button is a step. */
  function begin(way, k) {
    bar.pause();
    hovered = null;
    now = { ...now, current: [way, k], problem: "" };
    bar.last = turns[way][k].length;
    bar.step = bar.last;
    if (bar.last === 0) return showStep(0);
    bar.toggle();
  }
  function showStep(step) {
    if (!now.current) return;
    const isWhole = step >= turns[now.current[0]][now.current[1]].length;
    const isNew = isWhole && !now.done.some((each) => isSame(each, now.current));
    change({ step, done: isNew ? [...now.done, now.current] : now.done });
  }
  function moveTo(k, x) {
    const value = Math.round(Math.max(-FARTHEST, Math.min(FARTHEST, x)) * 100) / 100;
    wanted = [...(wanted ?? now.data.slice(0, n))];
    wanted[k] = value;
    bar.pause();
    tell();
  }
  function change(changes) {
    now = { ...now, ...changes, problem: "" };
    paint();
    tell();
  }
  function tell() {
    awaited = { done: now.done, current: now.current, step: now.step };
    ask("show", now.done, now.current, now.step, wanted ?? now.data.slice(0, n));
  }
  function hover(what) {
    if (isSame(what, hovered)) return;
    hovered = what;
    paint();
  }

  // ---- what is shown ----

  /** The tangents or gradients at a step of a pass, null where there is none yet, and who is at work. */
  function moment({ current, step, locals }) {
    const known = names.map(() => null);
    if (!current) return { known, works: null };
    const [way, k] = current, order = turns[way][k].slice(0, step);
    if (way === FORWARD) {
      arrows.forEach((from, i) => { if (!from.length) known[i] = i === k ? 1 : 0; }); // constants stand still, too
      for (const at of order) known[at] = arrows[at].reduce((sum, i, e) => sum + locals[at][e] * known[i], 0);
    } else {
      known[ends[k]] = 1;
      for (const at of order) arrows[at].forEach((i, e) => { known[i] = (known[i] ?? 0) + locals[at][e] * known[at]; });
      if (step === turns[way][k].length) inputs.forEach((_, i) => { known[i] ??= 0; });
    }
    return { known, works: step ? order.at(-1) : way === FORWARD ? k : ends[k] };
  }

  const below = arrows.map(() => new Set()), above = arrows.map(() => new Set()); // whom a node comes from, leads to
  arrows.forEach((from, to) => from.forEach((k) => [k, ...below[k]].forEach((each) => below[to].add(each))));
  below.forEach((nodes, to) => nodes.forEach((k) => above[k].add(to)));

  /** The arrows that belong to what the pointer is on, and what is said of it. */
  function looked() {
    if (!hovered) return { lit: () => false, said: null };
    if (hovered.node !== undefined) {
      const k = hovered.node, isOf = (nodes, each) => each === k || nodes[k].has(each);
      const from = [...below[k]].filter((each) => each < n).map((each) => names[each]);
      const to = ends.flatMap((end, i) => (end !== k && above[k].has(end) ? [outputs[i]] : []));
      const parts = [from.length && `made from ${from.join(", ")}`, to.length && `leads to ${to.join(", ")}`];
      const said = `${names[k]} = ${number(now.data[k])}: ${parts.filter(Boolean).join("; ") || "on its own"}`;
      return { said, lit: ({ from: a, to: b }) => [below, above].some((nodes) => isOf(nodes, a) && isOf(nodes, b)) };
    }
    const [i, j] = hovered.entry, end = ends[i], which = `${inputs[j]} ↓ or ${outputs[i]} →`;
    const on = (k) => (k === j || above[j].has(k)) && (k === end || below[end].has(k));
    const known = isKnown(i, j) ? number(now.jacobian[i][j]) : `not known yet; ${which} fills it in`;
    return { said: `∂${outputs[i]}/∂${inputs[j]}: ${known}`, lit: ({ from, to }) => on(from) && on(to) };
  }

  const filledBy = (i, j) => now.done.findLast(([way, k]) => (way === FORWARD ? k === j : k === i))?.[0];
  const isKnown = (i, j) => filledBy(i, j) !== undefined;

  function bill() {
    const made = WAYS.map((way) => now.done.filter(([each]) => each === way).length);
    const known = outputs.flatMap((_, i) => inputs.filter((__, j) => isKnown(i, j))).length;
    const line = `Passes so far: ${made[0]} forward, ${made[1]} reverse. Filled in: ${known} of ${n * m}.`;
    if (known < n * m) return line;
    const fewer = n === m ? "as many either way" : `${m < n ? REVERSE : FORWARD} needs fewer`;
    const forward = `Forward takes ${plural(n, "pass")}, one for each input`;
    return `${line}\n${forward}; reverse ${m}, one for each output: ${fewer}.`;
  }

  function inWords(said) {
    const { current, step, told } = now, rest = "Press an input or an output: a pass sets out.";
    const line = said ?? (current ? told[current[0]][current[1]][step] : rest);
    return `${plural(n, "input")}, ${plural(m, "output")}: ${plural(n * m, "derivative")}.\n${line}\n${bill()}`;
  }

  function paint() {
    const { known, works } = moment(now), way = now.current?.[0] ?? FORWARD, { lit, said } = looked();
    boxes.forEach(({ node, value, tag, tagText, kind }, k) => {
      write(value, kind === "input" ? `‹ ${number(now.data[k])} ›` : number(now.data[k]));
      set(node, "class", `ps-node ${kind}${k === works ? " works" : ""}${kind === "input" ? " grip" : ""} is-${way}`);
      set(tag, "class", `tag${known[k] === null ? "" : " on"}`);
      if (known[k] !== null) write(tagText, `${SIGNS[way]} ${number(known[k])}`);
      if (kind !== "input") return;
      set(node, "aria-valuenow", now.data[k]);
      set(node, "aria-valuetext", `${inputs[k]} = ${number(now.data[k])}; Enter: a forward pass`);
    });
    for (const one of edges) {
      const isHot = now.step > 0 && one.to === works && now.current;
      write(one.text, number(now.locals[one.to][one.at]));
      set(one.node, "class", `ps-edge is-${way}${isHot ? " hot" : lit(one) ? " way" : ""}`);
      set(one.node.children[1], "display", way === FORWARD ? null : "none");
      set(one.node.children[2], "display", way === REVERSE ? null : "none");
    }
    entries.forEach((row, i) => row.forEach((td, j) => {
      const by = filledBy(i, j), isOpen = now.current && now.current[1] === (way === FORWARD ? j : i);
      write(td, by ? number(now.jacobian[i][j]) : "·");
      set(td, "class", `is-${by ?? way}${by ? " known" : ""}${!by && isOpen ? " open" : ""}`);
      set(td, "aria-label", by ? false : "not known yet");
    }));
    for (const each of WAYS) {
      const made = now.done.filter(([one]) => one === each).length;
      write(counts[each].pips, "●".repeat(made) + "○".repeat(many[each] - made));
      write(counts[each].text, `${made} of ${many[each]}`);
    }
    bar.step = now.step;
    bar.last = now.current ? turns[now.current[0]][now.current[1]].length : 0;
    bar.tell();
    for (const part of bar.parts) if ("disabled" in part) part.disabled = !now.current;
    again.disabled = !now.done.length && !now.current;
    write(words, now.problem || inWords(said));
    set(root, "data-drawn", performance.now().toFixed(1));
  }

  function draw(state) {
    const { data, locals, jacobian, told, problem } = state;
    const shown = { done: state.done, current: state.current, step: state.step };
    // While answers are on their way, which pass is shown the page knows better; the numbers it gets from the kernel.
    const isOld = awaited && !problem && !isSame(awaited, shown);
    if (!isOld) awaited = null;
    if (problem || isSame(wanted, data.slice(0, n))) wanted = null;
    now = { ...(isOld ? now : shown), data, locals, jacobian, told, problem };
    paint();
  }
  ask = asker(model, draw);
  return () => { bar.pause(); ask.stop(); };
}

export default { render };
