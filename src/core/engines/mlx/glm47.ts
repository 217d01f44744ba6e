import type { JsonObject } from '../../text/json/index.ts';
import {
  isDict,
  isList,
  PythonDict,
  type PythonValue,
  readPythonJson,
  stripPython,
} from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { pairTags, readPairs } from './arg-pairs.ts';
import { mlxRuntime } from './reader.ts';
import { jsonOrLiteral, pairValue, parametersOf } from './values.ts';

const tags = pairTags();

/** A name with pairs of a key and a value; where no key begins, it guesses. Every call text becomes a call. */
export const glm47 = mlxRuntime({
  flag: 'glm47',
  formats: ['glm-4.5'],
  opener: '<tool_call>',
  closer: '</tool_call>',
  reads: 'A name and <arg_key> pairs in <tool_call> tags; any other text there becomes a call as well.',
  thinks: true,
  words: {},
  read(raw, tools) {
    const nameTo = raw.indexOf(tags.key);
    if (nameTo < 0) return { value: callOf(...guessed(stripPython(raw), tools)) };
    const name = stripPython(raw.slice(0, nameTo));
    return { value: callOf(name, readPairs(raw, tags, parametersOf(tools, name))) };
  },
});

function callOf(name: string, given: PythonValue): PythonDict {
  return new PythonDict([
    ['name', name],
    ['arguments', given],
  ]);
}

type Guess = readonly [name: string, given: PythonValue];

/** JSON, else a first line and an object, else a first word and an object, `key=value` words or any text. */
function guessed(text: string, tools: readonly ToolDefinition[]): Guess {
  return asJson(text, tools) ?? asLines(text, tools) ?? asWords(text, tools) ?? ['unknown', raw('')];
}

function raw(text: string): PythonDict {
  return new PythonDict([['raw', text]]);
}

function asJson(text: string, tools: readonly ToolDefinition[]): Guess | null {
  const reading = readPythonJson(text);
  if (!reading.ok) return null;
  const { value } = reading.node;
  const item = isList(value) ? value[0] : value;
  if (!isDict(item)) return null;
  const tool = item.get('tool');
  const holder = isDict(tool) ? tool : item;
  const name = holder.get('name') ?? holder.get('function');
  const given = holder.get('arguments');
  if (typeof name !== 'string' || (given === undefined && holder === item)) return null;
  return [name, typed(given ?? new PythonDict(), parametersOf(tools, name))];
}

/** Arguments that are text are read, and so are values that are text, where they are not declared as strings. */
function typed(given: PythonValue, parameters: JsonObject | null): PythonValue {
  const value = typeof given === 'string' ? (jsonOrLiteral(given) ?? given) : given;
  if (!isDict(value)) return value;
  const entries = [...value.entries()].map(([key, item]): readonly [PythonValue, PythonValue] => {
    const isText = typeof item === 'string' && typeof key === 'string';
    return [key, isText ? pairValue(item, parameters, key) : item];
  });
  return new PythonDict(entries);
}

function asLines(text: string, tools: readonly ToolDefinition[]): Guess | null {
  const end = text.indexOf('\n');
  if (end < 0) return null;
  const name = stripPython(text.slice(0, end));
  const given = jsonOrLiteral(stripPython(text.slice(end)));
  return isDict(given) && name !== '' ? [name, typed(given, parametersOf(tools, name))] : null;
}

const WORD = /^(\S+)\s*([\s\S]*)$/;

function asWords(text: string, tools: readonly ToolDefinition[]): Guess | null {
  const [, name, rest = ''] = WORD.exec(text) ?? [];
  if (name === undefined) return null;
  if (rest === '') return [name, new PythonDict()];
  const parameters = parametersOf(tools, name);
  const value = jsonOrLiteral(rest);
  if (isDict(value)) return [name, typed(value, parameters)];
  const pairs = assignments(rest);
  if (pairs === null) return [name, raw(rest)];
  return [name, new PythonDict(pairs.map(([key, text]) => [key, pairValue(text, parameters, key)] as const))];
}

/** `key=value` words, a value in quotes or without blanks; null where there is none. */
function assignments(text: string): (readonly [string, string])[] | null {
  const found = [...text.matchAll(/(?<![\p{L}\p{N}_])([\p{L}\p{N}_]+)=(?:"([^"]*)"|'([^']*)'|(\S+))/gu)];
  return found.length === 0
    ? null
    : found.map(([, key = '', double, single, plain = '']) => [key, double ?? single ?? plain]);
}
