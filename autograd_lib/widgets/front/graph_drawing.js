// What the explorer, the stepper and the orders share: a graph that is drawn once, looked at through a window that
// moves and zooms, and whose boxes and arrows light up; and the bar with which one goes through its steps.
import { button, html, set, svg, wantsLittleMotion, write } from "./shared.js";

export const STYLE = `
.al.graphs { max-width: 960px; }
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
.al .node.works > polygon:first-of-type { stroke: var(--orange); stroke-width: 3; }
.al .node.stale > polygon:first-of-type { stroke: var(--orange); stroke-width: 2; stroke-dasharray: 7 3; }
.al .node.blank > polygon:first-of-type { stroke-dasharray: 3 3; }
.al .node.unfinished .grad { fill: var(--soft); font-style: italic; }
.al .node.wrong .grad { fill: var(--orange); font-weight: bold; }
.al .edge.path path { stroke: var(--blue); stroke-width: 2.5; }
.al .edge.path > polygon { fill: var(--blue); stroke: var(--blue); }
.al .edge.paid path { stroke: var(--orange); stroke-width: 2.5; stroke-dasharray: 6 3; }
.al .edge.paid > polygon { visibility: hidden; }
.al .edge .back { visibility: hidden; }
.al .edge.paid > .back { visibility: visible; fill: var(--orange); stroke: var(--orange); }
.al .stage .tag { visibility: hidden; pointer-events: none; }
.al .stage .tag.on { visibility: visible; }
.al .tag rect { fill: var(--paper); stroke: var(--orange); rx: 3px; }
.al .tag text { fill: var(--orange); text-anchor: middle; }
.al .stage .tag text { font-size: 9.5px; }
.al .stage .tag .amount { font-weight: bold; }
.al .tag.carries rect { stroke: var(--blue); }
.al .tag.carries text { fill: var(--blue); }
.al .travel, .al .signs { pointer-events: none; }
.al .signs .pip { fill: var(--paper); stroke: var(--orange); stroke-width: 1.3; }
.al .signs .pip.in { fill: var(--orange); }
.al .signs .mark circle { fill: var(--orange); stroke: var(--paper); stroke-width: 1.5; }
.al .stage .signs .mark text { fill: var(--paper); text-anchor: middle; font-weight: bold; }
.al .stage .signs .passed { fill: var(--orange); font-style: italic; }
.al .more { position: absolute; display: flex; align-items: center; justify-content: center; cursor: pointer;
  color: var(--ink); font-weight: bold; font-size: 20px; }
.al .more[hidden] { display: none; }
.al .more.left { inset: 0 auto 0 0; width: 34px; background: linear-gradient(to right, var(--paper), transparent); }
.al .more.right { inset: 0 0 0 auto; width: 34px; background: linear-gradient(to left, var(--paper), transparent); }
.al .more.up { inset: 0 0 auto 0; height: 22px; background: linear-gradient(to bottom, var(--paper), transparent); }
.al .more.down { inset: auto 0 0 0; height: 22px; background: linear-gradient(to top, var(--paper), transparent); }
.al .strip { margin-top: 3px; border-radius: 4px; background: var(--faint); cursor: pointer; touch-action: none; }
.al .strip[hidden] { display: none; }
.al .part { margin-top: 2px; color: var(--soft); font-size: 12px; }
.al .strip > svg { width: 100%; touch-action: none; }
.al .strip rect { fill: var(--soft); }
.al .strip rect.hot { fill: var(--orange); }
.al .strip .window { fill: var(--blue); fill-opacity: .18; stroke: var(--blue); stroke-width: 1.5;
  vector-effect: non-scaling-stroke; }
.al .bar { display: flex; flex-wrap: wrap; gap: 4px 6px; align-items: center; margin-bottom: 6px; }
.al .bar .play { min-width: 84px; font-weight: bold; background: var(--blue); color: var(--paper);
  border-color: var(--blue); }
.al .bar input { flex: 1 1 80px; width: auto; max-width: 240px; }
.al .bar .gap { flex: 1 1 8px; }
.al .legend .payment::before { content: "◂┄ "; color: var(--orange); font-weight: bold; }
.al .legend .way::before { content: "━▸ "; color: var(--blue); font-weight: bold; }
.al .legend .pips::before { content: "●○ "; color: var(--orange); font-weight: bold; }
.al .track { display: flex; flex-wrap: wrap; gap: 3px; align-items: center; margin-bottom: 6px; cursor: pointer;
  touch-action: pan-y; user-select: none; -webkit-user-select: none; }
.al .track .pass { color: var(--soft); margin: 0 3px 0 6px; }
.al .track .pass:first-child { margin-left: 0; }
.al .track .chip { min-width: 22px; padding: 0 6px; text-align: center; border: 1px solid var(--line);
  border-radius: 11px; font-size: 12px; line-height: 20px; white-space: nowrap; color: var(--soft);
  background: var(--paper); }
.al .track .chip.done { color: var(--ink); background: var(--faint); }
.al .track .chip.now { color: var(--paper); background: var(--ink); border-color: var(--ink); font-weight: bold; }
.al .track .chip.wrong { border: 2px solid var(--orange); line-height: 18px; }
.al .track .chip.wrong:not(.now) { color: var(--orange); }
.al .track.many .chip:not(.now) { min-width: 7px; width: 7px; padding: 0; overflow: hidden; color: transparent;
  border-radius: 3px; }
`;

