import { isObject, type JsonObject, type JsonValue, own } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { inputSchema } from '../../ai-sdk/kit/call-input.ts';
import { candidatesIn } from '../../ai-sdk/kit/json-candidates.ts';
import { partsInJson } from '../../ai-sdk/kit/json-parts.ts';
import { looksLikeArguments } from '../../ai-sdk/kit/only-tool.ts';
import { textPart, type CallPart, type Part } from '../../ai-sdk/kit/parts.ts';
import { readRelaxed } from '../../ai-sdk/kit/relaxed-json.ts';
import { recordIn, unwrapped } from '../../ai-sdk/kit/schema.ts';

export const salvageWords = {
  'salvaged-call': 'The middleware makes a call of this JSON: it names a declared tool.',
  'salvaged-arguments': 'The middleware makes a call of this JSON: it has an argument of the only declared tool.',
  'salvage-not-a-call': 'This JSON is not a call to a declared tool',
  'salvage-not-json': 'This is not relaxed JSON',
} as const;

/**
 * The first JSON in a text that is a call to a declared tool: in `<tool_call>` tags, in a code fence, or anywhere between
 * braces. The text around it stays text, also where it was inside of another call or of reasoning. Null where there is none.
 */
export function salvage(
  text: string,
  tools: readonly ToolDefinition[],
  steps: Recorder<keyof typeof salvageWords>,
): readonly Part[] | null {
  if (tools.length === 0) return null;
  for (const candidate of candidatesIn(text)) {
    const { from, to, body } = candidate;
    const reading = readRelaxed(text.slice(body.from, body.to));
    const call = reading.ok ? calledBy(reading.value, tools) : null;
    if (call === null) {
      const at = reading.ok ? body.from : body.from + reading.at;
      steps.reject(reading.ok ? 'salvage-not-a-call' : 'salvage-not-json', body, at);
      continue;
    }
    steps.read(call.isEnvelope ? 'salvaged-call' : 'salvaged-arguments', candidate);
    const part: CallPart = {
      kind: 'call',
      span: { from, to },
      name: call.name,
      argumentsText: JSON.stringify(call.args),
      ...partsInJson(text, body, call.name, call.isEnvelope),
    };
    return [...textPart(text, 0, from), part, ...textPart(text, to, text.length)];
  }
  return null;
}

interface Called {
  readonly name: string;
  readonly args: JsonObject;
  /** Whether the JSON names the tool. */
  readonly isEnvelope: boolean;
}

function calledBy(value: JsonValue, tools: readonly ToolDefinition[]): Called | null {
  if (!isObject(value)) return null;
  const name = own(value, 'name');
  const called = typeof name === 'string' ? name.trim() : '';
  const args = Object.hasOwn(value, 'arguments') ? value['arguments'] : {};
  if (called !== '' && tools.some((tool) => tool.name === called) && isObject(args))
    return { name: called, args, isEnvelope: true };
  const [only] = tools;
  const hasEnvelope =
    (typeof name === 'string' && name !== '') ||
    (Object.hasOwn(value, 'arguments') && (typeof args === 'string' || isObject(args)));
  if (only === undefined || tools.length > 1 || hasEnvelope) return null;
  if (!looksLikeArguments(value, only) || !hasOnlyAllowedKeys(value, only)) return null;
  return { name: only.name, args: value, isEnvelope: false };
}

/** All keys must be declared where the schema allows no others. */
function hasOnlyAllowedKeys(value: JsonObject, tool: ToolDefinition): boolean {
  const schema = unwrapped(inputSchema([tool], tool.name));
  if (!isObject(schema) || own(schema, 'additionalProperties') !== false) return true;
  const properties = recordIn(schema, 'properties') ?? {};
  return Object.keys(value).every((key) => Object.hasOwn(properties, key));
}
