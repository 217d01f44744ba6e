import { type Span, trimmedSpan } from '../../../text/document/index.ts';
import { isRegexModuleSpace, stripPython } from '../../../text/languages/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { type EngineCall, Excerpt, type Message, type MessageCall, partialOverlap } from '../../kit/index.ts';
import { Next } from '../../vllm/kit/markers.ts';
import { vllmRuntime, type ParserStream, type VllmCode } from '../../vllm/parser.ts';
import { parseSection, sectionWords, type Section } from '../../vllm/kit/section.ts';

const SECTION = '<|tool_calls_section_begin|>';
const SECTION_END = '<|tool_calls_section_end|>';
const BEGIN = '<|tool_call_begin|>';
const ARGUMENTS = '<|tool_call_argument_begin|>';
const END = '<|tool_call_end|>';

const section: Section = { open: SECTION, close: SECTION_END, begin: BEGIN, end: END };

const words = {
  ...sectionWords(section),
  'no-argument-marker': `\`${ARGUMENTS}\` must be the first \`<\` after this marker. It is not, so the parser drops the call`,
  'no-id': `The text before \`${ARGUMENTS}\` does not end with a colon and digits, so the parser drops the call`,
  'no-end': `No \`${END}\` follows, so the parser drops the call`,
  'begin-inside': `Another \`${BEGIN}\` comes before \`${END}\`, so the parser drops this call`,
  'name-in-id': 'The name, between the last dot and the first colon of the id',
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

export const kimiK2 = vllmRuntime({
  flag: 'kimi_k2',
  release: '2026-05',
  file: 'vllm/tool_parsers/kimi_k2_tool_parser.py',
  formats: ['kimi-k2'],
  reads: `Calls between ${BEGIN} and ${END}: an id such as functions.name:0, ${ARGUMENTS}, and arguments.`,
  words,
  parse: (text, _tools, steps) => parseSection(text, section, steps, () => findCalls(text, steps)),
  stream: () => new KimiStream(),
});

function findCalls(text: string, steps: Steps): EngineCall[] {
  const calls: EngineCall[] = [];
  const next = [new Next(text, BEGIN), new Next(text, '<'), new Next(text, END)] as const;
  for (let at = next[0].from(0); at < text.length;) {
    const idFrom = at + BEGIN.length;
    const idTo = next[1].from(idFrom);
    const argumentsFrom = idTo + ARGUMENTS.length;
    const end = next[2].from(Math.min(argumentsFrom, text.length));
    const following = next[0].from(idFrom);
    const idSpan = idIn(text, idFrom, idTo);
    const problem = !text.startsWith(ARGUMENTS, idTo)
      ? 'no-argument-marker'
      : idSpan === null
        ? 'no-id'
        : following < end
          ? 'begin-inside'
          : end === text.length
            ? 'no-end'
            : null;
    if (problem !== null || idSpan === null) {
      steps.reject(problem ?? 'no-id', { from: at, to: idFrom });
      at = following;
      continue;
    }
    const span = { from: at, to: end + END.length };
    const argumentsSpan = trimmedSpan(text, argumentsFrom, end, isRegexModuleSpace);
    const id = text.slice(idSpan.from, idSpan.to);
    const name = nameIn(id);
    const nameFrom = idSpan.from + id.split(':', 1).join('').length - name.length;
    const nameSpan = { from: nameFrom, to: nameFrom + name.length };
    steps.enter('block', BEGIN, span);
    steps.marker(BEGIN, 'open', at, idFrom);
    steps.read('id', idSpan);
    steps.read('name-in-id', nameSpan);
    steps.marker(ARGUMENTS, 'open', idTo, argumentsFrom);
    steps.read('arguments-unparsed', argumentsSpan);
    steps.marker(END, 'close', end, span.to);
    steps.leave(span, 'matched');
    const argumentsText = text.slice(argumentsSpan.from, argumentsSpan.to);
    calls.push({ span, name, nameSpan, argumentsText, argumentsSpan, id, idSpan });
    at = next[0].from(span.to);
  }
  return calls;
}

/** What ends with a colon and digits, without the white space around it, of which one remains where nothing else is before the colon. */
function idIn(text: string, from: number, to: number): Span | null {
  const id = trimmedSpan(text, from, to, isRegexModuleSpace);
  const colon = text.slice(id.from, id.to).search(/:\p{Nd}+$/u);
  if (colon > 0) return id;
  return colon === 0 && id.from > from ? { from: id.from - 1, to: id.to } : null;
}

function nameIn(id: string): string {
  return id.split(':', 1).join('').split('.').at(-1) ?? '';
}

/** Reads the whole text again with each delta. Calls that are not closed are sent too, and their arguments as they are. */
class KimiStream implements ParserStream {
  readonly previous: { arguments?: string }[] = [];
  readonly streamed: string[] = [];
  #contentTo = 0;
  readonly #named: boolean[] = [];

  push(_delta: string, current: string): Message | null {
    const section = current.indexOf(SECTION);
    const to = section < 0 ? current.length - partialOverlap(current, SECTION) : section;
    const content = Excerpt.part(current, this.#contentTo, Math.max(to, this.#contentTo));
    this.#contentTo = Math.max(to, this.#contentTo);
    const calls: MessageCall[] = [];
    for (const [index, body] of (section < 0 ? [] : bodies(current, section)).entries()) {
      if (index >= this.previous.length) {
        this.previous.push({});
        this.streamed.push('');
      }
      const at = body.indexOf(ARGUMENTS);
      if (this.#named[index] !== true) {
        const id = at < 0 ? null : /^[^\n]+:\p{Nd}+/u.exec(stripPython(body.slice(0, at)));
        const name = id === null ? '' : nameIn(stripPython(id[0]));
        if (name === '') break;
        this.#named[index] = true;
        calls.push({ index, name });
      }
      const given = at < 0 ? '' : body.slice(at + ARGUMENTS.length);
      const sent = this.streamed[index] ?? '';
      if (given.length <= sent.length) continue;
      this.streamed[index] = given;
      this.previous[index] = { arguments: given };
      calls.push({ index, argumentsText: given.slice(sent.length) });
    }
    return content.text === '' && calls.length === 0 ? null : { content, calls };
  }
}

/** What is between the markers of calls; of the last one, which may be open, without what may become its end. */
function bodies(current: string, from: number): string[] {
  const found: string[] = [];
  for (let begin = current.indexOf(BEGIN, from); begin >= 0;) {
    const bodyFrom = begin + BEGIN.length;
    const end = current.indexOf(END, bodyFrom);
    if (end < 0) {
      const body = current.slice(bodyFrom);
      found.push(body.slice(0, body.length - partialOverlap(body, END)));
      break;
    }
    found.push(current.slice(bodyFrom, end));
    begin = current.indexOf(BEGIN, end + END.length);
  }
  return found;
}
