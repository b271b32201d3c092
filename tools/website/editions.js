// An extension of JupyterLite. The browser keeps the copies that a reader has changed, and shows them instead of the
// notebooks of the site. When the site has a newer edition of such a notebook, this lays it beside the copy.
(() => {
  const KEPT = "autograd-lib editions"; // the edition of each notebook that this browser has seen last

  async function layNewEditionsBeside(app) {
    const here = new URL("../", document.baseURI.endsWith("/") ? document.baseURI : new URL(".", document.baseURI));
    const answer = await fetch(new URL("editions.json", here), { cache: "no-cache" });
    if (!answer.ok) return;
    const editions = await answer.json();
    const seen = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    for (const [path, edition] of Object.entries(editions)) {
      if (path in seen && seen[path] !== edition) await layBeside(app.serviceManager.contents, path, here);
      seen[path] = edition;
      localStorage.setItem(KEPT, JSON.stringify(seen));
    }
  }

  async function layBeside(contents, path, here) {
    const original = await (await fetch(new URL(`files/${path}`, here), { cache: "no-cache" })).json();
    const copy = (await contents.get(path, { content: true })).content;
    if (sources(copy) === sources(original)) return; // the reader has changed nothing, and is shown the new one
    let name = path.replace(".ipynb", ".new.ipynb");
    for (let number = 2; await isThere(contents, name); number++) name = path.replace(".ipynb", `.new-${number}.ipynb`);
    await contents.save(name, { type: "notebook", format: "json", content: original });
  }

  const text = (source) => (Array.isArray(source) ? source.join("") : source);
  const sources = (notebook) => JSON.stringify(notebook.cells.map((cell) => [cell.cell_type, text(cell.source)]));

  async function isThere(contents, path) {
    try {
      await contents.get(path, { content: false });
      return true;
    } catch {
      return false;
    }
  }

  const plugin = {
    id: "autograd-lib:editions",
    autoStart: true,
    activate: (app) => {
      app.restored.then(() => layNewEditionsBeside(app)).catch((error) => console.warn(error));
    },
  };
  // The form in which JupyterLab's extensions come, written by hand: a container of modules.
  (window._JUPYTERLAB ??= {})["autograd-lib"] = { init: () => {}, get: async () => () => ({ __esModule: true, default: plugin }) };
})();
