import { EditedText, Excerpt, type Message } from '../kit/index.ts';
import { contentOnly } from './kit/json-calls.ts';
import { vllmRuntime, type ParserStream } from './parser.ts';
import { ListStream, parsePythonic, pythonicWords } from './kit/python-list.ts';

export const pythonic = vllmRuntime({
  flag: 'pythonic',
  file: 'vllm/tool_parsers/pythonic_tool_parser.py',
  formats: ['pythonic'],
  reads: 'A reply that is a list of Python calls with keyword arguments, and nothing else.',
  words: pythonicWords,
  parse: (text, _tools, steps) =>
    parsePythonic(text, new EditedText(text, [{ from: 0, to: text.length }]), contentOnly(text), [], steps),
  stream: () => new PythonicStream(),
});

class PythonicStream implements ParserStream {
  readonly #list = new ListStream();
  readonly previous = this.#list.previous;
  readonly streamed = this.#list.streamed;

  push(delta: string, current: string): Message | null {
    if (!current.startsWith('[')) return { content: Excerpt.end(current, delta) };
    const calls = this.#list.calls(current, false);
    return calls === null ? null : { calls };
  }
}
