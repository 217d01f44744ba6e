import {
  outcomeChoices,
  tierLabel,
  type Ask,
  type EditedField,
  type LessonCase,
  type RuntimeWithWords,
} from '../../../../core/index.ts';

const editedWords: Readonly<Record<EditedField, string>> = {
  text: 'the text of the reply',
  native: 'the native tool calls',
  tools: 'the tools',
  system: 'the system prompt',
  template: 'the template',
  profile: 'the server',
  reasoningParser: 'the reasoning parser',
};

/** What is asked for, in a few words: the label of a field, or what to do. */
export function askedFor(ask: Ask): string {
  switch (ask.kind) {
    case 'predict':
      return predictedWords(ask.what);
    case 'choose':
      return 'Choose one';
    case 'tell':
      return 'What is to blame';
    case 'order':
      return 'Your order';
    case 'point':
      return 'Select it in the text';
    case 'cut':
      return 'Put the border into the text';
    default:
      if (ask.edit.length === 1 && ask.edit[0] === 'profile') return 'Choose the server';
      return `Edit ${ask.edit.map((field) => editedWords[field]).join(' or ')}`;
  }
}

/** Who reads the reply of a question, in a sentence. */
export function serverOf(
  { profile = 'auto', reasoningParser = '' }: LessonCase,
  labelOf: (runtime: string) => string,
): string {
  const parser = reasoningParser === '' ? '' : `, reasoning parser \`${reasoningParser}\``;
  return `Server: ${labelOf(profile)}${parser}.`;
}

/** What an answer has to do beside what the question says; '' for nothing. */
export function ruleOf(ask: Ask): string {
  const conditions = 'conditions' in ask ? ask.conditions : [];
  const isStreamed = conditions.some((one) => one.must === 'call' && one.streamed === true);
  return ask.kind === 'choose' || isStreamed ? 'The calls have to come whole and in pieces (streamed).' : '';
}

/** What can be chosen where nothing is typed. */
interface Choice {
  readonly id: string;
  readonly label: string;
}

/**
 * Null where something is typed. No choice until the runtime of the question has answered: choices that are added under the
 * hand of somebody who chooses lead to a wrong one.
 */
export function choicesOf(
  ask: Ask,
  asked: string,
  answering: Pick<RuntimeWithWords, 'id' | 'tiers' | 'words'> | undefined,
): readonly Choice[] | null {
  if (ask.kind !== 'predict') return null;
  if (ask.what.of === 'outcome') return outcomeChoices;
  if (ask.what.of !== 'tier') return null;
  if (answering?.id !== asked) return [];
  return [
    ...answering.tiers.map((id) => ({ id, label: tierLabel(id, answering.words) })),
    { id: 'none', label: 'In none: there is no call' },
  ];
}

function predictedWords(what: Extract<Ask, { kind: 'predict' }>['what']): string {
  switch (what.of) {
    case 'count':
      return 'Number of calls';
    case 'names':
      return 'Names of the calls, in order';
    case 'content':
      return 'Text beside the calls';
    case 'value':
      return `Value of the argument ${what.key}`;
    case 'outcome':
      return 'What your program gets';
    case 'tier':
      return 'The parser that finds the call';
    case 'text-after':
      return 'The text so far';
  }
}
