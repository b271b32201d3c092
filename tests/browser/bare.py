"""A front in a bare page of HTML: from its JSON state alone, with no kernel and no widget manager."""

import base64
import json

PAGE = """<!doctype html><body data-jp-theme-light="true" style="margin: 0"><script type="module">
const source = "data:text/javascript;base64,SOURCE";
const front = (await import(source)).default;
window.sent = [];
window.show = (state) => {
  window.cleanup?.();
  document.body.replaceChildren();
  const get = (name) => (name === "state" ? state : undefined), none = () => {};
  const send = (message) => window.sent.push(message);
  const on = (name, listener) => { if (name === "msg:custom") window.answer = listener; };
  const model = { get, send, set: none, on, off: none, save_changes: none };
  const el = document.createElement("div"); // drawn first and put into the page then, as a notebook does it
  window.cleanup = front.render({ model, el });
  document.body.append(el);
};
window.isReady = true;
</script>"""


def bare_page(browser, front, **options):
    """A page in which `show(state)` draws a front of this class; `sent` holds what it asked a kernel for."""
    page = browser.new_page(viewport={"width": 760, "height": 800}, **options)
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("console", lambda message: page.complaints.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: request.url.startswith("data:") or page.complaints.append(request.url))
    page.set_content(PAGE.replace("SOURCE", base64.b64encode(front._esm.encode()).decode()))
    page.wait_for_function("() => window.isReady")
    return page


def show(page, model):
    """Draw this model from its state as JSON, and return what the front says of it."""
    page.evaluate("state => window.show(state)", json.loads(json.dumps(model.scene() | model.state(), allow_nan=False)))
    return page.locator(".words").inner_text()


def drag_by_finger(page, handle, dx, dy):
    """Put a finger on a handle, move it by (dx, dy) and lift it, and return how far the page has scrolled meanwhile."""
    page.evaluate("() => { document.body.style.minHeight = '3000px'; scrollTo(0, 100); }")
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)
    for kind, share in [("touchStart", 0), *(("touchMove", k / 10) for k in range(1, 11)), ("touchEnd", None)]:
        points = [] if share is None else [{"x": x + share * dx, "y": y + share * dy}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        page.wait_for_timeout(20)
    page.wait_for_timeout(200)
    return page.evaluate("() => scrollY") - 100
