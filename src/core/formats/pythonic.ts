import type { Block } from './kit/read/block.ts';
import type { PythonCall } from './kit/read/python-call.ts';
import { pythonCalls } from './kit/read/python-calls.ts';
import { bareExpression, incompleteName, makeCall, pythonItem, type PythonItem } from './kit/mend/python-item.ts';
import { turnEnds } from './kit/read/turn-end.ts';
import { endsReply } from './kit/read/words-around.ts';
import { skipSpace, type Resumable } from './kit/read/resumable.ts';
import { dottedName, negativeNumber, textAround } from './kit/read/found-calls.ts';
import { eachCall, pythonCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const LONGEST_LEAD = 200;
const COMMA = 0x2c;
const CLOSE_BRACKET = 0x5d;

const wrapped = pythonCalls({ close: ['<|python_end|>'] });

/** Without markers the names must be declared, unless the list is the whole output. */
function* read(block: Block): Resumable<number> {
  if (block.opener !== '[') return yield* wrapped(block);
  const { source, tools, from } = block;
  const isAfterWords = !block.startsLine;
  if (isAfterWords && !endsSentence(block)) return block.refuse('inside-a-line', block.at);
  const { calls, to, isCut, isWhole } = yield* bareExpression(block, from);
  if (isAfterWords && !(yield* isMeantAfterWords(block, calls, to))) return block.refuse('inside-a-line', block.at);
  if (calls === null) return isCut || isWhole ? yield* readItems(block, to, isCut) : refused(block);
  const undeclared = calls.find(({ name }) => !tools.hasInCode(name));
  if (undeclared !== undefined) {
    const end = yield* skipSpace(source, to);
    const isAll = (block.startsText || isParagraph(block, calls)) && (yield* endsReply(source, end));
    if (!isAll) return block.refuse('undeclared-bare-name', to, undeclared.name);
  }
  for (const call of calls) makeCall(block, call);
  return block.end(to);
}

/** The end of a sentence before a list on its line. */
const SENTENCE = /[a-z\d)"'’][.!…][ \t]{1,3}$/i;
/** Words about a form of call, rather than before a call. */
const ABOUT_FORM =
  /\b(?:examples?|like|syntax|format|form|forms|such as|e\.g|i\.e|would|could|wrote|writes?|written|prints?|said|says|shows?|instead|never|not)\b|["'`<>[\]{}]/i;

/** Whether one or two sentences of the model, and nothing else, are before a list on its line. */
function endsSentence({ source, from }: Block): boolean {
  const before = source.slice(Math.max(0, from - LONGEST_LEAD), from);
  return SENTENCE.test(before) && !ABOUT_FORM.test(before.slice(before.lastIndexOf('\n') + 1));
}

/** Whether the reply ends with a list after words, all of whose calls are of declared tools; one at least has arguments. */
function* isMeantAfterWords(
  { source, tools }: Block,
  calls: readonly PythonCall[] | null,
  to: number,
): Resumable<boolean> {
  if (calls === null || !calls.every(({ name, positional }) => tools.hasInCode(name) && positional.length === 0))
    return false;
  return calls.some(({ keywords }) => keywords.length > 0) && (yield* endsReply(source, yield* skipSpace(source, to)));
}

/** Words that announce a list as an example. */
const ANNOUNCES_EXAMPLE = /\b(?:examples?|like|syntax|format|form|such as|e\.g|i\.e)\b[^\n]*\n\s*$/i;

/**
 * Whether a list after other text is on lines of its own and its calls have all their arguments by name, as code rarely has. What
 * is before it announces no example.
 */
function isParagraph({ source, tools, from }: Block, calls: readonly PythonCall[]): boolean {
  const arePlain = calls.every(({ keywords, positional }) => keywords.length > 0 && positional.length === 0);
  return tools.isEmpty && arePlain && !ANNOUNCES_EXAMPLE.test(source.slice(Math.max(0, from - LONGEST_LEAD), from));
}

/** A list that is cut off, or not good as a whole: what is good in it counts where nothing but calls can be meant. */
function* readItems(block: Block, to: number, isCut: boolean): Resumable<number> {
  const { source, tools } = block;
  const isMeant = isCut && block.startsText;
  const items: (PythonItem & { readonly begun: ReturnType<typeof incompleteName> })[] = [];
  for (let at = yield* skipSpace(source, block.at); at < to && source.code(at) !== CLOSE_BRACKET;) {
    const begun = incompleteName(block, at);
    if (begun !== null && !isMeant && !tools.hasInCode(begun.name)) return refused(block);
    const item = yield* pythonItem(block, at, turnEnds);
    // Of the last one there may be less than its name.
    if (begun === null && (!item.isCut || items.length === 0)) return refused(block);
    items.push({ ...item, begun });
    at = item.isCut ? to : yield* skipSpace(source, item.span.to);
    if (source.code(at) === COMMA) at = yield* skipSpace(source, at + 1);
  }
  if (!items.some(({ call, isCut: isLast }) => call !== null || isLast)) return refused(block);
  for (const { span, call, begun, ...item } of items) {
    // An item may read quotes otherwise than the list, and so end later: what comes after the list is read for itself.
    const itemTo = isCut ? span.to : Math.min(span.to, to);
    if (call !== null) makeCall(block, call);
    else if (item.isCut) block.cut(begun, span.from, itemTo);
    else block.malformed('not-a-call-expression', { from: span.from, to: itemTo });
  }
  const last = items.at(-1);
  const end = isCut ? (last?.span.to ?? to) : to;
  return block.end(last?.call?.lostAt === end ? end + 1 : end);
}

function refused(block: Block): number {
  return block.refuse('not-a-call-expression', block.at);
}

/** Call expressions in a list, with nothing around it. */
export const pythonic: ToolFormat = {
  id: 'pythonic',
  lineage: 'Llama 4, ToolACE, BFCL',
  models: 'Llama 3.2, Llama 4, ToolACE, BFCL prompts',
  dialects: ['llama-4-tokens', 'negative-and-dotted', 'json-literals'],
  readers: { vllm: ['pythonic', 'llama4_pythonic'], sglang: ['pythonic'], smg: ['pythonic'] },
  generic: ['llamacpp'],
  failures: [
    {
      engines: ['vllm'],
      text: 'A negative number is not a constant in this parser: everything becomes text.',
      when: negativeNumber,
    },
    {
      engines: ['vllm', 'smg'],
      text: 'Rejects a name with a dot.',
      when: dottedName,
    },
    {
      engines: ['vllm'],
      text: 'Text before or after the list turns everything into text.',
      when: textAround,
    },
    {
      engines: ['vllm'],
      text: 'Rejects a name that begins with `_`.',
      when: ({ calls }) => calls.some(({ name }) => name.startsWith('_')),
    },
  ],
  tier: 'bare',
  prompt: {
    ask: 'Answer with a list of function calls and nothing else, as in Python: [f(a=1, b="x"), g()].',
    render: eachCall((call) => pythonCall(call), { before: '[', between: ', ', after: ']' }),
  },
  writes: [eachCall((call) => pythonCall(call, ''), { before: '[', between: ', ', after: ']' })],
  example: '[chart_course(to="Visby", knots=6.5), log_time()]',
  openers: [{ text: '<|python_start|>' }, { text: '[', next: /^[^\s[\]{}<>()"'`]+\(/ }],
  read: read,
  closers: ['<|python_end|>'],
};
