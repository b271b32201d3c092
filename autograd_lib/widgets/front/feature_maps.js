// Feature maps: the image is dragged over its frame, and the maps after all layers follow; the kernel computes them.
import {
  asker, button, colour, draggable, fixed, frame, html, movableByKeys, onTheme, set, svg, visibly, write,
} from "./shared.js";

const PAGE = 12; // thumbnails at a time
// Sizes of the image and of the large map, and the room for its numbers. Both grow with the page, their text too.
const STAGE = 190, LARGE = 190, EDGE = 18;
const INSET = 0.22; // what is below 0 is a smaller square: not by colour alone

const STYLE = `
.al .fm-strip { display: flex; flex-wrap: wrap; gap: 4px; align-items: center; margin-bottom: 8px; }
.al .fm-thumbs { display: flex; flex-wrap: wrap; gap: 4px; }
.al .fm-thumbs button { padding: 2px; min-height: 0; background: var(--paper); border-width: 2px; line-height: 0; }
.al .fm-thumbs button[aria-pressed=true] { background: var(--paper); border-color: var(--blue);
  box-shadow: 0 0 0 1px var(--blue); }
.al .fm-thumbs canvas { width: 26px; height: 26px; image-rendering: pixelated; }
.al .fm-layers { display: grid; grid-template-columns: repeat(auto-fit, minmax(84px, 1fr)); gap: 6px; }
.al .fm-layers button { padding: 5px 7px 7px; text-align: left; background: none; font-size: 12px; min-width: 0; }
.al .fm-layers button[aria-pressed=true] { background: none; color: var(--ink); border-color: var(--blue);
  box-shadow: 0 0 0 2px var(--blue); }
.al .fm-layers button > span { display: block; }
.al .fm-layers canvas { width: 100%; height: auto; }
.al .fm-name { font-weight: bold; margin-bottom: 3px; }
.al .fm-layers .fm-change { display: flex; flex-wrap: wrap; justify-content: space-between; margin-top: 3px; }
.al .fm-bar { height: 5px; background: var(--faint); border-radius: 2px; overflow: hidden; }
.al .fm-bar > span { display: block; height: 100%; background: var(--orange); }
.al .fm-bar.along > span { background: var(--green); }
.al .fm-parts { display: flex; flex-wrap: wrap; gap: 8px 14px; margin-top: 10px; align-items: flex-start; }
.al .fm-part { flex: 1 1 160px; max-width: 260px; min-width: 0; }
.al .fm-part svg, .al .fm-part canvas { width: 100%; height: auto; }
.al .fm-part > .fm-heading { font-weight: bold; margin-bottom: 4px; }
.al .fm-sheet { position: relative; cursor: pointer; }
.al .fm-sheet > svg { position: absolute; inset: 0; height: 100%; pointer-events: none; overflow: visible; }
.al .fm-below { display: flex; gap: 8px; align-items: flex-start; margin-top: 6px; min-height: 62px; }
.al .fm-below > svg { flex: none; width: 58px; height: 58px; }
.al .fm-tools { display: flex; flex-wrap: wrap; gap: 4px; }
.al .fm-tools button { min-width: 30px; padding: 2px 7px; }
.al .fm-large { cursor: crosshair; }
`;

const clamp = (v, low, high) => Math.max(low, Math.min(high, v));
const floats = (bytes) => new Float32Array(Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0)).buffer);
const percent = (share) => (share === null ? "–" : `${fixed(100 * share, 0)} %`);
const signed = (number) => fixed(number, 2).replace("-", "−");
const range = (name, low, high) => (low === high ? `${name} ${low}` : `${name}s ${low} to ${high}`);

function moveInWords(down, right) {
  const parts = [];
  if (right) parts.push(`${Math.abs(right)} to the ${right > 0 ? "right" : "left"}`);
  if (down) parts.push(`${Math.abs(down)} ${down > 0 ? "down" : "up"}`);
  return parts.length ? `moved by ${parts.join(" and ")}` : "where it was written";
}

// ---- maps as pixels of a canvas ------------------------------------------------------------------------------------

