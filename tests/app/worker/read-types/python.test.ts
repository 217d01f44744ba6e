import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { readPython } from '../../../../src/app/worker/read-types/python.ts';

const only = (source: string) => readPython(source).types[0];

describe('Python functions', () => {
  it('give their parameters with types, defaults and the words of a Google docstring', () => {
    const source = `
@tool("weather")
async def get_weather(city: str, days: int = 3, unit: Optional[Literal["c", "f"]] = None) -> dict:
    """Reads the weather
    of a city.

    Only for today.

    Args:
        city (str): Name of the city,
            without its country.
        days: How many days.

    Returns:
        dict: days: not this
    """
    return {}
`;
    expect(readPython(source)).toEqual({
      types: [
        {
          name: 'get_weather',
          isPart: false,
          description: 'Reads the weather of a city.\n\nOnly for today.',
          schema: {
            type: 'object',
            properties: {
              city: { type: 'string', description: 'Name of the city, without its country.' },
              days: { type: 'integer', description: 'How many days.', default: 3 },
              unit: { type: ['string', 'null'], enum: ['c', 'f', null] },
            },
            required: ['city'],
          },
        },
      ],
      notes: [],
    });
  });

  it('are read with docstrings of NumPy and Sphinx', () => {
    const numpy = `def f(a: float, b: list[str]):
    """Does it.

    Parameters
    ----------
    a : float
        The first.
    b : list of str
        The second,
        in two lines.
    """`;
    const sphinx = `def f(a: float, b: list[str]):
    """Does it.

    :param a: The first.
    :param list b: The second,
        in two lines.
    :returns: nothing
    """`;
    const wanted = {
      description: 'Does it.',
      schema: {
        properties: {
          a: { type: 'number', description: 'The first.' },
          b: { type: 'array', items: { type: 'string' }, description: 'The second, in two lines.' },
        },
        required: ['a', 'b'],
      },
    };
    expect(only(numpy)).toMatchObject(wanted);
    expect(only(sphinx)).toMatchObject(wanted);
  });

  it('leave out what the model does not give', () => {
    const { types, notes } = readPython(
      'def f(self, a: int, ctx: RunContext[Deps], *args, b: bool, _c: int = 0, **kwargs): ...\ndef _g(a: int): ...',
    );
    expect(types.map(({ name, schema }) => [name, Object.keys(schema['properties'] as object)])).toEqual([
      ['f', ['a', 'b']],
    ]);
    expect(notes).toEqual(['`*args` and `**kwargs` are left out: they have no names.']);
  });
});

describe('Python classes', () => {
  it('give their fields, what Field says, and the classes they use', () => {
    const source = `
class Color(str, Enum):
    RED = "red"
    BLUE = "blue"

class Stop(BaseModel):
    """A stop."""
    name: str

class Trip(BaseModel):
    """Plans a trip."""
    model_config = ConfigDict(extra="forbid")
    city: str = Field(..., description="The \\"city\\"", min_length=1)
    days: Annotated[int, Field(ge=1, le=30, description="How long")] = 3
    tags: list[str] = Field(default_factory=list, max_length=5)
    color: Color | None = None
    stops: "list"
    first: Stop
    pairs: dict[str, tuple[int, int]]
`;
    const { types, notes } = readPython(source);
    expect(types.map(({ name, isPart }) => [name, isPart])).toEqual([
      ['Stop', true],
      ['Trip', false],
    ]);
    expect(types[1]).toEqual({
      name: 'Trip',
      isPart: false,
      description: 'Plans a trip.',
      schema: {
        type: 'object',
        properties: {
          city: { type: 'string', description: 'The "city"', minLength: 1 },
          days: { type: 'integer', minimum: 1, maximum: 30, description: 'How long', default: 3 },
          tags: { type: 'array', items: { type: 'string' }, maxItems: 5 },
          color: { anyOf: [{ $ref: '#/$defs/Color' }, { type: 'null' }] },
          stops: { type: 'array' },
          first: { $ref: '#/$defs/Stop' },
          pairs: {
            type: 'object',
            additionalProperties: {
              type: 'array',
              prefixItems: [{ type: 'integer' }, { type: 'integer' }],
              items: false,
              minItems: 2,
            },
          },
        },
        required: ['city', 'stops', 'first', 'pairs'],
        $defs: {
          Color: { type: 'string', enum: ['red', 'blue'] },
          Stop: {
            type: 'object',
            properties: { name: { type: 'string' } },
            required: ['name'],
            description: 'A stop.',
          },
        },
      },
    });
    expect(notes).toEqual([]);
  });

  it('name a type that is not declared', () => {
    expect(readPython('class A(BaseModel):\n    b: Beacon').notes).toEqual([
      '`A.b` is a `Beacon`, which the text does not declare. The schema allows any value there.',
    ]);
  });
});

it('says so where there is nothing, and where there is too much', () => {
  expect(readPython('x = 1')).toEqual({
    types: [],
    notes: ['The text has no function and no class. Paste one of them.'],
  });
  expect(readPython('x'.repeat(200_001)).notes[0]).toContain('200,000 characters');
});

it('never throws', () => {
  const piece = fc.constantFrom(
    'def f(',
    'a: ',
    'Optional[',
    ']',
    '"""',
    "'",
    'Field(',
    ')',
    '\n    ',
    'class A',
    ':',
    '|',
    ',',
    '=',
    '*',
    '\\',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 40 }), (pieces) => {
      const { types } = readPython(pieces.join(''));
      expect(() => JSON.stringify(types)).not.toThrow();
    }),
    { numRuns: 300 },
  );
  expect(() => readPython(`def f(a: ${'list['.repeat(5000)}`)).not.toThrow();
});
