import type { Span } from '../../../text/document/index.ts';
import { trimGo } from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { EngineCall } from '../../kit/index.ts';
import { Failure, type Steps } from '../reader.ts';
import { Arguments } from './arguments.ts';
import { callIn, decodeFailure, readCallJson } from './call-block.ts';
import { decodeArguments, decodeJson, nameAndArguments } from './call-json.ts';
import { TOOL_CALL, TOOL_CALL_END } from './tags.ts';
import { goTrimmed } from './tape.ts';
import { readAs, toolNamed, typedBlock, typesOf } from './typed-value.ts';

const KEY = '<arg_key>';
const KEY_END = '</arg_key>';
const VALUE = '<arg_value>';
const VALUE_END = '</arg_value>';

/** Names that the model learned, and the tools that they mean where those are declared. */
const aliases = new Map([
  ['read_file', 'read'],
  ['write_file', 'write'],
  ['edit_file', 'edit'],
  ['web_fetch', 'webfetch'],
]);

/** The body of a call: JSON, or a name with pairs of keys and values or with JSON. */
export class LagunaCalls {
  readonly #tools: readonly ToolDefinition[];
  readonly #steps: Steps;

  constructor(tools: readonly ToolDefinition[], steps: Steps) {
    this.#tools = tools;
    this.#steps = steps;
  }

  read(text: string, body: Span, block: Span): EngineCall | Failure {
    const raw = this.#cleaned(text, body);
    return text.charAt(raw.from) === '{' && raw.from < raw.to
      ? this.#json(text, raw, block)
      : this.#named(text, raw, block);
  }

