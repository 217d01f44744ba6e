import { endOfLine, isAsciiSpace, type Span, trimmedSpan } from '../../text/document/index.ts';
import { aiderTurns } from './aider.ts';
import type { Conversation } from '../bodies/conversation.ts';
import { occurrences } from '../logs/markers.ts';
import { hasCallAmong } from '../markup.ts';
import type { Role } from '../message/index.ts';
import { isAside } from '../quoted/report-words.ts';
import { replyAt } from '../recognised.ts';
import { answerHeading, roleOfSpeaker, speakerLines } from './speakers.ts';

/** The transcript of a conversation as text: with the special tokens of a chat template, or with a name before each turn. */
export interface Transcript extends Conversation {
  readonly label: string;
}

/** Nobody pastes a longer one. In UTF-16 units. */
const LONGEST_TALK = 200_000;

interface Turn {
  readonly role: Role;
  readonly span: Span;
}

/** How a chat template writes turns. */
interface Template {
  readonly label: string;
  /** What opens a turn, by role. */
  readonly openers: readonly (readonly [string, Role])[];
  /** What ends one. */
  readonly closers: readonly string[];
  /** Whether the text of a turn has line ends around it that the template wrote. */
  readonly isPadded: boolean;
}

const chatMl: readonly Role[] = ['system', 'user', 'assistant', 'tool'];

/** Chat templates whose special tokens tell the turns apart, as their models' cards and Jinja templates have them. */
const templates: readonly Template[] = [
  {
    label: 'a ChatML transcript',
    openers: [...chatMl.map((role) => [`<|im_start|>${role}\n`, role] as const), ['<|im_start|>developer\n', 'system']],
    closers: ['<|im_end|>', '<|endoftext|>'],
    isPadded: false,
  },
  {
    label: 'a Llama 3 transcript',
    openers: [
      ...chatMl.map((role) => [`<|start_header_id|>${role}<|end_header_id|>\n\n`, role] as const),
      ['<|start_header_id|>ipython<|end_header_id|>\n\n', 'tool'],
    ],
    closers: ['<|eot_id|>', '<|eom_id|>', '<|end_of_text|>', '<|begin_of_text|>'],
    isPadded: false,
  },
  {
    label: 'a Llama 4 transcript',
    openers: [
      ...chatMl.map((role) => [`<|header_start|>${role}<|header_end|>\n\n`, role] as const),
      ['<|header_start|>ipython<|header_end|>\n\n', 'tool'],
    ],
    closers: ['<|eot|>', '<|eom|>', '<|begin_of_text|>'],
    isPadded: false,
  },
  {
    label: 'a Gemma transcript',
    openers: [
      ['<start_of_turn>user\n', 'user'],
      ['<start_of_turn>model\n', 'assistant'],
      ['<start_of_turn>developer\n', 'system'],
    ],
    closers: ['<end_of_turn>', '<eos>', '<bos>'],
    isPadded: false,
  },
  {
    label: 'a Gemma 4 transcript',
    openers: [
      ['<|turn>user\n', 'user'],
      ['<|turn>model\n', 'assistant'],
      ['<|turn>system\n', 'system'],
    ],
    closers: ['<turn|>', '<eos>', '<bos>'],
    isPadded: false,
  },
  {
    label: 'a harmony transcript',
    openers: [
      ['<|start|>system', 'system'],
      ['<|start|>developer', 'system'],
      ['<|start|>user', 'user'],
      ['<|start|>functions.', 'tool'],
      ['<|start|>assistant', 'assistant'],
    ],
    closers: [],
    isPadded: false,
  },
  {
    label: 'a DeepSeek transcript',
    openers: [
      ['<｜User｜>', 'user'],
      ['<｜Assistant｜>', 'assistant'],
      ['<｜begin▁of▁sentence｜>', 'system'],
    ],
    closers: ['<｜end▁of▁sentence｜>'],
    isPadded: false,
  },
  {
    label: 'a Mistral transcript',
    openers: [
      ['[INST]', 'user'],
      ['[/INST]', 'assistant'],
      ['[TOOL_RESULTS]', 'tool'],
      ['[/TOOL_RESULTS]', 'assistant'],
      ['[SYSTEM_PROMPT]', 'system'],
      ['[AVAILABLE_TOOLS]', 'system'],
    ],
    closers: ['</s>', '<s>', '[/SYSTEM_PROMPT]', '[/AVAILABLE_TOOLS]'],
    isPadded: true,
  },
  {
    label: 'a transcript with role tokens',
    openers: [
      ['<|system|>', 'system'],
      ['<|user|>', 'user'],
      ['<|assistant|>', 'assistant'],
      ['<|observation|>', 'tool'],
      ['<|tool|>', 'tool'],
    ],
    closers: ['<|end|>', '<|endoftext|>', '</s>'],
    isPadded: true,
  },
];