// Pixels for a unit of the drawing, whose texts are 10 units high: as one likes to read them, and as small as a graph
// may become if it is seen whole then.
export const READABLE = 1.2, SMALL = 0.84;
const LINE = 11.5, MARK = 15; // the height of a line in a tag, and of the sign of a node at work, in units of the drawing
const LARGEST = 5, JOURNEY = 700, PAUSE = 1300; // the last two in milliseconds

// ---- a graph on a stage ------------------------------------------------------------------------------------------

/**
 * A graph on a stage. `self.build(scene)` draws it; `self.node(k, …)` and `self.arrow(i, …)` show numbers and light.
 *
 * `on` holds what a front does with the hand and the keys, all of it optional: `hover(k)` and `focus(k, isByKey)` with
 * a node or null; `press(k, event)`, which may return a function that gets each move of a drag; `click(k)`;
 * `release()`; `double(k)`; `key(event, k)`, true if it was one of its own; `isStop(k)`, whether Tab reaches this node;
 * and `looked(view)` whenever the window has moved.
 */
export function graph({ label, tallest = 400, anchor = () => null, on = {} }) {
  const self = { nodes: [], arrows: [], held: null };
  const view = { x: 0, y: 0, scale: 1.33, width: 700, height: 200 }, unit = { w: 1, h: 1 };
  let picture = null, journey = 0, focused = null;

  const stage = html("div", { class: "stage", tabindex: 0, role: "group",
    "aria-label": `${label}: arrow keys move it, plus and minus zoom, 0 fits it in` });
  const more = Object.entries({ left: [-1, 0, "‹"], right: [1, 0, "›"], up: [0, -1, ""], down: [0, 1, ""] })
    .map(([side, [dx, dy, sign]]) => html("div", { class: `more ${side}`, hidden: true, "aria-hidden": "true",
      on: { pointerdown: (event) => { event.stopPropagation(); turn(dx, dy); } } }, sign));
  const hint = html("div", { class: "part", hidden: true },
    "This is a part of the graph: drag the picture, or press “all”.");
  const map = svg("svg", { preserveAspectRatio: "none", height: 22 }), seen = svg("rect", { class: "window" });
  const strip = html("div", { class: "strip", hidden: true, "aria-hidden": "true" }, map);
  const fitter = button("fit", () => (isFitted() ? self.whole() : self.fit()));
  self.parts = [stage, strip, hint];
  self.stage = stage;
  self.view = view;
  self.buttons = html("span", { class: "buttons", style: "flex-wrap: nowrap" },
    button("−", () => self.zoom(1 / 1.3), { "aria-label": "zoom out" }),
    button("+", () => self.zoom(1.3), { "aria-label": "zoom in" }), fitter);

  // ---- the window: which part of the drawing is seen ----

  const part = () => ({ w: view.width / view.scale, h: view.height / view.scale });
  const hasMore = () => part().w < unit.w - 1 || part().h < unit.h - 1;
  self.look = (isFollowing = false) => {
    const { w, h } = part();
    const inside = (middle, of, size) => (of >= size ? size / 2 : Math.min(Math.max(middle, of / 2), size - of / 2));
    view.x = inside(view.x, w, unit.w);
    view.y = inside(view.y, h, unit.h);
    if (!picture) return;
    set(picture, "width", view.width);
    set(picture, "height", view.height);
    const [x, y] = [view.x - w / 2, view.y - h / 2];
    set(picture, "viewBox", [x, y, w, h].map((n) => n.toFixed(2)).join(" "));
    [x > 1, x + w < unit.w - 1, y > 1, y + h < unit.h - 1].forEach((is, i) => set(more[i], "hidden", !is));
    set(strip, "hidden", !hasMore());
    set(hint, "hidden", !hasMore());
    for (const [name, n] of Object.entries({ x, y, width: Math.min(w, unit.w), height: Math.min(h, unit.h) })) {
      set(seen, name, Math.max(0, n).toFixed(1));
    }
    write(fitter, isFitted() ? "all" : "fit");
    set(fitter, "aria-label", isFitted() ? "show the whole graph, however small" : "fit the graph in");
    if (!isFollowing) on.looked?.(view);
  };
  function turn(dx, dy) {
    Object.assign(view, { x: view.x + 0.7 * dx * part().w, y: view.y + 0.7 * dy * part().h });
    self.look();
  }
  const fitting = () => Math.min(view.width / unit.w, tallest / unit.h, 1.6);
  // The whole graph if it can be read then, else a part of it.
  const readable = () => (fitting() >= SMALL ? fitting() : READABLE);
  const isFitted = () => hasMore() && Math.abs(view.scale - readable()) < 1e-6;
  function measure() {
    view.width = Math.max(200, stage.clientWidth || 702);
    view.height = Math.min(tallest, Math.max(110, unit.h * readable() + 8));
  }
  self.fit = () => {
    const { x, y } = self.nodes[anchor() ?? 0];
    Object.assign(view, { scale: readable(), x, y });
    self.look();
  };
  self.whole = () => {
    Object.assign(view, { scale: Math.min(fitting(), view.height / unit.h), x: unit.w / 2, y: unit.h / 2 });
    self.look();
  };
  self.zoom = (factor, event = null) => {
    const scale = Math.min(LARGEST, Math.max(Math.min(fitting(), 0.6), view.scale * factor));
    if (event) { // what is under the pointer stays there
      const box = stage.getBoundingClientRect();
      const dx = event.clientX - box.left - view.width / 2, dy = event.clientY - box.top - view.height / 2;
      view.x += dx / view.scale - dx / scale;
      view.y += dy / view.scale - dy / scale;
    }
    view.scale = scale;
    self.look();
  };
  /** Look where another window of the same drawing looks. */
  self.follow = ({ x, y, scale }) => {
    Object.assign(view, { x, y, scale });
    self.look(true);
  };
  self.bringIntoView = (...ks) => {
    for (const k of ks) {
      const { x, y, w, h } = self.nodes[k], half = { w: part().w / 2, h: part().h / 2 };
      view.x = Math.min(Math.max(view.x, x + w / 2 + 12 - half.w), x - w / 2 - 12 + half.w);
      view.y = Math.min(Math.max(view.y, y + h / 2 + 12 - half.h), y - h / 2 - 12 + half.h);
    }
    self.look();
  };
  const sizes = new ResizeObserver(() => {
    if (!stage.clientWidth || stage.clientWidth === view.width) return;
    const wasFitted = Math.abs(view.scale - readable()) < 1e-6;
    measure();
    if (wasFitted && picture) self.fit();
    else self.look();
  });
  sizes.observe(stage);
  const toPlace = (event) => {
    const box = map.getBoundingClientRect();
    view.x = ((event.clientX - box.left) / box.width) * unit.w;
    if (part().h < unit.h) view.y = ((event.clientY - box.top) / box.height) * unit.h;
    self.look();
  };
  strip.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    strip.setPointerCapture(event.pointerId);
    toPlace(event);
  });
  strip.addEventListener("pointermove", (event) => { if (strip.hasPointerCapture(event.pointerId)) toPlace(event); });

  // ---- the drawing ----

  /** Draw `scene` (its svg, names and arrows). `pips`: for each node, how many payments it can get. */
  self.build = ({ svg: text, names, arrows }, { pips = null, tagSize = [44, 15] } = {}) => {
    const isFirst = picture === null;
    picture = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
    [unit.w, unit.h] = picture.getAttribute("viewBox").split(" ").slice(2).map(Number);
    stage.replaceChildren(picture, ...more);
    const ground = picture.querySelector("g"), transform = ground.getAttribute("transform") ?? "";
    const [left, top] = (transform.match(/translate\((\S+?)[ ,]+(\S+?)\)/) ?? [0, 0, 0]).slice(1).map(Number);
    const above = svg("g"), signs = svg("g", { class: "signs" });
    self.travel = svg("g", { class: "travel" });
    self.nodes = names.map((name, k) => {
      const group = picture.querySelector(`[data-node="${k}"]`), box = group.querySelector("polygon");
      const shade = box.cloneNode();
      shade.setAttribute("class", "shade");
      box.after(shade);
      const corners = box.getAttribute("points").trim().split(/\s+/).map((pair) => pair.split(",").map(Number));
      const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
      const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      set(group, "class", "node");
      set(group, "role", "img");
      set(group, "tabindex", k === names.length - 1 ? 0 : -1);
      set(group, "aria-label", name);
      const count = pips?.[k] ?? 0, apart = Math.min(9, (x1 - x0 - 14) / Math.max(1, count - 1));
      const dots = Array.from({ length: count }, (_, i) =>
        svg("circle", { class: "pip", r: 3.2, cx: x1 - 7 - (count - 1 - i) * apart, cy: y1, visibility: "hidden" }));
      const sign = svg("text", { y: 3.6 }, "");
      const mark = svg("g", { class: "mark", transform: `translate(${x0} ${y0})`, visibility: "hidden" },
        svg("circle", { r: MARK / 2 }), sign);
      const stale = svg("text", { class: "passed", x: x0 + 2, y: y1 + 11 });
      signs.append(...dots, stale, mark);
      return { k, name, group, shade, dots, mark, sign, stale, was: {}, inputs: [],
        data: group.querySelector(".data"), grad: group.querySelector(".grad"),
        x: (x0 + x1) / 2 + left, y: (y0 + y1) / 2 + top, w: x1 - x0, h: y1 - y0 };
    });
    const first = {}; // the first payment of each payer, of which its others are counted from
    for (const [, to, payment] of arrows) first[to] = Math.min(first[to] ?? Infinity, payment);
    self.arrows = arrows.map(([from, to, payment], i) => {
      const group = picture.querySelector(`[data-arrow="${i}"]`), line = group.querySelector("path");
      set(group, "class", "edge");
      const length = line.getTotalLength(), at = (share) => line.getPointAtLength(share * length);
      // The head of the arrow that leads back: at its beginning, where the gradient goes.
      const tip = at(0), base = at(Math.min(1, 8 / length)), d = [(tip.y - base.y) / 2.2, (base.x - tip.x) / 2.2];
      const corners = [[tip.x, tip.y], [base.x + d[0], base.y + d[1]], [base.x - d[0], base.y - d[1]]];
      const points = corners.map((corner) => corner.map((n) => n.toFixed(2)).join()).join(" ");
      group.append(svg("polygon", { class: "back", points }));
      const lines = [svg("text"), svg("text"), svg("text", { class: "amount" })], plate = svg("rect");
      const tag = svg("g", { class: "tag" }, plate, ...lines);
      above.append(tag);
      return { from, to, payment, k: payment - first[to], group, at, tag, lines, plate, was: {} };
    });
    spread(...tagSize, left, top);
    ground.append(self.travel, above, signs);
    map.setAttribute("viewBox", `0 0 ${unit.w} ${unit.h}`);
    map.replaceChildren(...self.nodes.map(({ x, y, w, h }) =>
      svg("rect", { x: x - w / 2, y: y - h / 2, width: w, height: h })), seen);
    measure();
    if (isFirst) self.fit();
    else self.look();
  };

  /** Where a tag would lie upon a box, its mark or another tag, or outside, it moves along its arrow, or to its side. */
  function spread(width, height, left, top) {
    const boxes = self.nodes.map(({ x, y, w, h }) => ({ x: x - left, y: y - top, w, h }));
    const marks = boxes.map(({ x, y, w, h }) => ({ x: x - w / 2, y: y - h / 2, w: MARK, h: MARK }));
    const taken = [...boxes, ...marks];
    const shared = (a, b, side, along) => Math.max(0, (a[side] + b[side]) / 2 - Math.abs(a[along] - b[along]));
    const covered = (a, b) => shared(a, b, "w", "x") * shared(a, b, "h", "y");
    const outside = ({ y, h }) => width * Math.max(0, h / 2 - top - y, y + h / 2 + top - unit.h);
    for (const arrow of self.arrows) {
      const along = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8].map((share) => arrow.at(share));
      const places = [0, -0.3, 0.3, -0.6, 0.6, -0.9, 0.9].flatMap((side) =>
        along.map(({ x, y }) => ({ x, y: y + side * height, w: width, h: height })));
      const costs = places.map((place) => taken.reduce((sum, each) => sum + covered(place, each), outside(place)));
      const place = places[costs.indexOf(Math.min(...costs))]; // of equally good ones, the first
      taken.push(place);
      set(arrow.tag, "transform", `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})`);
    }
  }

  // ---- what is shown: only what is another than before is set ----

  const changed = (was, name, value) => was[name] !== value && ((was[name] = value), true);

  /** Show a node: its texts, the share of the darkest shade, its looks (classes), payments received, mark, note. */
  self.node = (k, { data, grad, share = 0, looks = "", got = null, mark = "", note = "", room = Infinity }) => {
    const node = self.nodes[k], { was } = node;
    for (const [name, text] of [["data", data], ["grad", grad]]) {
      if (!changed(was, name, text)) continue;
      node[name].textContent = text;
      const isLong = text.length > room; // longer than the box has room for: drawn narrower
      if (!changed(was, `${name} long`, isLong) && !isLong) continue;
      set(node[name], "textLength", isLong ? (node.w - 14 - (node.hasSign ? 18 : 0)).toFixed(1) : null);
      set(node[name], "lengthAdjust", isLong ? "spacingAndGlyphs" : null);
    }
    if (changed(was, "share", share)) node.shade.setAttribute("fill-opacity", (0.42 * share).toFixed(3));
    if (changed(was, "looks", looks)) {
      node.group.setAttribute("class", `node ${looks}`.trim());
      set(map.children[k], "class", / ?(hot|works)/.test(looks) ? "hot" : null);
    }
    if (changed(was, "got", got)) {
      node.dots.forEach((dot, i) => {
        set(dot, "class", i < got ? "pip in" : "pip");
        set(dot, "visibility", got === null ? "hidden" : "visible");
      });
    }
    if (changed(was, "mark", mark)) {
      write(node.sign, mark);
      set(node.mark, "visibility", mark ? "visible" : "hidden");
    }
    if (changed(was, "note", note)) write(node.stale, note);
  };

  /** Show an arrow: its looks (a class), and what is written on it, at most three lines, of which the last is bold. */
  self.arrow = (i, looks, lines = [], kind = "") => {
    const { group, tag, plate, lines: texts, was } = self.arrows[i];
    if (changed(was, "looks", looks)) group.setAttribute("class", `edge ${looks}`.trim());
    const text = lines.join("\n");
    if (changed(was, "kind", text && kind) | changed(was, "text", text)) {
      set(tag, "class", text ? `tag on ${kind}`.trim() : "tag");
      if (!text) return;
      const height = LINE * lines.length + 2, width = 6.2 * Math.max(...lines.map((line) => line.length)) + 6;
      texts.forEach((each, k) => {
        const row = k + lines.length - texts.length; // the last line is in the last text
        write(each, lines[row] ?? "");
        set(each, "y", ((row + 0.78) * LINE + 1 - height / 2).toFixed(1));
      });
      const box = { width, height, x: -width / 2, y: -height / 2 };
      for (const [name, size] of Object.entries(box)) set(plate, name, size.toFixed(1));
    }
  };

  /** All nodes on the paths from k to the root. */
  self.reached = (k) => {
    const found = new Set([k]), onward = [k];
    for (const each of onward) {
      for (const { from, to } of self.arrows) if (from === each && !found.has(to)) { found.add(to); onward.push(to); }
    }
    return found;
  };

  /** A dot runs along each arrow at work in a step, forward or back, the way that the number goes. */
  self.send = ({ way, at } = {}) => {
    cancelAnimationFrame(journey);
    self.travel.replaceChildren();
    const isForward = way === "forward";
    const arrows = isForward || way === "back" ? self.arrows.filter(({ to }) => to === at) : [];
    if (!arrows.length || wantsLittleMotion()) return;
    const fill = isForward ? "var(--blue)" : "var(--orange)";
    const dots = arrows.map((arrow) => [arrow, svg("circle", { r: 4.5, fill })]), { travel } = self;
    travel.append(...dots.map(([, dot]) => dot));
    const begun = performance.now();
    const go = (time) => {
      const share = Math.min(1, Math.max(0, (time - begun) / JOURNEY));
      for (const [arrow, dot] of dots) {
        const { x, y } = arrow.at(isForward ? share : 1 - share);
        set(dot, "cx", x.toFixed(1));
        set(dot, "cy", y.toFixed(1));
      }
      if (share < 1) journey = requestAnimationFrame(go);
      else travel.replaceChildren();
    };
    go(begun);
  };

  // ---- hands and keys: on the stage, so that a new layout does not end a drag ----

  const nodeOf = (event) => {
    const group = event.target.closest?.("[data-node]");
    return group ? Number(group.dataset.node) : null;
  };
  let clicked = null; // after a click on a node it is its turn that is looked at, until another one is pointed at
  function hover(k) {
    if (k !== null && k === clicked) return;
    clicked = null;
    on.hover?.(k);
  }
  stage.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const k = nodeOf(event);
    event.preventDefault();
    self.held = { k, x: event.clientX, y: event.clientY, view: { x: view.x, y: view.y }, far: 0 };
    (k === null ? stage : self.nodes[k].group).focus({ preventScroll: true });
    stage.setPointerCapture(event.pointerId);
    self.held.drag = on.press?.(k, event) ?? null;
    hover(k);
  });
  stage.addEventListener("pointermove", (event) => {
    const { held } = self;
    if (!held) return hover(nodeOf(event));
    const dx = event.clientX - held.x, dy = event.clientY - held.y;
    held.far = Math.max(held.far, Math.hypot(dx, dy));
    if (held.drag) return held.drag(dx, dy);
    Object.assign(view, { x: held.view.x - dx / view.scale, y: held.view.y - dy / view.scale });
    self.look();
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
    stage.addEventListener(name, () => {
      const { held } = self;
      if (!held) return;
      self.held = null;
      if (name === "pointerup" && held.far < 4 && held.k !== null && !held.drag && on.click) {
        clicked = held.k;
        on.click(held.k);
      }
      on.release?.();
    });
  }
  stage.addEventListener("pointerleave", () => { if (!self.held) hover(null); });
  stage.addEventListener("dblclick", (event) => { const k = nodeOf(event); if (k !== null) on.double?.(k); });
  stage.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
    event.preventDefault();
    self.zoom(Math.exp(-event.deltaY / 300), event);
  }, { passive: false });
  stage.addEventListener("focusin", (event) => {
    const k = nodeOf(event);
    if (k === focused) return;
    focused = k;
    const isByKey = k !== null && !self.held && event.target.matches(":focus-visible");
    if (isByKey) self.bringIntoView(k);
    on.focus?.(k, isByKey);
  });
  stage.addEventListener("focusout", (event) => {
    if (stage.contains(event.relatedTarget)) return;
    focused = null;
    on.focus?.(null, false);
  });
  /** The nearest box in the direction of an arrow key; what lies aside counts double. */
  function beside(from, [dx, dy]) {
    const others = self.nodes.filter((each) => !on.isStop?.(each.k) && each !== from);
    const away = others.map(({ x, y }) => {
      const across = x - from.x, up = from.y - y, along = across * dx + up * dy;
      return along > 4 ? along + 2 * Math.abs(across * dy) + 2 * Math.abs(up * dx) : Infinity;
    });
    const least = Math.min(...away);
    return least < Infinity ? others[away.indexOf(least)] : null;
  }
  const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  stage.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = WAYS[event.key], k = nodeOf(event);
    const zoomed = { "+": () => self.zoom(1.3), "=": () => self.zoom(1.3), "-": () => self.zoom(1 / 1.3),
      0: self.fit }[event.key];
    if (zoomed) zoomed();
    else if (on.key?.(event, k, way)) { /* it was one of the front's own */ }
    else if (way && k !== null) { // to the next box that way; some are reached with Tab
      const to = beside(self.nodes[k], way);
      if (to) {
        set(self.nodes[k].group, "tabindex", -1);
        set(to.group, "tabindex", 0);
        to.group.focus({ preventScroll: true });
      }
    } else if (way) {
      view.x += (way[0] * 60) / view.scale;
      view.y -= (way[1] * 60) / view.scale;
      self.look();
    } else return;
    event.preventDefault();
  });

  self.stop = () => { cancelAnimationFrame(journey); sizes.disconnect(); };
  return self;
}

