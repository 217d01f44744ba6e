import type { Ask, EditedField } from '../../../../core/index.ts';

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
      if (ask.edit.length === 1 && ask.edit[0] === 'profile') return 'Choose the server, then check.';
      return `Edit ${ask.edit.map((field) => editedWords[field]).join(' or ')}, then check.`;
  }
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
