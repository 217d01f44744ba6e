import { pythonDumps } from '../../text/languages/index.ts';
import type { Outcome, Recorder } from '../../trace/index.ts';
import {
  divide,
  type Engine,
  type EngineStream,
  formatOf,
  gapsIn,
  type Message,
  messageDeltas,
  type Raised,
} from '../kit/index.ts';
import type { Delta } from '../runtime.ts';
import type { Parsed, ParserStream } from './parsed.ts';

// What vLLM's server makes of a parser's answer, which `Parsed` and `ParserStream` hold and the golden data check. A whole reply
// without a call comes back as it was, whatever content the parser has for it; a stream has only what the parser sends.

export const serverWords = {
  phantom: 'The parser reports tool calls but returns none: the client receives no call.',
  'blank-content': 'The content is only white space: the server drops it.',
  'parser-lacks': 'The parser reports no call, and its content lacks this text.',
  'input-returned':
    "Without a call, vLLM's server ignores the parser's content. It returns the text that went in, and nothing is lost.",
} as const;

/**
 * The words of a parser that runs a table. vLLM of 20 August 2026 makes one machine of it and of the reasoning parser of the same
 * model, and then nothing gives back what the table swallowed.
 */
export function onePassWords(reasoningParser: string | undefined): Partial<Record<keyof typeof serverWords, string>> {
  if (reasoningParser === undefined) return {};
  const later = `With \`--reasoning-parser ${reasoningParser}\`, vLLM of 20 August 2026 reads in one pass and loses it.`;
  return { 'parser-lacks': `${serverWords['parser-lacks']} ${later}` };
}

/** What the client gets of a whole reply. @param ownsContent whether the parser's content is returned without a call as well */
export function serve(
  parsed: Parsed,
  reply: string,
  engine: Engine,
  steps: Recorder<string>,
  ownsContent = false,
): Outcome {
  const { called, text: content, calls, raises } = parsed;
  const [text, format] = [{ from: 0, to: reply.length }, formatOf(engine)];
  if (raises !== undefined) {
    divide(steps, engine.tier, format, { calls: [], content: [] });
    steps.fail({ code: `raises-${raises.raises}`, served: 'http-error', span: text, at: raises.at });
    return { content: null };
  }
  if (!called) return returnText(parsed, reply, engine, steps, ownsContent);
  const isBlank = content !== null && content !== '' && content.trim() === '';
  divide(
    steps,
    engine.tier,
    format,
    isBlank ? { ...parsed, content: [], markup: [...(parsed.markup ?? []), ...parsed.content] } : parsed,
  );
  if (isBlank) for (const span of parsed.content) steps.quirk('blank-content', span);
  if (calls.length === 0) steps.quirk('phantom', text);
  return { content: isBlank ? null : content };
}

/** `tools_called` false: for most parsers the server ignores the content of the parser. A step says where the two differ. */
function returnText(
  parsed: Parsed,
  reply: string,
  engine: Engine,
  steps: Recorder<string>,
  ownsContent: boolean,
): Outcome {
  const text = { from: 0, to: reply.length };
  const lacking = gapsIn(
    text,
    parsed.content.toSorted((one, other) => one.from - other.from),
  );
  for (const gap of lacking) steps.quirk('parser-lacks', gap);
  if (ownsContent) {
    divide(steps, engine.tier, formatOf(engine), { calls: [], content: parsed.content });
    return { content: parsed.text };
  }
  if (lacking.length > 0) steps.quirk('input-returned', text);
  divide(steps, engine.tier, formatOf(engine), { calls: [], content: [text] });
  return { content: reply };
}

/**
 * The deltas of a parser as the server sends them. After the last chunk comes an empty delta with the end-of-sequence
 * token; where that carries arguments, the server sends what is missing of the parser's own reading instead.
 *
 * @internal The golden data of streams hold what comes out of it.
 */
export function serveStream(stream: ParserStream): EngineStream {
  const answer = (message: Message | Raised | null): readonly Delta[] | Raised =>
    message !== null && 'raises' in message ? message : messageDeltas(message);
  return {
    isLinear: stream.isLinear ?? false,
    push: (delta, current) => answer(stream.push(delta, current)),
    end(current) {
      const message = stream.push('', current);
      if (stream.finish !== undefined) {
        const deltas = answer(message);
        const last = 'raises' in deltas ? deltas : answer(stream.finish(current));
        return 'raises' in deltas || 'raises' in last ? last : [...deltas, ...last];
      }
      if (message === null || 'raises' in message) return answer(message);
      const [first] = message.calls ?? [];
      if (first?.argumentsText === undefined) return answer(message);
      const argumentsText = unsent(stream, first.argumentsText);
      return answer(
        typeof argumentsText === 'string' ? { ...message, calls: [{ ...first, argumentsText }] } : argumentsText,
      );
    },
  };
}

/** The server's repair: the last call's arguments as the parser has them, without what it thinks it sent before `last`. */
function unsent({ previous, streamed }: ParserStream, last: string): string | Raised {
  const index = previous.length - 1;
  const call = previous[index];
  if (call === undefined) return last;
  if (call === null) return { raises: 'AttributeError' };
  const all = streamed[index];
  if (all === undefined) return { raises: 'IndexError' };
  const { arguments: value } = call;
  const expected = typeof value === 'string' ? value : value === undefined ? '{}' : (pythonDumps(value) ?? '');
  const sent = last === '' ? all : all.slice(0, -last.length);
  return expected.replace(sent, () => '');
}
