import type { JsonObject } from '../../text/json/index.ts';
import {
  isDict,
  isList,
  PythonDict,
  pythonStr,
  type PythonValue,
  readPythonJson,
  shlexSplit,
  stripPython,
  truthy,
} from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { pairTags, readPairs } from './arg-pairs.ts';
import { mlxRuntime } from './reader.ts';
import { isString, jsonOrLiteral, pairValue, parametersOf } from './values.ts';

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

/** JSON, else a first line and an object, else what is before the first blank and an object, `key=value` words or any text. */
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
  const called = calledIn(item);
  if (called === null) return null;
  const { name } = called;
  const given = typeof called.given === 'string' ? (jsonOrLiteral(called.given) ?? called.given) : called.given;
  if (typeof name !== 'string') return null;
  if (given === undefined || given === null) return [name, new PythonDict()];
  return isDict(given) ? [name, typed(given, parametersOf(tools, name))] : null;
}

interface Called {
  readonly name: PythonValue | undefined;
  readonly given: PythonValue | undefined;
}

/** `name` or `function` beside `arguments`, or both in `tool`; a name that is an object holds them once more. */
function calledIn(item: PythonDict): Called | null {
  const key = item.has('name') ? 'name' : 'function';
  const tool = item.get('tool');
  const [holder, nameKey] = item.has(key) && item.has('arguments') ? [item, key] : [tool, 'name'];
  if (!isDict(holder)) return null;
  const name = holder.get(nameKey);
  const given = holder.get('arguments');
  if (!isDict(name)) return { name, given };
  return { name: name.get('name'), given: given !== undefined && truthy(given) ? given : name.get('arguments') };
}

/** Values that are text are read where they are not declared as strings, and where they are, all others become text. */
function typed(given: PythonDict, parameters: JsonObject | null): PythonDict {
  return new PythonDict(
    [...given.entries()].map(([key, item]): readonly [PythonValue, PythonValue] => {
      const declared = typeof key === 'string' ? key : null;
      if (typeof item === 'string')
        return [key, pairValue(item, declared === null ? null : parameters, declared ?? '')];
      return [key, declared !== null && isString(parameters, declared) ? pythonStr(item) : item];
    }),
  );
}

function asLines(text: string, tools: readonly ToolDefinition[]): Guess | null {
  const end = text.indexOf('\n');
  if (end < 0) return null;
  const name = stripPython(text.slice(0, end));
  const given = jsonOrLiteral(stripPython(text.slice(end)));
  return isDict(given) && name !== '' ? [name, typed(given, parametersOf(tools, name))] : null;
}

function asWords(text: string, tools: readonly ToolDefinition[]): Guess | null {
  if (text === '') return null;
  const blank = text.indexOf(' ');
  const name = blank < 0 ? text : text.slice(0, blank);
  const rest = blank < 0 ? '' : stripPython(text.slice(blank));
  if (rest === '') return [name, new PythonDict()];
  const parameters = parametersOf(tools, name);
  const value = jsonOrLiteral(rest);
  if (isDict(value)) return [name, typed(value, parameters)];
  const pairs = assignments(rest);
  if (pairs === null) return [name, raw(rest)];
  return [name, new PythonDict(pairs.map(([key, text]) => [key, pairValue(text, parameters, key)] as const))];
}

/** `key=value` words, as a shell cuts words; null where one is none. */
function assignments(text: string): (readonly [string, string])[] | null {
  const pairs: (readonly [string, string])[] = [];
  for (const word of shlexSplit(text) ?? ['']) {
    const at = word.indexOf('=');
    const key = stripPython(word.slice(0, Math.max(0, at)));
    if (key === '') return null;
    pairs.push([key, word.slice(at + 1)]);
  }
  return pairs.length === 0 ? null : pairs;
}
