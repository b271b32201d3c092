// Attention maps: a row of the text for each head. The character under the pointer looks back; what it takes is blue.
import { asker, draggable, frame, html, movableByKeys, set, svg, write } from "./shared.js";

const WIDTH = 680, LEFT = 110, ROW = 24, TOP = 30;

function render({ model, el }) {
  const { signs, names, maps } = model.get("state"), last = signs.length - 1;
  const root = frame(el, "attention maps");
  let at = null, ask = () => {};

  const step = Math.min(26, (WIDTH - LEFT - 4) / signs.length), right = LEFT + signs.length * step;
  const height = TOP + names.length * ROW + 6;
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height });
  const letter = (i, y) => svg("text", { x: LEFT + (i + 0.5) * step, y, "text-anchor": "middle" }, signs[i]);
  const reading = signs.map((_, i) => letter(i, 18));
  const mark = svg("rect", { y: 2, width: step, height: height - 4, rx: 4, fill: "none", stroke: "var(--orange)", "stroke-width": 2 });
  picture.append(svg("text", { x: 0, y: 18, "font-weight": "bold" }, "the text"), ...reading);
  const rows = names.map((name, row) => {
    const y = TOP + row * ROW;
    const boxes = signs.map((_, i) => svg("rect", { x: LEFT + i * step + 0.5, y, width: step - 1, height: ROW - 3, rx: 2, fill: "var(--blue)" }));
    const letters = signs.map((_, i) => letter(i, y + 15));
    picture.append(svg("text", { x: 0, y: y + 15 }, name), ...boxes, ...letters);
    return { boxes, letters };
  });
  // What is pointed at, dragged along or moved by keys: the whole block of characters.
  const field = svg("rect", { x: LEFT, y: 0, width: right - LEFT, height, fill: "transparent", role: "slider",
    "aria-label": "the character that looks", "aria-valuemin": 0, "aria-valuemax": last });
  picture.append(mark, field);

  const words = html("div", { class: "words", "aria-live": "polite" });
  root.append(picture, words);

  const under = (event) => {
    const box = field.getBoundingClientRect();
    return Math.max(0, Math.min(last, Math.floor(((event.clientX - box.left) / box.width) * signs.length)));
  };
  const lookFrom = (i) => { if (i !== at) { show(i); ask("look_from", i); } };
  draggable(field, { move: (event) => lookFrom(under(event)) });
  field.addEventListener("pointerdown", (event) => lookFrom(under(event)));
  field.addEventListener("pointermove", (event) => lookFrom(under(event)));
  movableByKeys(field, (dx, dy) => lookFrom(Math.max(0, Math.min(last, at + dx + dy))));

  function show(i) {
    at = i;
    set(mark, "x", LEFT + i * step);
    set(field, "aria-valuenow", i);
    set(field, "aria-valuetext", `${signs[i]}, character ${i}`);
    rows.forEach(({ boxes, letters }, row) => {
      maps[row][i].forEach((weight, s) => {
        set(boxes[s], "fill-opacity", weight);
        set(letters[s], "style", `fill: ${weight > 0.5 ? "var(--paper)" : s > i ? "var(--soft)" : "var(--ink)"}`);
      });
    });
    set(root, "data-drawn", performance.now().toFixed(1));
  }

  /** The words come from the kernel; the picture is there before them, and does not go back to an earlier place. */
  let begun = false;
  function draw(state) {
    if (!begun || !field.matches(":hover, :focus")) show(state.at);
    begun = true;
    write(words, state.problem || state.text);
  }
  ask = asker(model, draw);
  return () => ask.stop();
}

export default { render };