/**
 * The turns of a transcript. It must begin with a turn that is not the assistant's: a reply that runs on into turns that the
 * model made up stays a reply. With special tokens it may begin with the one that opens the assistant's turn, which no reply does.
 */
export function transcriptOf(text: string): Transcript | null {
  const head = text.slice(0, 4096).trimStart();
  for (const template of templates) {
    const opener = template.openers.find(([marker]) => head.startsWith(marker.trimEnd()));
    const begins =
      opener ?? (template.closers.some((marker) => head.startsWith(marker)) ? template.openers[0] : undefined);
    if (begins === undefined) continue;
    const found = checked(
      text,
      template.label,
      turnsOf(text, template),
      template.closers.length > 0 && !template.isPadded,
    );
    if (found !== null) return found;
  }
  return (
    checked(text, 'the history of aider', aiderTurns(text), true) ??
    checked(
      text,
      'a transcript',
      withoutAside(text, namedTurns(text, names)),
      /^Roo said\r?$/m.test(head) || answerHeading.test(head),
    )
  );
}

/** How programs begin what a tool answered, where they send it back as a turn of the user. */
const RESULT = /^\W{0,4}(?:observation|(?:tool|function)\b|results?\b|outputs?\b|response\b|error:|\{|\[|<)/i;

/**
 * A talk with a name before each turn in which a call was shown as text, and the talk went on without its result: as the messages
 * of a request. Null for any other text, and where the last turn has a call: that one speaks for itself.
 */
export function spokenTalk(text: string): string | null {
  const turns = text.length > LONGEST_TALK || !hasCallAmong(text) ? [] : namedTurns(text, names);
  const isTalk = turns.length > 3 && turns.every(({ role }, at) => role === (at % 2 === 0 ? 'user' : 'assistant'));
  const messages = turns.map(({ role, span: { from, to } }) => ({ role, content: text.slice(from, to) }));
  const last = messages.at(-1);
  if (!isTalk || last?.role !== 'assistant' || hasCallAmong(last.content)) return null;
  const shown = messages.flatMap(({ role, content }, at) =>
    role === 'assistant' && hasCallAmong(content) ? [at] : [],
  );
  const isAnswered = shown.some((at) => RESULT.test(messages[at + 1]?.content ?? ''));
  return shown.length > 0 && !isAnswered ? JSON.stringify(messages) : null;
}

/** What a program or a person writes before what went in and what came out, where nothing else tells them apart. */
export function labelledTurns(text: string): Transcript | null {
  return checked(text, 'a transcript', namedTurns(text, labels));
}

/** The turns without the lines of a person below the last one, after a blank line: what they ask others, and what they run. */
function withoutAside(text: string, turns: readonly Turn[]): readonly Turn[] {
  const last = turns.at(-1);
  if (last?.role !== 'assistant') return turns;
  const paragraphs = text.slice(last.span.from, last.span.to).split(/(\n[ \t]*\n)/);
  while (paragraphs.length > 2 && paragraphs.at(-1)?.split('\n').every(isAside) === true) paragraphs.splice(-2);
  const to = last.span.from + paragraphs.join('').length;
  return [...turns.slice(0, -1), { ...last, span: { ...last.span, to } }];
}

function checked(text: string, label: string, turns: readonly Turn[], isToken = false): Transcript | null {
  const asked = turns.find(({ role }) => role === 'user');
  const isFirst = turns[0]?.role === 'user' || turns[0]?.role === 'system';
  if (isToken ? turns.length === 0 : asked === undefined || !isFirst) return null;
  if (!turns.some(({ role }) => role === 'assistant')) return null;
  const system = turns.find(({ role }) => role === 'system');
  const replies = turns
    .filter(({ role, span }) => role === 'assistant' && span.from < span.to)
    .map(({ span }) => replyAt(text, span));
  return {
    label,
    replies,
    system: system === undefined ? null : text.slice(system.span.from, system.span.to).trim(),
    asked: asked === undefined ? null : text.slice(asked.span.from, asked.span.to).trim(),
    messages: turns.length,
    endsWith: turns.at(-1)?.role ?? null,
  };
}

/** The turns that special tokens tell apart. Turns of the assistant that follow each other are one. */
function turnsOf(text: string, { openers, closers, isPadded }: Template): Turn[] {
  const marks = [...openers.map(([marker]) => marker), ...closers];
  const turns: Turn[] = [];
  let open: { readonly role: Role; readonly from: number } | null = null;
  const close = (to: number): void => {
    if (open === null) return;
    const span = isPadded
      ? trimmedSpan(text, open.from, Math.max(open.from, to), isAsciiSpace)
      : { from: open.from, to };
    turns.push({ role: open.role, span });
    open = null;
  };
  for (const { at, marker } of occurrences(text, marks)) {
    const role = openers.find(([one]) => one === marker)?.[1];
    // Harmony's replies are several messages of the assistant.
    if (role === 'assistant' && open?.role === 'assistant' && closers.length === 0) continue;
    close(at);
    if (role !== undefined) open = { role, from: at + marker.length };
  }
  close(text.trimEnd().length);
  return turns;
}

const names: ReadonlyMap<string, Role> = new Map([
  ['user', 'user'],
  ['human', 'user'],
  ['you', 'user'],
  ['question', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['model', 'assistant'],
  ['bot', 'assistant'],
  ['agent', 'assistant'],
  ['llm', 'assistant'],
  ['system', 'system'],
  ['developer', 'system'],
  ['tool', 'tool'],
  ['tool result', 'tool'],
  ['you said', 'user'],
  ['chatgpt', 'assistant'],
  ['claude', 'assistant'],
  ['gemini', 'assistant'],
  ['copilot', 'assistant'],
  ['chatgpt said', 'assistant'],
  ['claude responded', 'assistant'],
  ['gemini said', 'assistant'],
  ['function', 'tool'],
  ['observation', 'tool'],
  ['roo said', 'assistant'],
  ['api request', 'tool'],
  ['model response incomplete', 'tool'],
]);

/** What went in and what came out. */
const labels: ReadonlyMap<string, Role> = new Map([
  ...['prompt', 'input', 'query', 'input query', 'user input', 'user prompt', 'request'].map(
    (name) => [name, 'user'] as const,
  ),
  ...[
    'output',
    'response',
    'reply',
    'completion',
    'model output',
    'model response',
    'model reply',
    'llm output',
    'llm response',
    'raw output',
    'raw response',
  ].map((name) => [name, 'assistant'] as const),
]);

/**
 * Lines that name who speaks, each with the name in its first group: `User: …`, `**Assistant:**`, `### Human`, `[tool]`, LangChain's
 * `=== Ai Message ===`, and the headings of exports, which may have a sign before the name and more after it in brackets.
 */
const named: readonly RegExp[] = [
  /^[ \t]{0,3}(?:\[\d[\d/:., T-]{3,24}(?: ?[AP]M)?\] )?(?:#{1,4} |\*\*|__|> |▶ )?\[?([A-Za-z]{2,10}(?: (?:result|said|responded|query|input|prompt|output|response|reply))?)\]?(?:\*\*|__)?:(?:\*\*|__)?[ \t]?/i,
  /^[ \t]{0,3}(?:#{1,4} |\*\*)(?:[^\w\s#*]{1,4} )?([A-Za-z]{2,9}(?: said)?):?(?:\*\*)?(?: \([^)\n]{1,80}\))?(?:\*\*)?:?[ \t]*$/,
  /^[ \t]{0,3}\[([A-Za-z]{2,9})\][ \t]*$/,
  // Roo Code, which tells of requests and failures between what the model said.
  /^(Roo said|API Request|Model Response Incomplete)$/,
  // A rule with the name in it: LangChain, ellmer of R, and consoles.
  /^[=─━—-]{2,80} ?(Human|Ai|User|Assistant|Tool|System)(?: Message)?(?: \[\d{1,9}\])? ?[=─━—-]{2,80}$/i,
];

/** What may be before the first turn of an export: a title, its properties, a rule. */
const PREAMBLE = /^(?:# \S|<Chat \S|[=-]{4,}$|\[[^\]\n]{1,60}\]$|\*\*[^*\n]{1,60}\*\*|-{3,}$|_[^_\n]{1,200}_$)/;

/** What an export writes after a turn. */
const RULE = /\n[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$/;

type Names = ReadonlyMap<string, Role>;

/** A chat copied from a page: a name with the time after it, or on the line below it. */
const TIMED =
  /^(\w[\w.:/-]{0,60})(?:\n| [—–-] | {1,3})(?:(?:Today|Yesterday),?(?: at)? )?\d{1,2}:\d\d(?: ?[AP]M)?[ \t]*(?:\n|$)/i;
/** Servers name models like this: `qwen3-coder:30b`. */
const MODEL = /^(?=[^\d\n]*\d)[a-z][\w./-]*[-:.\d][\w.:/-]*$/i;

function timedSpeaker(text: string, from: Names): { readonly role: Role; readonly length: number } | null {
  const found = TIMED.exec(text);
  const [whole = '', name = ''] = found ?? [];
  const role = from.get(name.toLowerCase()) ?? (MODEL.test(name) ? 'assistant' : undefined);
  return found === null || role === undefined ? null : { role, length: whole.replace(/\n$/, '').length };
}

function speakerOf(line: string, from: Names): { readonly role: Role; readonly length: number } | null {
  for (const pattern of named) {
    const found = pattern.exec(line);
    const role = from.get((found?.[1] ?? '').toLowerCase());
    if (found !== null && role !== undefined) return { role, length: found[0].length };
  }
  const found = from === names ? speakerLines.map((one) => one.exec(line)).find((one) => one !== null) : undefined;
  return found === undefined ? null : { role: roleOfSpeaker((found[1] ?? '').toLowerCase()), length: found[0].length };
}

function namedTurns(text: string, known: Names): Turn[] {
  const turns: { role: Role; from: number; to: number }[] = [];
  let isFence = false;
  for (let from = 0; from <= text.length;) {
    const lineTo = endOfLine(text, from);
    const line = text.slice(from, Math.min(lineTo, from + 200));
    const isBlank = line.trim() === '';
    if (line.startsWith('```')) isFence = !isFence;
    const speaker = isFence ? null : (timedSpeaker(text.slice(from, from + 120), known) ?? speakerOf(line, known));
    const last = turns.at(-1);
    if (speaker !== null) {
      if (last !== undefined) last.to = from;
      turns.push({ role: speaker.role, from: from + speaker.length, to: text.length });
      if (speaker.length > lineTo - from) {
        from += speaker.length + 1;
        continue;
      }
    } else if (last === undefined && !isBlank && !PREAMBLE.test(line)) return [];
    from = lineTo + 1;
  }
  return turns.map(({ role, from, to }) => {
    const span = trimmedSpan(text, from, to, isAsciiSpace);
    const rule = RULE.exec(text.slice(Math.max(span.from, span.to - 20), span.to))?.[0].length ?? 0;
    return { role, span: trimmedSpan(text, span.from, span.to - rule, isAsciiSpace) };
  });
}
