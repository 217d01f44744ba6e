import { EditedText } from '../kit/index.ts';
import { contentOnly } from './kit/json-calls.ts';
import { vllmRuntime, type VllmParser } from './parser.ts';
import {
  linesOf,
  type ListRules,
  type ListSoFar,
  ListReply,
  newestList,
  parsePythonic,
  pythonicWords,
  withoutEnd,
} from './kit/python-list.ts';

const OPEN = '<function_calls>';
const CLOSE = '</function_calls>';

const words = {
  ...pythonicWords,
  'has-block': {
    question: `Does the reply have \`${OPEN}\` with \`${CLOSE}\` after it?`,
    yes: 'The parser reads only the first such block.',
    no: 'The parser reads the whole reply as calls.',
  },
  'lines-joined':
    'The parser joins the lines with `, ` and puts `[` and `]` around them. A newline inside a string becomes `, ` too.',
  'list-pattern': {
    question: 'Do the joined lines match the pattern of a list of calls, `[name(key=…), …]`?',
    yes: 'Python parses them.',
    no: 'The parser returns the whole reply as content.',
  },
} as const;

/** @param rules releases differ */
export const olmo3Parser = (rules: ListRules): VllmParser<keyof typeof words> => ({
  flag: 'olmo3',
  file: 'vllm/tool_parsers/olmo3_tool_parser.py',
  formats: ['olmo3'],
  reads: `Python calls with keyword arguments, one a line, between ${OPEN} and ${CLOSE}, or as the whole reply.`,
  words,
  parse(text, _tools, steps) {
    const whole = { from: 0, to: text.length };
    const open = text.indexOf(OPEN);
    const close = open < 0 ? -1 : text.indexOf(CLOSE, open + OPEN.length);
    const block = close < 0 ? null : { from: open, to: close + CLOSE.length };
    steps.gate('has-block', block !== null, whole, block && { from: open, to: open + OPEN.length });
    const body = block === null ? whole : { from: open + OPEN.length, to: close };
    const lines = linesOf(text, body.from, body.to);
    if (lines.length > 1) steps.quirk('lines-joined', { from: lines[0]?.from ?? 0, to: lines.at(-1)?.to ?? 0 });
    const joined = lines.flatMap((line, index) => (index === 0 ? [line] : [', ', line]));
    const source = new EditedText(text, ['[', ...joined, ']']);
    const tags =
      block === null
        ? []
        : [
            { from: open, to: body.from },
            { from: close, to: block.to },
          ];
    return parsePythonic(text, source, contentOnly(text), tags, rules, steps);
  },
  stream: () => new ListReply(rules, listIn),
});

export const olmo3 = vllmRuntime(olmo3Parser(newestList));

function listIn(current: string): ListSoFar {
  if (!current.startsWith('<')) return 'text';
  // No list of Python begins with `[<`.
  if (!current.startsWith(OPEN)) return null;
  return { list: withoutEnd(current.slice(OPEN.length), CLOSE), isLines: true };
}
