import {
  characters,
  choice,
  literal,
  nothing,
  optional,
  repeat,
  sampledSpace,
  sequence,
  space,
} from '../peg/matchers.ts';
import { FAILED, type Matcher, type Reading } from '../peg/reading.ts';
import type { Schema, TypeName } from '../schema.ts';
import { isDigit } from '../../../text/document/index.ts';

// JSON as the sampler's grammar has it: only what the schema allows, members in its order, and little white space.

const isHex = (code: number): boolean => isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
/** No control character, and neither a quote nor a backslash. */
const isPlain = (code: number): boolean => code > 31 && code !== 127 && code !== 34 && code !== 92;

const digits = characters(isDigit, 16);
const hex = characters(isHex, 1);
const escape = sequence('\\', choice(...Array.from('"\\bfnrt'), sequence('u', hex, hex, hex, hex)));
const character = choice(characters(isPlain, 1), escape);
const plainText = choice(characters(isPlain), escape);

const whole = choice(
  '0',
  sequence(
    characters((code) => code > 48 && isDigit(code), 1),
    optional(characters(isDigit, 15)),
  ),
);
const integer = sequence(optional('-'), whole);
const exponent = optional(choice('e', 'E'), optional(choice('+', '-')), whole);
const number = sequence(integer, optional('.', digits), exponent);
const boolean = choice('true', 'false');
const anyString = text(0, Infinity);

/**
 * What the sampler may write for a value of this schema. Made when it is first asked for, and read once at each place, as
 * references may lead to one schema in many ways.
 */
export function sampledValue(schema: Schema): Matcher {
  let made: Matcher | null = null;
  return (reading, at) => {
    const { known } = reading;
    const tried = known.get(schema) ?? new Map<number, number>();
    known.set(schema, tried);
    const to = tried.get(at) ?? (made ??= valueOf(schema))(reading, at);
    tried.set(at, to);
    return to;
  };
}

function valueOf(schema: Schema): Matcher {
  const { kind, types, children, values = [], least = 0, most = Infinity } = schema;
  if (kind === 'values') return choice(...values.map((value) => literal(JSON.stringify(value), 'wanted-json')));
  if (kind === 'any-of' || (kind === 'reference' && children.length > 0)) return choice(...children.map(sampledValue));
  if (kind === 'object') return objectOf(schema);
  if (kind === 'tuple') return bracketed('[', listOf(children.map(sampledValue)), ']');
  const [items] = children;
  if (kind === 'array' && items !== undefined) return arrayOf(items, least, most);
  const [only] = types;
  return types.size === 0 || types.size > 2 || only === undefined ? anyValue : scalarOf(only, least, most);
}

function scalarOf(type: TypeName, least: number, most: number): Matcher {
  if (type === 'string') return text(least, most);
  if (type === 'integer') return integer;
  if (type === 'number') return number;
  if (type === 'boolean') return boolean;
  return type === 'null' ? literal('null', 'wanted-json') : anyValue;
}

function text(least: number, most: number): Matcher {
  const inner = least === 0 && most === Infinity ? repeat(plainText) : repeat(character, least, most);
  return sequence(literal('"', 'wanted-json'), inner, literal('"', 'wanted-json'));
}

function arrayOf(items: Schema, least: number, most: number): Matcher {
  const item = sampledValue(items);
  const more = repeat(sequence(',', space, item), Math.max(0, least - 1), most - 1);
  const some = sequence(item, more);
  return bracketed('[', most <= 0 ? nothing : least > 0 ? some : optional(some), ']');
}

/** The required members in the order of the schema, then those of the others that are there, in their order as well. */
function objectOf({ parameters, additional = null }: Schema): Matcher {
  const members = parameters.map(({ name, schema, isRequired }) => ({
    isRequired,
    part: sequence(literal(JSON.stringify(name), 'wanted-json'), space, ':', space, sampledValue(schema)),
  }));
  const required = members.filter(({ isRequired }) => isRequired).map(({ part }) => part);
  const others = members.filter(({ isRequired }) => !isRequired).map(({ part }) => part);
  const comma = sequence(',', space);
  if (additional !== null) {
    const names = new Set(parameters.map(({ name }) => name));
    const member = sequence(unnamed(names), ':', space, sampledValue(additional));
    others.push(sequence(member, repeat(sequence(comma, member))));
  }
  if (required.length > 0) {
    return bracketed('{', sequence(listOf(required), ...others.map((part) => optional(comma, part))), '}');
  }
  // Whichever comes first has no comma before it.
  let rest: Matcher = nothing;
  const starts = others.toReversed().map((part) => {
    const start = sequence(part, rest);
    rest = sequence(optional(comma, part), rest);
    return start;
  });
  return bracketed('{', optional(choice(...starts.toReversed())), '}');
}

function listOf(parts: readonly Matcher[]): Matcher {
  return sequence(...parts.flatMap((part, index) => (index === 0 ? [part] : [sequence(',', space), part])));
}

function bracketed(open: string, inner: Matcher, close: string): Matcher {
  return sequence(literal(open, 'wanted-json'), space, inner, space, literal(close, 'wanted-json'));
}

/** The key of a member that the schema does not name. */
function unnamed(names: ReadonlySet<string>): Matcher {
  return (reading, at) => {
    const to = anyString(reading, at);
    const isNamed = to !== FAILED && !reading.needsMore && names.has(reading.text.slice(at + 1, to - 1));
    return isNamed ? reading.refuse(to - 1, 'wanted-json') : to;
  };
}

/** Any value, in a loop with a stack of its own. */
function anyValue(reading: Reading, from: number): number {
  const { text: all } = reading;
  const open: string[] = [];
  let at = from;
  for (;;) {
    const opener = all[at];
    let isDone = true;
    if (opener === '{' || opener === '[') {
      open.push(opener === '{' ? '}' : ']');
      at = sampledSpace(all, at + 1);
      if (at >= all.length) return reading.more(at);
      isDone = all[at] === open.at(-1);
    } else {
      at = scalar(reading, at);
      if (at === FAILED || reading.needsMore) return at;
    }
    while (isDone) {
      const closer = open.at(-1);
      if (closer === undefined) return at;
      const close = sampledSpace(all, at);
      if (close >= all.length) return reading.more(close);
      if (all[close] === closer) {
        open.pop();
        at = close + 1;
      } else if (all[at] === ',') {
        at = sampledSpace(all, at + 1);
        isDone = false;
      } else {
        return reading.refuse(close, 'wanted-json');
      }
    }
    if (open.at(-1) !== '}') continue;
    at = key(reading, at);
    if (at === FAILED || reading.needsMore) return at;
  }
}

const scalar = choice(anyString, number, boolean, literal('null', 'wanted-json'));
const key = sequence(anyString, ':', space);
