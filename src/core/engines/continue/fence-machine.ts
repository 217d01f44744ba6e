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
  /** How many arguments have begun. */
  count: number;
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

  /** The reply is over: an object that is between two arguments is closed. */
  end(): FencePart[] {
    const call = this.#call;
    return call !== null && call.count > 0 && call.value === null ? [{ kind: 'arguments', text: '}', to: 0 }] : [];
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
    this.#call = { from: begin, line: '', isNamed: false, count: 0, value: null };
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
      parts.push({ kind: 'arguments', text, to });
    } else if (/begin_?arg/i.test(line)) {
      const name = (line.split(/begin_?arg:/i)[1] ?? '').trim();
      if (name === '') return { raises: 'Error', message: 'Invalid begin arg line' };
      // The name is not escaped.
      parts.push({ kind: 'arguments', text: `${call.count > 0 ? ',' : '{'}"${name}":`, to });
      call.count += 1;
      call.value = [];
    } else this.#finish(call, to, parts);
    return null;
  }

  #finish(call: Call, to: number, parts: FencePart[]): void {
    this.#call = null;
    parts.push(call.count > 0 ? { kind: 'arguments', text: '}', to } : { kind: 'end', to });
  }
}

/** JSON where it is that, with line breaks in its strings, else text; as JSON either way. */
function valueText(text: string): string {
  const isContainer = text.startsWith('[') || text.startsWith('{');
  const reading = readJavascriptJson(isContainer ? escapedBreaks(text) : text);
  return JSON.stringify(reading.ok ? reading.value : text);
}

/** Raw line breaks in strings become escapes. */
function escapedBreaks(text: string): string {
  let inString = false;
  let isEscaped = false;
  let out = '';
  for (const character of text) {
    if (inString && !isEscaped && character === '\n') out += String.raw`\n`;
    else out += character;
    if (!isEscaped && character === '"') inString = !inString;
    isEscaped = inString && !isEscaped && character === '\\';
  }
  return out;
}
