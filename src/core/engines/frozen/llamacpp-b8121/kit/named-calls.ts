import type { Span } from '../../../../text/document/index.ts';
import { quoted } from '../../../../text/languages/index.ts';
import { tryArguments } from './dumped-args.ts';
import type { Found, MessageParser } from './message.ts';
import type { Pattern } from './pattern.ts';
import { unfinished } from './raise.ts';

/** Calls whose names are in their markers, with JSON between: what `parse_json_tool_calls` is given. */
interface NamedCalls {
  /** Around all calls. */
  readonly section?: { readonly open: Pattern; readonly close: Pattern; readonly closer: string };
  /** Before the first call, right where the parser is; without it the first call is looked for like all others. */
  readonly first?: Pattern;
  /** Before a call; without it there is one call. */
  readonly next?: Pattern;
  readonly close: Pattern;
  readonly closer: string;
  /** The call of `python` may have code in place of JSON, up to the end. */
  readonly allowsCode?: true;
  /** The name that a marker has; null where the marker is text. */
  readonly nameOf?: (parser: MessageParser, found: Found) => Span | null;
}

export function readNamedCalls(parser: MessageParser, form: NamedCalls): void {
  const { section } = form;
  if (section === undefined) {
    readCalls(parser, form);
    return;
  }
  const found = findMarker(parser, section.open);
  if (found === null) {
    parser.addRest();
    return;
  }
  parser.beginBlock(found);
  readCalls(parser, form);
}

/** The marker of a section or of a list of calls; what lies before it becomes content. */
export function findMarker(parser: MessageParser, pattern: Pattern): Span | null {
  const area = { from: parser.at, to: parser.text.length };
  const found = parser.tryFind(pattern)?.groups[0] ?? null;
  parser.steps.gate('finds-call', found !== null, area, found);
  return found;
}

function readCalls(parser: MessageParser, form: NamedCalls): void {
  const { text, steps } = parser;
  const { section } = form;
  let from: number | undefined;
  for (let isFirst = true; ;) {
    const start = parser.at;
    const found =
      form.first !== undefined && isFirst
        ? parser.tryConsume(form.first)
        : form.next === undefined
          ? null
          : parser.tryFind(form.next, from === undefined ? {} : { from });
    if (isFirst && section === undefined) {
      const gate = form.first === undefined ? 'finds-call' : 'begins-call';
      steps.gate(gate, found !== null, { from: start, to: text.length }, found?.groups[0] ?? null);
    }
    if (found === null) {
      parser.at = start;
      break;
    }
    isFirst = false;
    const [whole, group = whole] = found.groups;
    const nameSpan = form.nameOf === undefined ? group : form.nameOf(parser, found);
    if (nameSpan === null) {
      steps.read('all-recipient', whole);
      from = whole.from + 1;
      continue;
    }
    from = undefined;
    if (section === undefined) parser.beginBlock(whole);
    else steps.marker(text.slice(whole.from, nameSpan.from).trim(), 'open', whole.from, nameSpan.from);
    const name = text.slice(nameSpan.from, nameSpan.to);
    if (form.allowsCode && name === 'python' && text.charAt(parser.at) !== '{') {
      addCode(parser, name, nameSpan, whole.from);
      return;
    }
    const json = tryArguments(parser);
    if (json === null) {
      if (section === undefined) parser.endBlock('malformed');
      continue;
    }
    const span = { from: whole.from, to: parser.at };
    const isAdded = parser.addCall({ span, name, nameSpan, argumentsText: json.text, argumentsSpan: json.span });
    if (!isAdded || json.isPartial) throw unfinished;
    parser.consume(form.close, form.closer);
    parser.closeCall();
    if (section === undefined) parser.endBlock('matched');
  }
  if (section !== undefined) {
    parser.consume(section.close, section.closer);
    parser.endBlock('matched');
  }
  parser.consumeSpaces();
  parser.addRest();
}

/** A call whose one argument is all that follows, as code. While more may come, its JSON has no end. */
export function addCode(parser: MessageParser, name: string, nameSpan: Span, from: number): void {
  const argumentsSpan = parser.rest();
  const json = `{"code":${quoted(parser.slice(argumentsSpan), false)}}`;
  const argumentsText = parser.isPartial ? json.slice(0, -2) : json;
  parser.addCall({ span: { from, to: parser.at }, name, nameSpan, argumentsText, argumentsSpan });
  parser.endBlock('matched');
}
