import type { Span } from '../../../../text/document/index.ts';
import type { FoundMarker, MessageParser } from './message.ts';
import type { PartialJson } from './partial-json.ts';
import { Raise, type Unfinished, unfinished } from './raise.ts';
import { XmlArguments } from './xml-arguments.ts';
import { findCloser, type XmlForm } from './xml-form.ts';

/** Something is wrong after an argument was read: the calls are taken back. */
class Broken extends Error {}

/** Calls in XML style right here: `try_consume_xml_tool_calls`. Where they cannot be read nothing is. */
export function tryXmlCalls(parser: MessageParser, form: XmlForm): boolean {
  const from = parser.at;
  const count = parser.calls.length;
  let isRead = false;
  parser.beginBlock({ from, to: from + (form.scopeStart === '' ? form.toolStart : form.scopeStart).length });
  try {
    isRead = new XmlReader(parser, form).read();
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
  }
  parser.endBlock(isRead ? 'matched' : 'malformed');
  if (!isRead) {
    parser.calls.length = count;
    parser.at = from;
  }
  return isRead;
}

class XmlReader {
  readonly #parser: MessageParser;
  readonly #form: XmlForm;
  /** While nothing was read of the arguments, a fault is none: the text is read otherwise. */
  #isBinding = false;

  constructor(parser: MessageParser, form: XmlForm) {
    this.#parser = parser;
    this.#form = form;
  }

  read(): boolean {
    const parser = this.#parser;
    const { scopeStart, toolStart, scopeEnd } = this.#form;
    if (scopeStart !== '') {
      const from = parser.at;
      const scope = parser.tryFindLiteral(scopeStart);
      if (scope === null) return false;
      if (!this.#isSpace(scope.prelude)) {
        parser.at = from;
        return false;
      }
      if (!isWhole(scope, scopeStart)) throw unfinished;
    }
    for (let tool = parser.tryFindLiteral(toolStart); tool !== null; tool = parser.tryFindLiteral(toolStart)) {
      if (!this.#isSpace(tool.prelude)) {
        parser.at = tool.prelude.from;
        break;
      }
      if (!this.#call(tool.marker)) return false;
    }
    const end = parser.tryFindLiteral(scopeEnd);
    if (end !== null) {
      if (!this.#isSpace(end.prelude)) return this.#fault(end.prelude);
      if (scopeEnd !== '') parser.steps.marker(scopeEnd, 'close', end.marker.from, end.marker.to);
      return true;
    }
    parser.consumeSpaces();
    if (parser.isAtEnd) throw parser.unfinished('closer-missing');
    return this.#fault({ from: parser.at, to: parser.text.length });
  }

  /** False where the text is not a call. */
  #call(opener: Span): boolean {
    const parser = this.#parser;
    const { scopeStart, toolSep, keyStart, toolEnd, lastToolEnd, nameIn } = this.#form;
    if (scopeStart !== '') parser.steps.marker(parser.slice(opener).trim(), 'open', opener.from, opener.to);
    let found: FoundMarker | null = parser.tryFindLiteral(toolSep === '' ? keyStart : toolSep) ?? this.#toolEnd();
    if (found === null) {
      parser.isWaiting = true;
      throw parser.unfinished('closer-missing');
    }
    if (this.#holdsToolEnd(found.prelude, toolEnd) || this.#holdsToolEnd(found.prelude, lastToolEnd)) {
      parser.at = found.prelude.from;
      found = this.#toolEnd() ?? found;
    }
    parser.at = toolSep === '' ? found.marker.from : found.marker.to;
    const nameSpan = this.#stripped(found.prelude);
    const written = parser.slice(nameSpan);
    const argumentsFrom = parser.at;
    const call = new XmlCall(opener.from, nameIn?.(written) ?? written, nameSpan);

    while (this.#argument(call));

    const argumentsSpan = { from: argumentsFrom, to: parser.at };
    const end = this.#toolEnd();
    if (end !== null && !this.#isSpace(end.prelude)) return this.#fault(end.prelude);
    if (end?.isWhole !== true) {
      this.#add(call, call.args.openJson, argumentsSpan);
      throw parser.unfinished('closer-missing');
    }
    if (!this.#add(call, call.args.json, argumentsSpan)) throw unfinished;
    this.#isBinding = true;
    parser.steps.marker(parser.slice(end.marker).trim(), 'close', end.marker.from, end.marker.to);
    return true;
  }

  /** Reads an argument; false where none follows. */
  #argument(call: XmlCall): boolean {
    const parser = this.#parser;
    const { keyStart, keyEnd, valueStart } = this.#form;
    const start = parser.tryFindLiteral(keyStart);
    if (start === null) return false;
    if (!this.#isSpace(start.prelude)) {
      parser.at = start.prelude.from;
      return false;
    }
    if (!isWhole(start, keyStart)) {
      this.#add(call, call.args.openJson);
      throw unfinished;
    }
    const keyFrom = parser.at;
    const end = parser.tryFindLiteral(keyEnd);
    if (end === null || !isWhole(end, keyEnd)) {
      const to = end === null ? parser.text.length : end.prelude.to;
      throw this.#cut(call, parser.text.slice(keyFrom, to), null);
    }
    const key = parser.slice(end.prelude);
    parser.steps.read('key', end.prelude);
    this.#isBinding = true;
    if (valueStart !== undefined) {
      const found = parser.tryFindLiteral(valueStart);
      if (found !== null && !this.#isSpace(found.prelude)) throw this.#broken(found.prelude);
      if (found === null || !isWhole(found, valueStart)) throw this.#cut(call, key, '');
    }
    if (!this.#jsonValue(call, key)) this.#textValue(call, key);
    return true;
  }

  /** A value that is JSON up to its end; false where it is none, and nothing is read. */
  #jsonValue(call: XmlCall, key: string): boolean {
    const parser = this.#parser;
    const { text, at: from } = parser;
    const json = this.#tryJson();
    if (json === null) {
      if (!mayBecomeJson(text.slice(parser.afterSpaces(from)))) return false;
      parser.at = text.length;
      throw this.#cut(call, key, '');
    }
    const { node, healing } = json;
    if (parser.afterSpaces(parser.at) === text.length) {
      if (this.#form.hasJsonValues && ['string', 'object', 'array'].includes(node.kind)) {
        call.args.setJson(key, node);
        const whole = call.args.json;
        const cut = healing === null ? whole.length - 1 : whole.lastIndexOf(healing.dumped);
        if (cut < 0) throw new Raise('abort', 'GGML_ASSERT', from);
        parser.at = text.length;
        this.#add(call, whole.slice(0, cut));
        throw unfinished;
      }
      throw this.#cut(call, key, '');
    }
    const end = this.#valueEnd();
    if (end === null || !this.#isSpace(end.prelude) || healing !== null) {
      parser.at = from;
      return false;
    }
    if (!end.isWhole) throw this.#cut(call, key, '');
    call.args.setJson(key, node);
    parser.steps.read(node.kind === 'string' ? 'value' : 'coerced-value', node);
    return true;
  }

  #textValue(call: XmlCall, key: string): void {
    const parser = this.#parser;
    const from = parser.at;
    const end = this.#valueEnd();
    if (end === null) throw this.#cut(call, key, parser.text.slice(from));
    const value = parser.slice(end.prelude);
    if (!end.isWhole) throw this.#cut(call, key, value);
    call.args.setText(key, value);
    parser.steps.read('value', end.prelude);
  }

  #tryJson(): PartialJson | null {
    const parser = this.#parser;
    try {
      const json = parser.partialJson();
      if ('error' in json || (json.healing !== null && !parser.isPartial)) return null;
      parser.at = json.to;
      return json;
    } catch (error) {
      if (error instanceof Raise && error.code === 'runtime_error') return null;
      throw error;
    }
  }

  /** The text ends in an argument: the call is made as far as it goes. */
  #cut(call: XmlCall, key: string, value: string | null): Unfinished {
    const parser = this.#parser;
    const from = parser.at;
    parser.rest();
    const json = call.args.unfinishedJson(key, value);
    if (json !== null) this.#add(call, json);
    parser.at = from;
    return parser.unfinished('closer-missing');
  }

  #add({ from, name, nameSpan }: XmlCall, argumentsText: string, argumentsSpan: Span | null = null): boolean {
    const span = { from, to: this.#parser.at };
    return this.#parser.addCall({ span, name, nameSpan, argumentsText, argumentsSpan });
  }

  #valueEnd(): ReturnType<typeof findCloser> {
    const { valueEnd, lastValueEnd, toolEnd, lastToolEnd } = this.#form;
    const next = lastToolEnd === undefined ? [toolEnd] : [toolEnd, lastToolEnd];
    return findCloser(this.#parser, valueEnd, lastValueEnd, ...next);
  }

  #toolEnd(): ReturnType<typeof findCloser> {
    const { toolEnd, lastToolEnd, scopeEnd } = this.#form;
    return findCloser(this.#parser, toolEnd, lastToolEnd, scopeEnd);
  }

  #holdsToolEnd({ from, to }: Span, closer: string | undefined): boolean {
    if (closer === undefined) return false;
    const at = this.#parser.indexOf(closer, from);
    return at >= 0 && at + closer.length <= to;
  }

