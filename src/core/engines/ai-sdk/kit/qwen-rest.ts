import type { ToolDefinition } from '../../../tools/index.ts';
import { inputOf, inputSchema } from './call-input.ts';
import { propertiesOf } from './loose-values.ts';
import type { Sent } from './parts.ts';
import { callsInside, closedCalls } from './qwen-calls.ts';
import { withOpener } from './qwen-openers.ts';
import { PARAMETER_TAGS } from './qwen-parameters.ts';
import { nameAttribute } from './qwen-tags.ts';
import { callsAlone, isOnlyTags } from './recovery.ts';
import type { QwenScope } from './release.ts';
import { holdsSensitiveKey } from './sensitive.ts';

// What the newest release makes at the end of a stream of a block that it could not read in pieces.

const OPENER = /<tool_call\b[^>]*>/i;
const CLOSER = /<\/tool_call\s*>/i;

/** The calls of a block, as a whole text has them, or in any other form; null where it holds other text too. */
export function callsAtEnd(raw: string, scope: QwenScope): readonly Sent[] | null {
  const segment = CLOSER.test(raw) ? raw : `${raw}</tool_call>`;
  const calls = hasLooseText(segment, scope) ? null : wholeCalls(segment, scope);
  if (calls !== null) return calls;
  return callsAlone(raw, 0, scope.tools);
}

function wholeCalls(segment: string, scope: QwenScope): readonly Sent[] | null {
  const { tools, release } = scope;
  const tag = OPENER.exec(segment);
  const closer = segment.toLowerCase().lastIndexOf('</tool_call');
  if (tag === null || segment.indexOf('>', closer) < 0) return null;
  const from = tag.index + tag[0].length;
  const mended = segment.slice(0, from) + withOpener(segment.slice(from, closer), tools);
  const inner = { from, to: mended.length };
  const calls = callsInside(mended, inner, { from: 0, to: mended.length }, nameAttribute(tag[0], release.qwen), scope);
  if (calls === null || calls.some(({ args }) => holdsSensitiveKey(args))) return null;
  return calls.map(({ name, args }) => ({
    kind: 'call',
    name,
    argumentsText: inputOf(args, name, tools, release.values),
  }));
}

/** Whether there is text before the calls of a block, between them or after them. */
function hasLooseText(segment: string, scope: QwenScope): boolean {
  const tag = OPENER.exec(segment);
  if (tag === null) return false;
  const rest = segment.slice(tag.index + tag[0].length);
  const body = withOpener(rest.slice(0, CLOSER.exec(rest)?.index), scope.tools);
  const first = body.indexOf('<');
  if (first < 0) return !isOnlyTags(body);
  if (body.slice(0, first).trim() !== '') return true;
  let at = 0;
  for (const { from, to } of closedCalls(body, { from: 0, to: body.length })) {
    if (!isOnlyTags(body.slice(at, from))) return true;
    at = to;
  }
  if (at > 0 && !isOnlyTags(body.slice(at))) return true;
  const last = body.lastIndexOf('>');
  if (last < 0 || isOnlyTags(body.slice(last + 1))) return false;
  const [, slash, name = ''] =
    /<\s*(\/)?\s*([A-Za-z_][\w.:-]*)\b[^<>]*>$/.exec(body.slice(body.lastIndexOf('<', last), last + 1)) ?? [];
  return (
    name === '' ||
    slash !== undefined ||
    !takesValue(name, calledIn(body) ?? nameAttribute(tag[0], scope.release.qwen), scope.tools)
  );
}

const CALL_NAME =
  /<(?:function|call|tool|invoke)(?:\s*=\s*"([^"]+)"|\s*=\s*'([^']+)'|\s*=\s*([^\s>/]+)|\s+name\s*=\s*"([^"]+)"|\s+name\s*=\s*'([^']+)')|<(?:name|tool_name)\b[^<>]*>([^<]*)</i;

function calledIn(body: string): string | null {
  const groups: readonly (string | undefined)[] = CALL_NAME.exec(body)?.slice(1) ?? [];
  const name = groups.find((group) => group !== undefined)?.trim() ?? '';
  return name === '' ? null : name;
}

/** Whether text may follow a tag without a closing tag, as its value. */
function takesValue(tag: string, name: string | null, tools: readonly ToolDefinition[]): boolean {
  const lower = tag.toLowerCase();
  const properties = name === null ? {} : propertiesOf(inputSchema(tools, name));
  return PARAMETER_TAGS.has(lower) || Object.keys(properties).some((key) => key.toLowerCase() === lower);
}
