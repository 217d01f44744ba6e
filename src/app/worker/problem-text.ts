import { numberText, type JsonObject, type JsonPath, type JsonValue } from '../../core/index.ts';

/** The part of the arguments that a path leads to, as the subject of a sentence. */
function nameOf(path: JsonPath): string {
  if (path.length === 0) return 'The value of the arguments';
  return code(pathText(path));
}

/** A name between backquotes, which it has none of itself. */
function code(name: string): string {
  return `\`${name.replaceAll('`', "'")}\``;
}

/** `filter.range[0]`; keys that are not names are quoted: `["first name"]`. */
function pathText(path: JsonPath): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[\w$-]+$/u.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}

/** Where an object is, to be put after the name of one of its properties; nothing for the arguments themselves. */
function within(path: JsonPath): string {
  return path.length === 0 ? '' : ` in ${nameOf(path)}`;
}

/** What is wrong with one value, as a sentence. `limit` is what the schema says under the keyword. */
export function wrongValue(keyword: string, limit: unknown, value: JsonValue, path: JsonPath): string | null {
  const name = nameOf(path);
  if (keyword in BOUNDS) {
    const { words, of, unit } = BOUNDS[keyword as keyof typeof BOUNDS];
    // Draft-04 writes an exclusive bound as a flag beside the bound.
    const [bound, isExclusive] = Array.isArray(limit) ? (limit as readonly unknown[]) : [limit, false];
    const wording =
      isExclusive === true ? words.replace('at least', 'more than').replace('at most', 'less than') : words;
    return `${name} should ${wording} ${counted(bound, unit)}, but ${of(value)}.`;
  }
  switch (keyword) {
    case 'pattern':
      return `${name} does not match the pattern ${limit instanceof RegExp ? limit.source : String(limit)}.`;
    case 'uniqueItems':
      return `${name} holds the same item twice.`;
    case 'contains':
      return `${name} does not hold the items that the schema asks for.`;
    case 'not':
      return `${name} has a form that the schema rules out.`;
    default:
      return null;
  }
}

interface Bound {
  readonly words: string;
  readonly unit: string;
  /** What the value has instead. */
  readonly of: (value: JsonValue) => string;
}

const itIs = (value: JsonValue): string => `it is ${shown(value)}`;
const characters = (value: JsonValue): string => `it has ${typeof value === 'string' ? Array.from(value).length : 0}`;
const items = (value: JsonValue): string => `it has ${Array.isArray(value) ? value.length : 0}`;
const properties = (value: JsonValue): string =>
  `it has ${typeof value === 'object' && value !== null ? Object.keys(value).length : 0}`;

const BOUNDS = {
  minimum: { words: 'be at least', unit: '', of: itIs },
  maximum: { words: 'be at most', unit: '', of: itIs },
  exclusiveMinimum: { words: 'be more than', unit: '', of: itIs },
  exclusiveMaximum: { words: 'be less than', unit: '', of: itIs },
  multipleOf: { words: 'be a multiple of', unit: '', of: itIs },
  minLength: { words: 'have at least', unit: 'character', of: characters },
  maxLength: { words: 'have at most', unit: 'character', of: characters },
  minItems: { words: 'have at least', unit: 'item', of: items },
  maxItems: { words: 'have at most', unit: 'item', of: items },
  minProperties: { words: 'have at least', unit: 'property', of: properties },
  maxProperties: { words: 'have at most', unit: 'property', of: properties },
} as const satisfies Record<string, Bound>;

function counted(bound: unknown, unit: string): string {
  if (unit === '' || bound === 1) return unit === '' ? String(bound) : `1 ${unit}`;
  return `${typeof bound === 'number' ? numberText(bound) : String(bound)} ${unit.replace(/y$/, 'ie')}s`;
}

export function unexpectedValue(expected: readonly string[], value: JsonValue, path: JsonPath): string {
  const some =
    expected.length > SHOWN_CHOICES ? [...expected.slice(0, SHOWN_CHOICES), 'another allowed value'] : expected;
  const choices = some.length > 1 ? `${some.slice(0, -1).join(', ')} or ${some.at(-1) ?? ''}` : (some[0] ?? 'absent');
  return `${nameOf(path)} should be ${choices}, but it is ${shown(value)}.`;
}

export function missingProperty(name: string, path: JsonPath): string {
  return `The required property ${code(name)} is missing${within(path)}.`;
}

export function missingCompanion(name: string, companion: string, path: JsonPath): string {
  return `The property ${code(name)} needs ${code(companion)} beside it${within(path)}.`;
}

export function forbiddenProperty(name: string, path: JsonPath): string {
  return `The property ${code(name)} is not allowed${within(path)}.`;
}

export function forbiddenItem(path: JsonPath): string {
  return `The item ${nameOf(path)} is not allowed.`;
}

export function forbiddenValue(path: JsonPath): string {
  return `${nameOf(path)} is not allowed here.`;
}

export function noFormFits(forms: number, path: JsonPath): string {
  return `${nameOf(path)} fits none of the ${forms} forms that the schema allows.`;
}

export function severalFormsFit(fitting: number, forms: number, path: JsonPath): string {
  return `${nameOf(path)} fits ${fitting} of the ${forms} forms that the schema allows, but it should fit exactly one.`;
}

export function failedKeyword(keyword: string, path: JsonPath): string {
  return `${nameOf(path)} does not meet "${keyword}".`;
}

/** How many allowed values a sentence lists, and how many characters of a text it quotes. */
const SHOWN_CHOICES = 8;
const SHOWN_CHARACTERS = 40;

const TYPES = new Map([
  ['string', 'a string'],
  ['number', 'a number'],
  ['integer', 'an integer'],
  ['boolean', 'true or false'],
  ['object', 'an object'],
  ['array', 'an array'],
  ['null', 'null'],
]);

export function typeText(type: string): string {
  return TYPES.get(type) ?? type;
}

/** A value that the schema allows, as JSON on one line. */
export function constantText(json: string): string {
  return json.length > SHOWN_CHARACTERS ? `${json.slice(0, SHOWN_CHARACTERS)}…` : json;
}

/** Scalars as they are, so that the reader sees the wrong value; containers by their kind. */
function shown(value: JsonValue): string {
  if (typeof value === 'string') return `the string ${constantText(JSON.stringify(value))}`;
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value !== 'object' || value === null) return String(value);
  const isEmpty = Object.keys(value satisfies JsonValue[] | JsonObject).length === 0;
  return isEmpty
    ? `an empty ${Array.isArray(value) ? 'array' : 'object'}`
    : Array.isArray(value)
      ? 'an array'
      : 'an object';
}
