// A notice in the page for a check that does not end. It has no view: `running_notice.py` says when a solution begins
// to run and when it has ended, and from then on the page needs nothing of the kernel.

const PATIENCE = 5000; // milliseconds
const GONE = ["starting", "restarting", "autorestarting", "terminating", "dead"]; // of a kernel
const HOLDER = "autograd-lib-running-notices";

const STYLE = `
  #${HOLDER} {
    position: fixed; z-index: 10000; right: 16px; bottom: 32px; max-width: min(34em, calc(100vw - 32px));
    display: flex; flex-direction: column; gap: 8px;
  }
  #${HOLDER} section {
    box-sizing: border-box; max-height: calc(100vh - 64px); overflow: auto; padding: 12px 16px; border-radius: 4px;
    border: 1px solid var(--jp-border-color1, GrayText); border-left: 4px solid var(--jp-warn-color1, #d55e00);
    background: var(--jp-layout-color1, Canvas); color: var(--jp-ui-font-color1, CanvasText);
    box-shadow: 0 4px 16px rgb(0 0 0 / 35%);
    font: 14px/1.5 var(--jp-ui-font-family, system-ui, sans-serif);
  }
  #${HOLDER} header { display: flex; gap: 12px; justify-content: space-between; align-items: start; }
  #${HOLDER} p { margin: 8px 0 0; }
  #${HOLDER} code { font-family: var(--jp-code-font-family, monospace); font-size: 13px; }
  #${HOLDER} button {
    padding: 4px 12px; border: 1px solid var(--jp-border-color1, GrayText); border-radius: 4px; cursor: pointer;
    background: var(--jp-layout-color2, ButtonFace); color: inherit; font: inherit;
  }
  #${HOLDER} button:focus-visible { outline: 2px solid var(--jp-brand-color1, Highlight); outline-offset: 2px; }
  #${HOLDER} button[aria-label] { padding: 0 8px; }
`;

const WORDS = `
  <p>The check stops a loop of Python code after 3 s. It cannot stop one long call of C code, such as
  <code>sum(iter(int, 1))</code>, <code>10**10**8</code> or work on a very large array: until that call is over, nothing
  else runs in the kernel.</p>
  <p><b>If it does not end</b>, try <i>Kernel → Interrupt Kernel</i> in the menu, which stops some of these calls. If
  nothing changes, choose <i>Kernel → Restart Kernel…</i>: your cells and what you have passed are kept, only the
  variables are lost. Then change the line, and run the cells above it again with
  <i>Run → Run All Above Selected Cell</i>.</p>
`;

function initialize({ model }) {
  let timer, hide = () => {};

  const stop = () => {
    clearTimeout(timer);
    hide();
  };
  model.on("msg:custom", ({ running }) => {
    stop();
    if (running) timer = setTimeout(() => { hide = show(running); }, PATIENCE);
  });
  model.on("comm_live_update", stop); // the kernel is being restarted
  const kernel = model.widget_manager?.kernel; // JupyterLab's connection to it; other pages may have none to show
  const gone = (_, status) => {
    if (GONE.includes(status)) stop();
  };
  kernel?.statusChanged?.connect(gone);
  kernel?.disposed?.connect(stop); // the notebook was closed
  return () => {
    kernel?.statusChanged?.disconnect(gone);
    kernel?.disposed?.disconnect(stop);
    stop();
  };
}

/** Show a notice; returns a function that takes it away. */
function show(exercise) {
  const notice = document.createElement("section");
  notice.setAttribute("role", "alert");
  notice.innerHTML = `
    <header><b>The check of exercise <span></span> has been running for more than 5 s.</b>
    <button type="button" aria-label="Close this notice">✕</button></header>${WORDS}`;
  notice.querySelector("span").textContent = exercise;

  const hide = () => {
    notice.remove();
    removeEventListener("keydown", closeOnEscape, true);
  };
  const closeOnEscape = (event) => {
    if (event.key === "Escape" && !isTyping(event.target, notice)) hide();
  };
  notice.querySelector("button").addEventListener("click", hide);
  addEventListener("keydown", closeOnEscape, true);
  holder().append(notice);
  return hide;
}

/** Whether a key goes to a cell or a field of the page: Escape has another meaning there. */
function isTyping(element, notice) {
  return !notice.contains(element) && Boolean(element.closest?.("input, textarea, [contenteditable=true]"));
}

/** The part of the page in which the notices of all notebooks stand, one below the other. */
function holder() {
  const found = document.getElementById(HOLDER);
  if (found) return found;
  const made = document.createElement("div");
  made.id = HOLDER;
  const style = document.createElement("style");
  style.textContent = STYLE;
  made.append(style);
  document.body.append(made);
  return made;
}

export default { initialize };
