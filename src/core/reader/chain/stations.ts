import type { Span } from '../../text/document/index.ts';
import type { Extraction } from '../../trace/index.ts';

/** A place that a reply passes in a server, in the order of the trace. */
export interface Station {
  readonly id: 'reasoning' | 'tools' | 'client';
  /** What it got. */
  readonly got: readonly Span[];
  /** What it took for its own: thinking, or calls. */
  readonly took: readonly Span[];
  /** What it passed to the next station. */
  readonly passed: readonly Span[];
  /** What it got and neither took nor passed on; tags are not counted. */
  readonly lost: readonly Span[];
}

type Read = Pick<Extraction, 'runtime' | 'ledger' | 'parts' | 'trace'>;

/** Whether a reasoning parser runs first. */
export function isChain({ tiers: [first = ''] }: Pick<Read['runtime'], 'tiers'>): boolean {
  return first.startsWith('reasoning:');
}

/** The stations of a server with a reasoning parser; none for a runtime that is no chain. */
export function stationsOf({ runtime, ledger, parts, trace }: Read): readonly Station[] {
  if (!isChain(runtime) || parts.text === null) return [];
  const of = (...kinds: readonly string[]): Span[] =>
    ledger.filter(({ kind }) => kinds.includes(kind)).map(({ from, to }) => ({ from, to }));
  const handed = trace.filter((event) => event.kind === 'read' && event.what === 'passed-on');
  const content = of('content');
  const calls = of('call');
  const thoughts = of('reasoning');
  // A stream and a machine that reads once have no step where one parser ends and the other begins.
  const passed = handed.length > 0 ? handed.map(({ from, to }) => ({ from, to })) : merged([...content, ...calls]);
  const lost = of('lost', 'suppressed', 'malformed');
  const isIn = (span: Span, areas: readonly Span[]): boolean =>
    areas.some(({ from, to }) => from <= span.from && span.to <= to);
  return [
    {
      id: 'reasoning',
      got: [parts.text],
      took: thoughts,
      passed,
      lost: lost.filter((span) => !isIn(span, passed)),
    },
    { id: 'tools', got: passed, took: calls, passed: content, lost: lost.filter((span) => isIn(span, passed)) },
    {
      id: 'client',
      got: merged([...content, ...calls]),
      took: merged([...content, ...calls, ...thoughts]),
      passed: [],
      lost: [],
    },
  ];
}

function merged(spans: readonly Span[]): Span[] {
  const result: { from: number; to: number }[] = [];
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}
