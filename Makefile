# The project's commands: `make help` lists them. Whatever needs .venv makes it first.

# PYTHON= names the interpreter that .venv is made from, VENV= another folder than .venv.
PYTHON ?= python3
VENV ?= .venv
python := $(VENV)/bin/python

# The redirection makes old versions of make ask a shell, which `command` needs.
uv := $(shell command -v uv 2>/dev/null)
ifdef uv
new_venv = "$(uv)" venv --quiet --clear --seed --python "$$("$(PYTHON)" -c 'import sys; print(sys.executable)')" $(1)
install = "$(uv)" pip install --quiet --python $(1)/bin/python
compiled := --compile-bytecode
else
new_venv = "$(PYTHON)" -m venv --clear $(1)
install = $(1)/bin/python -m pip install --quiet --disable-pip-version-check
uncompiled := --no-compile
endif

# What takes too long for every change is tried at night: NIGHTLY=yes, for any of the tests.
export NIGHTLY
and_nightly := $(if $(NIGHTLY),, and not nightly)

# The matrices of this course are small: several threads slow them down, and very much so on a busy machine.
export OPENBLAS_NUM_THREADS ?= 1

# Two files in .venv say how far its making got: `made` holds what it was made for, `ready` is newer than the lock once
# everything is installed. Without `ready`, or moved, or without its Python, or asked for another one: made anew.
made := $(VENV)/made
ready := $(VENV)/ready
identity := import os, sys; print(os.getcwd(), sys.base_prefix, sys.version.split()[0])
asked := $(if $(filter file,$(origin PYTHON)),$(python),$(PYTHON))
stale := $(shell [ -e $(ready) ] && [ "$$("$(asked)" -c '$(identity)' 2>/dev/null)" = "$$(cat $(made))" ] || echo anew)

.PHONY: help lab setup peers site serve test test-site test-peers test-browser test-on test-colab test-thorough mutants catalogue notebooks solved student slides minutes bench bench-widgets lint lock $(stale)

help:  ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-13s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

# The server itself reads JUPYTER_PORT and JUPYTER_TOKEN; it refuses to run as root (in a container) without the flag.
lab: $(ready)  ## open JupyterLab on your own copies of the notebooks, in my_notebooks/
	@$(python) tools/copy_notebooks.py
	$(python) -m jupyterlab $(if $(filter 0,$(shell id -u)),--allow-root) \
	  --ServerApp.root_dir="$(CURDIR)" --ServerApp.jpserver_extensions=autograd_lib.lab_server=True \
	  --LabApp.default_url=/lab/tree/my_notebooks/00_start_here.ipynb

setup: $(ready)  ## make .venv, with the versions in requirements.lock

$(made): $(stale)
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Python 3.11 or newer is needed. $(PYTHON) --version says: $$("$(PYTHON)" --version 2>&1 | head -n 1)." \
	    "Install a newer one, or name one: make $(firstword $(MAKECMDGOALS)) PYTHON=python3.12" >&2; exit 1; }
	@[ -n "$(uv)" ] || "$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) has no venv module (or no ensurepip), so it cannot make $(VENV)." \
	    "On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@echo "Making $(VENV): JupyterLab, NumPy, matplotlib, scikit-learn and what they need, in the versions of" \
	  "requirements.lock. About 200 MB to download, then half a minute of work."
	@$(call new_venv,$(VENV))
	@$(python) -c '$(identity)' > $@

lab_settings := $(VENV)/etc/jupyter/labconfig/default_setting_overrides.json

$(ready): $(made) requirements.lock pyproject.toml tools/lab_settings.json
	@rm -f $@
	@$(call install,$(VENV)) $(compiled) --no-deps -r requirements.lock
	@$(call install,$(VENV)) --no-deps --no-build-isolation -e .
	@mkdir -p $(dir $(lab_settings)) && cp tools/lab_settings.json $(lab_settings)
	@touch $@

test: $(ready)  ## run the tests, and every notebook against its stored outputs
	$(python) -m pytest -n 2 --dist loadfile -m "not peers and not browser and not thorough and not site$(and_nightly)" --nbval --nbval-current-env tests notebooks

$(VENV)/peers: $(ready) pyproject.toml
	@echo "Installing PyTorch, JAX, dask.distributed and what else notebooks 14 and 15 and the comparisons need."
	@$(call install,$(VENV)) $(uncompiled) -c requirements.lock --no-build-isolation -e ".[peers]"
	@touch $@

peers: $(VENV)/peers  ## install what notebooks 14 and 15 need: PyTorch, JAX, dask.distributed

