import { isObject, type JsonValue, own } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { inputOf } from './call-input.ts';
import { withEscapedControls } from './escaped-controls.ts';
import { allowedArguments } from './hermes-arguments.ts';
import { repairCall } from './hermes-repair.ts';
import { writesPrototypeKey } from './prototype-keys.ts';
import { readRelaxed, relaxedWords } from './relaxed-json.ts';
import type { Release } from './release.ts';

export const calledWords = {
  ...relaxedWords,
  'no-name': 'A call must be an object with a string `name`',
  'prototype-key':
    'The protocol refuses the keys `__proto__`, `constructor` and `prototype`: they could change the prototype of objects',
  'schema-refuses': 'The schema of the tool does not allow these arguments',
} as const;

type Code = keyof typeof calledWords;

interface Called {
  readonly call: { readonly name: string; readonly input: string; readonly isCoerced: boolean } | null;
  /** Why the JSON is not a call; where there is a call nevertheless, the repair found it. */
  readonly refusal: { readonly code: Code; readonly at: number } | null;
  readonly isEscaped: boolean;
  readonly isUnescaped: boolean;
}

/** @param repairs false for a block without an end */
export function calledIn(body: string, tools: readonly ToolDefinition[], release: Release, repairs = true): Called {
  const escaped = withEscapedControls(body);
  const json = release.hermes.unescaped(escaped);
  const [isEscaped, isUnescaped] = [escaped !== body, json !== escaped];
  const reading = readRelaxed(json);
  const refused = (code: Code, at = 0): Called => {
    const isFinal = code === 'schema-refuses' && !release.hermes.repairsRefused;
    const repaired = repairs && !isFinal ? repairCall(body, tools, release.hermes) : null;
    const call = repaired && callOf(repaired.name, repaired.args, repaired.args, tools, release);
    return { call, refusal: { code, at }, isEscaped, isUnescaped };
  };
  if (!reading.ok) return refused(reading.code, json === body ? reading.at : 0);
  const { value } = reading;
  const name = isObject(value) ? own(value, 'name') : undefined;
  if (!isObject(value) || typeof name !== 'string') return refused('no-name');
  if (writesPrototypeKey(body)) return refused('prototype-key');
  const written = own(value, 'arguments');
  const args = allowedArguments(written, name, tools, release.hermes);
  if (args === undefined) return refused('schema-refuses');
  return { call: callOf(name, written, args, tools, release), refusal: null, isEscaped, isUnescaped };
}

/** @param written the arguments before anything was converted */
function callOf(
  name: string,
  written: JsonValue | undefined,
  args: JsonValue,
  tools: readonly ToolDefinition[],
  release: Release,
): Called['call'] {
  const input = inputOf(args, name, tools, release.values);
  return { name, input, isCoerced: input !== JSON.stringify(written ?? {}) };
}