  #fault(span: Span): false {
    if (this.#isBinding) throw this.#broken(span);
    this.#parser.steps.reject('between-tags', span);
    return false;
  }

  #broken(span: Span): Broken {
    this.#parser.steps.reject('between-tags', span);
    return new Broken();
  }

  #isSpace({ from, to }: Span): boolean {
    return this.#parser.afterSpaces(from) >= to;
  }

  #stripped({ from, to }: Span): Span {
    const start = Math.min(this.#parser.afterSpaces(from), to);
    let end = to;
    while (end > start && ' \t\n\v\f\r'.includes(this.#parser.text.charAt(end - 1))) end -= 1;
    return { from: start, to: end };
  }
}

/** A call while it is read. */
class XmlCall {
  readonly from: number;
  readonly name: string;
  readonly nameSpan: Span;
  readonly args = new XmlArguments();

  constructor(from: number, name: string, nameSpan: Span) {
    this.from = from;
    this.name = name;
    this.nameSpan = nameSpan;
  }
}

function isWhole({ marker }: FoundMarker, literal: string): boolean {
  return marker.to - marker.from === literal.length;
}

const NUMBER = /^[\d-]\d*(?:\.\d*)?(?:[eE][+-]?\d*)?$/;

/** Whether the rest of the text is the beginning of a number or of a word that is JSON; the end of the text is. */
function mayBecomeJson(rest: string): boolean {
  return (rest.length < 6 && ['null', 'true', 'false'].some((word) => word.startsWith(rest))) || NUMBER.test(rest);
}
