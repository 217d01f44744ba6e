import { EditedText, Excerpt, type Message } from '../kit/index.ts';
import { contentOnly } from './kit/json-calls.ts';
import { vllmRuntime, type ParserStream, type VllmParser } from './parser.ts';
import { type ListRules, ListStream, newestList, parsePythonic, pythonicWords } from './kit/python-list.ts';

/** @param rules releases differ */
export const pythonicParser = (rules: ListRules): VllmParser<keyof typeof pythonicWords> => ({
  flag: 'pythonic',
  file: 'vllm/tool_parsers/pythonic_tool_parser.py',
  formats: ['pythonic'],
  reads: 'A reply that is a list of Python calls with keyword arguments, and nothing else.',
  words: pythonicWords,
  parse: (text, _tools, steps) =>
    parsePythonic(text, new EditedText(text, [{ from: 0, to: text.length }]), contentOnly(text), [], rules, steps),
  stream: () => new PythonicStream(rules),
});

export const pythonic = vllmRuntime(pythonicParser(newestList));

class PythonicStream implements ParserStream {
  readonly #list: ListStream;
  readonly previous: ListStream['previous'];
  readonly streamed: ListStream['streamed'];

  constructor(rules: ListRules) {
    this.#list = new ListStream(rules);
    this.previous = this.#list.previous;
    this.streamed = this.#list.streamed;
  }

  push(delta: string, current: string): Message | null {
    if (!current.startsWith('[')) return { content: Excerpt.end(current, delta) };
    const calls = this.#list.calls(current, false);
    return calls === null ? null : { calls };
  }
}
