import { reasoningMarkers } from '../formats/index.ts';
import { withPlace } from '../text/document/index.ts';
import type { Diagnosis } from '../trace/index.ts';
import { runsReasoningParser } from './reasoning-parser.ts';
import { diagnosis } from './rule.ts';
import type { Subject } from './subject.ts';

/** The tags that end nothing but thinking. Others end an answer as well. */
const closers = reasoningMarkers.flatMap(([, close]) => (/think|thought|reasoning/i.test(close) ? [close.trim()] : []));

/** The server could take the reasoning out of the text, and nobody told it to: the call comes, and so does the reasoning. */
export function shownReasoning(subject: Subject, said: readonly Diagnosis[]): readonly Diagnosis[] {
  const { document, extraction, runtime } = subject;
  if (runtime.reasoning === undefined || runsReasoningParser(subject) || extraction.calls.length === 0) return [];
  if (said.some(({ code }) => code === 'D19' || code === 'D20')) return [];
  for (const { kind, from, to } of extraction.ledger) {
    const text = kind === 'content' ? document.slice(from, to) : '';
    const found = closers.find((close) => text.includes(close));
    if (found === undefined) continue;
    const at = from + text.indexOf(found);
    const fact = withPlace(`The user sees the reasoning, with its \`${found}\``, document, at);
    return [
      diagnosis('D39', `${fact}. ${runtime.label} runs without a reasoning parser.`, {
        from: at,
        to: at + found.length,
      }),
    ];
  }
  return [];
}
