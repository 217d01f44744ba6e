import { EditedText, gapsIn } from '../kit/index.ts';
import { vllmRuntime, type VllmParser } from './parser.ts';
import {
  type ListRules,
  type ListSoFar,
  ListReply,
  newestList,
  parsePythonic,
  pythonicWords,
  withoutEnd,
} from './kit/python-list.ts';

const START = '<|python_start|>';
const END = '<|python_end|>';

const words = {
  ...pythonicWords,
  'markers-removed': `The reply starts with \`${START}\`: the parser removes it, and every \`${END}\`.`,
} as const;

/** @param rules releases differ */
export const llama4PythonicParser = (rules: ListRules): VllmParser<keyof typeof words> => ({
  flag: 'llama4_pythonic',
  file: 'vllm/tool_parsers/llama4_pythonic_tool_parser.py',
  formats: ['pythonic'],
  reads: `A reply that is a list of Python calls with keyword arguments, optionally after ${START}.`,
  words,
  parse(text, _tools, steps) {
    const whole = { from: 0, to: text.length };
    const isMarked = text.startsWith(START);
    const source = isMarked
      ? new EditedText(text, [{ from: START.length, to: text.length }]).without(END)
      : new EditedText(text, [whole]);
    if (isMarked) steps.quirk('markers-removed', { from: 0, to: START.length });
    const content = source.kept;
    const removed = gapsIn(whole, content);
    return parsePythonic(
      text,
      source,
      { called: false, calls: [], content, text: source.text, markup: removed },
      removed,
      rules,
      steps,
    );
  },
  stream: () => new ListReply(rules, listIn),
});

export const llama4Pythonic = vllmRuntime(llama4PythonicParser(newestList));

function listIn(current: string): ListSoFar {
  const isMarked = current.startsWith(START);
  if (!isMarked && !current.startsWith('[')) return 'text';
  return { list: withoutEnd(isMarked ? current.slice(START.length) : current, END), isLines: false };
}
