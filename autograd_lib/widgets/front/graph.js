// The graph explorer: touch a node to see whom it pays, drag a leaf's number, play both passes, zoom and pan.
import { asker, button, frame, html, set, svg, wantsLittleMotion, write } from "./shared.js";

const STYLE = `
.al .stage { position: relative; overflow: hidden; border: 1px solid var(--line); border-radius: 6px; cursor: grab; }
.al .stage:active { cursor: grabbing; }
.al .stage > svg { max-width: none; }
.al .stage text { font: 10px "DejaVu Sans", Verdana, sans-serif; fill: var(--ink); }
.al .node polygon { fill: var(--paper); stroke: var(--soft); }
.al .node .shade { fill: var(--blue); stroke: none; }
.al .node polyline { fill: none; stroke: var(--line); }
.al .edge path { fill: none; stroke: var(--soft); }
.al .edge polygon { fill: var(--soft); stroke: var(--soft); }
.al .node, .al .edge { transition: opacity .12s; }
.al .dim { opacity: .3; }
.al .node.leaf { cursor: ew-resize; touch-action: none; }
.al .node.leaf .data { font-weight: bold; text-decoration: underline dotted var(--blue) 1.5px;
  text-underline-offset: 2px; }
.al .stage .node:focus-visible { outline: none; }
.al .node:focus-visible > polygon:first-of-type { stroke: var(--focus); stroke-width: 4; }
.al .node.hot > polygon:first-of-type { stroke: var(--ink); stroke-width: 2.5; }
.al .edge.path path { stroke: var(--blue); stroke-width: 2.5; }
.al .edge.path > polygon { fill: var(--blue); stroke: var(--blue); }
.al .edge.paid path { stroke: var(--orange); stroke-width: 2.5; stroke-dasharray: 6 3; }
.al .edge.paid > polygon { visibility: hidden; }
.al .edge .back { visibility: hidden; }
.al .edge.paid > .back { visibility: visible; fill: var(--orange); stroke: var(--orange); }
.al .stage .tag { visibility: hidden; pointer-events: none; }
.al .stage .tag.on { visibility: visible; }
.al .tag rect { fill: var(--paper); stroke: var(--orange); rx: 3px; }
.al .tag text { fill: var(--orange); font-weight: bold; text-anchor: middle; }
.al .travel { pointer-events: none; }
.al .bar { display: flex; flex-wrap: wrap; gap: 4px 6px; align-items: center; margin-bottom: 6px; }
.al .bar .play { min-width: 84px; font-weight: bold; background: var(--blue); color: var(--paper);
  border-color: var(--blue); }
.al .bar input { flex: 1 1 110px; width: auto; max-width: 240px; }
.al .bar .gap { flex: 1 1 8px; }
.al .legend { display: flex; flex-wrap: wrap; gap: 2px 16px; margin: 4px 0 0; color: var(--soft); font-size: 12px; }
.al .legend .payment::before { content: "◂┄ "; color: var(--orange); font-weight: bold; }
.al .legend .way::before { content: "━▸ "; color: var(--blue); font-weight: bold; }
.al .words { min-height: 5.8em; }
`;

const READABLE = 1.2, LARGEST = 5, TALLEST = 400; // pixels for a unit of the drawing: its texts are 10 units high
const PAUSE = 1300, JOURNEY = 700; // milliseconds
const PIXELS_A_STEP = 5; // of a drag

