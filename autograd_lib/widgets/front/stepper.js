// The graph stepper: the forward and the backward pass over a graph, one node at a time. All steps are in the state.
import { STYLE, graph, ledger, moments, player, show, track, uses } from "./graph_drawing.js";
import { frame, html, set, write } from "./shared.js";

function render({ model, el }) {
  const scene = model.get("state"), { name, names, inputs, texts, films: [film] } = scene;
  const root = frame(el, `graph stepper of ${name}`), count = uses(scene), steps = moments(film, scene);
  let hovered = null, focused = null;

  const turnsOf = (k) => film.flatMap(({ at }, step) => (at === k ? [step] : []));
  const seed = film.findIndex(({ way }) => way === "seed");
  /** A click on a node goes to its turn in the pass that is shown; a second click to that in the other pass. */
  function goToTurnOf(k) {
    const isBack = bar.step >= seed, turns = turnsOf(k).filter((step) => inputs[k].length === 0 || step !== seed);
    const [forward, back] = [turns.find((step) => step < seed), turns.findLast((step) => step >= seed)];
    // A leaf has no turn: it is given at the beginning, and its gradient is complete with its last payment.
    const paid = film.findLastIndex(({ at }) => at !== null && scene.payees[at].includes(k) && inputs[at].length);
    const both = inputs[k].length ? [forward, back] : [0, paid];
    const [own, other] = isBack ? both.toReversed() : both;
    bar.jump(own === bar.step ? other : own);
  }

  const picture = graph({ label: "the graph", tallest: 480, anchor: () => steps[bar.step].at, on: {
    hover: (k) => { if (k !== hovered) { hovered = k; draw(); } },
    focus: (k, isByKey) => { focused = isByKey ? k : null; draw(); },
    click: goToTurnOf,
    key: (event, k) => k !== null && (event.key === "Enter" || event.key === " ") && (goToTurnOf(k), true),
  } });
  const bar = player({ label: "step", go: (step) => {
    const { at } = steps[step];
    hovered = null;
    if (at !== null) picture.bringIntoView(...inputs[at], at);
    draw();
    picture.send(steps[step]);
  } });
  const chips = film.map(({ way, at }, step) => [{ leaves: "leaves", seed: "start" }[way] ?? names[at], step]);
  const passes = [["forward", chips.slice(0, seed)], ["backward", chips.slice(seed)]];
  const line = track(passes, { hides: true, pick: bar.jump });
  const words = html("div", { class: "words", "aria-live": "polite" });
  root.classList.add("graphs");
  root.append(html("style", {}, STYLE), html("div", { class: "bar" }, ...bar.parts, html("span", { class: "gap" }),
    picture.buttons), line.node, ...picture.parts, html("div", { class: "legend" },
    html("span", { class: "payment" }, "payments: upstream × local"),
    html("span", { class: "pips" }, "payments received, still to come"),
    html("span", {}, "italic: not complete yet"), html("span", {}, "keys: n next, b back, p play")), words);
  bar.last = steps.length - 1;
  bar.step = scene.step;
  bar.keysIn(root);

  function draw() {
    const hot = hovered ?? focused, moment = steps[bar.step];
    show(picture, moment, scene, count, hot);
    line.show(bar.step);
    const told = () => `Step ${bar.step} of ${bar.last}\n${ledger(moment, scene, count, hot)}`;
    write(words, hot === null ? texts[bar.step] : told());
    set(root, "data-drawn", performance.now().toFixed(1));
  }
  picture.build(scene, { pips: count, tagSize: [52, 36] });
  bar.tell();
  draw();
  return () => { bar.pause(); picture.stop(); };
}

export default { render };