/** 255 colours, from the strongest below 0 to the strongest above it, as a canvas holds them; `mix`: how much of them. */
function palette(root, below, zero, above, mix) {
  const g = html("canvas", { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  return Uint32Array.from({ length: 255 }, (_, k) => {
    g.globalAlpha = 1;
    g.fillStyle = colour(root, "--paper");
    g.fillRect(0, 0, 1, 1);
    g.fillStyle = colour(root, zero);
    g.fillRect(0, 0, 1, 1);
    g.globalAlpha = mix(Math.abs(k - 127) / 127);
    g.fillStyle = colour(root, k < 127 ? below : above);
    g.fillRect(0, 0, 1, 1);
    return new Uint32Array(g.getImageData(0, 0, 1, 1).data.buffer)[0];
  });
}

/** Maps side by side, a pixel apart; each of their pixels is `cell` × `cell` of the canvas's. */
function paint(canvas, numbers, [n, height, width], columns, cell, largest, colours) {
  const across = (columns * (width + 1) - 1) * cell, rows = Math.ceil(n / columns);
  const down = (rows * (height + 1) - 1) * cell;
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
    canvas.sheet = null;
  }
  const sheet = (canvas.sheet ??= new ImageData(across, down)), pixels = new Uint32Array(sheet.data.buffer);
  pixels.fill(0);
  const small = Math.ceil((1 - 2 * INSET) * cell), inset = Math.floor((cell - small) / 2);
  const scale = largest ? 127 / largest : 0;
  const block = (x, y, size, value) => {
    for (let row = y; row < y + size; row++) {
      for (let i = row * across + x, end = i + size; i < end; i++) pixels[i] = value; // `fill` is slower for so few
    }
  };
  for (let k = 0, i = 0; k < n; k++) {
    const top = Math.floor(k / columns) * (height + 1), left = (k % columns) * (width + 1);
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++, i++) {
        const x = (left + column) * cell, y = (top + row) * cell, strength = Math.round(numbers[i] * scale) || 0;
        block(x, y, cell, colours[strength < 0 ? 127 : 127 + strength]);
        if (strength < 0) block(x + inset, y + inset, small, colours[127 + strength]);
      }
    }
  }
  canvas.getContext("2d").putImageData(sheet, 0, 0);
}

/** How many pixels of a canvas one of a map gets, if `across` of them are so wide on the page: as many as are seen. */
const cellFor = (wide, across) => Math.max(3, Math.ceil((wide * devicePixelRatio) / across));

const square = (n) => Math.ceil(Math.sqrt(n));
const strongest = (numbers) => numbers.reduce((best, v) => (Math.abs(v) > best ? Math.abs(v) : best), 0);

/** Pixels of an SVG that show numbers: blue squares above 0, smaller orange ones below. */
function cells(height, width, size) {
  const rects = Array.from({ length: height * width }, () => svg("rect"));
  const node = svg("g", { "shape-rendering": "crispEdges" }, ...rects);
  const show = (numbers, largest) => rects.forEach((rect, i) => {
    const inset = numbers[i] < 0 ? INSET * size : 0, side = size - 2 * inset;
    set(rect, "x", ((i % width) * size + inset).toFixed(2));
    set(rect, "y", (Math.floor(i / width) * size + inset).toFixed(2));
    set(rect, "width", side.toFixed(2));
    set(rect, "height", side.toFixed(2));
    set(rect, "fill", numbers[i] < 0 ? "var(--orange)" : "var(--blue)");
    set(rect, "fill-opacity", (largest ? visibly(Math.abs(numbers[i]) / largest) || 0 : 0).toFixed(3));
  });
  return { node, show };
}

const BOX = ["x", "y", "width", "height"];
const box = (rect, values) => BOX.forEach((name, i) => set(rect, name, values[i].toFixed(2)));

// ---- the front ---------------------------------------------------------------------------------------------------

