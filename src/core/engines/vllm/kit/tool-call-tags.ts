import type { Span } from '../../../text/document/index.ts';
import {
  isDict,
  pythonDumps,
  readPythonJson,
  REGEX_SPACE,
  rstrip,
  strippedSpan,
} from '../../../text/languages/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import {
  type EngineCall,
  Excerpt,
  isCompleteJson,
  type MessageCall,
  partialOverlap,
  pythonJsonWords,
} from '../../kit/index.ts';
import type { Parsed, ParserStream, VllmCode, VllmParser } from '../parser.ts';
import { commonWords } from './common-words.ts';

// `hermes` and `longcat`: one JSON object between an opener and a closer.

type TagsCode = keyof ReturnType<typeof wordsOf>;

const wordsOf = (open: string, close: string) => ({
  ...pythonJsonWords,
  'contains-opener': {
    question: `Does the text contain \`${open}\`?`,
    yes: `The parser reads every block, up to the next \`${close}\`, as JSON.`,
    no: 'The parser returns the whole reply as content.',
  },
  'closer-in-string': `The search for the end of the block stops at the first \`${close}\`, although it is inside a string.`,
  'no-closer': `No \`${close}\` follows: the block continues to the end of the reply.`,
  'no-name-key': commonWords['no-name-key'],
  'no-arguments-key': commonWords['no-arguments-key'],
  'name-not-str': commonWords['name-not-str'],
  'no-mapping': 'The JSON is not an object: asking it for `name` raises TypeError',
  'text-dropped': 'The parser drops text after the first call: the client never receives it.',
});

/** A parser of calls between two markers, each of them `{"name", "arguments"}`. */
export function tagParser(
  rest: Pick<VllmParser<string>, 'flag' | 'file' | 'formats' | 'reads'>,
  open: string,
  close: string,
): VllmParser<TagsCode> {
  return {
    ...rest,
    words: wordsOf(open, close),
    parse: (text, _tools, steps) => parse(text, open, close, steps),
    stream: () => new TagStream(open, close),
  };
}

type Steps = Recorder<TagsCode | VllmCode>;

function parse(text: string, open: string, close: string, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const first = text.indexOf(open);
  const found = first < 0 ? null : { from: first, to: first + open.length };
  if (!steps.gate('contains-opener', found !== null, whole, found)) {
    return { called: false, calls: [], content: [whole], text };
  }
  const calls: EngineCall[] = [];
  for (const { span, body } of blocksOf(text, first, open, close, steps)) {
    const call = readBlock(text, span, body, steps);
    if (call === null) {
      steps.quirk('all-content', whole);
      return { called: false, calls: [], content: [whole], text };
    }
    calls.push(call);
  }
  const kept = { from: 0, to: first };
  const rest = calls.at(-1)?.span.to ?? text.length;
  if (rest < text.length) steps.quirk('text-dropped', { from: rest, to: text.length });
  return { called: true, calls, content: [kept], text: first === 0 ? null : text.slice(0, first) };
}

interface Block {
  readonly span: Span;
  readonly body: Span;
}

/** `findall`: from an opener to the first closer after it, or to the end of the text. */
function* blocksOf(text: string, first: number, open: string, close: string, steps: Steps): Generator<Block> {
  for (let from = first; from >= 0;) {
    const bodyFrom = from + open.length;
    const closer = text.indexOf(close, bodyFrom);
    const body = { from: bodyFrom, to: closer < 0 ? text.length : closer };
    const span = { from, to: closer < 0 ? text.length : closer + close.length };
    steps.enter('block', open, span);
    steps.marker(open, 'open', from, bodyFrom);
    if (closer < 0) steps.quirk('no-closer', { from, to: bodyFrom });
    yield { span, body };
    from = text.indexOf(open, span.to);
  }
}

