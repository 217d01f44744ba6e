import { printedJson } from './printed-value.ts';

/**
 * A line of the log of Home Assistant that holds a turn, a call, its result (`components/conversation/chat_log.py` of its core), or a
 * piece of what Ollama answers (`components/ollama/entity.py`).
 */
const LINE =
  /^[^\n]{0,200}\[homeassistant\.components\.(?:conversation\.chat_log\] (?:Adding (?:user|assistant) content: ((?:User|Assistant)Content\(.*\)|\{'role': '(?:user|assistant)'.*\})|Tool call: ([\w.-]{1,100})\((\{.*\})\)|Tool response: (\{.*\}))|ollama\] Received response: (model=.*))[ \t\r]*$/gm;

const PIECE = '.components.ollama] Received response: ';

type Turn = Readonly<Record<string, unknown>>;

/** A value as `repr` of Python shows it; null where it is none. */
function valueOf(printed: string): Turn | null {
  const json = printedJson(printed);
  return json === null ? null : (JSON.parse(json) as Turn);
}

/** A turn with one more piece of it. */
function withPiece(turn: Turn, piece: Turn): Turn {
  const { content, thinking, tool_calls: calls } = (piece['message'] ?? {}) as Turn;
  const more = (key: string, text: unknown): string => `${stringOf(turn[key])}${stringOf(text)}`;
  const all = [...listOf(turn['tool_calls']), ...listOf(calls)].map((call, at) => ({
    ...call,
    id: `call ${String(at + 1)}`,
  }));
  return {
    ...turn,
    model: piece['model'],
    content: more('content', content),
    thinking: more('thinking', thinking),
    ...(all.length === 0 ? {} : { tool_calls: all }),
  };
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function listOf(value: unknown): readonly Turn[] {
  return Array.isArray(value) ? (value as readonly Turn[]) : [];
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
  if (!text.includes('.conversation.chat_log] ') && !text.includes(PIECE)) return null;
  const lines = [...text.matchAll(LINE)];
  const turns: Turn[] = [];
  const areTurns = lines.some(([, content]) => /^(?:Assistant|\{'role': 'a)/.test(content ?? ''));
  // The pieces of Ollama end where one says so, and where the calls in them run.
  let isOpen = false;
  const ends: Turn[] = [];
  // Calls without a result yet: their results come in this order, and have no id.
  const waiting: unknown[] = [];
  for (const [, content, name, sent, result, printed] of lines) {
    const piece = areTurns || printed === undefined ? null : valueOf(`ChatResponse(${printed})`);
    if (piece !== null) {
      if (isOpen) ends.pop();
      const turn = withPiece((isOpen ? turns.pop() : undefined) ?? { role: 'assistant', agent_id: '' }, piece);
      turns.push(turn);
      ends.push({ ...piece, message: turn });
      isOpen = piece['done'] !== true;
      waiting.splice(0, waiting.length, ...listOf(turn['tool_calls']).map(({ id }) => id));
      continue;
    }
    isOpen = false;
    const turn = content === undefined ? null : valueOf(content);
    if (turn !== null) turns.push(turn);
    waiting.push(...listOf(turn?.['tool_calls']).map(({ id }) => id));
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
  // Nothing ran: what Ollama answered, with the reason for its end. A call comes before the piece that ends it.
  const hasRun = lines.some(([, , name, , result]) => (name ?? result) !== undefined);
  const isCalled = isOpen && turns.at(-1)?.['tool_calls'] !== undefined;
  const isAnswer = ends.length > 0 && !hasRun && !isCalled;
  const json = isAnswer ? ends.map((end) => JSON.stringify(end)).join('\n') : JSON.stringify(turns);
  // Who asked whom is in the head of its lines.
  const [head = ''] = ends.length > 0 ? (/^[^\n]*\.components\.ollama\] /m.exec(text) ?? []) : [];
  return { before: `${text.slice(0, first.index)}${head}`, json, after };
}

/** A text with the log of a conversation in it, and that as the messages of a request; null for any other text. */
export function chatLogTalk(text: string): string | null {
  const log = chatLogOf(text);
  return log === null ? null : `${log.before}${log.json}\n${log.after}`;
}