function render({ model, el }) {
  const { names, shapes, windows, farthest, images, filters } = model.get("state");
  const [count, high, wide] = images.shape, ink = floats(images.bytes), mostInk = strongest(ink);
  const weights = floats(filters.bytes), mostWeight = strongest(weights);
  const sizes = shapes.map(([n, h, w]) => n * h * w);
  const starts = sizes.map((_, k) => sizes.slice(0, k).reduce((sum, size) => sum + size, 0));
  const root = frame(el, "feature maps");
  root.append(html("style", {}, STYLE));
  let ask = () => {}, answered = null;
  let now = { image: 0, down: 0, right: 0, layer: 0, filter: 0 };
  let awaited = null; // the newest choice that the kernel was asked about and has not answered
  let numbers = new Float32Array(0); // the maps after all layers
  let page = 0, place = null, cursor = [0, 0]; // `place`: the row and column of a map that are looked at
  let under = null; // the pixel of the image below the pointer
  let colours = null, inks = null; // of the page's theme

  const heading = (text) => html("div", { class: "fm-heading" }, text);
  const thin = { fill: "none", "vector-effect": "non-scaling-stroke" };
  /** A frame that is seen on light and on dark: a line of ink in a line of paper. */
  function outline(look) {
    const looks = [{ stroke: "var(--paper)", "stroke-width": 5 }, look];
    const rects = looks.map((each) => svg("rect", { ...thin, ...each }));
    const node = svg("g", { visibility: "hidden" }, ...rects);
    return { node, show(at) {
      set(node, "visibility", at ? "visible" : "hidden");
      if (at) for (const rect of rects) box(rect, at);
    } };
  }
  const seen = { stroke: "var(--orange)", "stroke-width": 3 };
  const paper = { stroke: "var(--green)", "stroke-width": 2, "stroke-dasharray": "6 4", ...thin };

  // ---- the image, on a stage with room to move ----

  const unit = STAGE / (Math.max(high, wide) + 2 * farthest), room = farthest * unit;
  const [w, h] = [wide * unit, high * unit];
  const pixels = Array.from({ length: high * wide }, (_, i) => svg("rect", { x: ((i % wide) * unit).toFixed(2),
    y: (Math.floor(i / wide) * unit).toFixed(2), width: unit + 0.2, height: unit + 0.2, fill: "var(--ink)" }));
  const sheetOfPaper = svg("g", {}, svg("rect", { width: w, height: h, fill: "var(--paper)" }),
    svg("g", { "shape-rendering": "crispEdges" }, ...pixels));
  const edgeOfPaper = svg("rect", { width: w, height: h, ...paper });
  const windowSeen = outline({ ...seen, fill: "var(--orange)", "fill-opacity": 0.14 });
  const pixelUnder = outline({ stroke: "var(--orange)", "stroke-width": 2 });
  const outside = `M${-room} ${-room}h${w + 2 * room}v${h + 2 * room}h${-w - 2 * room}zM0 0v${h}h${w}v${-h}z`;
  const everyTick = (n, size) => (size >= 13 ? Array.from({ length: n }, (_, i) => i) : [0, n - 1]);
  const stageTicks = [
    ...everyTick(wide, unit).map((i) =>
      svg("text", { x: (i + 0.5) * unit, y: -5, "text-anchor": "middle", class: "soft" }, String(i))),
    ...everyTick(high, unit).map((i) =>
      svg("text", { x: -5, y: (i + 0.5) * unit + 4, "text-anchor": "end", class: "soft" }, String(i)))];
  const stage = svg("svg", { viewBox: `${-room} ${-room} ${w + 2 * room} ${h + 2 * room}`, width: STAGE, height: STAGE,
    role: "application", "aria-roledescription": "image to move" },
  svg("rect", { x: -room, y: -room, width: w + 2 * room, height: h + 2 * room, fill: "var(--faint)" }),
  svg("rect", { width: w, height: h, fill: "var(--paper)" }), sheetOfPaper,
  svg("path", { d: outside, "fill-rule": "evenodd", fill: "var(--faint)", "fill-opacity": 0.88 }), ...stageTicks,
  svg("rect", { width: w, height: h, stroke: "var(--ink)", "stroke-width": 2, ...thin }), edgeOfPaper,
  windowSeen.node, pixelUnder.node);

  function move(right, down) {
    const next = { right: clamp(right, -farthest, farthest), down: clamp(down, -farthest, farthest) };
    if (next.right !== now.right || next.down !== now.down) choose(next);
  }
  draggable(stage, {
    start: () => { under = null; return { ...now }; },
    move(event, { x, y, held }) {
      const size = (stage.getBoundingClientRect().width * unit) / (w + 2 * room); // of a pixel, on the screen
      move(held.right + Math.round((event.clientX - x) / size), held.down + Math.round((event.clientY - y) / size));
    },
  });
  movableByKeys(stage, (dx, dy) => move(now.right + dx, now.down - dy),
    (sign) => (sign < 0 ? move(0, 0) : move(farthest, now.down)));
  stage.addEventListener("pointermove", (event) => {
    const { left, top, width } = stage.getBoundingClientRect(), scale = (w + 2 * room) / width;
    const at = [event.clientY - top, event.clientX - left].map((v) => Math.floor((v * scale - room) / unit));
    const isInside = at[0] >= 0 && at[0] < high && at[1] >= 0 && at[1] < wide;
    under = isInside && !event.buttons ? at : null;
    drawLook();
  });
  stage.addEventListener("pointerleave", () => { under = null; drawLook(); });

  const push = (sign, name, right, down) => button(sign, () => move(now.right + right, now.down + down),
    { "aria-label": `move the image ${name}`, title: `move the image ${name}` });
  const back = button("back", () => move(0, 0), { "aria-label": "move the image back", title: "where it was written" });
  const aboutMove = html("div", { class: "soft" });

  // ---- thumbnails ----

  const thumbs = Array.from({ length: Math.min(PAGE, count) }, (_, k) => {
    const canvas = html("canvas");
    const node = html("button", { type: "button", on: { click: () => chooseImage(page * PAGE + k) } }, canvas);
    return { node, canvas, shown: null };
  });
  const strip = html("div", { class: "fm-thumbs", role: "group", "aria-label": "image" }, ...thumbs.map((t) => t.node));
  const lastPage = Math.ceil(count / PAGE) - 1;
  const turn = (by) => { page = clamp(page + by, 0, lastPage); drawThumbs(); };
  const earlier = button("‹", () => turn(-1), { "aria-label": "earlier images" });
  const later = button("›", () => turn(1), { "aria-label": "later images" });
  const aboutPage = html("span", { class: "soft" });
  strip.addEventListener("keydown", (event) => {
    const jumps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE,
      Home: -count, End: count };
    if (!(event.key in jumps) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    chooseImage(clamp(now.image + jumps[event.key], 0, count - 1));
    thumbs[now.image % PAGE].node.focus();
  });
  function chooseImage(image) {
    page = Math.floor(image / PAGE);
    choose({ image });
  }

  // ---- all layers at a glance ----

  const layers = names.map((name, layer) => {
    const canvas = html("canvas", { "aria-hidden": "true" }), columns = square(shapes[layer][0]);
    const bar = (words, kind) => {
      const number = html("span"), length = html("span");
      const node = [html("span", { class: "fm-change" }, html("span", { class: "soft" }, words), number),
        html("span", { class: `fm-bar ${kind}`, style: "display: block" }, length)];
      const show = (share) => {
        write(number, percent(share));
        set(length, "style", `width: ${(100 * clamp(share ?? 0, 0, 1)).toFixed(1)}%`);
      };
      return { node, show };
    };
    const bars = [bar("in place", "inplace"), bar("moved along", "along")];
    const node = html("button", { type: "button", on: { click: (event) => {
      const k = event.detail && mapAt(event, canvas, layer, columns); // a click with a key has no place
      choose({ layer, filter: Math.min(k ? k.map : now.filter, shapes[layer][0] - 1) });
    } } }, html("span", { class: "fm-name" }, name), canvas, ...bars.flatMap((each) => each.node));
    return { node, canvas, columns, bars };
  });

  /** Which map, and which of its pixels, is at the pointer's place on a canvas that shows all maps of a layer. */
  function mapAt(event, canvas, layer, columns) {
    const [n, height, width] = shapes[layer], edge = canvas.getBoundingClientRect();
    const x = ((event.clientX - edge.left) / edge.width) * (columns * (width + 1) - 1);
    const y = ((event.clientY - edge.top) / edge.height) * (Math.ceil(n / columns) * (height + 1) - 1);
    if (x < 0 || y < 0) return null;
    const map = Math.floor(y / (height + 1)) * columns + Math.floor(x / (width + 1));
    const at = [Math.floor(y % (height + 1)), Math.floor(x % (width + 1))];
    return map < n && x < columns * (width + 1) && at[0] < height && at[1] < width ? { map, at } : null;
  }

  // ---- the large map, and all maps of its layer ----

  const ticks = svg("g"), mapPixels = svg("g"), [, filterHeight, filterWidth] = filters.shape;
  const filterPixels = cells(filterHeight, filterWidth, 58 / filterWidth);
  const placeSeen = outline(seen), seers = outline(seen);
  const largestHere = svg("rect", { ...thin, stroke: "var(--ink)", "stroke-width": 2 });
  const edgeOnMap = svg("rect", paper);
  const inside = svg("svg", { x: EDGE, y: EDGE, width: LARGE - EDGE, height: LARGE - EDGE, "aria-hidden": "true" },
    svg("rect", { width: "100%", height: "100%", fill: "var(--ground)" }), mapPixels, edgeOnMap, largestHere, seers.node,
    placeSeen.node);
  const large = svg("svg", { viewBox: `0 0 ${LARGE} ${LARGE}`, width: LARGE, height: LARGE, class: "fm-large",
    tabindex: 0, role: "application", "aria-roledescription": "map" }, ticks, inside);
  const filter = svg("svg", { viewBox: "0 0 58 58", width: 58, height: 58, role: "img" },
    svg("rect", { width: 58, height: 58, fill: "var(--ground)" }), filterPixels.node,
    svg("rect", { width: 58, height: 58, stroke: "var(--line)", "stroke-width": 2, ...thin }));
  const mapHeading = heading(""), sheetHeading = heading("");
  const look = html("div", { "aria-live": "polite" }), legend = html("div", { class: "soft" });
  const canvas = html("canvas", {}), chosen = svg("rect", { ...thin, stroke: "var(--blue)", "stroke-width": 3 });
  const pixelOnSheet = outline({ stroke: "var(--orange)", "stroke-width": 2 });
  const over = svg("svg", { preserveAspectRatio: "none", "aria-hidden": "true" }, chosen, pixelOnSheet.node);
  const sheet = html("div", { class: "fm-sheet", tabindex: 0, role: "slider", "aria-label": "map" }, canvas, over);
  const grids = shapes.map(([, height, width]) => { // one for each size of map
    const size = (LARGE - EDGE) / Math.max(height, width), grid = cells(height, width, size);
    const texts = [
      ...everyTick(width, size).map((i) =>
        svg("text", { x: EDGE + (i + 0.5) * size, y: EDGE - 5, "text-anchor": "middle", class: "soft" }, String(i))),
      ...everyTick(height, size).map((i) =>
        svg("text", { x: EDGE - 5, y: EDGE + (i + 0.5) * size + 4, "text-anchor": "end", class: "soft" }, String(i)))];
    return { ...grid, size, texts };
  });
  let grid = null, painted = null; // the pixels of the large map, and the layer whose maps are on the sheet

  large.addEventListener("pointermove", (event) => {
    const edge = large.getBoundingClientRect(), [, height, width] = shapes[now.layer];
    const at = [event.clientY - edge.top, event.clientX - edge.left]
      .map((v) => Math.floor(((v / edge.width) * LARGE - EDGE) / grid.size));
    lookAt(at[0] >= 0 && at[0] < height && at[1] >= 0 && at[1] < width ? at : null);
  });
  large.addEventListener("pointerleave", () => lookAt(null));
  movableByKeys(large, (dx, dy) => lookAt([cursor[0] - dy, cursor[1] + dx]));
  large.addEventListener("focus", () => { if (large.matches(":focus-visible")) lookAt(cursor); });
  large.addEventListener("blur", () => lookAt(null));
  sheet.addEventListener("pointermove", (event) => {
    const found = mapAt(event, canvas, now.layer, layers[now.layer].columns);
    lookAt(found?.at ?? null, found?.map);
  });
  sheet.addEventListener("pointerleave", () => lookAt(null));
  sheet.addEventListener("click", (event) => {
    const found = mapAt(event, canvas, now.layer, layers[now.layer].columns);
    if (found) choose({ filter: found.map });
  });
  const chooseMap = (map) => choose({ filter: clamp(map, 0, shapes[now.layer][0] - 1) });
  movableByKeys(sheet, (dx, dy) => chooseMap(now.filter + dx - dy * layers[now.layer].columns));

  /** Light up the window of a place, of the large map or of another one. */
  function lookAt(at, map = now.filter) {
    const [, height, width] = shapes[now.layer];
    place = at && { map, at: [clamp(at[0], 0, height - 1), clamp(at[1], 0, width - 1)] };
    if (place) cursor = place.at;
    drawLook();
  }

  const words = html("div", { class: "words", "aria-live": "polite" });
  root.append(
    html("div", { class: "fm-strip" }, html("span", {}, "image"), strip, earlier, later, aboutPage),
    html("div", { class: "fm-layers", role: "group", "aria-label": "after layer" }, ...layers.map((each) => each.node)),
    html("div", { class: "soft" }, "How far the maps differ from those at rest: ", html("i", {}, "in place"),
      ", pixel by pixel; and ", html("i", {}, "moved along"), " with the digit."),
    html("div", { class: "fm-parts" },
      html("div", { class: "fm-part" }, heading("drag the image"), stage,
        html("div", { class: "fm-tools", style: "margin-top: 6px", role: "group", "aria-label": "move the image" },
          push("←", "left", -1, 0), push("→", "right", 1, 0), push("↑", "up", 0, -1), push("↓", "down", 0, 1),
          back),
        aboutMove),
      html("div", { class: "fm-part" }, mapHeading, large, html("div", { class: "fm-below" }, filter, look)),
      html("div", { class: "fm-part" }, sheetHeading, sheet, html("div", { class: "fm-below" }, legend))),
    words);
  if (lastPage <= 0) for (const each of [earlier, later, aboutPage]) each.hidden = true;

  // ---- drawing ----

  function choose(change) {
    now = { ...now, ...change };
    place = null;
    awaited = { ...now };
    drawHere();
    ask("show", now.image, now.down, now.right, now.layer, now.filter);
  }

  const mapsOf = (layer) => numbers.subarray(starts[layer], starts[layer] + sizes[layer]);
  function mapOf(layer, map) {
    const [, height, width] = shapes[layer], first = starts[layer] + map * height * width;
    return numbers.subarray(first, first + height * width);
  }
  const imageOf = (k) => ink.subarray(k * high * wide, (k + 1) * high * wide);

  function drawThumbs() {
    thumbs.forEach((thumb, k) => {
      const image = page * PAGE + k;
      thumb.node.hidden = image >= count;
      if (image >= count) return;
      if (thumb.shown !== image) {
        paint(thumb.canvas, imageOf(image), [1, high, wide], 1, Math.max(1, Math.round(64 / wide)), mostInk, inks);
        thumb.shown = image;
      }
      set(thumb.node, "aria-label", `image ${image}`);
      set(thumb.node, "aria-pressed", String(image === now.image));
      const isOnPage = Math.floor(now.image / PAGE) === page;
      set(thumb.node, "tabindex", (isOnPage ? image === now.image : k === 0) ? 0 : -1);
    });
    write(aboutPage, `${page * PAGE} to ${Math.min(count, (page + 1) * PAGE) - 1} of ${count}`);
    earlier.disabled = page === 0;
    later.disabled = page === lastPage;
  }

  /** What the page knows by itself: the image, its move, and what is chosen. `isNew`: the maps have changed too. */
  function drawHere(isNew = false) {
    const said = moveInWords(now.down, now.right), shares = imageOf(now.image);
    pixels.forEach((rect, i) => set(rect, "fill-opacity", (mostInk ? shares[i] / mostInk : 0).toFixed(3)));
    const at = `translate(${now.right * unit} ${now.down * unit})`;
    set(sheetOfPaper, "transform", at);
    set(edgeOfPaper, "transform", at);
    set(edgeOfPaper, "visibility", now.right || now.down ? "visible" : "hidden");
    set(stage, "aria-label", `image ${now.image}, ${said}: arrow keys move it, Home moves it back`);
    write(aboutMove, said);
    back.disabled = !now.right && !now.down;
    drawThumbs();
    layers.forEach(({ node }, layer) => set(node, "aria-pressed", String(layer === now.layer)));
    drawLarge();
    drawSheet(isNew);
    drawLook();
  }

  function drawLarge() {
    const { layer, filter: map } = now, [, height, width] = shapes[layer], numbersOf = mapOf(layer, map);
    if (grid !== grids[layer]) {
      grid = grids[layer];
      mapPixels.replaceChildren(grid.node);
      ticks.replaceChildren(...grid.texts);
    }
    grid.show(numbersOf, strongest(mapsOf(layer)));
    const best = numbersOf.indexOf(numbersOf.reduce((a, b) => (b > a ? b : a), -Infinity)), { size } = grid;
    box(largestHere, [(best % width) * size + 2, Math.floor(best / width) * size + 2, size - 4, size - 4]);
    set(largestHere, "visibility", best < 0 ? "hidden" : "visible");
    const [right, down] = [(now.right * width) / wide, (now.down * height) / high];
    box(edgeOnMap, [right * size, down * size, width * size, height * size]);
    set(edgeOnMap, "visibility", now.right || now.down ? "visible" : "hidden");
    write(mapHeading, `map ${map}`);
    set(large, "aria-label", `map ${map} after layer ${names[layer]}: arrow keys go from pixel to pixel`);
    const hasFilter = layer < 2; // those of later layers look at many maps
    set(filter, "style", hasFilter ? null : "display: none");
    if (hasFilter) {
      const each = filterHeight * filterWidth;
      filterPixels.show(weights.subarray(map * each, (map + 1) * each), mostWeight);
      set(filter, "aria-label", `filter ${map}`);
    }
  }

  /** Where a pixel of a map is on the sheet of all maps, as x, y, width, height. */
  function onSheet(map, [row, column] = [0, 0]) {
    const [, height, width] = shapes[now.layer], { columns } = layers[now.layer];
    return [(map % columns) * (width + 1) + column, Math.floor(map / columns) * (height + 1) + row, 1, 1];
  }

  function drawSheet(isNew) {
    const [n, height, width] = shapes[now.layer], { columns } = layers[now.layer], maps = mapsOf(now.layer);
    const largest = strongest(maps), across = columns * (width + 1) - 1;
    if (isNew || painted !== now.layer) {
      paint(canvas, maps, shapes[now.layer], columns, cellFor(225, across), largest, colours);
      painted = now.layer;
    }
    set(over, "viewBox", `0 0 ${across} ${Math.ceil(n / columns) * (height + 1) - 1}`);
    const [left, top] = onSheet(now.filter);
    box(chosen, [left - 0.3, top - 0.3, width + 0.6, height + 0.6]);
    write(sheetHeading, `${n} maps after ${names[now.layer]}`);
    write(legend, `Blue is above 0; a small orange square is below. Strongest: ${fixed(largest, 2)}. `
      + "Click on a map to see it large.");
    const values = { min: 0, max: n - 1, now: now.filter };
    for (const [name, value] of Object.entries(values)) set(sheet, `aria-value${name}`, value);
    set(sheet, "aria-valuetext", `map ${now.filter} of ${n}`);
  }

  /** What is looked at: a place of a map with the window that it sees, or a pixel of the image and who sees it. */
  function drawLook() {
    const [, height, width] = shapes[now.layer], { size } = grid, sees = windows[now.layer];
    const isLarge = place?.map === now.filter;
    pixelOnSheet.show(place && onSheet(place.map, place.at));
    placeSeen.show(place && isLarge ? [place.at[1] * size, place.at[0] * size, size, size] : null);
    let window = null, first = null, last = null;
    if (place && sees) {
      const [side, jump, start] = sees, [y, x] = place.at.map((v) => start + v * jump);
      window = [x, y, side, side];
    }
    windowSeen.show(window?.map((v) => v * unit));
    pixelUnder.show(under && [under[1] * unit, under[0] * unit, unit, unit]);
    if (under && sees) {
      const [side, jump, start] = sees;
      first = under.map((v, k) => clamp(Math.ceil((v - start - side + 1) / jump), 0, [height, width][k] - 1));
      last = under.map((v, k) => clamp(Math.floor((v - start) / jump), 0, [height, width][k] - 1));
    }
    const spans = first?.map((v, k) => last[k] - v + 1);
    seers.show(first && [first[1], first[0], spans[1], spans[0]].map((v) => v * size));
    write(look, place ? aboutPlace(window) : under ? aboutPixel(first, last) : hint());
  }
  function hint() {
    const kind = now.layer < 2 ? `Filter ${now.filter}, and its map. ` : "";
    return `${kind}The frame marks the largest number. Point at a pixel to see its window.`;
  }
  function aboutPlace(window) {
    const [, , width] = shapes[now.layer], [row, column] = place.at;
    const number = mapOf(now.layer, place.map)[row * width + column];
    const which = place.map === now.filter ? "" : `Map ${place.map}: `;
    const says = `${which}${which ? "row" : "Row"} ${row}, column ${column}: ${signed(number)}.`;
    if (!window) return says;
    const [x, y, side] = window, rows = [Math.max(0, y), Math.min(high, y + side) - 1];
    const columns = [Math.max(0, x), Math.min(wide, x + side) - 1];
    const isOver = x < 0 || y < 0 || x + side > wide || y + side > high;
    return `${says} It sees ${side} × ${side} pixels: ${range("row", ...rows)}, ${range("column", ...columns)}`
      + `${isOver ? ", and zeros around them" : ""}.`;
  }
  function aboutPixel(first, last) {
    const [y, x] = under, from = [y - now.down, x - now.right];
    const isPaper = from[0] < 0 || from[0] >= high || from[1] < 0 || from[1] >= wide;
    const number = isPaper ? 0 : imageOf(now.image)[from[0] * wide + from[1]];
    const says = `Pixel in row ${y}, column ${x}: ${fixed(number, 2)}.`;
    if (!first) return says;
    return `${says} Seen from ${range("row", first[0], last[0])}, ${range("column", first[1], last[1])} of the map.`;
  }

  function drawLayers(changes) {
    layers.forEach(({ node, canvas: glance, columns, bars }, layer) => {
      const maps = mapsOf(layer), across = columns * (shapes[layer][2] + 1) - 1;
      paint(glance, maps, shapes[layer], columns, cellFor(115, across), strongest(maps), colours);
      bars.forEach((bar, k) => bar.show(changes[layer][k]));
      const [n, height, width] = shapes[layer], [inPlace, along] = changes[layer].map(percent);
      set(node, "aria-label", `${names[layer]}: ${n} maps of ${height} × ${width}; differ in place by ${inPlace}, `
        + `moved along by ${along === "–" ? "no whole number of places" : along}`);
    });
  }

  function newColours() {
    colours = palette(root, "--orange", "--ground", "--blue", visibly);
    inks = palette(root, "--paper", "--paper", "--ink", (share) => share);
    thumbs.forEach((thumb) => { thumb.shown = null; });
  }

  function draw(state) {
    answered = state;
    if (!colours) newColours();
    numbers = floats(state.maps);
    // While answers are on their way, what is chosen in the page is newer than theirs.
    if (!awaited || Object.keys(awaited).every((key) => awaited[key] === state[key])) {
      awaited = null;
      const { image, down, right, layer, filter: map } = state;
      if (image !== now.image) page = Math.floor(image / PAGE);
      now = { image, down, right, layer, filter: map };
    }
    drawHere(true);
    drawLayers(state.changes);
    write(words, state.problem || state.text);
    set(root, "data-drawn", performance.now().toFixed(1));
  }
  ask = asker(model, draw);
  const redraw = () => { newColours(); draw(answered); };
  const stopTheme = onTheme(redraw);
  // A front is drawn before it is in the page, where it has no colours yet.
  const first = requestAnimationFrame(redraw);
  return () => { cancelAnimationFrame(first); stopTheme(); ask.stop(); };
}

export default { render };
