// Order against order: two backward passes over one graph in step, each with its own order. All turns are in the state.
import { STYLE, graph, ledger, moments, player, show, track, uses } from "./graph_drawing.js";
import { frame, html, set, write } from "./shared.js";

const LOOK = `
.al .order { margin-top: 8px; }
.al .order .head { display: flex; flex-wrap: wrap; gap: 2px 10px; align-items: center; margin-bottom: 4px; }
.al .order .track { margin: 0; }
.al .order .verdict { color: var(--orange); font-weight: bold; }
.al .order .words { min-height: 4.4em; }
`;

function render({ model, el }) {
  const scene = model.get("state"), { name, names, inputs, texts, titles, films, wrongSince } = scene;
  const root = frame(el, `order against order on ${name}`), count = uses(scene);
  const passes = films.map((film) => moments(film, scene));
  const most = count.map((uses, k) => Math.max(uses, ...passes.map((steps) => steps.at(-1).got[k].length)));
  let hovered = null, focused = null;

  const runs = films.map((film, i) => {
    const steps = passes[i];
    const turnOf = (k) => { // the next one of this node, else its first one
      const turns = film.flatMap(({ at }, step) => (at === k ? [step] : []));
      return turns.find((step) => step > bar.step) ?? turns[0];
    };
    const goTo = (k) => { const step = turnOf(k); if (step !== undefined) bar.jump(step); };
    const picture = graph({ label: `the graph, ${titles[i]}`, tallest: 300, anchor: () => steps[bar.step].at, on: {
      hover: (k) => { if (k !== hovered) { hovered = k; draw(); } },
      focus: (k, isByKey) => { focused = isByKey ? k : null; draw(); },
      click: goTo,
      key: (event, k) => k !== null && (event.key === "Enter" || event.key === " ") && (goTo(k), true),
      looked: (view) => runs?.[1 - i]?.picture.follow(view),
    } });
    const turns = film.flatMap(({ way, at }, step) => (way === "back" ? [[names[at], step]] : []));
    const line = track([[titles[i], turns]], { pick: (step) => bar.jump(step) });
    const verdict = html("span", { class: "verdict" }), words = html("div", { class: "words", "aria-live": "polite" });
    const node = html("div", { class: "order", role: "group", "aria-label": titles[i] },
      html("div", { class: "head" }, line.node, verdict), ...picture.parts, words);
    return { steps, picture, line, verdict, words, node };
  });
  const bar = player({ label: "step", go: (step) => {
    hovered = null;
    const atWork = runs.map(({ steps }) => steps[step].at).filter((at) => at !== null);
    if (atWork.length) runs[0].picture.bringIntoView(...atWork.flatMap((at) => [...inputs[at], at]));
    draw();
    for (const { picture, steps } of runs) picture.send(steps[step]);
  } });
  root.classList.add("graphs");
  root.append(html("style", {}, STYLE + LOOK),
    html("div", { class: "bar" }, ...bar.parts, html("span", { class: "gap" }), runs[0].picture.buttons),
    ...runs.map(({ node }) => node), html("div", { class: "legend" },
      html("span", { class: "payment" }, "payments: upstream × local"),
      html("span", { class: "pips" }, "payments received, still to come"), html("span", {}, "italic: not complete"),
      html("span", {}, "✗ holds a wrong payment"), html("span", {}, "keys: n next, b back, p play")));
  bar.last = films[0].length - 1;
  bar.step = scene.step;
  bar.keysIn(root);

  function draw() {
    const hot = hovered ?? focused;
    runs.forEach(({ steps, picture, line, verdict, words }, i) => {
      const moment = steps[bar.step], since = wrongSince[i];
      show(picture, moment, scene, count, hot);
      line.show(bar.step, since);
      const isWrong = since !== null && bar.step >= since;
      write(verdict, isWrong ? (bar.step === since ? "✗ first wrong payment" : `✗ wrong since turn ${since}`) : "");
      write(words, hot === null ? texts[bar.step][i] : `${titles[i]}: ${ledger(moment, scene, count, hot)}`);
    });
    set(root, "data-drawn", performance.now().toFixed(1));
  }
  for (const { picture } of runs) picture.build(scene, { pips: most, tagSize: [52, 36] });
  bar.tell();
  draw();
  return () => { bar.pause(); for (const { picture } of runs) picture.stop(); };
}

export default { render };
