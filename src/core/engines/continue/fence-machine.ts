import { readJavascriptJson } from '../../text/languages/index.ts';
import { type Exception, Excerpt } from '../kit/index.ts';

/** What a chunk brings. Places are offsets in the reply. */
export type FencePart =
  | { readonly kind: 'content'; readonly text: Excerpt }
  | { readonly kind: 'name'; readonly name: string; readonly from: number; readonly to: number }
  | { readonly kind: 'arguments'; readonly text: string; readonly to: number }
  /** The call is over. */
  | { readonly kind: 'end'; readonly to: number };

const FENCE = '```tool\n';
const NAME = 'tool_name:';

/** A call that is being read. */
interface Call {
  readonly from: number;
  line: string;
  isNamed: boolean;
  /** Whether an argument has come with its end. */
  hasArgument: boolean;
  /** The lines of the argument that is open; null outside of arguments. */
  value: string[] | null;
}

/**
 * The interceptor: a piece is cut at fences and line breaks, and a buffer that starts anew with every chunk is looked at. So a call
 * begins wherever a chunk begins with one of two texts, and a fence that comes in two pieces is not seen.
 */
export class FenceMachine {
  /** Where the buffer begins; null while it is empty. */
  #bufferFrom: number | null = null;
  #call: Call | null = null;

  /** Where the text begins that may be the beginning of a call. */
  get heldFrom(): number | null {
    return this.#bufferFrom;
  }

  push(piece: string, current: string): { readonly parts: FencePart[]; readonly exception: Exception | null } {
    const parts: FencePart[] = [];
    let at = current.length - piece.length;
    for (const chunk of piece.split(/(```|\n)/)) {
      if (chunk === '') continue;
      const from = at;
      at += chunk.length;
      const exception = this.#chunk(chunk, current, from, at, parts);
      if (exception !== null) return { parts, exception };
    }
    return { parts, exception: null };
  }

  /** Whether an argument is open. */
  get isInArgument(): boolean {
    return this.#call !== null && this.#call.value !== null;
  }

  /** The reply is over: an object is closed that has an argument, also where another one is open and its value is missing. */
  end(): FencePart[] {
    return this.#call?.hasArgument === true ? [{ kind: 'arguments', text: '}', to: 0 }] : [];
  }

  #chunk(chunk: string, current: string, from: number, to: number, parts: FencePart[]): Exception | null {
    if (this.#call !== null) return this.#inCall(this.#call, chunk, to, parts);
    const begin = this.#bufferFrom ?? from;
    this.#bufferFrom = begin;
    const buffer = current.slice(begin, to).toLowerCase();
    const isFence = buffer.startsWith(FENCE);
    if (!isFence && !buffer.startsWith(NAME)) {
      if (FENCE.startsWith(buffer) || NAME.startsWith(buffer)) return null;
      this.#bufferFrom = null;
      parts.push({ kind: 'content', text: Excerpt.part(current, begin, to) });
      return null;
    }
    this.#bufferFrom = null;
    this.#call = { from: begin, line: '', isNamed: false, hasArgument: false, value: null };
    return isFence ? null : this.#inCall(this.#call, current.slice(begin, to), to, parts);
  }

  #inCall(call: Call, chunk: string, to: number, parts: FencePart[]): Exception | null {
    if (chunk !== '\n') {
      call.line += chunk;
      const isOver = call.isNamed && call.value === null && call.line === '```';
      if (isOver) this.#finish(call, to, parts);
      return null;
    }
    const { line } = call;
    call.line = '';
    if (!call.isNamed) {
      const name = (line.split(/tool_?name:/i)[1] ?? '').trim();
      if (name === '') return { raises: 'Error', message: 'Invalid tool name' };
      call.isNamed = true;
      parts.push({ kind: 'name', name, from: call.from, to });
    } else if (call.value !== null) {
      if (!/end_?arg/i.test(line)) {
        call.value.push(line);
        return null;
      }
      const text = valueText(call.value.join('\n').trim());
      call.value = null;
      call.hasArgument = true;
      parts.push({ kind: 'arguments', text, to });
    } else if (/begin_?arg:/i.test(line)) {
      const name = (line.split(/begin_?arg:/i)[1] ?? '').trim();
      if (name === '') return { raises: 'Error', message: 'Invalid begin arg line' };
      // The name is not escaped.
      parts.push({ kind: 'arguments', text: `${call.hasArgument ? ',' : '{'}"${name}":`, to });
      call.value = [];
    } else this.#finish(call, to, parts);
    return null;
  }

  #finish(call: Call, to: number, parts: FencePart[]): void {
    this.#call = null;
    parts.push(call.hasArgument ? { kind: 'arguments', text: '}', to } : { kind: 'end', to });
  }
}

/** JSON where it is that, with line breaks in its strings, else text; as JSON either way. */
function valueText(text: string): string {
  const written = text.startsWith('[') || text.startsWith('{') ? escapedBreaks(text) : text;
  const reading = readJavascriptJson(written);
  return JSON.stringify(reading.ok ? reading.value : written);
}

/** Raw line breaks in closed strings become escapes, but not one right after another, nor one after a backslash. */
function escapedBreaks(text: string): string {
  let out = '';
  let done = 0;
  for (let from = text.indexOf('"'); from >= 0; from = text.indexOf('"', done)) {
    const to = closingQuote(text, from + 1);
    // No later quote is closed either.
    if (to < 0) break;
    const content = text.slice(from + 1, to).replaceAll(/([^\\])\n/g, String.raw`$1\n`);
    out += `${text.slice(done, from + 1)}${content.replace(/^\n/, String.raw`\n`)}"`;
    done = to + 1;
  }
  return out + text.slice(done);
}

function closingQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += text.charAt(at) === '\\' ? 2 : 1) if (text.charAt(at) === '"') return at;
  return -1;
}
