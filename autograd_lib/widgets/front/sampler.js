// The text sampler: two sliders, the probabilities of the first character to come, and the text that follows.
import { asker, button, controls, frame, html, set, slider, svg, write } from "./shared.js";

const WIDTH = 600, ROW = 34, HIGH = 70;

function render({ model, el }) {
  const { temperatures, counts, shown } = model.get("state");
  const root = frame(el, "text sampler");
  let temperature = null, k = null, ask = () => {};

  const choose = () => ask("choose", temperature, k);
  const rows = {
    temperature: slider("temperature", temperatures.map((t) => [t.toFixed(1), t]), (t) => { temperature = t; choose(); }),
    k: slider("top-k", counts.map((n) => [n === counts.at(-1) ? `all ${n}` : String(n), n]), (n) => { k = n; choose(); }),
  };
  const again = button("Other random numbers", () => ask("draw_again"));

  // The likeliest characters to come first, with a bar for each.
  const step = WIDTH / shown;
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HIGH + ROW}`, width: WIDTH, height: HIGH + ROW, "aria-hidden": "true" });
  const bars = Array.from({ length: shown }, (_, i) => {
    const middle = { x: (i + 0.5) * step, "text-anchor": "middle" };
    const bar = svg("rect", { x: i * step + 4, width: step - 8, fill: "var(--blue)" });
    const sign = svg("text", { ...middle, y: HIGH + 14 }), share = svg("text", { ...middle, y: HIGH + 30 });
    picture.append(bar, sign, share);
    return { bar, sign, share };
  });

  const words = html("div", { class: "words", "aria-live": "polite", style: "min-height: 9em; font-family: var(--jp-code-font-family, monospace)" });
  root.append(controls(rows.temperature, rows.k, [html("span", { class: "row" }, again)]), picture, words);

  function draw(state) {
    ({ temperature, k } = state);
    rows.temperature.show(temperature);
    rows.k.show(k);
    bars.forEach(({ bar, sign, share }, i) => {
      const [character, p] = state.first[i];
      set(bar, "height", HIGH * p);
      set(bar, "y", HIGH * (1 - p));
      write(sign, character);
      write(share, p.toFixed(2));
    });
    write(words, state.problem || state.written);
    set(root, "data-drawn", performance.now().toFixed(1));
  }
  ask = asker(model, draw);
  return () => ask.stop();
}

export default { render };
