import type { Span } from '../../../../text/document/index.ts';
import { quoted } from '../../../../text/languages/index.ts';
import { declaredTools, type DeclaredTool, type Parameter } from './declared-tools.ts';
import { readLooseJson } from './loose-json.ts';
import { firstOf, leaveRest, takeContent, takes, textUntil } from './matching.ts';
import type { MessageParser } from './message.ts';
import { Unfinished, unfinished } from './raise.ts';
import { trimmedEnd } from './xml-content.ts';

const OPEN = '<tool_call>';
const CLOSE = '</tool_call>';
const VALUE_ENDS = ['\n</parameter>', '\n<parameter=', '\n</function>'];

/** Content, and one call of a declared tool, with its parameters in the order of the schema. */
export function readConstructed(parser: MessageParser): void {
  const { tools } = parser.syntax;
  parser.consumeSpaces();
  if (!parser.looksForCalls()) {
    takeContent(parser);
  } else {
    takeContent(parser, OPEN);
    parser.consumeSpaces();
    takeCall(
      parser,
      parser.knownOf(tools, () => declaredTools(tools)),
    );
  }
  leaveRest(parser);
}

function takeCall(parser: MessageParser, tools: readonly DeclaredTool[]): void {
  const from = parser.at;
  if (parser.isAtEnd || !takes(parser, `${OPEN}\n`)) return;
  parser.beginBlock({ from, to: parser.at });
  const start = parser.at;
  const isCall = firstOf(parser, tools, (tool) => new ConstructedCall(parser, tool, from).read());
  const isClosed = isCall && takes(parser, CLOSE);
  if (isClosed) {
    parser.closeCall();
    parser.consumeSpaces();
  } else {
    parser.steps.reject('no-declared-call', { from, to: parser.text.length }, isCall ? parser.at : start);
    parser.calls = [];
  }
  parser.endBlock(isClosed ? 'matched' : 'malformed');
  if (!isClosed) parser.at = from;
}

/** A call of one tool while it is read. */
class ConstructedCall {
  readonly #parser: MessageParser;
  readonly #tool: DeclaredTool;
  readonly #from: number;
  #nameSpan: Span = { from: 0, to: 0 };
  #json = '{';
  #hasArguments = false;
  /** A string was written, and its closing tag has not come. */
  #isInString = false;

  constructor(parser: MessageParser, tool: DeclaredTool, from: number) {
    this.#parser = parser;
    this.#tool = tool;
    this.#from = from;
  }

  read(): boolean {
    const parser = this.#parser;
    if (!takes(parser, '<function=')) return false;
    const nameFrom = parser.at;
    if (!takes(parser, this.#tool.name)) return false;
    this.#nameSpan = { from: nameFrom, to: parser.at };
    if (!takes(parser, '>\n')) return false;
    const argumentsFrom = parser.at;
    try {
      if (!this.#tool.parameters.every((parameter) => this.#takesParameter(parameter))) return false;
      if (!takes(parser, '</function>\n')) return false;
    } catch (error) {
      if (error instanceof Unfinished) this.#add({ from: argumentsFrom, to: parser.at });
      throw error;
    }
    this.#closeString();
    this.#json += '}';
    this.#add({ from: argumentsFrom, to: parser.at });
    return true;
  }

  /** False where a required one is missing. */
  #takesParameter(parameter: Parameter): boolean {
    const parser = this.#parser;
    const { at } = parser;
    if (parser.isAtEnd) {
      if (parameter.isRequired && parser.isPartial) throw unfinished;
      return !parameter.isRequired;
    }
    const before = { json: this.#json, has: this.#hasArguments, isIn: this.#isInString };
    if (this.#takesValue(parameter)) return true;
    parser.at = at;
    this.#json = before.json;
    this.#hasArguments = before.has;
    this.#isInString = before.isIn;
    return !parameter.isRequired;
  }

  #takesValue({ name, isText }: Parameter): boolean {
    const parser = this.#parser;
    const keyFrom = parser.at + '<parameter='.length;
    if (!takes(parser, '<parameter=') || !takes(parser, name) || !takes(parser, '>\n')) return false;
    parser.steps.read('key', { from: keyFrom, to: keyFrom + name.length });
    this.#isInString = false;
    this.#json += `${this.#hasArguments ? ',' : ''}${quoted(name, false)}:`;
    this.#hasArguments = true;
    if (!(isText ? this.#takesText() : this.#takesJson())) return false;
    if (!parser.isAtEnd && takes(parser, '</parameter>\n')) this.#closeString();
    return true;
  }

  #takesText(): boolean {
    const parser = this.#parser;
    const span = textUntil(parser, ...VALUE_ENDS);
    const value = trimmedEnd(parser.text, span);
    this.#json += `"${parser.insideOfString(value)}`;
    this.#isInString = true;
    if (span.isOpen && parser.isPartial) {
      parser.openArguments = { text: this.#json, to: value.to, isJson: false };
      throw unfinished;
    }
    parser.steps.read('value', value);
    return takes(parser, '\n');
  }

  #takesJson(): boolean {
    const parser = this.#parser;
    const { at: from } = parser;
    const json = readLooseJson(parser.text, from, parser.isPartial);
    if (json.kind === 'none') {
      parser.steps.reject('not-loose-json', { from, to: parser.text.length }, json.to);
      return false;
    }
    parser.at = json.to;
    const value = trimmedEnd(parser.text, { from, to: json.to });
    this.#json += parser.slice(value);
    if (json.kind === 'open') throw unfinished;
    parser.steps.read('coerced-value', value);
    return true;
  }

  #closeString(): void {
    if (this.#isInString) this.#json += '"';
    this.#isInString = false;
  }

  #add(argumentsSpan: Span): void {
    const { name } = this.#tool;
    const span = { from: this.#from, to: this.#parser.at };
    this.#parser.addCall({ span, name, nameSpan: this.#nameSpan, argumentsText: this.#json, argumentsSpan });
  }
}
