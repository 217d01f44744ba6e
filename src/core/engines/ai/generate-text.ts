import { isObject, type JsonValue, valueToText } from '../../text/json/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import {
  appLayerRuntime,
  type LayerItem,
  type LayerRuntime,
  parsedCall,
  type RawToolCall,
  readByZod,
  type Refusal,
  unchecked,
  untilRaised,
  type ZodReading,
} from '../kit/index.ts';
import type { Release } from './release.ts';
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
  'no-text': 'The id, the name or the arguments are not a string, and the provider demands strings',
  'repeated-id':
    'An earlier call has this id: `toolCalls` and the next request list that one again, though `execute` gets these arguments',
  'raises-APICallError': 'The provider raises APICallError: the response does not have the shape that it expects',
} as const;

type Code = keyof typeof words;
type Check = (tool: ToolDefinition | undefined, value: JsonValue) => ZodReading;

export interface AiLayers {
  /** `generateText` with tools whose schema is made by `jsonSchema()`, which checks nothing. */
  readonly json: LayerRuntime;
  /** The same with tools that are declared with zod. */
  readonly zod: LayerRuntime;
}

/**
 * What a release of the Vercel AI SDK makes of a whole response, with the provider of `@ai-sdk/openai-compatible`. A call that
 * cannot be used is kept, with `invalid: true`.
 */
export function aiLayers(release: Release): AiLayers {
  const { version, names } = release;
  const source = { version: `ai ${version} (npm)`, file: 'src/generate-text/parse-tool-call.ts' } as const;
  const shared = { source, words, needsTools: true } as const;
  return {
    json: appLayerRuntime<Code>({
      ...shared,
      id: `ai:generate-text${names.id}`,
      flag: 'jsonSchema()',
      label: `${names.label} generateText`,
      emulates: `generateText of the Vercel AI SDK with jsonSchema() tools: it checks names, but not arguments.${names.emulates}`,
      read: (entries, tools) => readAll(release, entries, tools, (_tool, value) => unchecked(value)),
    }),
    zod: appLayerRuntime<Code>({
      ...shared,
      id: `ai:generate-text-zod${names.id}`,
      flag: 'zod',
      label: `${names.label} generateText (zod)`,
      emulates: `generateText of the Vercel AI SDK with zod tools: it checks names and arguments, and removes unknown keys.${names.emulates}`,
      read: (entries, tools) => readAll(release, entries, tools, checkByZod),
    }),
  };
}

function readAll(
  release: Release,
  entries: readonly RawToolCall[],
  tools: readonly ToolDefinition[],
  check: Check,
): readonly LayerItem<Code>[] {
  const byId = new Map<string, LayerItem<Code>>();
  return untilRaised(entries, (entry) => {
    const { id } = entry;
    // The schema of the provider; a call without an id gets one of its own.
    if (isOther(id) || typeof entry.name !== 'string' || typeof entry.given !== 'string')
      return { kind: 'raises', raises: 'APICallError', refusal: { code: 'no-text', of: 'entry' } };
    const hasId = typeof id === 'string' && release.takesId(id);
    const item = readEntry(
      release,
      { ...entry, id: hasId ? id : undefined, name: entry.name, given: entry.given },
      tools,
      check,
    );
    if (!hasId) return item;
    const first = byId.get(id);
    if (first === undefined) {
      byId.set(id, item);
      return item;
    }
    return again(first);
  });
}

/** A call that is listed in place of a later one with its id. */
function again(first: LayerItem<Code>): LayerItem<Code> {
  if (first.kind === 'call') return { ...first, notes: ['repeated-id'] };
  return first.kind === 'invalid' ? { ...first, refusal: { code: 'repeated-id', of: 'entry' } } : first;
}

/** Whether an id is neither a string nor absent. */
function isOther(id: unknown): boolean {
  return id !== undefined && id !== null && typeof id !== 'string';
}

function checkByZod(tool: ToolDefinition | undefined, value: JsonValue): ZodReading {
  // A name that only JavaScript declares has no schema.
  return tool === undefined ? unchecked(value) : readByZod(tool.schema, value, false);
}

/** An entry whose name and arguments are strings. */
type TextEntry = Pick<RawToolCall, 'id'> & { readonly name: string; readonly given: string };

function readEntry(
  release: Release,
  entry: TextEntry,
  tools: readonly ToolDefinition[],
  check: Check,
): LayerItem<Code> {
  const { id, name, given } = entry;
  const invalid = (refusal: Refusal<Code>): LayerItem<Code> => {
    const input = readSecureJson(given);
    return { kind: 'invalid', name, id, given: input.ok ? input.value : given, refusal };
  };
  const tool = tools.find((one) => one.name === name);
  const isInherited = tool === undefined && tools.length > 0 && release.inherits(name);
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
