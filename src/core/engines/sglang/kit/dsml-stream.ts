import {
  PythonDict,
  pythonDumps,
  type PythonValue,
  readPartialJsonSglang,
  rstrip,
  stripPython,
} from '../../../text/languages/index.ts';
import { commonPrefixLength, Excerpt, type Message, type MessageCall } from '../../kit/index.ts';
import { afterCharacters, characterCount } from './base-stream.ts';
import type { DetectorStream } from '../detector.ts';
import { makeRoom } from './call-lists.ts';
import { nextInvoke, PARAMETER, parameters, parameterTag, valueOf } from './dsml-tags.ts';

/** What releases do differently. */
export interface DsmlStreamRules {
  /** Whether text is sent that is in one buffer with the marker after it. */
  readonly showsTextBefore: boolean;
  /** Whether a value that is begun and can be no JSON makes content of all that is held, with every increment. */
  readonly spills: boolean;
}

/** The whole buffer is read again with every increment. Names are not looked up, and the section's tag is not needed. */
export class DsmlStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #open: string;
  readonly #rules: DsmlStreamRules;
  #buffer = '';
  #current = -1;
  #nameSent = false;

  constructor(open: string, rules: DsmlStreamRules) {
    this.#open = open;
    this.#rules = rules;
  }

  push(delta: string, current: string): Message | null {
    this.#buffer += delta;
    if (!this.#mayBeDsml()) {
      const content = Excerpt.end(current, this.#buffer);
      this.#buffer = '';
      return { content };
    }
    const came = Excerpt.end(current, this.#buffer);
    const calls: MessageCall[] = [];
    let content = Excerpt.empty;
    for (;;) {
      const invoke = nextInvoke(this.#buffer, 0);
      if (invoke === null) return { content, calls };
      if (this.#current === -1) {
        this.#current = 0;
        if (this.#rules.showsTextBefore) content = came.slice(0, this.#textBefore(invoke.span.from));
      }
      const index = this.#current;
      makeRoom(this, index);
      if (!this.#nameSent) {
        const name = this.#buffer.slice(invoke.nameSpan.from, invoke.nameSpan.to);
        calls.push({ index, name, argumentsText: '' });
        this.#nameSent = true;
      }
      const body = invoke.body === null ? '' : this.#buffer.slice(invoke.body.from, invoke.body.to);
      const text = invoke.isClosed ? closedArguments(body) : openArguments(body, this.#rules.spills);
      // An exception that the original answers with all that it holds, again and again; what it had to send is lost.
      if (text === null) return { content: Excerpt.end(current, this.#buffer) };
      const more = this.#more(index, text, invoke.isClosed);
      if (more !== '') {
        calls.push({ index, argumentsText: more });
        this.streamed[index] = (this.streamed[index] ?? '') + more;
      }
      this.previous[index] = { arguments: text };
      if (!invoke.isClosed) return { content, calls };
      this.#buffer = this.#buffer.slice(invoke.span.to);
      this.#current += 1;
      this.#nameSent = false;
    }
  }

  /** Where the text before the first invoke ends: the section's tag is not text, nor is the empty line before it. */
  #textBefore(invoke: number): number {
    const opener = this.#buffer.slice(0, invoke).lastIndexOf(this.#open);
    const to = opener < 0 ? invoke : opener;
    return this.#buffer.slice(0, to).endsWith('\n\n') ? to - 2 : to;
  }

  #mayBeDsml(): boolean {
    const text = this.#buffer;
    if (text.includes(this.#open) || text.includes('｜DSML｜') || text.includes('<｜') || text.includes('</｜'))
      return true;
    const stripped = rstrip(text);
    return stripped.endsWith('<') || stripped.endsWith('</');
  }

  /** What is new: all of it where the call is closed, else what this increment has in common with the last one. */
  #more(index: number, text: string, isClosed: boolean): string {
    const sent = characterCount(this.streamed[index] ?? '');
    if (isClosed) return afterCharacters(text, sent);
    const before = this.previous[index]?.arguments;
    if (typeof before !== 'string' || before === text) return '';
    return afterCharacters(text.slice(0, commonPrefixLength(text, before)), sent);
  }
}

/** The arguments of a call that is closed. Text in braces is passed on as it is. */
function closedArguments(body: string): string {
  const stripped = stripPython(body);
  if (stripped.startsWith('{') && stripped.endsWith('}')) return stripped;
  return pythonDumps(dictOf(body).value) ?? '';
}

function dictOf(body: string): { readonly value: PythonDict; readonly end: number } {
  const value = new PythonDict();
  let end = 0;
  for (const parameter of parameters(body)) {
    const raw = stripPython(body.slice(parameter.value.from, parameter.value.to));
    value.set(body.slice(parameter.name.from, parameter.name.to), parameter.isString ? raw : valueOf(raw).value);
    end = parameter.span.to;
  }
  return { value, end };
}

/** The arguments of a call that is open, with what is there of the last parameter; null for an exception. */
function openArguments(body: string, spills: boolean): string | null {
  const stripped = stripPython(body);
  if (stripped.startsWith('{')) return withoutBegun(stripped, ['oke', 'inv']);
  const { value, end } = dictOf(body);
  const rest = withoutBegun(body.slice(end), ['parameter']);
  for (let from = rest.indexOf(PARAMETER); from >= 0; from = rest.indexOf(PARAMETER, from + PARAMETER.length)) {
    const tag = parameterTag(rest, from);
    if (tag === null) continue;
    const raw = rest.slice(tag.to);
    if (raw !== '') {
      const item = tag.isString ? stripPython(raw) : unfinished(raw);
      if (item === undefined && spills) return null;
      value.set(rest.slice(tag.name.from, tag.name.to), item === undefined ? stripPython(raw) : item);
    }
    break;
  }
  return pythonDumps(value) ?? '';
}

/** Takes the beginning of a closing tag off, letter by letter: `rstrip` takes the letters of the value as well. */
function withoutBegun(text: string, parts: readonly string[]): string {
  return [...parts, '｜DSML｜', '</'].reduce((rest, letters) => rstrip(rest, letters), text);
}

/** JSON as far as it came; its text where that is not JSON; undefined for an exception that nothing catches. */
function unfinished(raw: string): PythonValue | undefined {
  const reading = readPartialJsonSglang(raw, 0, raw.length, { strings: true });
  if (reading.ok) return reading.node.value;
  return reading.why === 'invalid' || reading.why === 'extra-data' ? stripPython(raw) : undefined;
}
