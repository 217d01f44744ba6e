import { isTrained } from '../../catalogue/index.ts';
import { ownSpelling, respelt } from '../../formats/index.ts';
import { type Span, withPlace } from '../../text/document/index.ts';
import type { Diagnosis, ToolCall } from '../../trace/index.ts';
import { remove } from '../changes.ts';
import { formatOf } from '../literals.ts';
import { readsReasoning } from '../reasoning-parser.ts';
import { diagnosis, edit, quoted } from '../rule.ts';
import type { Subject } from '../subject.ts';
import { keepsToFormat, rewrittenReply } from './rewriting.ts';
import { stopOf } from './stop.ts';

export const served = {
  error: 'returns an error',
  crash: 'ends with an exception',
  'http-error': 'answers with an HTTP error',
  'broken-stream': 'breaks the stream off',
} as const;

/** What to do where a format without its special tokens is known, and none of them is in the reply. */
export function tokensGone(document: string, { format }: Pick<ToolCall, 'format'>): string | undefined {
  const known = formatOf(format);
  if (known?.dialects?.includes('stripped') !== true) return undefined;
  const tokens = known.example.match(/<[|｜]?[^<>\n"=]{2,40}>|\[[A-Z_]{4,}\]/g) ?? [];
  const written = respelt(document, ownSpelling(known.example));
  return tokens.some((token) => written.includes(token))
    ? undefined
    : 'Have the server keep special tokens in the text (`skip_special_tokens: false`).';
}

/** What to do where the calls keep to their format, which is one of the runtime: then only the parser can be another one. */
function ofParser(subject: Subject, { format }: Pick<ToolCall, 'format'>): string | undefined {
  const isOwn = isTrained(format) && subject.runtime.formats.includes(format);
  return isOwn && keepsToFormat(subject)
    ? 'The model wrote the call as its format allows. Try another parser or release of the server, or report the call to its authors.'
    : undefined;
}

/** What to do where the grammar of the sampler forbids the reply: the engine that is looked at cannot have written it. */
function ofSampler({ extraction }: Subject): string | undefined {
  return extraction.trace.some((event) => event.kind === 'quirk' && event.code === 'grammar-refuses')
    ? 'llama-server cannot sample this reply with these tools. Check which server wrote it, with which tools, and whether somebody edited it.'
    : undefined;
}

/** Whether the runtime returns a call that is alone: then it needs none of the tokens that the reply lacks. */
function isReadAlone(subject: Subject, { from, to }: Span): boolean {
  const alone = edit('', remove(0, from), remove(to, subject.textTo));
  return (subject.after(alone)?.calls.length ?? 0) > 0;
}

/** A call that does not come, and nothing that is known is wrong with it: where the parser stopped, and what it expected. */
export function stopped(subject: Subject, missing: Pick<ToolCall, 'name' | 'format'>, place: Span): Diagnosis {
  const { assumed, runtime, extraction, document } = subject;
  const label = assumed + runtime.label;
  const whole = { from: 0, to: subject.textTo };
  // Where no call comes at all, the place that made the parser give up may be another one.
  const stop = stopOf(extraction, place) ?? (extraction.calls.length === 0 ? stopOf(extraction, whole) : null);
  const thought = stop === null ? null : readsReasoning(subject, stop.span.from);
  // Without tools such a runtime has no parser for calls, so nothing is wrong with the reply.
  const hasNoParser = runtime.needsTools === true && subject.definitions.length === 0;
  const change = hasNoParser ? null : rewrittenReply(subject);
  const gets =
    extraction.error === undefined
      ? `does not return the call to \`${quoted(missing.name)}\``
      : served[extraction.error.served];
  return diagnosis(
    'D35',
    stop === null
      ? `${withPlace(`${label} ${gets}`, document, place.from)}. Its parser finds no call there.`
      : `${label} ${gets}. ${thought === null ? '' : `${thought.why} `}${stop.why}`,
    stop?.span ?? place,
    change === null ? null : subject.whole(change),
    hasNoParser
      ? 'Send the tools with the request.'
      : (runtime.telling?.remedy ??
          thought?.remedy ??
          stop?.remedy ??
          ofSampler(subject) ??
          (isReadAlone(subject, place) ? undefined : tokensGone(document, missing)) ??
          ofParser(subject, missing)),
  );
}