// ---- steps -------------------------------------------------------------------------------------------------------

/**
 * What is to be seen at each step of a film, whose frames say only what happens: `known` (the nodes that have their
 * number), `grads` (null before the backward pass), `sizes`, `got` (the payments received), `gave` (those made, of each
 * turn), `wrong` (the nodes whose gradient holds a wrong payment), and for each node that has paid, `passed` (what it
 * had then) and `made` (the payments of its last turn).
 */
export function moments(film, { inputs, payees }) {
  const all = inputs.map((_, k) => k), root = all.length - 1, isForward = film.some(({ way }) => way === "forward");
  let now = { known: new Set(isForward ? all.filter((k) => !inputs[k].length) : all), grads: all.map(() => null),
    sizes: all.map(() => 0), got: all.map(() => []), gave: all.map(() => []), wrong: new Set(), passed: {}, made: {} };
  return film.map(({ way, at, paid }) => {
    now = { ...now, way, at, paid };
    if (way === "forward") now.known = new Set([...now.known, at]);
    if (way === "seed") {
      now.grads = all.map((k) => (k === root ? "1.0" : "0.0"));
      now.known = new Set(all);
    }
    if (way === "back") {
      for (const name of ["grads", "sizes", "got", "gave"]) now[name] = [...now[name]];
      now.wrong = new Set(now.wrong);
      now.passed = { ...now.passed, [at]: now.grads[at] };
      now.made = { ...now.made, [at]: paid };
      paid.forEach((payment, i) => {
        const payee = payees[at][i];
        now.grads[payee] = payment.grad;
        now.sizes[payee] = payment.size;
        now.got[payee] = [...now.got[payee], { from: at, ...payment }];
        now.gave[at] = [...now.gave[at], { to: payee, ...payment }];
        if (payment.wrong) now.wrong.add(payee);
      });
    }
    return now;
  });
}

