import { EditedText, Excerpt, gapsIn, type Message } from '../kit/index.ts';
import { vllmRuntime, type ParserStream } from './parser.ts';
import { ListStream, parsePythonic, pythonicWords } from './kit/python-list.ts';

const START = '<|python_start|>';
const END = '<|python_end|>';

export const llama4Pythonic = vllmRuntime({
  flag: 'llama4_pythonic',
  file: 'vllm/tool_parsers/llama4_pythonic_tool_parser.py',
  formats: ['pythonic'],
  reads: `A reply that is a list of Python calls with keyword arguments, optionally after ${START}.`,
  words: {
    ...pythonicWords,
    'markers-removed': `The reply starts with \`${START}\`: the parser removes it, and every \`${END}\`.`,
  },
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
      steps,
    );
  },
  stream: () => new Llama4Stream(),
});

class Llama4Stream implements ParserStream {
  readonly #list = new ListStream();
  readonly previous = this.#list.previous;
  readonly streamed = this.#list.streamed;

  push(delta: string, current: string): Message | null {
    const isMarked = current.startsWith(START);
    if (!isMarked && !current.startsWith('[')) return { content: Excerpt.end(current, delta) };
    const text = isMarked ? current.slice(START.length) : current;
    const calls = this.#list.calls(text.endsWith(END) ? text.slice(0, -END.length) : text, false);
    return calls === null ? null : { calls };
  }
}
