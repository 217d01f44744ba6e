import { isObject, type JsonObject, type JsonValue, own } from '../../text/json/index.ts';
import {
  PythonDict,
  pythonFloat,
  pythonInt,
  type PythonValue,
  readPythonJson,
  stripPython,
} from '../../text/languages/index.ts';
import { type Exception, typeOf } from '../kit/index.ts';
import { mlxRuntime, type Places } from './reader.ts';
import { parametersOf } from './values.ts';

const INVOKE = '<invoke name=';
const INVOKE_END = '</invoke>';
const PARAMETER = '<parameter name=';
const PARAMETER_END = '</parameter>';

/** Every closed `<invoke name=…>`. A parameter that may be null is null, whatever the model wrote. */
export const minimax_m2 = mlxRuntime({
  flag: 'minimax_m2',
  formats: ['minimax-m2'],
  opener: '<minimax:tool_call>',
  closer: '</minimax:tool_call>',
  reads: 'Every <invoke name=…> in <minimax:tool_call> tags; a parameter that may be null always is null.',
  words: { 'no-invoke': 'There is no closed `<invoke name=…>`' },
  read(text, tools) {
    const values: PythonValue[] = [];
    const places: Places[] = [];
    for (const invoke of elementsIn(text, INVOKE, INVOKE_END, 0, text.length)) {
      const name = text.slice(invoke.name.from, invoke.name.to);
      const parameters = parametersOf(tools, name);
      const given = new PythonDict();
      for (const one of elementsIn(text, PARAMETER, PARAMETER_END, invoke.body.from, invoke.body.to)) {
        const key = text.slice(one.name.from, one.name.to);
        const value = valueOf(stripPython(text.slice(one.body.from, one.body.to)), parameters, key);
        if (value !== null && typeof value === 'object' && 'raises' in value) return value;
        given.set(key, value);
      }
      values.push(
        new PythonDict([
          ['name', name],
          ['arguments', given],
        ]),
      );
      places.push({ span: invoke.span, name: invoke.name, arguments: invoke.body });
    }
    return values.length === 0 ? { lost: 'no-invoke' } : { value: values, places };
  },
});

interface Range {
  readonly from: number;
  readonly to: number;
}

interface Element {
  readonly span: Range;
  /** Without its quotes. */
  readonly name: Range;
  readonly body: Range;
}

/** All closed elements between two offsets that have a name. */
function elementsIn(text: string, open: string, end: string, from: number, to: number): Element[] {
  const elements: Element[] = [];
  let at = from;
  for (let found = text.indexOf(open, at); found >= 0 && found < to; found = text.indexOf(open, at)) {
    const nameFrom = found + open.length;
    const bodyTo = text.indexOf(end, nameFrom);
    if (bodyTo < 0 || bodyTo + end.length > to) break;
    at = bodyTo + end.length;
    const closer = text.indexOf('>', nameFrom);
    if (closer === nameFrom) continue;
    const nameTo = closer < 0 || closer > bodyTo ? bodyTo : closer;
    const name = unquoted(text, nameFrom, nameTo);
    elements.push({ span: { from: found, to: at }, name, body: { from: Math.min(nameTo + 1, bodyTo), to: bodyTo } });
  }
  return elements;
}

function unquoted(text: string, from: number, to: number): Range {
  const quote = text.charAt(from);
  const isQuoted = (quote === '"' || quote === "'") && to - from > 1 && text.charAt(to - 1) === quote;
  return isQuoted ? { from: from + 1, to: to - 1 } : { from, to };
}

/** The types that a schema allows: those under `type`, those of its `enum` values, and those of its choices. */
function typesIn(schema: JsonValue | undefined, depth = 0): Set<string> {
  const types = new Set<string>();
  if (isObject(schema) && depth < DEEPEST) {
    const named = own(schema, 'type');
    for (const type of Array.isArray(named) ? named : [named]) if (typeof type === 'string') types.add(type);
    const values = own(schema, 'enum');
    if (Array.isArray(values)) for (const value of values) types.add(typeOf(value));
    for (const field of ['anyOf', 'oneOf', 'allOf']) {
      const choices = own(schema, field);
      if (Array.isArray(choices))
        for (const choice of choices) for (const type of typesIn(choice, depth + 1)) types.add(type);
    }
  }
  if (types.size === 0) types.add('string');
  return types;
}

/** A schema that nests its choices deeper than this names no further types. */
const DEEPEST = 500;

function valueOf(text: string, parameters: JsonObject | null, key: string): PythonValue | Exception {
  const schema = parameters === null ? undefined : own(parameters, key);
  const types = new Set([...typesIn(schema)].map((type) => type.toLowerCase()));
  if (types.has('null') || ['null', 'none', 'nil'].includes(text.toLowerCase())) return null;
  for (const [names, read] of readers) {
    if (!names.some((name) => types.has(name))) continue;
    const value = read(text);
    if (value !== undefined) return value;
  }
  const json = readPythonJson(text);
  return json.ok ? json.node.value : text;
}

type Read = (text: string) => PythonValue | Exception | undefined;

/** By the names of types, in the order in which they are tried. */
const readers: readonly (readonly [readonly string[], Read])[] = [
  [['integer', 'int'], (text) => pythonInt(text) ?? undefined],
  [['number', 'float'], number],
  [['boolean', 'bool'], boolean],
  [['object', 'array'], json],
  [['string', 'str', 'text'], (text) => text],
];

function number(text: string): PythonValue | Exception | undefined {
  const value = pythonFloat(text);
  if (value === null || Number.isNaN(value)) return undefined;
  if (!Number.isFinite(value)) return { raises: 'OverflowError', message: 'cannot convert float infinity to integer' };
  return Number.isInteger(value) ? BigInt(value) : value;
}

function boolean(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (['true', '1', 'yes', 'on'].includes(word)) return true;
  return ['false', '0', 'no', 'off'].includes(word) ? false : undefined;
}

function json(text: string): PythonValue | undefined {
  const reading = readPythonJson(text);
  return reading.ok ? reading.node.value : undefined;
}
