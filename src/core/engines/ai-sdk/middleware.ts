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
import { PatientStream } from './kit/patient-stream.ts';
import type { Release } from './kit/release.ts';

export interface Protocol<Code extends string> {
  /** As the original names it. */
  readonly name: string;
  /** The middleware that has it. */
  readonly middleware: string;
  readonly formats: readonly string[];
  /** One sentence: what it reads. */
  readonly reads: string;
  readonly words: Readonly<Record<Code, Words>>;
  readonly release: Release;
  /** `parseGeneratedText`. */
  parse(text: string, tools: readonly ToolDefinition[], steps: Recorder<Code | MiddlewareCode>): Parsed;
  /** `createStreamParser`. */
  stream(tools: readonly ToolDefinition[]): ProtocolStream;
}

/** Codes that the middleware has in every release. */
export type MiddlewareCode = 'protocol-found-call' | 'coerced-arguments';

function middlewareWords({ words, withoutCall }: Release): Readonly<Record<string, Words>> {
  return {
    ...streamWords,
    'protocol-found-call': {
      question: 'Did the protocol find a call?',
      missing: 'the protocol found no call',
      yes: 'The middleware keeps what the protocol found.',
      no: withoutCall,
    },
    ...words,
  };
}

/** What follows from the step that decided. */
const vague = ['salvage-not-json', 'salvage-not-a-call', 'kept-as-text', 'block-kept', 'call-kept', 'recovery-trimmed'];

export interface AiSdkRuntime extends Runtime {
  readonly protocol: Protocol<string>;
}

/** A protocol with what the middleware does around it. */
export function aiSdkRuntime<Code extends string>(protocol: Protocol<Code>): AiSdkRuntime {
  const { name, middleware, formats, reads, words, release } = protocol;
  const { source, suffixes } = release;
  const opened = protocol as unknown as Protocol<string>;
  const engine: Engine = {
    id: `ai-sdk:${name}${suffixes.id}`,
    project: 'ai-sdk',
    flag: middleware,
    label: `AI SDK ${name}${suffixes.label}`,
    emulates: reads + suffixes.emulates,
    source: { ...source, file: `src/core/protocols/${name}-protocol.ts` },
    formats,
    tier: name,
    needsTools: true,
    telling: { vague },
    words: { [name]: `The protocol ${name}`, ...middlewareWords(release), ...words },

    read(reply, tools, _options, steps) {
      const parts = generated(opened, reply, tools, steps);
      const calls = parts.filter((part) => part.kind === 'call');
      const content = parts.filter((part) => part.kind === 'text');
      divide(steps, name, formatOf(engine), { calls, content, markup: fillers(reply, parts) });
      return { content: content.map(({ text }) => text).join('') };
    },
    stream: (tools) => sentStream(opened, tools),
  };
  return { ...engineRuntime(engine), protocol: opened };
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
  const { release } = protocol;
  const found = hasCall ? null : release.recover(reply, tools, steps);
  return (found ?? parts).map((part) => (part.kind === 'call' ? coerced(part, tools, release, steps) : part));
}

function coerced(
  call: CallPart,
  tools: readonly ToolDefinition[],
  release: Release,
  steps: Recorder<string>,
): CallPart {
  const argumentsText = coercedInput(call.argumentsText, call.name, tools, release.values);
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
 * The stream as the client gets it: the middleware coerces the arguments of calls.
 *
 * @internal The golden data have what comes out of it.
 * @param onError gets what the application's `onError` gets
 */
export function sentStream(
  protocol: Protocol<string>,
  tools: readonly ToolDefinition[],
  onError?: (message: string) => void,
): EngineStream {
  const { release } = protocol;
  const stream = release.around(new PatientStream(protocol.stream(tools)), tools);
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
          const text = coercedInput(part.argumentsText, part.name, tools, release.values);
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
