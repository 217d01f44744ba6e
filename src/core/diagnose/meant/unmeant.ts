import {
  type Diagnosis,
  type DiagnosisCode,
  explain,
  type Extraction,
  type SuppressedReason,
  type ToolCall,
} from '../../trace/index.ts';
import { overlaps, withPlace } from '../../text/document/index.ts';
import { isObject } from '../../text/json/index.ts';
import { endOfTurn, NOT_CUT } from '../cuts.ts';
import { diagnosis, quoted } from '../rule.ts';
import type { Subject } from '../subject.ts';

/** Why our own reader makes no call of a text, as the end of a sentence. */
const reasons: Partial<Record<SuppressedReason, { readonly code: DiagnosisCode; readonly text: string }>> = {
  quoted: { code: 'D21', text: 'it is quoted, as an example is' },
  'in-reasoning': { code: 'D19', text: 'it is inside the reasoning' },
  'in-result': { code: 'D36', text: 'it is in the answer of a tool, which the model made up' },
  'in-answer': { code: 'D36', text: 'it is in the answer to the user' },
  undeclared: { code: 'D22', text: 'no declared tool has this name' },
  'no-call': { code: 'D36', text: 'this name says that no tool is called' },
};

/** A call that a runtime returns and that was not meant, with the reason for which our own reader makes none of it. */
export function unmeantCall(
  { document, textTo, tools, isStopped, extraction: { trace }, runtime: { label, words } }: Subject,
  auto: Extraction,
  given: ToolCall,
  named: readonly Diagnosis[],
): Diagnosis {
  const name = given.name.trim();
  const call = name === '' ? 'a call without a name' : `a call to \`${quoted(name)}\``;
  const place = given.nameSpan.from < given.nameSpan.to ? given.nameSpan : given.span;
  const cut = auto.incomplete.find(({ span }) => overlaps(span, given.span));
  const isAtEnd = cut !== undefined && document.slice(cut.span.to, textTo).trim() === '';
  if (cut !== undefined)
    return diagnosis(
      isStopped ? 'D08' : 'D27',
      `${withPlace(`${label} returns ${call}, but ${isAtEnd ? 'the reply ends inside the call' : 'the call is not complete'}`, document, cut.span.to)}. Do not run it.`,
      given.span,
      null,
      isAtEnd && !isStopped && endOfTurn(document, textTo) === null ? undefined : NOT_CUT,
    );
  if (document.lastIndexOf('<tool_response>', place.from) > document.lastIndexOf('</tool_response>', place.from))
    return diagnosis(
      'D36',
      `${withPlace(`${label} returns ${call}, but ${reasons['in-result']?.text ?? ''}`, document, place.from)}.`,
      place,
      null,
      'Have the server stop after the call, so that the model does not make up the answer.',
    );
  const reason = reasons[auto.suppressed.find(({ span }) => overlaps(span, given.span))?.reason ?? 'malformed'];
  if (reason !== undefined && !(reason.code === 'D22' && tools.has(name)))
    return diagnosis(
      reason.code,
      `${withPlace(`${label} returns ${call}, but ${reason.text}`, document, place.from)}.`,
      place,
    );
  if (/^[ \t]*(?:`{3,}|~{3,})[^\n]*\n\s*$/m.test(document.slice(Math.max(0, place.from - 200), given.span.from)))
    return diagnosis(
      'D36',
      `${withPlace(`${label} returns ${call}, but the code block around it is not marked as a call`, document, place.from)}. It may be an example.`,
      place,
      null,
      'Check whether the model meant it. Show the fence of a call in the prompt with its word.',
    );
  const near = named.find(({ span }) => overlaps(span, given.span));
  const shape = isObject(given.arguments) ? '' : ' The arguments are no object.';
  const quirk = trace.find((event) => event.kind === 'quirk' && overlaps(event, given.span));
  const how = quirk === undefined || shape !== '' ? shape : ` ${explain(quirk, document, words).title}`;
  const why = near === undefined ? how : ` ${near.fact ?? near.message}`;
  return diagnosis(
    'D36',
    `${withPlace(`${label} returns ${call}, which Callscope does not take for one`, document, place.from)}.${why}`,
    place,
  );
}