/** For each node, how many payments it gets in a right backward pass. */
export const uses = ({ payees }) => {
  const count = payees.map(() => 0);
  for (const payee of payees.flat()) count[payee]++;
  return count;
};

/** A payment as it is written on an arrow, with its sign. */
export const signed = (text) => (text.startsWith("-") ? text.replace("-", "−") : `+${text}`);

/**
 * Show a moment on a graph: what is at work, or, if a node is pointed at, what this one has got and paid so far. On the
 * arrows stand upstream × local and their product, or if `isShort` only the product. `isLeaf`: what can be dragged.
 */
export function show(picture, moment, { data, inputs, names, rootShare }, count, hot, { isLeaf, isShort } = {}) {
  const { way, at, known, grads, sizes, got, wrong, passed, made, paid } = moment, isBack = grads[0] !== null;
  const up = hot === null ? null : picture.reached(hot), near = up && new Set([...up, ...inputs[hot]]);
  const root = names.length - 1;
  for (const { k, was, group } of picture.nodes) {
    const isKnown = known.has(k), isWrong = wrong.has(k), isAtWork = k === at;
    const isWaiting = isBack && k !== root && got[k].length < count[k], isStale = k in passed && passed[k] !== grads[k];
    const looks = { leaf: isLeaf?.(k), hot: k === hot, works: isAtWork, stale: isStale, blank: !isKnown,
      dim: up && !near.has(k), unfinished: isWaiting, wrong: isWrong };
    picture.node(k, {
      looks: Object.keys(looks).filter((name) => looks[name]).join(" "),
      data: isKnown ? data[k] : "",
      grad: isBack ? `grad ${grads[k]}${isWrong ? " ✗" : ""}` : "",
      share: !isBack ? 0 : k === root ? rootShare : sizes[k],
      got: isBack ? got[k].length : null,
      mark: !isAtWork ? "" : paid.some((payment) => payment.wrong) ? "✗" : "▶",
      note: isStale ? `passed on ${passed[k]}` : "",
    });
    const facts = [isKnown ? data[k] : "not computed yet", isBack && `grad ${grads[k]}`,
      isWaiting && `${got[k].length} of ${count[k]} payments so far`, isWrong && "wrong"].filter(Boolean);
    const label = `${names[k]}: ${facts.join(", ")}`;
    if (was.label !== label) set(group, "aria-label", (was.label = label));
  }
  picture.arrows.forEach(({ from, to, k }, i) => {
    const payment = hot === null ? to === at && paid[k] : (to === hot || from === hot) && made[to]?.[k];
    if (payment) {
      const looks = payment.wrong ? "paid wrong" : "paid";
      const [upstream, local] = payment.factors.split(" × ");
      const sign = equals([payment.factors], payment.amount);
      const long = [upstream, `× ${local}`, `${sign} ${payment.amount}${payment.wrong ? " ✗" : ""}`];
      picture.arrow(i, looks, isShort ? [signed(payment.amount)] : long);
    } else if (hot === null && to === at && way === "forward") {
      picture.arrow(i, "path", [data[from].replace("data ", "")], "carries");
    } else picture.arrow(i, hot === null ? "" : up.has(from) && up.has(to) ? "path" : "dim");
  });
}

