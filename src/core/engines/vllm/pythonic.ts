import { EditedText } from '../kit/index.ts';
import { contentOnly } from './kit/json-calls.ts';
import { vllmRuntime, type VllmParser } from './parser.ts';
import { type ListRules, ListReply, newestList, parsePythonic, pythonicWords } from './kit/python-list.ts';

/** @param rules releases differ */
export const pythonicParser = (rules: ListRules): VllmParser<keyof typeof pythonicWords> => ({
  flag: 'pythonic',
  file: 'vllm/tool_parsers/pythonic_tool_parser.py',
  formats: ['pythonic'],
  reads: 'A reply that is a list of Python calls with keyword arguments, and nothing else.',
  words: pythonicWords,
  parse: (text, _tools, steps) =>
    parsePythonic(text, new EditedText(text, [{ from: 0, to: text.length }]), contentOnly(text), [], rules, steps),
  stream: () =>
    new ListReply(rules, (current) => (current.startsWith('[') ? { list: current, isLines: false } : 'text')),
});

export const pythonic = vllmRuntime(pythonicParser(newestList));
