import { conversationName } from './fault-words.ts';
import type { Found, FaultRule, TemplateEdit } from './rule.ts';
import { shownAt, type Rendered, type Subject } from './subject.ts';
import { constantText } from './walk.ts';

export const systemDropped: FaultRule = {
  code: 'system-dropped',
  find: (subject) =>
    dropped(
      subject,
      ({ messages }) =>
        messages.flatMap(({ role, content }, index) =>
          role === 'system' && content !== '' ? [['messages', index, 'content']] : [],
        ),
      'the system prompt',
      'Print the content of the first message where its role is `system`.',
      'system',
    ),
};

export const callDropped: FaultRule = {
  code: 'call-dropped',
  find(subject) {
    if (!subject.knowsTools) return [];
    const asApi = subject.rendered('call', { callContent: null, textArguments: true });
    const base = subject.rendered('call');
    const isLost = callNames(base).some((path) => shownAt(base, path) === null);
    const isShown =
      isLost && asApi.rendering.failure === null && callNames(asApi).every((path) => shownAt(asApi, path) !== null);
    const remedy = isShown
      ? 'Pass null as the content of a message with calls: only then the template prints them.'
      : 'Print every item of `message.tool_calls`, with its name and its arguments.';
    return dropped(subject, callNames, 'a call of the assistant', remedy, 'assistant');
  },
};

function callNames({ messages }: Rendered): (string | number)[][] {
  return messages.flatMap(({ tool_calls: calls }, index) =>
    Array.isArray(calls) ? calls.map((_, at) => ['messages', index, 'tool_calls', at, 'function', 'name']) : [],
  );
}

export const resultDropped: FaultRule = {
  code: 'result-dropped',
  find: (subject) =>
    subject.knowsTools
      ? dropped(
          subject,
          ({ messages }) =>
            messages.flatMap(({ role, content }, index) =>
              role === 'tool' && content !== '' ? [['messages', index, 'content']] : [],
            ),
          'the result of a tool',
          'Add a branch that prints messages with the role `tool`.',
          'tool',
        )
      : [],
};

function dropped(
  subject: Subject,
  paths: (rendered: Rendered) => (string | number)[][],
  what: string,
  remedy: string,
  role: 'system' | 'assistant' | 'tool',
): Found[] {
  for (const rendered of subject.whole) {
    if (!paths(rendered).some((path) => shownAt(rendered, path) === null)) continue;
    const { conversation } = rendered;
    const test = roleTest(subject, role) ?? (role === 'tool' ? otherRoles(subject)[0]?.changes[0]?.span : undefined);
    return [
      {
        level: 'fault',
        message: `The template drops ${what} in ${conversationName(conversation)}.`,
        at: test === undefined ? subject.messageLoop : subject.placeOf(test),
        shows: { conversation, range: null },
        remedy,
        edits: role === 'tool' ? otherRoles(subject) : [],
      },
    ];
  }
  return [];
}

/** Where the template compares something with a role. */
function roleTest({ expressions }: Subject, role: string): { readonly from: number; readonly to: number } | undefined {
  return expressions.find(({ expression }) => constantText(expression) === role)?.expression;
}

const otherNames: ReadonlySet<string> = new Set([
  'tools',
  'function',
  'tool_response',
  'tool_result',
  'tool_results',
  'ipython',
  'observation',
]);

/** A branch for another name of the role: results have the role `tool`. */
function otherRoles({ expressions }: Subject): TemplateEdit[] {
  return expressions
    .filter(({ expression, statement }) => statement.kind === 'if' && otherNames.has(constantText(expression) ?? ''))
    .map(({ expression: { from, to } }) => ({
      label: 'Test for tool',
      changes: [{ span: { from, to }, insert: "'tool'" }],
    }));
}