/** "=" between products, added up, and what they make; "≈" if it does not hold for the rounded numbers that are shown. */
export function equals(products, text) {
  const number = (factor) => Number(factor.replace(/[()]/g, ""));
  const sum = products.reduce((total, each) => total + each.split(" × ").reduce((a, b) => a * number(b), 1), 0);
  const unit = 1e-4 * 10 ** Number(text.split("e")[1] ?? 0); // four decimals are shown
  return Math.abs(sum - Number(text)) > 0.5 * unit * (1 + 1e-6) ? "≈" : "=";
}

/** In words, a node at a moment: how it was computed, what it has got, and what it has paid. */
export function ledger({ known, grads, got, gave, passed, way }, { words, names }, count, k) {
  const lines = [known.has(k) ? words[k] : `${names[k]} is not computed yet.`];
  if (grads[k] === null) return lines[0];
  const sum = got[k].map(({ factors, from }) => `${factors} from ${names[from]}`).join(" + ");
  const missing = count[k] - got[k].length, sign = equals(got[k].map(({ factors }) => factors), grads[k]);
  if (k === names.length - 1) lines.push(`${names[k]}.grad = ${grads[k]}: here the backward pass begins`);
  else if (missing > 0) {
    const so = sum ? `${sum} ${sign} ${grads[k]}` : grads[k];
    const rest = missing === 1 ? "1 payment is" : `${missing} payments are`;
    lines.push(`${names[k]}.grad so far: ${so}; ${rest} ${way === "over" ? "missing" : "still to come"}`);
  } else lines.push(`${names[k]}.grad = ${sum} ${sign} ${grads[k]}`);
  const given = gave[k].map(({ factors, amount, to }) => `${factors} ${equals([factors], amount)} ${amount} to ${names[to]}`);
  if (given.length) lines.push(`${names[k]} has paid ${given.join("; ")}`);
  if (k in passed && passed[k] !== grads[k]) lines.push(`It had only ${passed[k]} then.`);
  return lines.join("\n");
}

