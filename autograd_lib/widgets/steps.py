"""The base of the widgets that go step by step: all steps as frames, which the page shows without the kernel."""

from autograd_lib.draw.render import picture_of_svg
from autograd_lib.draw.text import data_text, gradient_text, number_text
from autograd_lib.widgets.graph_picture import arrows_of, for_page
from autograd_lib.widgets.view import Front

CHARACTER = 6.2 / 72  # the width of a digit in a drawing, in inches


class StepFront(Front):
    """A graph and its steps.

    Args:
        model: has `scene()` with all its steps, and `step`, where it begins; and, for pages where nothing moves,
            `still_svg()`, `alt` (its alternative text) and `listing()` (all steps in words).
    """

    def __init__(self, model):
        # Made now, so that an error in making it is shown instead of the widget.
        self.picture_on_paper = picture_of_svg(model.still_svg(), model.listing(), model.alt)
        super().__init__(model)

    def still(self):
        return self.picture_on_paper


def scene_of(graph, films, largest):
    """What a page needs to show a NumberGraph step by step, as JSON.

    Args:
        films: lists of frames, made by `frame`. In a film, gradients are what its payments have added up to.
        largest: the size of the gradient whose box is the darkest.
    """
    paid = [payment for film in films for each in film for payment in each["paid"]]
    widest = [len("grad 0.0")] * len(graph.nodes)
    for film in films:
        for each in film:
            for payee, payment in zip(graph.nodes[each["at"]].payees if each["paid"] else (), each["paid"]):
                widest[payee] = max(widest[payee], len(f"grad {payment['grad']}") + (2 if payment["wrong"] else 0))
    arrows = arrows_of(graph)
    data = [data_text(node.data) for node in graph.nodes]
    # The payments stand on the arrows, a number a line: far enough apart that they cover no box, unless they are long.
    lines = [line for payment in paid for line in (*payment["factors"].split(" × "), payment["amount"])]
    ranksep = min(max(0.7, (max(map(len, lines), default=0) + 4) * CHARACTER), 1.0)
    return {
        "svg": for_page(graph.boxes, arrows, data, ["8" * width for width in widest], ranksep, nodesep=0.32),
        "names": graph.names,
        "inputs": [list(node.inputs) for node in graph.nodes],
        "payees": [list(node.payees) for node in graph.nodes],
        "arrows": arrows,
        "data": data,
        "words": [node.words for node in graph.nodes],
        "rootShare": round(min(1.0, 1.0 / largest), 3),
        "films": [[shaded(each, largest) for each in film] for film in films],
    }


def frame(way, at=None, payments=(), wrong=False):
    """One step of a film.

    Args:
        way: "leaves" (they are given), "forward" (a node is computed), "seed" (the root has its 1.0), "back" (a node
            pays) or "over".
        at: the place of the node at work.
        payments: its Payments, in the order of its payees.
        wrong: whether they break the rule, or pass on what another wrong payment has made.
    """
    paid = [
        {
            "factors": f"{number_text(p.upstream)} × {bracketed(number_text(p.local))}",
            "amount": number_text(p.upstream * p.local),
            "upstream": number_text(p.upstream),
            "grad": gradient_text(p.total).removeprefix("grad "),
            "size": abs(p.total),
            "wrong": wrong,
        }
        for p in payments
    ]
    return {"way": way, "at": at, "paid": paid}


def shaded(frame, largest):
    """A frame with a share of the darkest colour for each size, which is no JSON if it is infinite."""
    paid = []
    for payment in frame["paid"]:
        size = payment["size"]
        share = 1.0 if not size < largest else size / largest
        paid.append({**payment, "size": round(share, 3) if size else 0.0})
    return {**frame, "paid": paid}


def bracketed(text):
    return f"({text})" if text.startswith("-") else text
