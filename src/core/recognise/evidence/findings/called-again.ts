import type { Answer } from '../paste/answer.ts';
import { compact } from '../calls/call-faults.ts';
import type { Turn } from '../evidence.ts';
import { ownFixes } from '../said/fixes.ts';
import type { Reason } from './reason.ts';
import type { Scene } from '../paste/scene.ts';

/** A result that tells the model nothing. */
const EMPTY = /^\s*(?:null|None|undefined|nil|""|'')\s*$/;
/** As it is written, a text of no characters. */
const NO_TEXT = /^["']{2}$/;

/** A call that the request holds already, with its result: koboldcpp#1988. */
export function calledAgain({ calls }: Turn, last: Turn | undefined): Reason | null {
  const again = calls.find(({ name, argumentsText }) =>
    last?.calls.some((one) => one.name === name && compact(one.argumentsText) === compact(argumentsText)),
  );
  if (again === undefined || last === undefined || last.results.length === 0) return null;
  const short = 'repeats its call';
  const [first = ''] = last.results.map(({ text }) => text.trim());
  if (last.results.every(({ text }) => EMPTY.test(text)))
    return {
      cause: 'client',
      says: `The result of \`${again.name}\` is ${NO_TEXT.test(first) ? 'empty' : `\`${first}\``}, so the model calls it again.`,
      short,
      fix: NO_TEXT.test(first)
        ? TELLING
        : 'Look into the tool: it must return a text, also where it finds nothing. A function without `return` gives `null`.',
    };
  return {
    cause: 'template',
    says: `The model calls \`${again.name}\` again with the same arguments, although the result came back.`,
    short,
    fix: ownFixes.again,
  };
}

const TELLING =
  'Have the tool return what it found, or a text that says that it found nothing. End the loop in the client once a call repeats.';

/** What a client prints of a result that it sends back. */
const RESULT =
  /\bTool(?:Return(?:Part)?|Message|Result\w{0,12})\b|\brole["']?\s{0,4}[:=]\s{0,4}["']tool["']|\btool_result\b|\bfunction(?:_call_output|Response|_response)\b/;

/** The same of answers of which each is printed for itself, with the result between them: text-generation-inference#3318. */
export function answeredAgain({ answers, frame }: Scene, answer: Answer): Reason | null {
  const last = answers[answers.indexOf(answer) - 1];
  if (last === undefined) return null;
  // What was printed in one piece has one place.
  const isApart = last.span.to <= answer.span.from;
  const between = isApart ? frame.text.slice(last.span.to, answer.span.from) : frame.text;
  if (!RESULT.test(between)) return null;
  return calledAgain(answer.turn, {
    ...last.turn,
    results: [{ text: ' ', span: null, id: null, isError: false }],
  });
}
