"""What `import` finds: the dropped files, then Python's own modules, then small substitutes, then what is made up."""

import builtins
import importlib.abc
import importlib.machinery
import sys
import types

from . import invented, json_names, models, partial_json, patterns, sglang_names, vllm_names

# Ways to the page, to the network, to other programs: a parser needs none.
REFUSED = {
    "js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core", "micropip", "ctypes", "_ctypes", "socket", "_socket",
    "ssl", "subprocess", "_posixsubprocess", "multiprocessing", "webbrowser", "ftplib", "smtplib", "telnetlib", "asyncio", "gc",
}  # fmt: skip
# Base classes that do the work of a parser: what it returns is theirs as well.
STANDS_IN = {"BaseFormatDetector", "BaseThinkingReasoningParser"}

REFUSED_PARTS = ("urllib.request", "http.client", "http.server")

_engines = {
    "vllm": [vllm_names],
    "lmdeploy": [vllm_names],
    "sglang": [sglang_names],
    "openai": [],
    "pydantic": [models],
    "pydantic_core": [models],
    "partial_json_parser": [partial_json],
}

# Python's own modules that the dropped files get with a knowledge of places.
_WITH_PLACES = {"re": patterns.library("re", patterns.Pattern), "json": json_names.module}


def _import(name, globals=None, locals=None, fromlist=(), level=0):
    known = _WITH_PLACES.get(name) if level == 0 else None
    return _python_imports(name, globals, locals, fromlist, level) if known is None else known


_python_imports = builtins.__import__
_builtins = {**builtins.__dict__, "__import__": _import}

# What the dropped files are called: dotted, without `.py`.
files: dict[str, types.CodeType] = {}


class Refused(ImportError):
    """An import that would leave this worker."""


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, _path=None, _target=None):
        root = name.partition(".")[0]
        if root in REFUSED or name in REFUSED_PARTS:
            raise Refused(f"`import {name}` is refused", name=name)
        known = root in sys.stdlib_module_names
        if not known or name in files:
            return importlib.machinery.ModuleSpec(name, self, is_package=name not in files)
        return None

    def create_module(self, _spec):
        return None

    def exec_module(self, module):
        name = module.__name__
        own = own_file(name)
        if own is not None:
            module.__dict__["__file__"] = own
            # A package may be asked for what is below it.
            module.__path__ = []
            run_once(own, module)
            return
        root = name.partition(".")[0]
        if root == "regex":
            found = patterns.library("regex", patterns.RegexPattern)
            module.__dict__.update({key: value for key, value in found.__dict__.items() if not key.startswith("__")})
            module.V0 = module.V1 = found.NOFLAG
            return
        if root == "orjson":
            _orjson(module)
            return
        if root == "typing_extensions":
            import typing

            module.__dict__.update({key: value for key, value in typing.__dict__.items() if not key.startswith("__")})
            return
        module.__path__ = []
        if root not in _engines:
            invented.note(root, used=False)
        tables = _engines.get(root, [])

        def attribute(wanted):
            if wanted.startswith("__"):
                raise AttributeError(wanted)
            for table in tables:
                if wanted in table.__dict__:
                    if wanted in STANDS_IN:
                        invented.note(f"{root} {wanted}")
                    return table.__dict__[wanted]
            # Once made, it is the same for everybody.
            value = invented.made(f"{name}.{wanted}")
            setattr(module, wanted, value)
            return value

        module.__getattr__ = attribute


def _orjson(module):
    json = json_names.module

    def dumps(value, *_options, **_rest):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

    module.dumps, module.loads, module.JSONDecodeError = dumps, json.loads, json.JSONDecodeError


def own_file(name):
    """The dropped file that a dotted name means: the one that shares most of its end; None where none does."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        end = ".".join(parts[-length:])
        for own in files:
            if own == end or own.endswith("." + end):
                return own
    return None


_modules: dict[str, types.ModuleType] = {}


def run_once(own, module):
    """Runs a dropped file, once for all the names it is imported by."""
    if own in _modules:
        module.__dict__.update(_modules[own].__dict__)
        return
    _modules[own] = module
    # Relative imports look beside it: any package will do, as files are found by their ends.
    module.__dict__.setdefault("__package__", None)
    if not module.__package__:
        module.__package__ = "dropped"
    module.__dict__["__builtins__"] = _builtins
    exec(files[own], module.__dict__)


def load(own):
    """The module of a dropped file."""
    if own in _modules:
        return _modules[own]
    module = types.ModuleType("dropped." + own)
    module.__package__ = "dropped"
    module.__path__ = []
    sys.modules[module.__name__] = module
    run_once(own, module)
    return module


def forget():
    """What was dropped before is gone."""
    for name, module in list(sys.modules.items()):
        spec = getattr(module, "__spec__", None)
        if name.startswith("dropped") or (spec is not None and isinstance(spec.loader, _Finder)):
            del sys.modules[name]
    _modules.clear()
    files.clear()
    invented.uses.clear()


def _no_program(name):
    def refuse(*_args, **_options):
        raise PermissionError(f"`{name}` is refused: a parser runs no programs")

    return refuse


def install():
    """From now on nothing else can be imported. Called once, when Python has started."""
    import os

    for name in ("system", "popen", "fork", "forkpty", "posix_spawn", "posix_spawnp", "kill", "_exit", "abort"):
        if hasattr(os, name):
            setattr(os, name, _no_program(f"os.{name}"))
            if hasattr(sys.modules.get("posix"), name):
                setattr(sys.modules["posix"], name, _no_program(f"os.{name}"))
    for name in [name for name in os.__dict__ if name.startswith(("exec", "spawn"))]:
        setattr(os, name, _no_program(f"os.{name}"))
    sys.meta_path[:] = [_Finder(), *(one for one in sys.meta_path if "JsFinder" not in type(one).__name__)]
    for name in list(sys.modules):
        if name.partition(".")[0] in REFUSED - {"gc"} or name in REFUSED_PARTS:
            del sys.modules[name]
