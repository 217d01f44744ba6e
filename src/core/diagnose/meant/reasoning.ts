import { type Edit, type Span, withPlace } from '../../text/document/index.ts';
import { reasoningMarkers } from '../../formats/index.ts';
import { liesIn } from '../../engines/kit/index.ts';
import type { Extraction } from '../../trace/index.ts';
import { insertAt } from '../changes.ts';
import { edit } from '../rule.ts';
import type { Subject } from '../subject.ts';

/** A call that a runtime takes for reasoning, and the edit after which it does not. */
interface Hidden {
  /** What is wrong, in sentences. */
  readonly fact: string;
  readonly span: Span;
  readonly change: Edit;
  readonly after: Extraction;
}

/**
 * A call in reasoning that began in the prompt, or that is not closed before the call.
 *
 * @param call with the markup around it
 */
export function hiddenInReasoning(subject: Subject, call: Span): Hidden | null {
  const { extraction, document, runtime } = subject;
  const thoughts = extraction.ledger.filter(({ kind }) => kind === 'reasoning');
  if (!liesIn(thoughts, call.from)) return null;
  const thought = thoughts.find(({ from, to }) => from <= call.from && call.from < to) ?? call;
  const written = reasoningMarkers.find(([open]) => document.startsWith(open, thought.from));
  for (const closer of new Set(written === undefined ? reasoningMarkers.map(([, close]) => close) : [written[1]])) {
    const change = edit('Close the reasoning', insertAt(call.from, closer));
    const after = subject.after(change);
    if (after === null) return null;
    const place = call.from + closer.length;
    if (after.ledger.some(({ kind, from, to }) => kind === 'reasoning' && from <= place && place < to)) continue;
    const opens =
      written === undefined
        ? `${runtime.label} takes the reply for reasoning from its beginning${saysOfPrompt(extraction)}`
        : `The reply opens the reasoning with \`${written[0]}\``;
    const fact = `${opens}. ${withPlace(`There is no \`${closer}\` before the call`, document, call.from)}.`;
    return { fact, span: call, change, after };
  }
  return null;
}

/** Only some runtimes look at the prompt: a reasoning parser may take everything for reasoning that no marker ends. */
function saysOfPrompt({ trace }: Extraction): string {
  const isOpen = trace.some((event) => event.kind === 'gate' && event.gate === ASKS && event.answer);
  return isOpen ? ', because the prompt of the model opens it' : '';
}

const ASKS = 'prompt-opens-reasoning';
