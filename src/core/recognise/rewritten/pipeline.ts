import { isRecord } from '../../text/json/index.ts';
import { yamlJson } from './indented.ts';

type Turn = Readonly<Record<string, unknown>>;

/** A piece of the log of a conversation in the events of Home Assistant's pipeline, as its debugger shows them: what is under it is indented more. */
const DELTA = /^( *)(?:- )?chat_log_delta:[ \t]*\n((?:\1[ \t]+[^\n]*(?:\n|$))+)/gm;

/** What is said at the end, under `response` of the event `intent-end`. */
const SPEECH = /^ *plain:[ \t]*\n *speech: (.+)$/m;

/**
 * The events of a pipeline of Home Assistant with a call or with reasoning, as the messages of a request among the words around them;
 * null for any other text. Linear.
 */
// Source: home-assistant/core homeassistant/components/conversation/chat_log.py, AssistantContentDeltaDict and ToolResultContentDeltaDict
export function pipelineTalk(text: string): string | null {
  const pieces = text.includes('chat_log_delta:') ? [...text.matchAll(DELTA)] : [];
  const [first] = pieces;
  const last = pieces.at(-1);
  if (first === undefined || last === undefined || !/^ *(?:tool_calls|thinking_content):/m.test(text)) return null;
  const turns: Turn[] = [];
  for (const [, , block = ''] of pieces) {
    const delta = deltaOf(block);
    if (delta !== null) addTo(turns, delta);
  }
  if (!turns.some(({ tool_calls: calls, thinking_content: thought }) => (calls ?? thought) !== undefined)) return null;
  const end = last.index + last[0].length;
  const said = SPEECH.exec(text.slice(end))?.[1];
  if (said !== undefined && turns.at(-1)?.['role'] === 'tool')
    turns.push({ role: 'assistant', content: said.trim(), agent_id: '' });
  return `${text.slice(0, first.index)}${JSON.stringify(turns)}\n${text.slice(end)}`;
}

function deltaOf(block: string): Turn | null {
  const json = yamlJson(block);
  const delta: unknown = json === null ? null : JSON.parse(json);
  return isRecord(delta) ? delta : null;
}

function addTo(turns: Turn[], delta: Turn): void {
  const { role, tool_calls: calls, tool_call_id: id, tool_result: result } = delta;
  if (role === 'tool_result') {
    turns.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(result) });
    return;
  }
  const open = role === undefined && turns.at(-1)?.['role'] === 'assistant' ? turns.pop() : undefined;
  const joined = (key: string): string =>
    [open?.[key], delta[key]].map((one) => (typeof one === 'string' ? one : '')).join('');
  const thought = joined('thinking_content');
  const made = Array.isArray(calls)
    ? calls.filter(isRecord).map((call) => ({
        id: call['id'],
        type: 'function',
        function: { name: call['tool_name'], arguments: call['tool_args'] ?? {} },
      }))
    : [];
  turns.push({
    ...(open ?? { role: 'assistant', agent_id: '' }),
    content: joined('content'),
    ...(thought === '' ? {} : { thinking_content: thought }),
    ...(made.length === 0 ? {} : { tool_calls: made }),
  });
}