/**
 * The bar with which one goes through steps: play, back, a slider, next. `go(step)` is called for each step; after the
 * last one comes null if `rests`, where nothing is at work.
 */
export function player({ label, rests = false, go }) {
  const self = { step: rests ? null : 0, last: 0 };
  let timer = 0;
  const play = button("▶ play", () => self.toggle(), { class: "play" });
  const slider = html("input", { type: "range", min: 0, step: 1, "aria-label": label,
    on: { input: () => self.jump(Number(slider.value)) } });
  const readout = html("output", { style: "min-width: 6.5em" });
  self.parts = [
    play,
    button("‹", () => self.jump((self.step ?? self.last + 1) - 1), { "aria-label": "one step back" }),
    slider,
    button("›", () => self.jump(self.step === null ? 0 : self.step + 1), { "aria-label": "one step on" }),
    readout];
  const to = (step) => {
    if (step === null || step < 0 || step > self.last) {
      self.step = rests ? null : Math.min(Math.max(step, 0), self.last);
    } else self.step = step;
    self.tell();
    go(self.step);
  };
  self.tell = () => {
    set(slider, "max", self.last);
    slider.value = self.step ?? self.last;
    write(readout, self.step === null ? "all done" : `step ${self.step} of ${self.last}`);
    set(slider, "aria-valuetext", readout.textContent);
  };
  self.jump = (step) => { self.pause(); to(step); };
  self.toggle = () => (timer ? self.pause() : start());
  function start() {
    to(self.step === null || self.step === self.last ? 0 : self.step + 1);
    if (wantsLittleMotion()) return; // a step for each press
    const on = () => {
      if (self.step === null || self.step >= self.last) return self.pause();
      to(self.step + 1);
      timer = setTimeout(on, PAUSE);
    };
    timer = setTimeout(on, PAUSE);
    write(play, "❚❚ pause");
  }
  self.pause = () => {
    clearTimeout(timer);
    timer = 0;
    write(play, wantsLittleMotion() ? "▶ step" : "▶ play");
  };
  /** n, b and p wherever the focus is in `root`: next, back, play. */
  self.keysIn = (root) => root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = { n: () => self.jump(self.step === null ? 0 : self.step + 1), p: self.toggle,
      b: () => self.jump((self.step ?? self.last + 1) - 1) }[event.key];
    if (act) { event.preventDefault(); act(); }
  });
  self.pause();
  return self;
}

