import type { Span } from '../../text/document/index.ts';
import { lastOfEachKey, marshal, readGoJson } from '../../text/languages/index.ts';
import type { JsonObjectNode } from '../../text/json/index.ts';
import { put, Reader, type Added, type FoundCall, type Request, type Steps } from './reader.ts';
import { goTrimmed } from './kit/tape.ts';
import { ThinkingFilter } from './kit/thinking-filter.ts';
import { ollamaRuntime, type OllamaRuntime } from './ollama-runtime.ts';
import { argumentsIn, closedObjects } from './kit/object-arguments.ts';
import { THINK, THINK_END, TOOL_CALL_END } from './kit/tags.ts';
import { ToolNames } from './kit/tool-names.ts';

const genericWords = {
  'text-before-bracket':
    'The reply does not begin with the bracket of the tag. Ollama then gives up on calls for the rest of the reply.',
  'name-may-grow': 'The text ends with the beginning of a tool name. Ollama waits for the rest of it.',
  'no-name': 'No name of a declared tool is in the rest of the text',
  'no-object': 'No closed object of valid JSON is in the rest of the text',
  'object-skipped': 'This object is invalid JSON: Ollama goes on to the next one.',
  'no-usable-arguments':
    'The object has a `name`, but no `arguments` or `parameters` with an object: Ollama stops looking for calls',
  'random-order': 'Ollama searches the values of this object in random order. Here the order is that of the keys.',
  'all-as-arguments': 'Ollama finds no arguments in the object and uses the whole object as the arguments.',
  'name-anywhere': 'Ollama takes the first name of a tool in the text. It is not the value of `name`.',
  'brackets-closed': 'All brackets are closed: Ollama returns the rest of the reply as content.',
  'printed-twice': 'Ollama has this text still in its buffer and sends it a second time.',
  'rest-dropped': 'Ollama drops what is left in its buffer.',
} as const;

type State = 'looking' | 'calls' | 'done';

/** `tools.Parser`: for models whose template has a tag and whose Modelfile names no parser. */
class GenericReader extends Reader {
  readonly #tag: string;
  #state: State = 'looking';
  #hasCalls = false;
  /** The length of the text when it was read last. */
  #seen = 0;
  /** What stays in the buffer of a reader that gave up. */
  #leftover: Span | null = null;
  readonly #filter: ThinkingFilter;
  readonly #names: ToolNames;

  constructor(request: Request, steps: Steps, tag: string) {
    super(request, steps);
    this.#tag = tag;
    this.#filter = new ThinkingFilter(request.thinking === true);
    this.#names = new ToolNames(request.tools);
  }

