import type { Span } from '../../../text/document/index.ts';
import type { Field, FoundCall, Said, Turn } from '../evidence.ts';
import type { Judgement } from '../findings/judge.ts';
import type { TextReading } from './text-reading.ts';
import { toldFault } from './described-call.ts';

/** The call that a turn holds, wherever it is; null for none. */
export function callInTurn(turn: Turn, { did, text, reasoning, faults }: Judgement): FoundCall | null {
  const [given] = turn.calls;
  if (given !== undefined) {
    const [fault] = faults;
    const failed = turn.calls.find(({ error }) => error !== null);
    const shown = fault?.call ?? failed ?? given;
    return {
      field: 'tool_calls',
      text: shown.argumentsText,
      span: shown.span,
      names: turn.calls.map(({ name }) => name),
      format: null,
      fault: fault?.says ?? (typeof failed?.error === 'string' ? toldFault(failed.error) : null),
    };
  }
  return did === 'text' ? callInText('content', turn.text, text) : callInText('reasoning', turn.reasoning, reasoning);
}

/** The call in a text of a paste; null where it holds none. */
export function callInText(field: Field, said: Said | null, reading: TextReading): FoundCall | null {
  if (said === null || reading.state === 'none' || reading.state === 'quoted') return null;
  const { from, to } = reading.span ?? { from: 0, to: said.text.length };
  const { names, format, fault } = reading;
  return {
    field,
    text: said.text.slice(from, to),
    span: placed(said, { from, to }),
    names,
    format,
    fault: fault?.says ?? null,
    ...(fault?.fix === undefined ? {} : { fix: fault.fix }),
    ...(field === 'reasoning' ? { reasoning: said.text } : {}),
  };
}

/** A part of what was said, where it is as long there: an escaped text is pointed to as a whole. */
function placed({ text, span }: Said, { from, to }: Span): Span | null {
  if (span === null || span.to - span.from !== text.length) return span;
  return { from: span.from + from, to: span.from + to };
}
