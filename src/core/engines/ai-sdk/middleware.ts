import type { Span } from '../../text/document/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder, Words } from '../../trace/index.ts';
import {
  divide,
  type Engine,
  engineRuntime,
  type EngineStream,
  Excerpt,
  formatOf,
  nothing,
  streamWords,
  textDeltas,
} from '../kit/index.ts';
import type { Delta, Runtime } from '../runtime.ts';
import { coercedInput } from './kit/call-input.ts';
import type { CallPart, Parsed, Part, ProtocolStream, Sent } from './kit/parts.ts';
import { recover, recoveryWords } from './kit/recovery.ts';
import { PatientStream } from './kit/patient-stream.ts';
import { RecoveringStream } from './kit/recovering-stream.ts';
import { releases, type Release } from './kit/release.ts';
import { salvage, salvageWords } from './kit/salvage.ts';

export interface Protocol<Code extends string> {
  /** As the original names it. */
  readonly name: string;
  /** The middleware that has it. */
  readonly middleware: string;
  readonly formats: readonly string[];
  /** One sentence: what it reads. */
  readonly reads: string;
  readonly words: Readonly<Record<Code, Words>>;
  /** The newest on npm where absent; a later one only where it answers differently. */
  readonly release?: Release;
  /** `parseGeneratedText`. */
  parse(text: string, tools: readonly ToolDefinition[], steps: Recorder<Code | MiddlewareCode>): Parsed;
  /** `createStreamParser`. */
  stream(tools: readonly ToolDefinition[]): ProtocolStream;
}

/** Codes that every protocol has. */
export const middlewareWords = {
  ...streamWords,
  'protocol-found-call': {
    question: 'Did the protocol find a call?',
    missing: 'the protocol found no call',
    yes: 'The middleware keeps what the protocol found.',
    no: 'The middleware looks for JSON anywhere in the text. A stream does not do this.',
  },
  ...salvageWords,
  'coerced-arguments': 'The middleware converts arguments to the types that the schema of the tool declares.',
} as const;

export type MiddlewareCode = keyof typeof middlewareWords;

/** What 5.1.6 says instead, and more. */
const laterWords = {
  ...recoveryWords,
  'protocol-found-call': {
    question: 'Did the protocol find a call?',
    missing: 'the protocol found no call',
    yes: 'The middleware keeps what the protocol found.',
    no: 'The middleware looks for calls of any form in the text. A stream does so where a text begins like a call.',
  },
  'coerced-arguments':
    'The middleware converts arguments to the types that the schema declares, and drops keys that it does not declare.',
} as const;

/** What follows from the step that decided. */
const vague = ['salvage-not-json', 'salvage-not-a-call', 'kept-as-text', 'block-kept', 'call-kept', 'recovery-trimmed'];

export interface AiSdkRuntime extends Runtime {
  readonly protocol: Protocol<string>;
  readonly release: Release;
}

/** A protocol with what the middleware does around it. */
export function aiSdkRuntime<Code extends string>(protocol: Protocol<Code>): AiSdkRuntime {
  const { name, middleware, formats, reads, words, release = '4.1.26' } = protocol;
  const isLater = release !== '4.1.26';
  const opened = protocol as unknown as Protocol<string>;
  const engine: Engine = {
    id: isLater ? `ai-sdk:${name}@${release}` : `ai-sdk:${name}`,
    project: 'ai-sdk',
    flag: middleware,
    label: isLater ? `AI SDK ${name} (${release})` : `AI SDK ${name}`,
    emulates: isLater ? `${reads} ${release} is in the repository, and not on npm.` : reads,
    source: { ...releases[release], file: `src/core/protocols/${name}-protocol.ts` },
    formats,
    tier: name,
    needsTools: true,
    telling: { vague },
    words: { [name]: `The protocol ${name}`, ...middlewareWords, ...(isLater ? laterWords : {}), ...words },

    read(reply, tools, _options, steps) {
      const parts = generated(opened, reply, tools, steps);
      const calls = parts.filter((part) => part.kind === 'call');
      const content = parts.filter((part) => part.kind === 'text');
      divide(steps, name, formatOf(engine), { calls, content, markup: fillers(reply, parts) });
      return { content: content.map(({ text }) => text).join('') };
    },
    stream: (tools) => sentStream(opened, tools),
  };
  return { ...engineRuntime(engine), protocol: opened, release };
}

/**
 * The content of a generated message.
 *
 * @internal The golden data have what comes out of it.
 */
export function generated(
  protocol: Protocol<string>,
  reply: string,
  tools: readonly ToolDefinition[],
  steps: Recorder<string>,
): readonly Part[] {
  const { parts } = protocol.parse(reply, tools, steps);
  const hasCall = parts.some(({ kind }) => kind === 'call');
  steps.gate('protocol-found-call', hasCall, { from: 0, to: reply.length });
  const { release = '4.1.26' } = protocol;
  const found = hasCall ? null : release === '4.1.26' ? salvage(reply, tools, steps) : recover(reply, 0, tools, steps);
  return (found ?? parts).map((part) => (part.kind === 'call' ? coerced(part, tools, release, steps) : part));
}

function coerced(
  call: CallPart,
  tools: readonly ToolDefinition[],
  release: Release,
  steps: Recorder<string>,
): CallPart {
  const argumentsText = coercedInput(call.argumentsText, call.name, tools, release);
  if (argumentsText !== call.argumentsText) steps.read('coerced-arguments', call.argumentsSpan ?? call.span);
  return { ...call, argumentsText };
}

/** White space and closing tags between the parts: no content and no loss. */
function fillers(reply: string, parts: readonly Part[]): readonly Span[] {
  const spans = parts.map((part) => (part.kind === 'call' ? part.span : part));
  const gaps: Span[] = [];
  let at = 0;
  for (const { from, to } of [...spans, { from: reply.length, to: reply.length }]) {
    if (from > at && /^(?:\s|<\/tool_call\s*>)*$/i.test(reply.slice(at, from))) gaps.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  return gaps;
}

/**
 * The stream as the client gets it: the middleware coerces the arguments of calls. 4.1.26 salvages nothing in it.
 *
 * @internal The golden data have what comes out of it.
 * @param onError gets what the application's `onError` gets
 */
export function sentStream(
  protocol: Protocol<string>,
  tools: readonly ToolDefinition[],
  onError?: (message: string) => void,
): EngineStream {
  const { release = '4.1.26' } = protocol;
  const own = new PatientStream(protocol.stream(tools));
  const stream = release === '4.1.26' ? own : new RecoveringStream(own, tools);
  let count = 0;
  const deltas = (sent: readonly Sent[]): readonly Delta[] =>
    sent.length === 0
      ? nothing
      : sent.flatMap((part): readonly Delta[] => {
          if (part.kind === 'error') {
            onError?.(part.message);
            return nothing;
          }
          if (part.kind === 'text-end') return nothing;
          if (part.kind === 'text') return textDeltas('content', part.text);
          const index = count;
          count += 1;
          const text = coercedInput(part.argumentsText, part.name, tools, release);
          return [
            { kind: 'call', index, name: part.name },
            { kind: 'arguments', index, text },
          ];
        });
  return {
    push: (delta, current) => deltas(stream.push(Excerpt.end(current, delta))),
    end: () => deltas(stream.end()),
  };
}