  get #isBracket(): boolean {
    return this.#tag === '{' || this.#tag === '[';
  }

  protected override step(added: Added, done: boolean): false {
    const { tape, text } = this;
    const hasNews = text.length > this.#seen;
    this.#seen = text.length;
    if (hasNews) this.#names.reset(text);
    if (hasNews && this.#filter.take(tape, added)) {
      if (this.request.tools.length === 0) this.#show(added);
      else this.#read(added);
    }
    if (done) this.#finish(added);
    return false;
  }

  /** Without declared tools there is nothing to look for. */
  #show(added: Added): void {
    const rest = this.tape.takeAll();
    this.steps?.gate('declares-tools', false, rest);
    put(added.content, rest);
  }

  #read(added: Added): void {
    const { tape } = this;
    if (this.#state === 'done') {
      put(added.content, tape.takeAll());
      return;
    }
    if (this.#state === 'looking' && (tape.isEmpty || !this.#look(added))) return;
    while (this.#call(added));
    if (this.#isBracket && this.#isClosed()) {
      this.steps?.quirk('brackets-closed', tape.rest);
      added.content.length = 0;
      put(added.content, tape.takeAll());
      this.#state = 'done';
    }
  }

  #look(added: Added): boolean {
    const { tape, steps } = this;
    const { from, to } = tape.rest;
    const tag = tape.find(this.#tag);
    steps?.gate('contains-tag', tag >= 0, { from, to }, tag < 0 ? null : { from: tag, to: tag + this.#tag.length });
    const content = tape.takeTo(tag, this.#tag);
    put(added.content, content);
    const before = goTrimmed(tape.text, content);
    if (this.#isBracket && before.from < before.to) {
      this.#leftover = tape.takeAll();
      steps?.quirk('text-before-bracket', { from: before.from, to: Math.max(before.to, this.#leftover.to) });
      put(added.content, this.#leftover);
      this.#state = 'done';
      return false;
    }
    if (tag < 0) return false;
    this.#state = 'calls';
    return true;
  }

  #call(added: Added): boolean {
    const { tape, steps, text } = this;
    if (tape.isEmpty) return false;
    if (this.#names.mayGrow(text, tape.at)) {
      steps?.quirk('name-may-grow', { from: Math.max(tape.at, text.length - 1), to: text.length });
      return false;
    }
    const name = this.#names.next(text, tape.at);
    if (name === null) {
      if (!this.#hasCalls) steps?.reject('no-name', tape.rest);
      return false;
    }
    const found = this.#object(name.name);
    if (found === null) return false;
    const { span, node, place, argumentsText } = found;
    const to = Math.max(name.to, span.to - 1);
    const block = { from: Math.min(name.from, span.from), to: Math.max(name.to, span.to) };
    steps?.enter('block', this.#tag, block);
    if (nameIn(node) !== null && nameIn(node) !== name.name) steps?.quirk('name-anywhere', name);
    steps?.read('name', name);
    steps?.read('arguments', place);
    steps?.leave(block, 'matched');
    const call: FoundCall = { span: block, name: name.name, nameSpan: name, argumentsText, argumentsSpan: place };
    added.calls.push(call);
    this.#hasCalls = true;
    tape.at = to;
    return true;
  }

  /** The first closed object of valid JSON, and the arguments in it. */
  #object(tool: string): FoundObject | null {
    const { tape, steps, text } = this;
    for (const span of closedObjects(text, tape.at)) {
      const node = readGoJson(text.slice(span.from, span.to));
      if (node?.kind !== 'object') {
        steps?.quirk('object-skipped', span);
        continue;
      }
      const found = argumentsIn(node, tool);
      if (found.isRandom) steps?.quirk('random-order', span);
      if (found.node === null) {
        steps?.reject('no-usable-arguments', span);
        return null;
      }
      if (found.node === node) steps?.quirk('all-as-arguments', span);
      const place = { from: span.from + found.place.from, to: span.from + found.place.to };
      return { span, node, place, argumentsText: marshal(found.node) };
    }
    steps?.reject('no-object', tape.rest);
    return null;
  }

  /** Whether a bracket of the buffer, in strings as well, brings the count of open ones to none. */
  #isClosed(): boolean {
    const { tape, text } = this;
    const close = this.#tag === '{' ? '}' : ']';
    let count = 0;
    for (let { at } = tape; at < text.length; at += 1) {
      const character = text.charAt(at);
      if (character === this.#tag) count += 1;
      else if (character === close && (count -= 1) === 0) return true;
    }
    return false;
  }

  /** `Content`: what is left, if there were no calls and the tag is a bracket. */
  #finish(added: Added): void {
    const { tape, steps } = this;
    const rest = this.#leftover ?? (this.#filter.isOver ? tape.takeAll() : null);
    if (rest === null || rest.from === rest.to) return;
    if (this.#hasCalls || !this.#isBracket) {
      const text = this.text.slice(rest.from, rest.to).replaceAll(TOOL_CALL_END, '');
      if (/[\p{L}\p{N}]/u.test(text)) steps?.quirk('rest-dropped', rest);
      return;
    }
    if (this.#state === 'done') steps?.quirk('printed-twice', rest);
    put(added.content, rest);
  }
}

/** An object with the arguments in it. */
interface FoundObject {
  readonly span: Span;
  readonly node: JsonObjectNode;
  /** Where the arguments are. */
  readonly place: Span;
  readonly argumentsText: string;
}

function nameIn({ members }: JsonObjectNode): string | null {
  const name = lastOfEachKey(members).get('name');
  return name?.kind === 'string' ? name.value : null;
}

/** Ollama looks for this if a template has no calls, or no tag before them. */
const NO_TAG = '{';

/**
 * The reader of a model without PARSER. Its tag is the text before a call in the model's template, and can be any text.
 *
 * @internal The page has the tags of four kinds of templates; golden data name any.
 */
export function generic(template: string, id = template, formats: readonly string[] = []): OllamaRuntime {
  const tag = template === '' ? NO_TAG : template;
  return ollamaRuntime({
    name: `generic:${template}`,
    id: `generic:${id}`,
    label: `Ollama generic (${tag})`,
    flag: `template's tag ${tag}`,
    file: 'tools/tools.go',
    formats,
    reads: 'The first declared name and the first closed object after the tag, wherever they are.',
    asksThinking: true,
    needsTools: true,
    // Lists and closing tags that Ollama does not look for.
    tags: [THINK, THINK_END, tag, TOOL_CALL_END, '[', ']', ','],
    words: {
      ...genericWords,
      'declares-tools': {
        question: 'Does the request declare tools?',
        yes: 'Ollama looks for calls to them.',
        no: 'Ollama looks for no call and returns the text as content.',
      },
      'contains-tag': {
        question: `Does the text contain the template's tag \`${tag}\`?`,
        yes: 'Ollama looks for names of tools and for objects after it.',
        no: 'Ollama returns the text as content.',
      },
    },
    open: (request, steps) => new GenericReader(request, steps, tag),
  });
}

export const genericToolCall = generic('<tool_call>', 'tool_call', ['hermes']);
export const genericToolCalls = generic('[TOOL_CALLS]', 'tool_calls', ['mistral']);
export const genericBrace = generic(NO_TAG, 'brace', ['raw-json', 'llama3-json']);
export const genericBracket = generic('[', 'bracket', ['raw-json']);
