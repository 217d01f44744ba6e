import { inCode } from './fault-words.ts';
import type { FaultRule, Found, TemplateEdit } from './rule.ts';
import type { Rendered, Subject } from './subject.ts';
import { isReasoningOnly } from './open-reasoning.ts';
import { sharedLength, stepPlace } from './prompt-places.ts';
import { constantText } from './walk.ts';

const ANSWER = 'Zebra crossing.';

/** How a prompt ends, against the same messages with an answer. */
interface PromptEnd {
  readonly rendered: Rendered;
  /** The text before an answer that the end of the prompt lacks. */
  readonly missing: string;
  /** The first place where the end of the prompt differs from the prompt with an answer. */
  readonly from: number;
  readonly rest: string;
  /** What comes after an answer. */
  readonly closer: string;
  /** Whether `add_generation_prompt` adds anything. */
  readonly adds: boolean;
  /** The first place where the prompt without it differs. */
  readonly sharedWithout: number;
}

function endOf(subject: Subject, kind: 'plain' | 'call'): PromptEnd | null {
  const rendered = subject.rendered(kind);
  const without = subject.rendered(kind, {}, { add_generation_prompt: false });
  const answered = subject.changed(
    kind,
    'answered',
    ({ messages }) => ({ messages: [...messages, { role: 'assistant', content: ANSWER }] }),
    { add_generation_prompt: false },
  );
  if ([rendered, without, answered].some(({ rendering }) => rendering.failure !== null)) return null;
  const { prompt } = rendered.rendering;
  const whole = answered.rendering.prompt;
  const at = whole.lastIndexOf(ANSWER);
  if (at < 0) return null;
  const from = sharedLength(prompt, whole.slice(0, at));
  return {
    rendered,
    missing: whole.slice(from, at),
    from,
    rest: prompt.slice(from),
    closer: whole.slice(at + ANSWER.length),
    adds: without.rendering.prompt !== prompt,
    sharedWithout: sharedLength(without.rendering.prompt, whole.slice(0, at)),
  };
}

const kinds = ['plain', 'call'] as const;

/** The prompt ends with the assistant's turn opened and closed again: the model has nothing left to say. */
export const turnClosed: FaultRule = {
  code: 'turn-closed',
  find(subject): readonly Found[] {
    for (const kind of kinds) {
      const end = endOf(subject, kind);
      if (end === null || end.missing.trim() !== '') continue;
      const rest = end.rest.trim();
      if (rest === '' || end.closer.trim() === '' || !end.closer.trim().startsWith(rest)) continue;
      const from = end.from + end.rest.indexOf(rest);
      return [
        {
          level: 'fault',
          message: `The prompt ends with ${inCode(rest)}, which closes the assistant's turn before the reply.`,
          at: stepPlace(subject, end.rendered, from),
          shows: { conversation: kind, range: { from, to: from + rest.length } },
          remedy: `Remove ${inCode(rest)} from the end of the generation prompt.`,
          edits: withoutText(subject, rest),
        },
      ];
    }
    return [];
  },
};

/** Each string and each text of the template without it, the last ones first. */
function withoutText({ expressions, statements, textOf }: Subject, text: string): TemplateEdit[] {
  const strings = expressions
    .filter(({ expression }) => constantText(expression) !== null)
    .map(({ expression }) => expression);
  const data = statements.filter(({ statement }) => statement.kind === 'data').map(({ statement }) => statement);
  return [...strings, ...data]
    .filter((node) => textOf(node).includes(text))
    .toSorted((a, b) => b.from - a.from)
    .slice(0, 3)
    .map((node) => {
      const from = node.from + textOf(node).lastIndexOf(text);
      return { label: 'Remove the end of turn', changes: [{ span: { from, to: from + text.length }, insert: '' }] };
    });
}

/** The prompt ends before the assistant's turn: the model may go on as the user. */
export const noGenerationPrompt: FaultRule = {
  code: 'no-generation-prompt',
  find(subject): readonly Found[] {
    for (const kind of kinds) {
      const end = endOf(subject, kind);
      if (end === null || end.missing.trim() === '' || isReasoningOnly(end.missing)) continue;
      // A part of what comes before an answer is there: the rest is reasoning that the template prints for it.
      if (end.from > end.sharedWithout) continue;
      if (end.rest.trim() !== '') continue;
      const { prompt } = end.rendered.rendering;
      return [
        {
          level: 'fault',
          message: `The prompt ends without ${inCode(end.missing.trim())}, which begins the assistant's turn.`,
          at: stepPlace(subject, end.rendered, prompt.length - 1),
          shows: { conversation: kind, range: null },
          remedy: `Print ${inCode(end.missing.trim())} at the end where \`add_generation_prompt\` is true.`,
          edits: [
            {
              label: 'Add a generation prompt',
              changes: [
                {
                  span: { from: subject.template.source.length, to: subject.template.source.length },
                  insert: `{%- if add_generation_prompt %}{{ ${JSON.stringify(end.missing)} }}{% endif %}`,
                },
              ],
            },
          ],
        },
      ];
    }
    return [];
  },
};

/** The assistant's turn is opened whatever `add_generation_prompt` says. */
export const generationFlagIgnored: FaultRule = {
  code: 'generation-flag-ignored',
  find(subject): readonly Found[] {
    const end = endOf(subject, 'plain');
    if (end === null || end.adds || end.missing.trim() !== '') return [];
    const { prompt, pieces } = end.rendered.rendering;
    const last = pieces.findLast(({ origin }) => origin.kind === 'value');
    const tail = prompt.slice(last?.to ?? prompt.length);
    if (!roleWords.some((word) => tail.toLowerCase().includes(word))) return [];
    const range = { from: last?.to ?? 0, to: prompt.length };
    return [
      {
        level: 'caution',
        message: 'The template opens the turn of the assistant even where `add_generation_prompt` is false.',
        at: stepPlace(subject, end.rendered, prompt.length - 1),
        shows: { conversation: 'plain', range },
        remedy: 'Test `add_generation_prompt` before the last opener.',
        edits: [],
      },
    ];
  },
};

/** How templates name the turn of a model. */
const roleWords = ['assistant', 'model', 'chatbot', 'gpt', 'response', 'answer'];
