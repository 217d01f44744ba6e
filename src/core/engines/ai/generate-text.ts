import { isObject, type JsonValue, valueToText } from '../../text/json/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import {
  appLayerRuntime,
  type LayerItem,
  parsedCall,
  type RawToolCall,
  readByZod,
  type Refusal,
  unchecked,
  untilRaised,
  type ZodReading,
} from '../kit/index.ts';
import { readSecureJson } from './secure-json.ts';

const words = {
  'json-syntax': 'The AI SDK keeps this call as invalid, because `JSON.parse` rejects the arguments',
  'undeclared-tool': 'No declared tool has this name: the AI SDK keeps the call as invalid, with NoSuchToolError',
  'inherited-name':
    'No declared tool has this name, but every JavaScript object has such a key: the AI SDK accepts the call',
  'forbidden-key':
    'The arguments have the key `__proto__` or `constructor.prototype`: the AI SDK keeps the call as invalid',
  'schema-mismatch':
    'The arguments do not match the schema: the AI SDK keeps the call as invalid, with InvalidToolInputError',
  'blank-arguments': 'The arguments are blank: the AI SDK uses `{}` instead',
  'stripped-keys': 'zod removes keys that the schema does not have',
  'non-object-arguments': 'The arguments are JSON, but not an object: a tool with jsonSchema() accepts them',
  'no-text': 'The name or the arguments are not a string, and the provider demands strings',
  'raises-APICallError': 'The provider raises APICallError: the response does not have the shape that it expects',
} as const;

type Code = keyof typeof words;
type Check = (tool: ToolDefinition | undefined, value: JsonValue) => ZodReading;

const source = { version: 'ai 6.0.326 (npm)', file: 'src/generate-text/parse-tool-call.ts' } as const;

/**
 * `generateText` with tools whose schema is made by `jsonSchema()`, which checks nothing. A call that cannot be used is kept, with
 * `invalid: true`. That a provider raises for a call without name or text is read in its schema, not run.
 */
export const generateText = appLayerRuntime<Code>({
  id: 'ai:generate-text',
  flag: 'jsonSchema()',
  label: 'Vercel AI SDK generateText',
  emulates: 'generateText of the Vercel AI SDK with jsonSchema() tools: it checks names, but not arguments.',
  source,
  words,
  needsTools: true,
  read: (entries, tools) =>
    untilRaised(entries, (entry) => readEntry(entry, tools, (_tool, value) => unchecked(value))),
});

/** The same with tools that are declared with zod. */
export const generateTextZod = appLayerRuntime<Code>({
  id: 'ai:generate-text-zod',
  flag: 'zod',
  label: 'Vercel AI SDK generateText (zod)',
  emulates:
    'generateText of the Vercel AI SDK with zod tools: it checks names and arguments, and removes unknown keys.',
  source,
  words,
  needsTools: true,
  read: (entries, tools) => untilRaised(entries, (entry) => readEntry(entry, tools, checkByZod)),
});

function checkByZod(tool: ToolDefinition | undefined, value: JsonValue): ZodReading {
  // A name that only JavaScript declares has no schema.
  return tool === undefined ? unchecked(value) : readByZod(tool.schema, value, false);
}

function readEntry(entry: RawToolCall, tools: readonly ToolDefinition[], check: Check): LayerItem<Code> {
  const { id, name, given } = entry;
  if (typeof name !== 'string' || typeof given !== 'string')
    return { kind: 'raises', raises: 'APICallError', refusal: { code: 'no-text', of: 'entry' } };
  const invalid = (refusal: Refusal<Code>): LayerItem<Code> => {
    const input = readSecureJson(given);
    return { kind: 'invalid', name, id, given: input.ok ? input.value : given, refusal };
  };
  const tool = tools.find((one) => one.name === name);
  const isInherited = tool === undefined && tools.length > 0 && name in Object.prototype;
  if (tool === undefined && !isInherited) return invalid({ code: 'undeclared-tool', of: 'name' });
  const notes: Code[] = isInherited ? ['inherited-name'] : [];
  const isBlank = given.trim() === '';
  const reading = isBlank ? ({ ok: true, value: {} } as const) : readSecureJson(given);
  if (!reading.ok)
    return invalid('isForbidden' in reading ? { code: 'forbidden-key' } : { code: 'json-syntax', json: reading });
  const checked = check(tool, reading.value);
  if (!checked.ok) return invalid({ code: 'schema-mismatch', issues: checked.issues });
  if (isBlank) return parsedCall({ name, id, given: '{}' }, checked.value, [...notes, 'blank-arguments']);
  if (checked.isStripped)
    return {
      kind: 'call',
      name,
      id,
      value: checked.value,
      text: valueToText(checked.value),
      notes: [...notes, 'stripped-keys'],
    };
  return parsedCall(entry, checked.value, isObject(checked.value) ? notes : [...notes, 'non-object-arguments']);
}
