"""As much of pydantic as the data classes of parsers need: fields with defaults, checked only where a field is a string."""

import functools
import inspect
import json
import typing


class ValidationError(ValueError):
    pass


class _Field:
    def __init__(self, default=..., default_factory=None):
        self.default = default
        self.default_factory = default_factory


def Field(default=..., *, default_factory=None, **_rest):
    return _Field(default, default_factory)


def ConfigDict(**options):
    return options


def _decorator(*_args, **_options):
    if len(_args) == 1 and inspect.isfunction(_args[0]):
        return _args[0]
    return lambda function: function


field_validator = model_validator = field_serializer = model_serializer = validator = root_validator = _decorator


@functools.cache
def _fields(kind):
    found = {}
    for base in reversed(kind.__mro__):
        # A file under `from __future__ import annotations` has them as text, and Python 3.14 evaluates them late.
        notes = inspect.get_annotations(base, format=__import__("annotationlib").Format.FORWARDREF)
        for name, note in notes.items():
            if not name.startswith("_") and name != "model_config":
                found[name] = (note, type(None) in typing.get_args(note), _models_in(note))
    return found


def _models_in(note):
    """The models that a field may be of."""
    return [kind for kind in (note, *typing.get_args(note)) if isinstance(kind, type) and issubclass(kind, BaseModel)]


class BaseModel:
    def __init__(self, **values):
        for name, (note, may_be_none, models) in _fields(type(self)).items():
            if name in values:
                value = values.pop(name)
            else:
                value = getattr(type(self), name, ...)
                if isinstance(value, _Field):
                    value = value.default_factory() if value.default_factory else value.default
                if value is ...:
                    if not may_be_none:
                        raise ValidationError(f"{type(self).__name__}: the field `{name}` is required")
                    value = None
            if note in (str, "str") and not isinstance(value, str):
                found = type(value).__name__
                raise ValidationError(f"{type(self).__name__}.{name}: expected a string, found {found}")
            if isinstance(value, dict) and models:
                # Where a field is of a model, an object becomes one, as with pydantic.
                value = models[0](**value)
            elif isinstance(value, (list, dict)):
                value = value.copy()
            setattr(self, name, value)
        for name, value in values.items():
            setattr(self, name, value)

    def model_dump(self, exclude_none=False, exclude_unset=False, **_rest):
        return {
            name: _plain(value, exclude_none)
            for name, value in self.__dict__.items()
            if not (exclude_none and value is None)
        }

    def model_dump_json(self, **options):
        return json.dumps(self.model_dump(**options), ensure_ascii=False)

    dict = model_dump

    @classmethod
    def model_validate(cls, value, **_rest):
        return value if isinstance(value, cls) else cls(**value)

    @classmethod
    def model_validate_json(cls, text, **_rest):
        return cls.model_validate(json.loads(text))

    def model_copy(self, update=None, **_rest):
        return type(self)(**{**self.__dict__, **(update or {})})

    def __eq__(self, other):
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None

    def __repr__(self):
        inside = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({inside})"


def _plain(value, exclude_none):
    if isinstance(value, BaseModel):
        return value.model_dump(exclude_none=exclude_none)
    if isinstance(value, list | tuple):
        return [_plain(one, exclude_none) for one in value]
    return value


class TypeAdapter:
    """Takes every value as it is: nothing is checked."""

    def __init__(self, _kind):
        pass

    def validate_python(self, value, **_rest):
        return value

    def validate_json(self, text, **_rest):
        return json.loads(text)
