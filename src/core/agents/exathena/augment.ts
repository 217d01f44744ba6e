import {
  type ElixirException,
  type ElixirText,
  interpolate,
  isElixirFalsy,
  jasonText,
  nodeFromValue,
  objectNode,
  stringNode,
  trimElixir,
} from '../../text/languages/index.ts';
import { type JsonMember, type JsonNode, type JsonObjectNode, member } from '../../text/json/index.ts';
import { type Span, utf8Length } from '../../text/document/index.ts';
import type { AugmentedPrompt, PromptPart, PromptTool } from '../kit/system-prompt.ts';
import { compactLine, presentMember } from './signature.ts';

/** ExAthena's prompt, and where ExAthena would have none. */
export interface SystemPrompt extends AugmentedPrompt {
  /** Tools on which ExAthena would crash. They are listed without parameters here. */
  readonly raises: readonly { readonly toolIndex: number; readonly exception: ElixirException }[];
}

/** What the golden data hold: the prompt is `before`, the preamble and `tools`, in this order. */
export type RawAugmentation =
  | { readonly ok: true; readonly before: string; readonly tools: string; readonly prompt: AugmentedPrompt }
  | { readonly ok: false; readonly exception: ElixirException };

/** The format that the default preamble asks for: that of a prompt for which none was chosen. */
export const defaultFormat = 'exathena-fence';

/**
 * The example is at the left margin on purpose. ExAthena's own shows it indented, and models copy that; but its
 * parser takes a closing fence only where a line begins with it, so the copied call is lost without an error.
 */
export const defaultPreamble = `You have tools. To call one, write a block of exactly this shape:

~~~tool_call
{"name": "...", "arguments": {...}}
~~~

How to write a call:
- The line that opens the block and the line that closes it hold the fence and nothing else, with no space before it.
- Between them is one JSON object: "name" is a tool from the list below, "arguments" fits that tool's schema.
- One block holds one call. Write another block for each further call.
- Stop after your calls and wait: the results come in the next message.
- When you need no tool, or have all you need, answer in plain text without a block.

Tools you can call:

`;

/**
 * The system prompt that ExAthena sends when tools are asked for in text: what the caller wrote, an explanation of the
 * tool call fence, and the tools. The join and the tool list are ExAthena's byte for byte; the explanation is ours.
 *
 * `existing` is the caller's own system prompt; blank counts as none. `compact` lists each tool as a one-line
 * signature instead of with its whole schema. `preamble` replaces `defaultPreamble` and is used as it is: it should
 * end with a blank line.
 */
export function augmentSystemPrompt(
  existing: string | null,
  tools: readonly PromptTool[],
  options: { readonly compact?: boolean; readonly preamble?: string } = {},
): SystemPrompt {
  const compact = options.compact ?? false;
  const raises: { toolIndex: number; exception: ElixirException }[] = [];
  const texts = tools.map((tool, toolIndex) => {
    const shown = toolText(toolNode(tool), compact);
    if (shown.ok) return shown.text;
    raises.push({ toolIndex, exception: shown.exception });
    const bare = toolText(toolNode({ ...tool, schema: undefined, schemaNode: null }), compact);
    return bare.ok ? bare.text : '';
  });
  const prompt = assemble(existing ?? '', options.preamble ?? defaultPreamble, texts, compact);
  return { ...prompt, raises };
}

/**
 * The same for untrusted JSON values: anything may be anywhere, and where ExAthena raises, the answer is the
 * exception. `compact` counts as Elixir counts it: 0 and "yes" are true.
 */
export function augmentRaw(
  existing: unknown,
  tools: unknown,
  options: { readonly compact?: unknown; readonly preamble?: string } = {},
): RawAugmentation {
  const base = nodeFromValue(existing);
  if (base.kind !== 'string' && !isElixirFalsy(base)) return { ok: false, exception: 'FunctionClauseError' };
  const list = nodeFromValue(tools);
  const entries = list.kind === 'array' ? list.items : [];
  if (list.kind !== 'array' && !(list.kind === 'object' && list.members.length === 0)) {
    return { ok: false, exception: 'Protocol.UndefinedError' };
  }
  const compact = !isElixirFalsy(nodeFromValue(options.compact));
  const texts: string[] = [];
  for (const entry of entries) {
    const shown = toolText(entry, compact);
    if (!shown.ok) return shown;
    texts.push(shown.text);
  }
  const existingText = base.kind === 'string' ? base.value : '';
  const preamble = options.preamble ?? defaultPreamble;
  const prompt = assemble(existingText, preamble, texts, compact);
  const before = joinedBase(existingText);
  return { ok: true, before, tools: prompt.text.slice(before.length + preamble.length), prompt };
}

function toolNode(tool: PromptTool): JsonObjectNode {
  const members: JsonMember[] = [{ key: stringNode('name'), value: stringNode(tool.name) }];
  if (tool.description !== undefined) {
    members.push({ key: stringNode('description'), value: stringNode(tool.description) });
  }
  const schema = tool.schemaNode ?? (tool.schema === undefined ? null : nodeFromValue(tool.schema));
  if (schema !== null) members.push({ key: stringNode('schema'), value: schema });
  return objectNode(members);
}

function toolText(tool: JsonNode, compact: boolean): ElixirText {
  if (tool.kind !== 'object') return { ok: false, exception: 'BadMapError' };
  return compact ? compactLine(tool) : fullEntry(tool);
}

function fullEntry(tool: JsonObjectNode): ElixirText {
  // A name has no default, so `false` prints as itself. An absent name and null print as nothing.
  const name = interpolate(member(tool, 'name') ?? stringNode(''));
  if (!name.ok) return name;
  const description = interpolated(tool, 'description');
  if (!description.ok) return description;
  const schema = presentMember(tool, 'schema');
  const schemaText = schema === undefined ? '{}' : jasonText(schema);
  return { ok: true, text: `- \`${name.text}\` — ${description.text}\n  Schema: ${schemaText}\n` };
}

function interpolated(tool: JsonObjectNode, key: string): ElixirText {
  const value = presentMember(tool, key);
  return value === undefined ? { ok: true, text: '' } : interpolate(value);
}

/** What is before the preamble. A blank prompt is dropped; any other is kept to its last line break. */
function joinedBase(existing: string): string {
  return trimElixir(existing) === '' ? '' : existing + BASE_GLUE;
}

const BASE_GLUE = '\n\n';

function assemble(existing: string, preamble: string, tools: readonly string[], compact: boolean): AugmentedPrompt {
  const texts: string[] = [];
  const parts: PromptPart[] = [];
  let at = 0;
  const advance = (text: string): Span => {
    texts.push(text);
    const from = at;
    at += text.length;
    return { from, to: at };
  };
  const add = (kind: 'base' | 'preamble' | 'glue', text: string): void => {
    if (text !== '') parts.push({ kind, span: advance(text) });
  };
  if (joinedBase(existing) !== '') {
    add('base', existing);
    add('glue', BASE_GLUE);
  }
  add('preamble', preamble);
  // A full entry already ends its line, so that a blank line is between entries.
  const between = compact ? '\n' : '\n\n';
  tools.forEach((text, toolIndex) => {
    if (toolIndex > 0) add('glue', between);
    parts.push({ kind: 'tool', span: advance(text), toolIndex });
  });
  add('glue', '\n');
  const text = texts.join('');
  return { text, parts, bytes: utf8Length(text), toolBytes: tools.map(utf8Length) };
}
