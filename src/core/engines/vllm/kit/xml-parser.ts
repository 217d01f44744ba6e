import type { Span } from '../../../text/document/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { type EngineCall, Excerpt, type Message, type Raised } from '../../kit/index.ts';
import type { Parsed, ParserStream, VllmParser } from '../parser.ts';
import { XmlCalls, type XmlDelta } from './xml-calls.ts';
import { xmlOpeners, xmlWords, type XmlCode, type XmlSteps } from './xml-words.ts';

/** A parser that reads calls as XML. */
export function xmlParser(
  rest: Pick<VllmParser<string>, 'flag' | 'file' | 'formats' | 'reads' | 'release'>,
  isStep: boolean,
): VllmParser<XmlCode> {
  return {
    ...rest,
    words: xmlWords,
    parse: (text, tools, steps) => parse(text, tools, isStep, steps),
    stream: (tools) => new XmlStream(tools, isStep),
  };
}

/** The whole text is one chunk of the stream. */
function parse(text: string, tools: readonly ToolDefinition[], isStep: boolean, steps: XmlSteps): Parsed {
  const first = xmlOpeners.map((tag) => ({ tag, at: text.indexOf(tag) })).filter(({ at }) => at >= 0);
  const found = first.toSorted((one, other) => one.at - other.at)[0];
  const span = found === undefined ? null : { from: found.at, to: found.at + found.tag.length };
  steps.gate('contains-tag', span !== null, { from: 0, to: text.length }, span);
  const reader = new XmlCalls(tools, isStep, steps);
  const deltas = reader.push(text);
  reader.finish();
  if ('raises' in deltas) {
    return { called: false, calls: [], content: [], text: null, raises: { raises: deltas.raises, at: 0 } };
  }
  const message = merged(deltas);
  const calls = message.calls.flatMap(({ id, name, argumentsText }): EngineCall[] => {
    const place = reader.places.get(id);
    if (place === undefined || name === null) return [];
    const { span } = place;
    return [{ span, name, nameSpan: place.name ?? span, argumentsText, argumentsSpan: place.arguments }];
  });
  const content = deltas.flatMap((delta): readonly Span[] => ('content' in delta ? delta.content.spans : []));
  return { called: calls.length > 0, calls, content, text: message.content.text === '' ? null : message.content.text };
}

interface Merged {
  readonly content: Excerpt;
  readonly calls: readonly {
    readonly id: number;
    readonly index: number;
    readonly name: string | null;
    readonly argumentsText: string;
  }[];
}

/** `_merge_new_deltas_to_single_response`: all of a call in one. */
function merged(deltas: readonly XmlDelta[]): Merged {
  const content: Excerpt[] = [];
  const calls = new Map<number, { index: number; name: string | null; pieces: string[] }>();
  for (const delta of deltas) {
    if ('content' in delta) {
      content.push(delta.content);
      continue;
    }
    const call = calls.get(delta.id);
    if (call === undefined) {
      calls.set(delta.id, { index: delta.index, name: delta.name, pieces: [delta.argumentsText] });
    } else {
      call.name = delta.name ?? call.name;
      call.pieces.push(delta.argumentsText);
    }
  }
  return {
    content: Excerpt.join(content),
    calls: Array.from(calls, ([id, { index, name, pieces }]) => ({ id, index, name, argumentsText: pieces.join('') })),
  };
}

class XmlStream implements ParserStream {
  readonly previous = [];
  readonly streamed = [];
  readonly #calls: XmlCalls;
  #hasCalls = false;

  constructor(tools: readonly ToolDefinition[], isStep: boolean) {
    this.#calls = new XmlCalls(tools, isStep);
  }

  push(delta: string): Message | Raised | null {
    if (delta === '') return null;
    const deltas = this.#calls.push(delta);
    if ('raises' in deltas) return deltas;
    const { content, calls } = merged(deltas);
    if (content.text === '' && calls.length === 0) return null;
    for (const { index } of calls) {
      // A parameter that belongs to no call has the index -1, and the lists of calls are empty.
      if (index < 0 && !this.#hasCalls) return { raises: 'IndexError' };
      this.#hasCalls = true;
    }
    return {
      content,
      calls: calls.map(({ index, name, argumentsText }) => ({
        index,
        ...(name === null ? {} : { name }),
        argumentsText,
      })),
    };
  }
}
