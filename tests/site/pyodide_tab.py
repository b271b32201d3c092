"""The browser edition's Python without JupyterLab: its kernel in a worker, which runs a notebook cell by cell."""

import nbformat

# What JupyterLite's own worker does, in short: load Pyodide with the packages of the kernel, and send on what the
# kernel says a cell shows, in the form that notebooks store.
WORKER = """
import { loadPyodide } from "FOLDER/pyodide.mjs";
let kernel, outputs;
const AS_OBJECTS = { dict_converter: Object.fromEntries, create_pyproxies: false };
const plain = (thing) => thing?.toJs ? thing.toJs(AS_OBJECTS) : thing;
const shown = (output_type) => (data, metadata) =>
  outputs.push({ output_type, data: plain(data), metadata: plain(metadata) ?? {} });

async function start() {
  const pyodide = await loadPyodide({ indexURL: "FOLDER/", packages: PACKAGES, stdout: () => {}, stderr: () => {} });
  const module = pyodide.pyimport("pyodide_kernel");
  kernel = module.kernel_instance;
  for (const name of ["stdout", "stderr"])
    module[`${name}_stream`].publish_stream_callback = (name, text) => stream(name, text);
  const { display_pub, displayhook } = kernel.interpreter;
  display_pub.display_data_callback = shown("display_data");
  display_pub.update_display_data_callback = () => {};
  display_pub.clear_output_callback = () => (outputs = []);
  const asResult = shown("execute_result");
  displayhook.publish_execution_result = (execution_count, data, metadata) => {
    asResult(data, metadata);
    Object.assign(outputs.at(-1), { execution_count });
  };
  kernel.interpreter.send_comm = async () => {}; // nobody looks at the widgets here
}

function stream(name, text) {
  const last = outputs.find((output) => output.name === name);
  if (last) last.text += text;
  else outputs.push({ output_type: "stream", name, text });
}

async function run(source) {
  outputs = [];
  const { status, ename, evalue } = plain(await kernel.run(source));
  if (status === "error") outputs.push({ output_type: "error", ename, evalue, traceback: [] });
  return outputs;
}

onmessage = async ({ data }) => {
  try { postMessage({ done: await (data === null ? start() : run(data)) }); }
  catch (error) { postMessage({ failed: String(error) }); }
};
"""

PAGE = """
(source) => {
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(address, { type: "module" });
  window.ask = (message, seconds) => new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${seconds} s`)), 1000 * seconds);
    worker.onerror = (event) => reject(new Error(event.message ?? "the worker cannot be started"));
    worker.onmessage = ({ data }) => "failed" in data ? reject(new Error(data.failed)) : resolve(data.done);
    worker.postMessage(message);
  });
}"""

SECONDS_A_CELL = 1800


class PyodideTab:
    """A fresh kernel of the browser edition.

    Args:
        page: an empty page of playwright's.
        address: of the site; it ends in "/".
        packages: those that JupyterLite loads at the start.
    """

    def __init__(self, page, address, packages):
        self.page = page
        page.goto(f"{address}lite/editions.json")  # any page of the site will do
        source = WORKER.replace("FOLDER", f"{address}lite/static/pyodide").replace("PACKAGES", str(packages))
        page.evaluate(PAGE, source)
        page.evaluate("([seconds]) => window.ask(null, seconds)", [SECONDS_A_CELL])

    def run(self, source):
        """Run the source of a cell; returns its outputs as nbformat has them.

        Raises:
            playwright.sync_api.Error: the kernel has died, or does not answer within SECONDS_A_CELL.
        """
        outputs = self.page.evaluate("([source, seconds]) => window.ask(source, seconds)", [source, SECONDS_A_CELL])
        return [nbformat.from_dict(output) for output in outputs]
