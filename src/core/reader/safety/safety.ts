import type { Runtime } from '../../engines/runtime.ts';
import { formatList } from '../../formats/index.ts';
import { type ToolDefinition, toolsOfCalls } from '../../tools/index.ts';
import { AskedReply, type ReplyQuestion } from '../ask-all/asked-reply.ts';
import { engineOf } from '../runtimes.ts';
import type { CorrectForm } from './correct-form.ts';

/** Whether a runtime returns the calls that were meant, in both ways. */
export interface Trial {
  readonly whole: boolean;
  /** True as well where the runtime waits for the end, and where the text is too long to say. */
  readonly streamed: boolean;
}

/** What becomes of the calls that a model writes correctly. */
export interface Safety {
  /** Null where it is not known how the model writes a correct call. */
  readonly correct: Trial | null;
  /** A sentence; null where nothing is lost. */
  readonly breaks: string | null;
}

export function trialOf(reply: AskedReply, runtime: Runtime): Trial {
  if (reply.whole(runtime).calls !== 'same') return { whole: false, streamed: false };
  // The others are not streamed to a client by somebody who has to declare what the provider can do.
  if (engineOf(runtime.id) === null) return { whole: true, streamed: true };
  const { streamed } = reply.answers(runtime);
  return { whole: true, streamed: streamed === null || streamed.calls === 'same' };
}

/** What a runtime makes of the correct form, in the spelling that suits it best where nothing tells which one it is. */
export function trialOfForm(form: CorrectForm, runtime: Runtime, question: ReplyQuestion): Trial {
  return bestSpelling(form, runtime, question).trial;
}

function bestSpelling(
  form: CorrectForm,
  runtime: Runtime,
  question: ReplyQuestion,
): { readonly text: string; readonly trial: Trial } {
  let best = { text: form.text, trial: trialOf(replyOf(form, form.text, question), runtime) };
  for (const text of form.others) {
    if (best.trial.whole && best.trial.streamed) break;
    const trial = trialOf(replyOf(form, text, question), runtime);
    if (trial.whole && (trial.streamed || !best.trial.whole)) best = { text, trial };
  }
  return best;
}

/**
 * What is lost when a runtime reads the replies of a model: it is safe where the runtime is made for the format that the model
 * was trained on, and returns the calls of the correct form whole and streamed.
 */
export function safetyOf(runtime: Runtime, form: CorrectForm | null, question: ReplyQuestion): Safety {
  if (form === null)
    return { correct: null, breaks: 'Nobody can say what it makes of correct calls: their form is not known.' };
  const { label } = runtime;
  const { text, trial: correct } = bestSpelling(form, runtime, question);
  const of = `correct calls in \`${form.format}\``;
  if (!correct.whole) return { correct, breaks: `${label} does not read ${of}, the format of this model.` };
  if (!correct.streamed) return { correct, breaks: `${label} does not read ${of} when they are streamed.` };
  if (isMadeFor(runtime, form.format)) return { correct, breaks: null };
  return {
    correct,
    breaks: losesText({ ...form, text }, runtime, question)
      ? `${label} drops the text beside ${of}, the format of this model.`
      : `${label} was written for another format than \`${form.format}\`, the format of this model.`,
  };
}

/**
 * Whether a runtime is made for the models that write a format: it is the first that the runtime is written for, or one of them,
 * and the list of its parsers names the runtime. Others read the format beside their own, as the parser of Laguna does with Hermes.
 */
export function isMadeFor({ project, flag, formats }: Runtime, format: string): boolean {
  if (formats[0] === format || !formats.includes(format)) return formats[0] === format;
  const readers = formatList.find(({ id }) => id === format)?.readers;
  const flags = readers?.[project as keyof typeof readers] ?? [];
  return flags.some((name) => flag === name || flag.endsWith(` ${name}`));
}

const SENTENCE = 'I will look it up.';

/** Whether a sentence before the calls, or their markup, reaches the client in no form. */
function losesText(form: CorrectForm, runtime: Runtime, question: ReplyQuestion): boolean {
  const isMarked = formatList.find(({ id }) => id === form.format)?.tier === 'marked';
  const reply = replyOf(form, isMarked ? `${SENTENCE}\n\n${form.text}` : form.text, question);
  const { whole, streamed } = reply.answers(runtime);
  return [whole, streamed].some((one) => one !== null && (one.calls !== 'same' || one.lost > 0));
}

/** The correct form is a reply without thinking, so nothing is left to do for a reasoning parser. */
function replyOf({ calls }: CorrectForm, text: string, question: ReplyQuestion): AskedReply {
  return new AskedReply({
    ...question,
    reasoning: '',
    text,
    tools: withCalled(question.tools, calls),
    expected: calls,
  });
}

/** An undeclared tool is another matter than the form of its call. */
function withCalled(
  tools: readonly ToolDefinition[] | undefined,
  calls: CorrectForm['calls'],
): readonly ToolDefinition[] {
  const declared = new Set(tools?.map(({ name }) => name));
  return [...(tools ?? []), ...toolsOfCalls(calls.filter(({ name }) => !declared.has(name)))];
}
