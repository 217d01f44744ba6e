import { printedJson } from './printed-value.ts';

/** A line of the log of Home Assistant (`components/conversation/chat_log.py` of its core) that holds a turn, a call or its result. */
const LINE =
  /^[^\n]{0,200}\[homeassistant\.components\.conversation\.chat_log\] (?:Adding (?:user|assistant) content: ((?:User|Assistant)Content\(.*\))|Tool call: ([\w.-]{1,100})\((\{.*\})\)|Tool response: (\{.*\}))[ \t\r]*$/gm;

type Turn = Readonly<Record<string, unknown>>;

/** A value as `repr` of Python shows it; null where it is none. */
function valueOf(printed: string): Turn | null {
  const json = printedJson(printed);
  return json === null ? null : (JSON.parse(json) as Turn);
}

/** What came of a call: an error has its name and its text. */
function ofResult(printed: string): Turn {
  const { error, error_text: told = '' } = valueOf(printed) ?? {};
  return typeof error === 'string' ? { is_error: true, content: `${error}: ${String(told)}` } : { content: printed };
}

/**
 * The lines of the log of a conversation of Home Assistant in a text, as the messages of a request, with what is before and after
 * them; null for any other text, and for a log without a turn of the assistant. Linear.
 */
export function chatLogOf(
  text: string,
): { readonly before: string; readonly json: string; readonly after: string } | null {
  if (!text.includes('.conversation.chat_log] ')) return null;
  const lines = [...text.matchAll(LINE)];
  const turns: Turn[] = [];
  // Calls without a result yet: their results come in this order, and have no id.
  const waiting: unknown[] = [];
  for (const [, content, name, sent, result] of lines) {
    const turn = content === undefined ? null : valueOf(content);
    if (turn !== null) turns.push(turn);
    const calls = turn?.['tool_calls'];
    if (Array.isArray(calls)) waiting.push(...calls.map((call: Turn) => call['id']));
    // Older releases log the call, and no turn before it.
    if (name !== undefined && sent !== undefined && waiting.length === 0) {
      waiting.push('call 1');
      const call = { id: 'call 1', type: 'function', function: { name, arguments: valueOf(sent) ?? {} } };
      turns.push({ role: 'assistant', content: null, tool_calls: [call], agent_id: '' });
    }
    if (result !== undefined) turns.push({ role: 'tool', tool_call_id: waiting.shift() ?? '', ...ofResult(result) });
  }
  const [first] = lines;
  if (first === undefined || !turns.some(({ role }) => role === 'assistant')) return null;
  const after = text.slice(first.index).replaceAll(LINE, '').trimStart();
  return { before: text.slice(0, first.index), json: JSON.stringify(turns), after };
}

/** A text with the log of a conversation in it, and that as the messages of a request; null for any other text. */
export function chatLogTalk(text: string): string | null {
  const log = chatLogOf(text);
  return log === null ? null : `${log.before}${log.json}\n${log.after}`;
}
