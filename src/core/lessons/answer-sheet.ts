import type { Span } from '../text/document/index.ts';
import { stepText, type TraceEvent } from '../trace/index.ts';
import type { Answer } from './answer.ts';
import { answerKinds, type Question, rendersTemplate } from './asked.ts';
import { promptOf } from './prompt.ts';
import { callsText, deed, readCase } from './reading.ts';
import { answerWords, rightOptions, solve } from './solve.ts';

/** The answer to a question, for those who teach it: what the engine does with its case, and one right answer. */
export interface AnswerSheet {
  /** What the client gets, and why, in sentences. */
  readonly says: readonly string[];
  /** The place in the reply that they speak of; null where there is none. */
  readonly span: Span | null;
  /** What the engine does, step by step. */
  readonly steps: readonly string[];
  /** The prompt, where the question is about a chat template; '' elsewhere. */
  readonly prompt: string;
  /** Null where Callscope finds none: then the last hint says most. `gives`: what a repaired reply gives; '' for other answers. */
  readonly solution: { readonly says: string; readonly text: string; readonly gives: string } | null;
}

/** So many steps are written out. */
const MOST_STEPS = 40;

/** Never rejects because of its input. */
export async function answerSheet(question: Question): Promise<AnswerSheet> {
  const solution = await solve(question);
  const options = await rightOptions(question);
  const reading = await readCase(question.case);
  const { text: prompt } = rendersTemplate(question) ? await promptOf(question.case) : { text: '' };
  const isRead = typeof reading !== 'string' && (question.case.text ?? question.case.native ?? '').trim() !== '';
  const done = isRead ? deed(reading) : null;
  const shown = isRead ? reading.whole.trace.filter(isShown) : [];
  return {
    says: isRead ? [`The client gets ${callsText(reading.whole.calls)}.`, ...(done?.says ?? [])] : [],
    span: done?.span ?? null,
    steps: isRead
      ? shown.slice(0, MOST_STEPS).map((event) => stepText(event, reading.whole.document, reading.whole.runtime.words))
      : [],
    prompt,
    solution:
      solution === null || solution.kind !== answerKinds[question.ask.kind]
        ? null
        : {
            ...answerWords(question, solution),
            ...(options.length > 1 ? { says: options.join(' or ') } : {}),
            gives: await given(solution),
          },
  };
}

/** `says` is of the reply as it was asked about: beside a repaired one it would be false. */
async function given(solution: Answer): Promise<string> {
  if (solution.kind !== 'case' || (solution.case.text ?? '') === '') return '';
  const reading = await readCase(solution.case);
  return typeof reading === 'string' ? '' : `With this the client gets ${callsText(reading.whole.calls)}.`;
}

function isShown(event: TraceEvent): boolean {
  return event.kind !== 'enter' && event.kind !== 'leave';
}