const MANY = 44; // chips

/**
 * All steps in a row, to be clicked or run along with the hand: groups of [title, [[name, step], …]]. If `hides`, a
 * step that has not been shown yet has no name, as the reader is asked whose turn it is. The slider does the same.
 */
export function track(groups, { hides = false, pick }) {
  const chips = [], self = { furthest: 0 };
  self.node = html("div", { class: "track", "aria-hidden": "true" }, ...groups.flatMap(([title, steps]) => [
    html("span", { class: "pass" }, title),
    ...steps.map(([name, step]) => {
      const chip = html("span", { class: "chip", "data-step": step });
      chips.push({ chip, name, step });
      return chip;
    })]));
  if (chips.length > MANY) self.node.classList.add("many");
  self.show = (step, wrongSince = null) => {
    self.furthest = Math.max(self.furthest, step);
    for (const { chip, name, step: own } of chips) {
      const isWrong = own === wrongSince && step >= own;
      write(chip, hides && own > self.furthest ? "·" : isWrong ? `✗ ${name}` : name);
      const looks = ["chip", own < step && "done", own === step && "now", isWrong && "wrong"];
      set(chip, "class", looks.filter(Boolean).join(" "));
    }
  };
  const at = (event) => {
    const chip = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".chip");
    if (chip && self.node.contains(chip)) pick(Number(chip.dataset.step));
  };
  self.node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    self.node.setPointerCapture(event.pointerId);
    at(event);
  });
  self.node.addEventListener("pointermove", (event) => {
    if (self.node.hasPointerCapture(event.pointerId)) at(event);
  });
  return self;
}
