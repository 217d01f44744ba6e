import type { Expression } from '../../jinja/index.ts';
import { conversationName, inCode } from './fault-words.ts';
import type { Found, FaultRule, TemplateEdit } from './rule.ts';
import { sharedLength, stepPlace } from './prompt-places.ts';
import type { Rendered, Subject } from './subject.ts';
import { keyOf } from './walk.ts';

/** A message with calls and without text has the content null, in OpenAI's API and in what servers pass on. */
export const nullContent: FaultRule = {
  code: 'null-content',
  find(subject) {
    if (!subject.knowsTools || subject.rendered('call').rendering.failure !== null) return [];
    const rendered = subject.rendered('call', { callContent: null });
    const found = nullIn(subject, rendered);
    if (found.length > 0) return found;
    const own = subject.cases.filter(({ rendering: { failure } }) => failure === null);
    return own.flatMap((one) => nullIn(subject, one)).slice(0, 1);
  },
};

function nullIn(subject: Subject, rendered: Rendered): Found[] {
  const { conversation, rendering } = rendered;
  const edits = guards(subject);
  const { failure } = rendering;
  if (failure !== null) {
    if (failure.kind === 'allowance' || failure.kind === 'unsupported') return [];
    // Null leads to a branch that fails at the arguments: that is another fault.
    const asText = subject.rendered('call', { callContent: null, textArguments: true });
    if (!conversation.startsWith('case') && asText.rendering.failure === null) return [];
    return [
      {
        level: 'fault',
        message: `The template raises ${inCode(`${failure.exception}: ${failure.message}`)} where the content is null.`,
        at: failure.span,
        shows: { conversation, range: null },
        remedy: 'Write `or ""` after the content, so that null prints nothing.',
        edits,
      },
    ];
  }
  const at = noneIn(subject, rendered);
  if (at === null) return [];
  return [
    {
      level: 'fault',
      message: `The template prints \`None\` for null content in ${conversationName(conversation)}.`,
      at: stepPlace(subject, rendered, at),
      shows: { conversation, range: { from: at, to: at + 'None'.length } },
      remedy: 'Write `or ""` after the content, so that null prints nothing.',
      edits,
    },
  ];
}

/** A `None` of the prompt that an empty content does not bring; null where there is none. */
function noneIn(subject: Subject, rendered: Rendered): number | null {
  const { messages, rendering } = rendered;
  const emptied = messages.map((message) => (message['content'] === null ? { ...message, content: '' } : message));
  const { prompt } = rendering;
  const { prompt: without } = subject.with(rendered, emptied).rendering;
  const same = sharedLength(prompt, without);
  // What follows may begin as `None` does.
  for (let at = same; at >= Math.max(0, same - 3); at -= 1) if (prompt.startsWith('None', at)) return at;
  return null;
}

/** `(message.content or '')` where content is printed, set, or looped over, and everywhere. */
function guards({ expressions, textOf }: Subject): TemplateEdit[] {
  const contents = (kinds: readonly string[]): Expression[] =>
    expressions
      .filter(({ expression, statement }) => keyOf(expression) === 'content' && kinds.includes(statement.kind))
      .map(({ expression }) => expression);
  return [contents(['print']), contents(['set']), contents(['for']), contents(['print', 'set', 'for'])]
    .filter((nodes) => nodes.length > 0)
    .map((nodes) => ({
      label: 'Print nothing for null',
      changes: nodes.map(({ from, to }) => ({ span: { from, to }, insert: `(${textOf({ from, to })} or '')` })),
    }));
}
