"""What a parser asks for and nobody dropped: it is made up, and every use of it is noted by name."""

import types

# The dotted names that were made up; True once the parser used one for more than an annotation or an import.
uses: dict[str, bool] = {}


def note(name: str, used: bool = True) -> None:
    uses[name] = uses.get(name, False) or used


class _Made(type):
    """The class of made-up classes: they can be subclassed, called, subscripted and asked for any attribute."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        path = cls.__dict__.get("made_up", None)
        if path is None:
            raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")
        return made(f"{path}.{name}", used=True)

    def __call__(cls, *args, **kwargs):
        path = cls.__dict__.get("made_up", None)
        if path is None:
            return super().__call__(*args, **kwargs)
        note(path)
        # A decorator that nobody has gives back what it decorates.
        if len(args) == 1 and not kwargs and isinstance(args[0], (types.FunctionType, type)):
            return args[0]
        return super().__call__()

    def __or__(cls, _other):
        return cls

    __ror__ = __or__

    def __getitem__(cls, _key):
        return cls

    def __iter__(cls):
        return iter(())


class _Value(metaclass=_Made):
    def __init__(self, *_args, **_kwargs):
        pass

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        for kind in type(self).__mro__:
            path = kind.__dict__.get("made_up")
            if path is not None:
                return made(f"{path}.{name}", used=True)
        raise AttributeError(name)

    def __call__(self, *args, **kwargs):
        if len(args) == 1 and not kwargs and isinstance(args[0], (types.FunctionType, type)):
            return args[0]
        return self

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0

    def __bool__(self):
        return False

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        return False


def made(path: str, used: bool = False):
    """A class that stands for a name that nobody dropped."""
    note(path, used)
    name = path.rsplit(".", 1)[-1]
    # Only a kind of exception may stand after `except`.
    if name.endswith(("Error", "Exception", "Warning")):
        return type(name, (Exception,), {"made_up": path})
    return _Made(name, (_Value,), {"made_up": path})
