// The graph explorer: touch a node to see whom it pays, drag a leaf's number, play both passes, zoom and pan.
import { STYLE, equals, graph, moments, player, show, signed, uses } from "./graph_drawing.js";
import { asker, button, frame, html, set, write } from "./shared.js";

const PIXELS_A_STEP = 5; // of a drag
const REST = 150; // milliseconds without a move, after which all payments are asked for

function render({ model, el }) {
  const root = frame(el, "graph explorer");
  let now = null, layout = null, hovered = null, focused = null, wanted = null, rest = 0, isBuilding = false;
  let leafOf = [], film = null, count = [];
  let ask = () => {};

  // ---- hands and keys ----

  const rounded = (number, unit) => Number((Math.round(number / unit) * unit).toPrecision(12));
  /** Ask for other numbers, and for the leaf's payments alone; as soon as it rests, for those of all. */
  function moveLeaf(leaf, number) {
    const asked = [...(wanted ?? now.numbers)];
    asked[leaf] = rounded(number, now.steps[leaf] / 10);
    wanted = asked;
    ask("move", asked, layout, now.leaves[leaf]);
    clearTimeout(rest);
    rest = setTimeout(() => ask("move", wanted ?? now.numbers, layout), REST);
  }
  const isMovable = (k) => k !== null && leafOf[k] >= 0;
  const picture = graph({ label: "the graph", anchor: () => bar.step === null ? hot() : film[bar.step].at, on: {
    hover: (k) => { if (k !== hovered && !isLeafHeld()) { hovered = k; paint(); } },
    focus: (k, isByKey) => {
      focused = k;
      if (isByKey && bar.step !== null) bar.jump(null);
      else paint();
    },
    press: (k) => {
      if (!isMovable(k)) return null;
      if (bar.step !== null) bar.jump(null);
      const leaf = leafOf[k], from = (wanted ?? now.numbers)[leaf];
      held = leaf;
      return (dx) => moveLeaf(leaf, from + (dx / PIXELS_A_STEP) * now.steps[leaf]);
    },
    release: () => { held = null; paint(); },
    double: (k) => { if (isMovable(k)) moveLeaf(leafOf[k], now.starts[leafOf[k]]); },
    isStop: isMovable,
    key: (event, k, way) => {
      if (!isMovable(k)) return false;
      const leaf = leafOf[k];
      if (way) {
        const by = (way[0] + way[1]) * now.steps[leaf] * (event.shiftKey ? 10 : 1);
        moveLeaf(leaf, (wanted ?? now.numbers)[leaf] + by);
      } else if (event.key === "Home") moveLeaf(leaf, now.starts[leaf]);
      else return false;
      return true;
    },
  } });
  let held = null; // the leaf in the hand; its node may be another one in a new layout
  const isLeafHeld = () => held !== null;
  const hot = () => (isLeafHeld() ? now.leaves[held] : hovered ?? focused);

  const bar = player({ label: "step of the two passes", rests: true, go: (step) => {
    hovered = null;
    const at = film?.[step]?.at ?? null;
    if (at !== null) picture.bringIntoView(...now.inputs[at], at);
    paint();
    picture.send(film?.[step]);
  } });
  const end = button("end", () => bar.jump(null), { "aria-label": "end the passes, show all numbers" });
  const reset = button("reset", () => { wanted = null; clearTimeout(rest); ask("reset", layout); },
    { "aria-label": "all leaves back to their first numbers" });
  const words = html("div", { class: "words", "aria-live": "polite" });
  const legend = html("div", { class: "legend" }, html("span", { class: "way" }, "paths to the root"),
    html("span", { class: "payment" }, "payments: upstream × local"));
  const pips = html("span", { class: "pips", hidden: true }, "payments received, still to come");
  legend.append(pips);
  if (!model.get("state").why) legend.append(html("span", {}, "underlined numbers can be dragged"));
  root.classList.add("graphs");
  root.append(html("style", {}, `${STYLE}.al .words { min-height: 5.8em; }`),
    html("div", { class: "bar" }, ...bar.parts, end, reset, html("span", { class: "gap" }), picture.buttons),
    ...picture.parts, legend, words);
  bar.keysIn(root);

  // ---- a new layout: only when the graph has another shape ----

  function build(state) {
    const old = focused === null ? null : { k: focused, leaf: leafOf[focused] };
    isBuilding = true; // what has the focus is taken out
    layout = state.layout;
    const payees = state.names.map((_, k) => state.turns.filter(([payer]) => payer === k).map(([, payee]) => payee));
    count = uses({ payees });
    leafOf = state.names.map((_, k) => (state.why ? -1 : state.leaves.indexOf(k)));
    picture.build(state, { pips: count });
    for (const { k, group } of picture.nodes) {
      picture.nodes[k].hasSign = state.inputs[k].length > 0;
      if (!isMovable(k)) continue;
      set(group, "role", "slider");
      set(group, "tabindex", 0);
    }
    // The steps of both passes: an operation is computed, later it pays.
    const operations = picture.nodes.map(({ k }) => k).filter((k) => state.inputs[k].length);
    const payers = [...new Set(state.turns.map(([payer]) => payer))];
    film = [{ way: "leaves", at: null }, ...operations.map((at) => ({ way: "forward", at })),
      { way: "seed", at: state.names.length - 1 }, ...payers.map((at) => ({ way: "back", at }))];
    now.payees = payees;
    bar.last = film.length - 1;
    bar.pause();
    bar.step = null;
    hovered = null;
    isBuilding = false;
    const place = old && (old.leaf >= 0 ? state.leaves[old.leaf] : Math.min(old.k, state.names.length - 1));
    if (place !== null) picture.nodes[place].group.focus({ preventScroll: true });
  }

  // ---- what is shown ----

  const paymentAt = (number) => (now.few ? now.few.payments[number] : now.payments[number]);
  const times = ([upstream, local]) => `${upstream} × ${local.startsWith("-") ? `(${local})` : local}`;

  /** How dark a box is with a part of its gradient. */
  const shareOf = (k, part) => {
    const share = now.share[k] * Math.abs(Number(part) / Number(now.grad[k].replace("grad ", "")));
    return Number.isFinite(share) ? Math.min(1, share) : now.share[k];
  };

  /** The step that is shown, with the payments of now. */
  function moment() {
    const payment = (i) => {
      const [, , amount, grad] = now.payments[i];
      return { factors: times(now.payments[i]), amount, grad, size: shareOf(now.turns[i][1], grad), wrong: false };
    };
    const paidBy = (k) => now.turns.flatMap(([payer], i) => (payer === k ? [payment(i)] : []));
    const frames = film.map(({ way, at }) => ({ way, at, paid: way === "back" ? paidBy(at) : [] }));
    return moments(frames, now)[bar.step];
  }

  function paint() {
    if (isBuilding || !now) return;
    const k = hot();
    if (bar.step !== null && k === hovered && hovered === null) {
      const scene = { ...now, rootShare: now.share.at(-1) };
      show(picture, moment(), scene, count, null, { isLeaf: isMovable, isShort: true });
    } else paintAll(k);
    bar.tell();
    set(end, "disabled", bar.step === null);
    set(pips, "hidden", bar.step === null);
    set(reset, "disabled", Boolean(now.why) || now.numbers.every((number, i) => number === now.starts[i]));
    write(words, now.problem || inWords(k));
    set(root, "data-drawn", performance.now().toFixed(1));
  }

  /** All numbers, and, of a node that is pointed at, the payments and the paths to the root. */
  function paintAll(hot) {
    const up = hot === null ? null : picture.reached(hot);
    const near = up && !isLeafHeld() && new Set([...up, ...now.inputs[hot]]);
    for (const { k, group, was } of picture.nodes) {
      const leaf = leafOf[k], { data, grad, share } = now;
      const looks = [leaf >= 0 && "leaf", k === hot && "hot", near && !near.has(k) && "dim"].filter(Boolean).join(" ");
      picture.node(k, { data: data[k], grad: grad[k], share: share[k], looks, room: now.room });
      if (now.few && k !== hot) continue; // names for screen readers follow when the hand rests
      if (leaf >= 0) {
        const text = `${now.names[k]} = ${data[k].replace("data ", "")}, ${grad[k]}`;
        if (was.label === text) continue;
        was.label = text;
        set(group, "aria-label", now.names[k]);
        set(group, "aria-valuenow", now.numbers[leaf]);
        set(group, "aria-valuetext", text);
      } else {
        const label = `${now.names[k]}: ${data[k]}, ${grad[k]}`;
        if (was.label !== label) set(group, "aria-label", (was.label = label));
      }
    }
    const isLeaf = hot !== null && !now.inputs[hot].length;
    picture.arrows.forEach(({ from, to, payment }, i) => {
      const paid = hot !== null && (to === hot || (isLeaf && from === hot)) && paymentAt(payment);
      if (paid) picture.arrow(i, "paid", [signed(paid[2])]);
      else picture.arrow(i, !up ? "" : up.has(from) && up.has(to) ? "path" : near ? "dim" : "");
    });
  }

  function inWords(k) {
    if (bar.step !== null && k === hovered && hovered === null) return wordsOfStep();
    if (k === null || k === undefined) return [now.text, now.why].filter(Boolean).join("\n");
    const grad = now.grad[k].replace("grad ", ""), name = now.names[k], root = now.names.length - 1;
    const turns = now.turns.map(([payer, payee], i) => [payer, payee, paymentAt(i)]);
    const of = (fits) => turns.filter(([payer, payee, payment]) => payment && fits(payer, payee));
    const received = of((_, payee) => payee === k), sign = equals(received.map(([, , p]) => times(p)), grad);
    const got = received.map(([payer, , p]) => `${times(p)} from ${now.names[payer]}`);
    const gives = of((payer) => payer === k)
      .map(([, payee, p]) => `${times(p)} ${equals([times(p)], p[2])} ${p[2]} to ${now.names[payee]}`);
    const sum = k === root ? `${grad}: here the backward pass begins` : `${got.join(" + ")} ${sign} ${grad}`;
    const spent = gives.length ? [`${name} pays upstream × local: ${gives.join("; ")}`] : [];
    const how = now.few ? now.few.words : now.words[k];
    return [how, `${name}.grad = ${sum}`, ...spent, ...(k === root ? [] : [now.result])].join("\n");
  }

  function wordsOfStep() {
    const { way, at, paid, grads } = moment(), name = now.names[at];
    if (way === "leaves") return "Forward pass: the leaves are given.";
    if (way === "forward") return `Forward pass: ${name} has its inputs and is computed.\n${now.words[at]}`;
    if (way === "seed") return `Backward pass: it begins at the root.\n${name}.grad = 1.0, all others 0.0`;
    const made = paid.map(({ factors, amount, grad }, i) =>
      `${now.names[now.payees[at][i]]}.grad += ${factors} ${equals([factors], amount)} ${amount}, now ${grad}`);
    const own = `${name}.grad = ${grads[at]} is complete`;
    return [`Backward pass: ${own}, and ${name} pays upstream × local:`, ...made].join("\n");
  }

  function draw(state) {
    now = state;
    if (state.layout !== layout && state.drawn !== state.layout) return ask("refresh"); // sent to another view only
    if (state.layout !== layout) build(state);
    if (state.problem || (wanted && wanted.every((number, i) => number === state.numbers[i]))) wanted = null;
    paint();
  }
  ask = asker(model, draw);
  return () => { bar.pause(); clearTimeout(rest); picture.stop(); ask.stop(); };
}

export default { render };
