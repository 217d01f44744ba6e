import { type JsonNode, type JsonObjectNode, member, readJson } from '../../text/json/index.ts';
import { CLASS_KEY } from './printed-value.ts';

/** Content blocks of a text. */
const TEXT = /^(?:TextBlock|TextPart|(?:Response)?OutputText|TextContent)$/;
const THINKING = /^(?:(?:Redacted)?Thinking(?:Block|Part)|ResponseReasoningItem|Reasoning)$/;
/** Calls of the SDKs of Anthropic, OpenAI, Mistral, Cohere, Google and Ollama, of Pydantic AI, Codex and Koog. */
const CALL =
  /^(?:(?:Server)?ToolUseBlock|(?:ChatCompletion(?:Message|Output)?(?:Function)?|Response(?:Function|Custom)|Choice(?:Delta)?)?ToolCall(?:V2|Part|Block)?|(?:ToolCallV2)?Function(?:Call)?|CustomToolCall|Call)$/;
/** What holds one of them: parts of Gemini, items and events of the Agents SDK, of Pydantic AI and of Codex. */
const HOLDERS = ['function_call', 'raw_item', 'part', 'function', 'item', '0'];

interface Read {
  readonly json: string;
  texts: string;
  calls: string;
}

/**
 * Blocks, parts and calls that an SDK prints, alone or in a list, as JSON of the message that they are of:
 * `[TextBlock(text='…'), ToolUseBlock(name='…', input={…})]`. They are data of a client, and no calls that a model wrote. Null for
 * any other value.
 */
export function messageOfBlocks(json: string): string | null {
  const reading = readJson(json);
  if (!reading.ok) return null;
  const read: Read = { json, texts: '', calls: '' };
  // A message alone says more than its blocks.
  const items = reading.node.kind === 'array' ? reading.node.items : isMessage(reading.node) ? [] : [reading.node];
  if (items.length === 0 || !items.every((item) => readBlock(item, read, 3))) return null;
  const content = read.texts === '' ? 'null' : `[${read.texts.slice(1)}]`;
  const calls = read.calls === '' ? '' : `,"tool_calls":[${read.calls.slice(1)}]`;
  return `{"role":"assistant","content":${content}${calls}}`;
}

/** An assistant's, as the Responses API and Codex have it among calls. */
function isMessage(node: JsonNode): boolean {
  if (node.kind !== 'object' || !/^(?:ResponseOutput)?Message$/.test(textAt(node, CLASS_KEY) ?? '')) return false;
  return textAt(node, 'role') === 'assistant';
}

/** Whether a value is a block, which is then read. */
function readBlock(node: JsonNode, read: Read, levels: number): boolean {
  if (node.kind !== 'object' || levels === 0) return false;
  const name = textAt(node, CLASS_KEY) ?? '';
  if (isMessage(node)) {
    const content = member(node, 'content');
    return content?.kind === 'array' && content.items.every((item) => readBlock(item, read, levels - 1));
  }
  if (THINKING.test(name)) {
    const text = textAt(node, 'thinking') ?? textAt(node, 'content') ?? '';
    read.texts += `,{"type":"thinking","thinking":${JSON.stringify(text)}}`;
    return true;
  }
  const text = textAt(node, 'text') ?? textAt(node, 'content');
  if (text !== null && (TEXT.test(name) || name === 'Part')) {
    read.texts += `,{"type":"text","text":${JSON.stringify(text)}}`;
    return true;
  }
  if (CALL.test(name) && readCall(node, read)) return true;
  const isHolder = CALL.test(name) || /(?:Part|Item|Event|Done)$/.test(name);
  const inner = isHolder ? HOLDERS.map((key) => member(node, key)).find((one) => one?.kind === 'object') : undefined;
  if (inner?.kind !== 'object') return false;
  const id = textAt(node, 'id');
  return CALL.test(name) ? readCall(inner, read, id) : readBlock(inner, read, levels - 1);
}

function readCall(node: JsonObjectNode, read: Read, outer: string | null = null): boolean {
  const name = textAt(node, 'name') ?? textAt(node, 'tool_name') ?? textAt(node, 'tool');
  const given = ['arguments', 'input', 'args', 'parameters', 'tool_kwargs', 'content']
    .map((key) => member(node, key))
    .find((one) => one?.kind === 'string' || one?.kind === 'object');
  // The definition of a class has types for values.
  if (name === null || given === undefined || (given.kind === 'string' && /^[A-Z]\w*$/.test(given.value))) return false;
  const ids = [outer, ...['call_id', 'tool_call_id', 'id'].map((key) => textAt(node, key))];
  const id = ids.find((one) => one !== null) ?? null;
  const written = read.json.slice(given.from, given.to);
  read.calls += `,{${id === null ? '' : `"id":${JSON.stringify(id)},`}"type":"function","function":{"name":${JSON.stringify(name)},"arguments":${written}}}`;
  return true;
}

function textAt(node: JsonObjectNode, key: string): string | null {
  const found = member(node, key);
  return found?.kind === 'string' ? found.value : null;
}