/** Leaves the block that `blocksOf` entered. */
function readBlock(text: string, span: Span, body: Span, steps: Steps): EngineCall | null {
  const reading = readPythonJson(text, body.from, body.to);
  if (!reading.ok) {
    const { error } = reading;
    const isString = error.code === 'unexpected-end' && error.expected === null && body.to < span.to;
    if (isString) steps.quirk('closer-in-string', { from: body.to, to: span.to });
    steps.reject('json-syntax', body, error.at, error);
    steps.leave(span, 'malformed');
    return null;
  }
  if (body.to < span.to) steps.marker(text.slice(body.to, span.to), 'close', body.to, span.to);
  const { node } = reading;
  const name = node.members?.get('name')?.node;
  const given = node.members?.get('arguments')?.node;
  const refused = !isDict(node.value)
    ? 'no-mapping'
    : name === undefined
      ? 'no-name-key'
      : given === undefined
        ? 'no-arguments-key'
        : typeof name.value !== 'string'
          ? 'name-not-str'
          : null;
  if (refused !== null || name === undefined || given === undefined) {
    steps.reject(refused ?? 'no-mapping', node, node.from);
    steps.leave(span, 'malformed');
    return null;
  }
  steps.read('name', name);
  steps.read('arguments', given);
  steps.leave(span, 'matched');
  return {
    span,
    name: name.value as string,
    nameSpan: { from: name.from, to: name.to },
    argumentsText: pythonDumps(given.value) ?? '',
    argumentsSpan: { from: given.from, to: given.to },
  };
}

/** Every delta looks at the whole text again and sends what is new, even of texts that the whole reading refuses. */
class TagStream implements ParserStream {
  readonly previous: { arguments?: string }[] = [];
  readonly streamed: string[] = [];
  readonly #open: string;
  readonly #close: string;
  readonly #named: boolean[] = [];
  #contentTo = 0;

  constructor(open: string, close: string) {
    this.#open = open;
    this.#close = close;
  }

  push(_delta: string, current: string): { content?: Excerpt; calls: MessageCall[] } | null {
    const content = this.#content(current);
    const calls: MessageCall[] = [];
    for (const [index, { body, isComplete }] of this.#bodies(current).entries()) {
      if (index >= this.previous.length) {
        this.previous.push({});
        this.streamed.push('');
      }
      if (this.#named[index] !== true) {
        const name = nameIn(body);
        if (name === null) break;
        this.#named[index] = true;
        calls.push({ index, name });
      }
      const argumentsText = argumentsIn(body, isComplete);
      const sent = this.streamed[index] ?? '';
      if (argumentsText === null || argumentsText.length <= sent.length) continue;
      this.streamed[index] = argumentsText;
      this.previous[index] = { arguments: argumentsText };
      calls.push({ index, argumentsText: argumentsText.slice(sent.length) });
    }
    return content.text === '' && calls.length === 0 ? null : { content, calls };
  }

  #content(current: string): Excerpt {
    const opener = current.indexOf(this.#open);
    const to = opener < 0 ? current.length - partialOverlap(current, this.#open) : opener;
    const content = Excerpt.part(current, this.#contentTo, Math.max(to, this.#contentTo));
    this.#contentTo = Math.max(to, this.#contentTo);
    return content;
  }

  #bodies(current: string): { readonly body: string; readonly isComplete: boolean }[] {
    const bodies = [];
    for (let from = current.indexOf(this.#open); from >= 0;) {
      const bodyFrom = from + this.#open.length;
      const closer = current.indexOf(this.#close, bodyFrom);
      if (closer < 0) {
        const raw = current.slice(bodyFrom);
        const span = strippedSpan(raw, 0, raw.length - partialOverlap(raw, this.#close));
        const body = raw.slice(span.from, span.to);
        bodies.push({ body, isComplete: body !== '' && isCompleteJson(body) });
        break;
      }
      const span = strippedSpan(current, bodyFrom, closer);
      bodies.push({ body: current.slice(span.from, span.to), isComplete: true });
      from = current.indexOf(this.#open, closer + this.#close.length);
    }
    return bodies;
  }
}

const COLON = `${REGEX_SPACE}*:${REGEX_SPACE}*`;
const NAME = new RegExp(`"name"${COLON}"([^"]+)"`);
const ARGUMENTS = new RegExp(`"arguments"${COLON}`);

/** `"name"\s*:\s*"([^"]+)"`: escapes are not known, and the first one in the block counts. */
function nameIn(body: string): string | null {
  return NAME.exec(body)?.[1] ?? null;
}

/** Everything after the first `"arguments":`; of a whole block without its last brace. */
function argumentsIn(body: string, isComplete: boolean): string | null {
  const key = ARGUMENTS.exec(body);
  if (key === null) return null;
  const raw = body.slice(key.index + key[0].length);
  if (!isComplete) return raw;
  const stripped = rstrip(raw);
  return stripped.endsWith('}') ? rstrip(stripped.slice(0, -1)) : stripped;
}