  /** A call in <user>: only of a declared tool, and null where it cannot be read. */
  alias(text: string, body: Span, block: Span): EngineCall | null {
    const raw = this.#cleaned(text, body);
    const name = nameOf(text, raw);
    if (name === '' || !this.#resolved(name).isDeclared) return null;
    const call = this.read(text, raw, block);
    return call instanceof Failure ? null : call;
  }

  #resolved(name: string): { readonly name: string; readonly isDeclared: boolean } {
    if (toolNamed(this.#tools, name) !== undefined) return { name, isDeclared: true };
    const alias = aliases.get(name);
    const isDeclared = alias !== undefined && toolNamed(this.#tools, alias) !== undefined;
    return { name: isDeclared ? alias : name, isDeclared };
  }

  /** The name that the client gets. */
  #called(name: string, span: Span): string {
    const resolved = this.#resolved(name);
    if (resolved.name !== name) this.#steps?.quirk('alias-name', span);
    return resolved.name;
  }

  /** Without tags of calls around it. */
  #cleaned(text: string, body: Span): Span {
    let raw = goTrimmed(text, body);
    while (text.startsWith(TOOL_CALL, raw.from) && raw.from + TOOL_CALL.length <= raw.to) {
      this.#steps?.quirk('opener-skipped', { from: raw.from, to: raw.from + TOOL_CALL.length });
      raw = goTrimmed(text, { from: raw.from + TOOL_CALL.length, to: raw.to });
    }
    const part = text.slice(raw.from, raw.to);
    const close = part.indexOf(TOOL_CALL_END);
    if (close >= 0) raw = goTrimmed(text, { from: raw.from, to: raw.from + close });
    const open = text.slice(raw.from, raw.to).indexOf(TOOL_CALL);
    if (open < 0) return raw;
    this.#steps?.quirk('rest-ignored', { from: raw.from + open, to: raw.to });
    return goTrimmed(text, { from: raw.from, to: raw.from + open });
  }

  #json(text: string, raw: Span, block: Span): EngineCall | Failure {
    const decoded = readCallJson(this.#steps, text, raw, nameAndArguments);
    if (!decoded.ok) return decodeFailure(this.#steps, decoded, raw, 'failed to parse Laguna JSON tool call: ');
    if (decoded.name === '') {
      this.#steps?.reject('missing-name', raw);
      return new Failure('empty Laguna tool call name', 'missing-name', raw);
    }
    const name = this.#called(decoded.name, decoded.nameSpan ?? raw);
    return callIn(block, { ...decoded, name });
  }

  #named(text: string, raw: Span, block: Span): EngineCall | Failure {
    const part = text.slice(raw.from, raw.to);
    const key = part.indexOf(KEY);
    const brace = key < 0 ? part.indexOf('{') : -1;
    const end = raw.from + (key >= 0 ? key : brace >= 0 ? brace : part.length);
    const nameSpan = goTrimmed(text, { from: raw.from, to: end });
    const name = this.#called(text.slice(nameSpan.from, nameSpan.to), nameSpan);
    this.#steps?.read('name', nameSpan);
    if (name === '') this.#steps?.quirk('nameless-call', nameSpan);
    const rest = goTrimmed(text, { from: end, to: raw.to });
    const span = { span: block, name, nameSpan };
    if (text.charAt(rest.from) === '{' && rest.from < rest.to) {
      const decoded = decodeArguments(text.slice(rest.from, rest.to));
      const prefix = 'failed to parse Laguna JSON tool call arguments: ';
      if (!decoded.ok) return decodeFailure(this.#steps, decoded, rest, prefix);
      this.#steps?.read('arguments', rest);
      return { ...span, argumentsText: decoded.text, argumentsSpan: rest };
    }
    const args = this.#pairs(text, rest, name);
    return { ...span, argumentsText: args.text, argumentsSpan: rest.from < rest.to ? rest : null };
  }

  /** Keys that a value follows, with nothing but white space in between; all else is ignored. */
  #pairs(text: string, area: Span, name: string): Arguments {
    const args = new Arguments();
    const tool = toolNamed(this.#tools, name);
    const part = text.slice(0, area.to);
    let keyEnd = -1;
    let valueEnd = -1;
    for (let open = part.indexOf(KEY, area.from); open >= 0;) {
      const keyFrom = open + KEY.length;
      if (keyEnd < keyFrom) keyEnd = part.indexOf(KEY_END, keyFrom);
      if (keyEnd < 0) break;
      // A pattern that may cross a closing tag would go on to one that a value follows.
      let end = keyEnd;
      let value = afterRegexSpace(part, end + KEY_END.length);
      while (end >= 0 && !part.startsWith(VALUE, value)) {
        end = part.indexOf(KEY_END, end + 1);
        value = afterRegexSpace(part, end + KEY_END.length);
      }
      if (end < 0) break;
      const valueFrom = value + VALUE.length;
      if (valueEnd < valueFrom) valueEnd = part.indexOf(VALUE_END, valueFrom);
      if (valueEnd < 0) break;
      const keySpan = { from: keyFrom, to: end };
      const valueSpan = { from: valueFrom, to: valueEnd };
      const keyText = trimGo(part.slice(keyFrom, end));
      const types = typesOf(tool, keyText);
      this.#steps?.read('key', keySpan);
      const json = typedBlock(part.slice(valueFrom, valueEnd), types);
      this.#steps?.read(readAs(json), valueSpan);
      args.set(keyText, json);
      open = part.indexOf(KEY, valueEnd + VALUE_END.length);
    }
    return args;
  }
}

/** What `\s` of Go's patterns takes. */
function afterRegexSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n\f\r'.includes(text.charAt(at))) at += 1;
  return at;
}

/** The name that a body gives, also where its JSON has other faults; empty where it has none. */
function nameOf(text: string, raw: Span): string {
  const part = text.slice(raw.from, raw.to);
  if (part.startsWith('{')) {
    const decoded = decodeJson(part);
    const node = decoded.ok && decoded.node.kind === 'object' ? decoded.node : null;
    const name = node?.members.findLast(({ key }) => key.value.toLowerCase() === 'name')?.value;
    return name?.kind === 'string' ? trimGo(name.value) : '';
  }
  const ends = [part.indexOf(KEY), part.indexOf('{'), part.search(/[\r\n]/)];
  const end = ends.find((at) => at >= 0) ?? part.length;
  return trimGo(part.slice(0, end));
}