function render({ model, el }) {
  const root = frame(el, "graph explorer");
  root.append(html("style", {}, STYLE));
  let now = null, layout = null, nodes = [], arrows = [], steps = [], unit = { w: 1, h: 1 };
  let step = null; // null: both passes are done, and nothing is at work
  let hovered = null, focused = null, held = null, wanted = null, timer = 0, journey = 0, isBuilding = false;
  let ask = () => {};

  // ---- controls and stage ----

  const play = button("▶ play", () => (timer ? pause() : start()), { class: "play" });
  const slider = html("input", { type: "range", min: 0, step: 1, "aria-label": "step of the two passes",
    on: { input: () => { pause(); go(Number(slider.value)); } } });
  const readout = html("output", { style: "min-width: 6.5em" });
  const whole = button("end", () => { pause(); go(null); }, { "aria-label": "end the passes, show all numbers" });
  const reset = button("reset", () => { wanted = null; ask("reset", layout); },
    { "aria-label": "all leaves back to their first numbers" });
  const back = button("‹", () => { pause(); go((step ?? steps.length) - 1); }, { "aria-label": "one step back" });
  const next = button("›", () => { pause(); go(step === null ? 0 : step + 1); }, { "aria-label": "one step on" });
  const bar = html("div", { class: "bar" }, play, back, slider, next, readout, whole, reset,
    html("span", { class: "gap" }),
    button("−", () => zoom(1 / 1.3), { "aria-label": "zoom out" }),
    button("+", () => zoom(1.3), { "aria-label": "zoom in" }),
    button("fit", () => fit(), { "aria-label": "show the whole graph" }));
  const stage = html("div", { class: "stage", tabindex: 0, role: "group",
    "aria-label": "the graph: arrow keys move it, plus and minus zoom, 0 shows all of it" });
  const words = html("div", { class: "words", "aria-live": "polite" });
  const legend = html("div", { class: "legend" }, html("span", { class: "way" }, "paths to the root"),
    html("span", { class: "payment" }, "payments: upstream × local"));
  if (!model.get("state").why) legend.append(html("span", {}, "underlined numbers can be dragged"));
  root.append(bar, stage, legend, words);

  // ---- the view: which part of the drawing is seen ----

  const view = { x: 0, y: 0, scale: 1.33, width: 700, height: 200 };
  let picture = null;

  function look() {
    const seen = { w: view.width / view.scale, h: view.height / view.scale };
    const inside = (middle, part, size) =>
      (part >= size ? size / 2 : Math.min(Math.max(middle, part / 2), size - part / 2));
    view.x = inside(view.x, seen.w, unit.w);
    view.y = inside(view.y, seen.h, unit.h);
    if (!picture) return;
    set(picture, "width", view.width);
    set(picture, "height", view.height);
    const corner = [view.x - seen.w / 2, view.y - seen.h / 2];
    set(picture, "viewBox", [...corner, seen.w, seen.h].map((n) => n.toFixed(2)).join(" "));
  }
  const fitting = () => Math.min(view.width / unit.w, TALLEST / unit.h, 1.6);
  function measureStage() {
    view.width = Math.max(200, (stage.clientWidth || 702));
    view.height = Math.min(TALLEST, Math.max(110, unit.h * Math.max(READABLE, fitting()) + 8));
  }
  function begin() { // large enough to be read; of a graph too large for that, the root is seen first
    measureStage();
    const { x, y } = nodes.at(-1);
    Object.assign(view, { scale: Math.max(READABLE, fitting()), x, y });
    look();
  }
  function fit() {
    Object.assign(view, { scale: Math.min(fitting(), view.height / unit.h), x: unit.w / 2, y: unit.h / 2 });
    look();
  }
  function zoom(factor, event = null) {
    const scale = Math.min(LARGEST, Math.max(Math.min(fitting(), 0.6), view.scale * factor));
    if (event) { // what is under the pointer stays there
      const box = stage.getBoundingClientRect();
      const dx = event.clientX - box.left - view.width / 2, dy = event.clientY - box.top - view.height / 2;
      view.x += dx / view.scale - dx / scale;
      view.y += dy / view.scale - dy / scale;
    }
    view.scale = scale;
    look();
  }
  function bringIntoView(k) {
    const { x, y, w, h } = nodes[k], half = { w: view.width / view.scale / 2, h: view.height / view.scale / 2 };
    view.x = Math.min(Math.max(view.x, x + w / 2 - half.w), x - w / 2 + half.w);
    view.y = Math.min(Math.max(view.y, y + h / 2 - half.h), y - h / 2 + half.h);
    look();
  }
  const sizes = new ResizeObserver(() => {
    if (!stage.clientWidth || stage.clientWidth === view.width) return;
    measureStage();
    look();
  });
  sizes.observe(stage);

  // ---- a new layout: only when the graph has another shape ----

  function build(state) {
    const again = layout !== null, old = focused === null ? null : nodes[focused];
    isBuilding = true; // what has the focus is taken out
    layout = state.layout;
    const parsed = new DOMParser().parseFromString(state.svg, "image/svg+xml").documentElement;
    picture = document.importNode(parsed, true);
    [unit.w, unit.h] = picture.getAttribute("viewBox").split(" ").slice(2).map(Number);
    stage.replaceChildren(picture);
    const ground = picture.querySelector("g"), transform = ground.getAttribute("transform") ?? "";
    const [left, top] = (transform.match(/translate\((\S+?)[ ,]+(\S+?)\)/) ?? [0, 0, 0]).slice(1).map(Number);
    nodes = state.names.map((name, k) => {
      const group = picture.querySelector(`[data-node="${k}"]`), box = group.querySelector("polygon");
      const shade = box.cloneNode();
      shade.setAttribute("class", "shade");
      box.after(shade);
      const corners = box.getAttribute("points").trim().split(/\s+/).map((pair) => pair.split(",").map(Number));
      const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
      const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      const leaf = state.leaves.indexOf(k), movable = leaf >= 0 && !state.why;
      group.setAttribute("class", movable ? "node leaf" : "node");
      set(group, "role", movable ? "slider" : "img");
      set(group, "tabindex", movable || k === state.names.length - 1 ? 0 : -1);
      set(group, "aria-label", name);
      return { k, name, group, shade, leaf: movable ? leaf : -1,
        data: group.querySelector(".data"), grad: group.querySelector(".grad"),
        x: (x0 + x1) / 2 + left, y: (y0 + y1) / 2 + top, w: x1 - x0, h: y1 - y0 };
    });
    const above = svg("g"), travel = svg("g", { class: "travel" });
    arrows = state.arrows.map(([from, to, payment], i) => {
      const group = picture.querySelector(`[data-arrow="${i}"]`), line = group.querySelector("path");
      group.setAttribute("class", "edge");
      const length = line.getTotalLength(), at = (share) => line.getPointAtLength(share * length);
      // The head of the arrow that leads back: at its beginning, where the gradient goes.
      const tip = at(0), base = at(Math.min(1, 8 / length)), d = [(tip.y - base.y) / 2.2, (base.x - tip.x) / 2.2];
      const corners = [[tip.x, tip.y], [base.x + d[0], base.y + d[1]], [base.x - d[0], base.y - d[1]]];
      const points = corners.map((corner) => corner.map((n) => n.toFixed(2)).join()).join(" ");
      group.append(svg("polygon", { class: "back", points }));
      const sign = svg("text", { y: 3.5 }), plate = svg("rect", { y: -7, height: 14 });
      const tag = svg("g", { class: "tag" }, plate, sign);
      above.append(tag);
      return { from, to, payment, group, at, tag, sign, plate };
    });
    spread(arrows);
    ground.append(travel, above);
    picture.travel = travel;
    // The steps of both passes: an operation is computed, later it pays.
    const operations = nodes.map((n) => n.k).filter((k) => state.inputs[k].length);
    const payers = [...new Set(state.turns.map(([payer]) => payer))];
    steps = [{ pass: "leaves" }, ...operations.map((k) => ({ pass: "forward", k })),
      { pass: "seed", k: nodes.length - 1 }, ...payers.map((k) => ({ pass: "backward", k }))];
    set(slider, "max", steps.length - 1);
    if (again) { measureStage(); look(); } else begin();
    step = null;
    hovered = null;
    isBuilding = false;
    if (held?.leaf !== undefined) held.k = state.leaves[held.leaf];
    const place = old && old.leaf >= 0 ? state.leaves[old.leaf] : old && Math.min(old.k, nodes.length - 1);
    if (place !== null) nodes[place].group.focus({ preventScroll: true });
  }

  /** Where two tags would lie upon each other, one moves along its arrow. */
  function spread(all) {
    const taken = [];
    for (const arrow of all) {
      const free = ([x, y]) => taken.every(([a, b]) => Math.abs(a - x) > 44 || Math.abs(b - y) > 15);
      const places = [0.5, 0.35, 0.65, 0.25, 0.75].map((share) => arrow.at(share)).map(({ x, y }) => [x, y]);
      const place = places.find(free) ?? places[0];
      taken.push(place);
      set(arrow.tag, "transform", `translate(${place[0].toFixed(1)} ${(place[1] - 9).toFixed(1)})`);
    }
  }

  // ---- what is lit ----

  const reached = (k) => { // all nodes on the paths from k to the root
    const found = new Set([k]);
    for (const { from, to } of [...arrows].sort((a, b) => a.to - b.to)) if (found.has(from)) found.add(to);
    return found;
  };

  function lit() {
    const hot = held?.k ?? hovered ?? focused;
    if (step !== null && held?.k === undefined && hovered === null) {
      const { pass, k } = steps[step], atWork = (name) => (arrow) => pass === name && arrow.to === k;
      return { hot: k ?? null, dims: false, ways: atWork("forward"), paid: atWork("backward") };
    }
    if (hot === null) return { hot, dims: false, ways: () => false, paid: () => false };
    const up = reached(hot), near = new Set(up);
    for (const { from, to } of arrows) if (to === hot) near.add(from);
    const paid = (a) => a.to === hot || (a.from === hot && !now.inputs[hot].length);
    return { hot, dims: held?.leaf === undefined, near, ways: (a) => up.has(a.from) && up.has(a.to) && !paid(a), paid };
  }

  /** The number of payments made before a step. */
  const paidUpTo = (s) => {
    if (s === null) return now.payments.length;
    const payers = new Set(steps.slice(0, s + 1).filter((each) => each.pass === "backward").map((each) => each.k));
    return now.turns.findLastIndex(([payer]) => payers.has(payer)) + 1;
  };

  function paint() {
    if (isBuilding) return;
    const { hot, dims, near, ways, paid } = lit();
    const seed = steps.findIndex((each) => each.pass === "seed"), count = paidUpTo(step);
    const computed = new Set(steps.slice(0, step === null ? steps.length : step + 1).map((each) => each.k));
    for (const node of nodes) {
      const { k, group } = node;
      const isKnown = step === null || !now.inputs[k].length || computed.has(k);
      const last = step === null ? -1 : now.turns.slice(0, count).findLastIndex(([, payee]) => payee === k);
      const running = k === nodes.length - 1 ? "grad 1.0" : last < 0 ? "grad 0.0" : `grad ${now.payments[last][3]}`;
      const grad = step === null ? now.grad[k] : step < seed ? "" : running;
      tell(node.data, isKnown ? now.data[k] : "", node);
      tell(node.grad, grad, node);
      set(node.shade, "fill-opacity", grad && grad !== "grad 0.0" ? (0.42 * now.share[k]).toFixed(3) : 0);
      const looks = [node.leaf >= 0 && "leaf", k === hot && "hot", dims && !near.has(k) && "dim"];
      set(group, "class", ["node", ...looks.filter(Boolean)].join(" "));
      if (node.leaf >= 0) {
        set(group, "aria-valuenow", now.numbers[node.leaf]);
        set(group, "aria-valuetext", `${node.name} = ${now.data[k].replace("data ", "")}, ${now.grad[k]}`);
      } else set(group, "aria-label", `${node.name}: ${now.data[k]}, ${now.grad[k]}`);
    }
    for (const arrow of arrows) {
      const isPaid = paid(arrow), isWay = ways(arrow), amount = now.payments[arrow.payment][2];
      set(arrow.group, "class", `edge${isPaid ? " paid" : isWay ? " path" : dims ? " dim" : ""}`);
      set(arrow.tag, "class", isPaid ? "tag on" : "tag");
      if (!isPaid) continue;
      const text = amount.startsWith("-") ? amount.replace("-", "−") : `+${amount}`, width = 6.9 * text.length + 6;
      write(arrow.sign, text);
      set(arrow.plate, "width", width);
      set(arrow.plate, "x", -width / 2);
    }
    slider.value = step ?? steps.length - 1;
    write(readout, step === null ? "all done" : `step ${step} of ${steps.length - 1}`);
    set(slider, "aria-valuetext", readout.textContent);
    set(whole, "disabled", step === null);
    set(reset, "disabled", Boolean(now.why) || now.numbers.every((number, i) => number === now.starts[i]));
    write(words, now.problem || inWords(hot, count));
    set(root, "data-drawn", performance.now().toFixed(1));
  }

  /** A number in its box: longer ones than the box has room for are drawn narrower. */
  function tell(element, text, node) {
    write(element, text);
    const tooLong = text.length > now.room;
    set(element, "textLength", tooLong ? (node.w - 14 - (now.inputs[node.k].length ? 18 : 0)).toFixed(1) : null);
    set(element, "lengthAdjust", tooLong ? "spacingAndGlyphs" : null);
  }

  const bracketed = (text) => (text.startsWith("-") ? `(${text})` : text);
  const product = ([upstream, local, amount]) => `${upstream} × ${bracketed(local)} = ${amount}`;
  const paymentsWhere = (fits) => now.turns.map((turn, i) => [...turn, now.payments[i]]).filter(([a, b]) => fits(a, b));

  function inWords(hot, count) {
    if (step !== null && held?.k === undefined && hovered === null) {
      const { pass, k } = steps[step], name = nodes[k]?.name;
      if (pass === "leaves") return "Forward pass: the leaves are given.";
      if (pass === "forward") return `Forward pass: ${name} has its inputs and is computed.\n${now.words[k]}`;
      if (pass === "seed") return `Backward pass: it begins at the root.\n${name}.grad = 1.0, all others 0.0`;
      const made = paymentsWhere((payer) => payer === k)
        .map(([, payee, p]) => `${nodes[payee].name}.grad += ${product(p)}, now ${p[3]}`);
      const own = nodes[k].grad.textContent.replace("grad", `${name}.grad =`);
      return [`Backward pass: ${own} is complete, and ${name} pays upstream × local:`, ...made].join("\n");
    }
    if (hot === null || hot === undefined) return [now.text, now.why].filter(Boolean).join("\n");
    const grad = now.grad[hot].replace("grad ", ""), name = nodes[hot].name;
    const got = paymentsWhere((payer, payee) => payee === hot)
      .map(([payer, , [upstream, local]]) => `${upstream} × ${bracketed(local)} from ${nodes[payer].name}`);
    const gives = paymentsWhere((payer) => payer === hot)
      .map(([, payee, payment]) => `${product(payment)} to ${nodes[payee].name}`);
    const sum = got.length ? `${got.join(" + ")} = ${grad}` : `${grad}: here the backward pass begins`;
    const spent = gives.length ? [`${name} pays upstream × local: ${gives.join("; ")}`] : [];
    const result = hot === nodes.length - 1 ? [] : [now.words.at(-1)];
    return [now.words[hot], `${name}.grad = ${sum}`, ...spent, ...result].join("\n");
  }

  // ---- the two passes ----

  function go(to) {
    step = to === null || to >= steps.length || to < 0 ? null : to;
    hovered = null;
    if (step !== null && steps[step].k !== undefined) [...now.inputs[steps[step].k], steps[step].k].forEach(bringIntoView);
    paint();
    travelAlong();
  }
  function start() {
    focused = null;
    go(step === null || step === steps.length - 1 ? 0 : step + 1);
    if (wantsLittleMotion()) return; // a step for each press
    const on = () => {
      if (step === null || step === steps.length - 1) return pause();
      go(step + 1);
      timer = setTimeout(on, PAUSE);
    };
    timer = setTimeout(on, PAUSE);
    write(play, "❚❚ pause");
  }
  function pause() {
    clearTimeout(timer);
    timer = 0;
    write(play, wantsLittleMotion() ? "▶ step" : "▶ play");
  }
  /** A dot runs along each arrow at work, the way that the number goes. */
  function travelAlong() {
    cancelAnimationFrame(journey);
    picture.travel.replaceChildren();
    if (step === null || wantsLittleMotion()) return;
    const { pass, k } = steps[step], fill = pass === "forward" ? "var(--blue)" : "var(--orange)";
    const work = pass === "forward" || pass === "backward" ? arrows.filter((arrow) => arrow.to === k) : [];
    const dots = work.map((arrow) => [arrow, svg("circle", { r: 4.5, fill })]);
    picture.travel.append(...dots.map(([, dot]) => dot));
    const begun = performance.now(), travel = picture.travel;
    const on = (time) => {
      const share = Math.min(1, Math.max(0, (time - begun) / JOURNEY));
      for (const [arrow, dot] of dots) {
        const { x, y } = arrow.at(pass === "forward" ? share : 1 - share);
        set(dot, "cx", x.toFixed(1));
        set(dot, "cy", y.toFixed(1));
      }
      if (share < 1) journey = requestAnimationFrame(on);
      else travel.replaceChildren();
    };
    if (dots.length) on(begun);
  }

  // ---- hands and keys: on the stage, so that a new layout does not end a drag ----

  const nodeOf = (event) => {
    const group = event.target.closest?.("[data-node]");
    return group ? Number(group.dataset.node) : null;
  };
  const rounded = (number, unit) => Number((Math.round(number / unit) * unit).toPrecision(12));
  function moveLeaf(leaf, number) {
    const asked = [...(wanted ?? now.numbers)];
    asked[leaf] = rounded(number, now.steps[leaf] / 10);
    wanted = asked;
    ask("move", asked, layout);
  }
  stage.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const k = nodeOf(event), leaf = k === null ? -1 : nodes[k].leaf;
    event.preventDefault();
    (k === null ? stage : nodes[k].group).focus({ preventScroll: true });
    stage.setPointerCapture(event.pointerId);
    held = { x: event.clientX, y: event.clientY };
    if (leaf >= 0) {
      pause();
      step = null;
      Object.assign(held, { leaf, k, number: (wanted ?? now.numbers)[leaf] });
      paint();
    } else Object.assign(held, { k: k ?? undefined, view: { x: view.x, y: view.y } });
  });
  stage.addEventListener("pointermove", (event) => {
    if (!held) return hover(nodeOf(event));
    const dx = event.clientX - held.x, dy = event.clientY - held.y;
    if (held.leaf !== undefined) return moveLeaf(held.leaf, held.number + (dx / PIXELS_A_STEP) * now.steps[held.leaf]);
    Object.assign(view, { x: held.view.x - dx / view.scale, y: held.view.y - dy / view.scale });
    look();
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
    stage.addEventListener(name, () => { if (held) { held = null; paint(); } });
  }
  stage.addEventListener("pointerleave", () => { if (!held) hover(null); });
  function hover(k) {
    if (k === hovered) return;
    hovered = k;
    paint();
  }
  stage.addEventListener("dblclick", (event) => {
    const k = nodeOf(event);
    if (k !== null && nodes[k].leaf >= 0) moveLeaf(nodes[k].leaf, now.starts[nodes[k].leaf]);
  });
  stage.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 300), event);
  }, { passive: false });
  stage.addEventListener("focusin", (event) => {
    const k = nodeOf(event);
    if (k === focused) return;
    focused = k;
    if (k !== null && !held && event.target.matches(":focus-visible")) { step = null; pause(); bringIntoView(k); }
    paint();
  });
  stage.addEventListener("focusout", (event) => {
    if (stage.contains(event.relatedTarget)) return;
    focused = null;
    paint();
  });
  const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  stage.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = WAYS[event.key], k = nodeOf(event), node = k === null ? null : nodes[k];
    const zoomed = { "+": () => zoom(1.3), "=": () => zoom(1.3), "-": () => zoom(1 / 1.3), 0: fit }[event.key];
    if (zoomed) zoomed();
    else if (way && node?.leaf >= 0) {
      const by = (way[0] + way[1]) * now.steps[node.leaf] * (event.shiftKey ? 10 : 1);
      moveLeaf(node.leaf, (wanted ?? now.numbers)[node.leaf] + by);
    } else if (event.key === "Home" && node?.leaf >= 0) moveLeaf(node.leaf, now.starts[node.leaf]);
    else if (way && node) { // to the next node, in the order of the forward pass; sliders are reached with Tab
      const others = nodes.filter((each) => each.leaf < 0), place = others.indexOf(node) + way[0] - way[1];
      const to = others[Math.max(0, Math.min(others.length - 1, place))];
      set(node.group, "tabindex", -1);
      set(to.group, "tabindex", 0);
      to.group.focus({ preventScroll: true });
    } else if (way) {
      view.x += (way[0] * 60) / view.scale;
      view.y -= (way[1] * 60) / view.scale;
      look();
    } else return;
    event.preventDefault();
  });

  function draw(state) {
    now = state;
    if (state.layout !== layout && state.drawn !== state.layout) return ask("refresh"); // sent to another view only
    if (state.layout !== layout) build(state);
    if (state.problem || (wanted && wanted.every((number, i) => number === state.numbers[i]))) wanted = null;
    paint();
  }
  pause();
  ask = asker(model, draw);
  return () => { pause(); cancelAnimationFrame(journey); sizes.disconnect(); ask.stop(); };
}

export default { render };
