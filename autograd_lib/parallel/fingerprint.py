"""What a worker has: it travels as text and runs where nothing of ours may be installed."""


def fingerprint():
    """The versions that must agree for the same bits: of Python, of NumPy, and of the sources of autograd_lib.

    Its source is sent to a worker, which may lack the package: it imports all it needs by itself.

    Returns:
        A dictionary from names to texts; "none" stands for what cannot be imported.
    """
    import hashlib
    import importlib.metadata
    import importlib.util
    import pathlib
    import platform

    try:
        numpy = importlib.metadata.version("numpy")
    except importlib.metadata.PackageNotFoundError:
        numpy = "none"
    spec, digest = importlib.util.find_spec("autograd_lib"), hashlib.sha256()
    if spec and spec.origin:
        root = pathlib.Path(spec.origin).parent
        for path in sorted(root.rglob("*.py"), key=lambda path: path.relative_to(root).as_posix()):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    sources = digest.hexdigest()[:12] if spec and spec.origin else "none"
    return {"Python": ".".join(platform.python_version_tuple()[:2]), "NumPy": numpy, "autograd_lib": sources}