with_peers := tests/peers $(shell grep -ls 'mark\.peers' tests/*.py)

# What takes longest comes first: the notebooks.
test-peers: $(VENV)/peers  ## run notebooks 14 and 15, and the tests that compare with PyTorch, JAX and others
	$(python) -m pytest -n 2 --dist loadfile --no-loadscope-reorder -m "peers$(and_nightly)" --nbval --nbval-current-env \
	  notebooks $(with_peers)

$(VENV)/browser: $(ready)
	@echo "Installing playwright, which drives the browser."
	@$(call install,$(VENV)) $(compiled) -c requirements.lock --no-build-isolation -e ".[browser]"
	@touch $@

# A page may be too slow once on a busy machine. What fails in a browser is tried once more, alone, and said to be. What
# has failed is remembered in a cache for each target ($@): two may run at a time.
in_browser = $(python) -m pytest -o cache_dir=.pytest_cache/$@
again = echo "Once more, what has failed:" >&2; $(in_browser) --last-failed --last-failed-no-failures none

test-browser: $(VENV)/browser $(VENV)/peers  ## run the tests that open JupyterLab in a browser (Chromium or Chrome)
	$(in_browser) -m "browser$(and_nightly)" tests/browser || { $(again) -m browser tests/browser; }

site := $(VENV)-site
$(site)/ready: tools/website/wheels.txt pyproject.toml requirements.lock
	@echo "Making $(site): JupyterLite, Sphinx, and the Python that runs in browsers. About 250 MB to download."
	@$(call new_venv,$(site))
	@$(call install,$(site)) $(uncompiled) -c requirements.lock -e ".[site]"
	@$(site)/bin/python -m pip download --quiet --disable-pip-version-check --require-hashes --no-deps \
	  --python-version 3.12 --implementation py --abi none --platform any --only-binary=:all: \
	  --dest $(site)/wheels --requirement tools/website/wheels.txt
	@touch $@

site: $(site)/ready  ## build the book and the edition for browsers, in site/
	@PYTHONPATH=tools $(site)/bin/python tools/make_site.py $(site)/wheels

serve:  ## show site/ on this machine, at http://127.0.0.1:8000; SITE_PORT= names another port
	@PYTHONPATH=tools "$(PYTHON)" -m website.serve

test-site: site $(VENV)/browser  ## build site/, and run the tests that drive it in a browser
	$(in_browser) -n 2 --dist loadfile -m "site$(and_nightly)" tests/site || { $(again) tests/site; }

test-on:  ## run the tests on another Python: make test-on PYTHON=python3.13
	@$(MAKE) --no-print-directory test VENV=.venv-$$("$(PYTHON)" -c 'import sys; print("%d.%d" % sys.version_info[:2])')

colab := $(VENV)-colab
$(colab)/ready: requirements.lock pyproject.toml Makefile
	@echo "Making $(colab), with the IPython, the ipykernel and the ipywidgets that Colab has."
	@$(call new_venv,$(colab))
	@$(call install,$(colab)) $(uncompiled) \
	  ipython==7.34.0 ipykernel==6.17.1 ipywidgets==7.7.1 hypothesis nbval pytest pytest-xdist -e .
	@touch $@

training := $(wildcard notebooks/06*.ipynb notebooks/08*.ipynb notebooks/11*.ipynb notebooks/12*.ipynb)

test-colab: $(colab)/ready  ## run the notebooks and the tests of widgets on the IPython and the ipywidgets of Colab
	$(colab)/bin/python -m pytest -n 2 --dist loadfile -m "not peers" --nbval --nbval-current-env \
	  tests/test_widget_*.py tests/test_quizzes.py tests/test_report.py \
	  $(if $(NIGHTLY),notebooks,$(filter-out $(training),$(wildcard notebooks/*.ipynb)))

thorough := $(shell grep -ls 'mark\.thorough' tests/*.py)

mutants: $(ready)  ## try the checker on the right solutions with one thing changed
	$(python) tools/mutants.py

test-thorough: $(ready)  ## try the checker on hostile answers, and each main road alone; NIGHTLY=yes also two mistakes at once
	$(python) -m pytest -n 2 --dist loadgroup -m "thorough and not peers$(and_nightly)" $(thorough)

catalogue: $(ready)  ## write docs/mistakes.md, the mistakes that the checker knows
	$(python) tools/catalogue.py

student: $(ready)  ## write the notebooks without solutions, for a class, to student/; HINTS=no takes the hints out too
	$(python) tools/student_notebooks.py $(if $(filter no,$(HINTS)),--no-hints) $(NOTEBOOKS)

$(VENV)/slides: $(ready)
	@echo "Installing reveal.js, which shows the slides."
	@$(call install,$(VENV)) --no-deps sphinx-revealjs==3.2.1
	@touch $@

slides: $(VENV)/slides  ## make slides of the notebooks' main roads, without solutions, in slides/; NOTEBOOKS= names some
	$(python) tools/make_slides.py $(NOTEBOOKS)

minutes: $(ready)  ## reckon how long each notebook takes its reader
	$(python) tools/minutes.py

notebooks: $(VENV)/peers  ## run the notebooks afresh and store their outputs; NOTEBOOKS= names some
	$(python) tools/run_notebooks.py $(NOTEBOOKS)

solved: $(VENV)/peers  ## write the notebooks with their solutions in, and run, to solved/; NOTEBOOKS= names some
	$(python) tools/run_notebooks.py --solved $(NOTEBOOKS)

bench: $(VENV)/peers  ## measure the engine beside others
	$(python) bench/run.py

bench-widgets: $(VENV)/browser  ## measure how soon the widgets follow the hand
	WIDGETS_PAGE=bench/widgets.md $(python) -m pytest -q -m browser -k "drag or hand or time_in or pictures_a" tests/browser

lint: $(ready)  ## check the style of the code and the notebooks
	$(python) -m ruff check .
	$(python) -m ruff format --check .

lock:  ## write requirements.lock anew from pyproject.toml (needs uv)
	UV_CUSTOM_COMPILE_COMMAND="make lock" uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	  --fork-strategy fewest --extra dev --no-emit-index-url --output-file requirements.lock pyproject.toml
