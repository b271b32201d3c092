"""The course: the notebooks' exercises and quizzes, the checker that says which mistake it was, progress and grading.

Each notebook has a folder here: `nb04/ex2_topological_order.py` is exercise 4.2. `contents.py` reads those folders.
"""
