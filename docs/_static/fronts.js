// Widgets that move in the book. No Python runs here: tools/website/fronts.py has recorded what a model answers.

const ELSEWHERE = "Not on this page, which plays back a recording: run the notebook for that.";
const A_MOMENT = 35; // milliseconds, about as long as an answer of a kernel takes

/** What a front takes for its model: it gives the state, and answers moves from the record. */
function modelOf(record) {
  const answered = record.film ? playback(record) : lookup(record);
  let hear = () => {};
  const none = () => {};
  const send = ({ n, move, args }) => setTimeout(() => hear({ n, problem: "", ...answered(move, args) }), A_MOMENT);
  const get = (name) => (name === "state" ? record.state : undefined);
  const on = (name, listener) => { if (name === "msg:custom") hear = listener; };
  return { get, on, send, set: none, off: none, save_changes: none };
}

/** Each move sets one entry of the state; all states were recorded. */
function lookup({ state, settings, states }) {
  let now = state;
  return (move, [value]) => {
    const wanted = { ...now, [settings[move]]: value };
    const names = Object.values(settings);
    const found = move in settings && states.find((each) => names.every((name) => each[name] === wanted[name]));
    now = found || now;
    return found ? { state: now } : { state: now, problem: ELSEWHERE };
  };
}

/** One state after the other: a step, or play, goes on by one, and `reset` back to the beginning. */
function playback({ state, film }) {
  let step = 0;
  return (_, [changes, play]) => {
    let problem = "";
    for (const [name] of changes) {
      if (name === "reset") step = 0;
      else if (name === "advance") step += 1;
      else problem = ELSEWHERE;
    }
    if (play) step += 1;
    const ended = step >= film.length ? "The recording ends here." : "";
    step = Math.min(step, film.length);
    return { state: { ...state, ...film[step - 1], ended }, problem: problem || ended };
  };
}

function followTheTheme() {
  const page = document.documentElement;
  const follow = () => { document.body.dataset.jpThemeLight = String(page.dataset.theme !== "dark"); };
  new MutationObserver(follow).observe(page, { attributes: true, attributeFilter: ["data-theme"] });
  follow();
}

/** Draw a front where the page says so. The still picture before it steps back only when that has worked. */
async function comeAlive(place) {
  const address = new URL(place.dataset.front, document.baseURI);
  const [{ default: front }, answer] = await Promise.all([import(`${address}.js`), fetch(`${address}.json`)]);
  const el = document.createElement("div");
  front.render({ model: modelOf(await answer.json()), el });
  place.append(el);
  place.previousElementSibling?.querySelector(".cell_output")?.classList.add("has-come-alive");
}

const places = document.querySelectorAll(".live-front");
if (places.length) followTheTheme();
const near = new IntersectionObserver((entries) => {
  for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
    near.unobserve(target);
    comeAlive(target).catch((error) => console.warn(error));
  }
}, { rootMargin: "600px" });
for (const place of places) near.observe(place);
