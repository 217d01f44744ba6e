import type { FailureKind, TemplateFailure } from '../../jinja/index.ts';
import { conversationName, inCode } from './fault-words.ts';
import type { Found, FaultRule } from './rule.ts';
import type { Rendered, Subject } from './subject.ts';
import { argumentsAsJson } from './argument-edits.ts';

interface Refusal {
  readonly rendered: Rendered;
  readonly failure: TemplateFailure;
}

function failuresOf(rendered: readonly (Rendered | null)[]): Refusal[] {
  return rendered.flatMap((one) => {
    const failure = one?.rendering.failure ?? null;
    return one === null || failure === null ? [] : [{ rendered: one, failure }];
  });
}

/** Whether results of tools cause the failure: without them the same messages render. */
function failsAtResults(subject: Subject, { rendered }: Refusal): boolean {
  if (!rendered.messages.some(({ role }) => role === 'tool')) return false;
  if (subject.rendered('tools').rendering.failure !== null) return false;
  const upToCalls = subject.with(
    rendered,
    rendered.messages.filter(({ role }) => role !== 'tool'),
  );
  return upToCalls.rendering.failure === null;
}

/** A failure is one fault, even if it occurs in several conversations. */
function onlyNew(refusals: readonly Refusal[]): Refusal[] {
  const seen = new Set<string>();
  return refusals.filter(({ failure: { message, span } }) => {
    const key = `${String(span.from)} ${message}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

const remedies: Readonly<Record<FailureKind, string>> = {
  syntax: 'Correct the syntax there.',
  raised: 'Change the messages to what the template asks for, or remove its check.',
  undefined: 'Test the value with `is defined` before it is used.',
  security: 'Replace what the sandbox forbids.',
  python: 'Correct the expression, or test the type of its value first.',
  allowance: 'Bound the loop or the recursion.',
  unsupported: 'Replace it: it does not give the same prompt twice.',
};

/** A conversation fails to render, and not because the template refuses a role. */
export const raises: FaultRule = {
  code: 'raises',
  find(subject) {
    // Some templates print calls only where the content is null.
    const withNull = subject.knowsTools ? subject.rendered('call', { callContent: null }) : null;
    const all = [...subject.all, isAboutArguments(subject, withNull) ? withNull : null, ...subject.cases];
    const refusals = failuresOf(all).filter((refusal) => !failsAtResults(subject, refusal));
    return onlyNew(refusals).map((refusal) => raised(subject, refusal));
  },
};

function raised(subject: Subject, { rendered, failure }: Refusal): Found {
  const { conversation } = rendered;
  const wantsText = isFixed(conversation) && takesTextArguments(subject, conversation);
  return {
    level: 'fault',
    message: `The template raises ${inCode(`${failure.exception}: ${failure.message}`)} in ${conversationName(conversation)}.`,
    at: failure.span,
    shows: { conversation, range: null },
    remedy: wantsText
      ? 'Print the arguments with `tojson` where they are an object: the template takes JSON text only.'
      : remedies[failure.kind],
    edits: wantsText ? argumentsAsJson(subject) : [],
  };
}

/** One of the four in which tools are declared. */
function isFixed(conversation: Rendered['conversation']): conversation is 'tools' | 'call' | 'calls' {
  return conversation === 'tools' || conversation === 'call' || conversation === 'calls';
}

/** Rendering fails if arguments are objects, and succeeds if they are text. */
function isAboutArguments(subject: Subject, withNull: Rendered | null): boolean {
  if (withNull === null || withNull.rendering.failure === null || subject.rendered('call').rendering.failure !== null)
    return false;
  return subject.rendered('call', { callContent: null, textArguments: true }).rendering.failure === null;
}

function takesTextArguments(subject: Subject, conversation: 'tools' | 'call' | 'calls'): boolean {
  if (conversation === 'call' && isAboutArguments(subject, subject.rendered('call', { callContent: null })))
    return true;
  return subject.rendered(conversation, { textArguments: true }).rendering.failure === null;
}

export const systemRefused: FaultRule = {
  code: 'system-refused',
  find(subject) {
    if (subject.shape.system !== false) return [];
    const [refusal] = failuresOf([subject.rendered('plain', { system: true })]);
    if (refusal === undefined) return [];
    return [
      {
        level: 'fault',
        message: `The template refuses a system message: ${inCode(refusal.failure.message)}.`,
        at: refusal.failure.span,
        shows: { conversation: 'plain', range: null },
        remedy: 'Put the system prompt before the first question of the user.',
        edits: [],
      },
    ];
  },
};

export const toolRoleRefused: FaultRule = {
  code: 'tool-role-refused',
  find(subject) {
    const refusals = failuresOf([...subject.all, ...subject.cases]).filter((refusal) =>
      failsAtResults(subject, refusal),
    );
    return onlyNew(refusals).map(({ rendered: { conversation }, failure }) => ({
      level: 'fault',
      message: `The template refuses a message with the role \`tool\`: ${inCode(failure.message)}.`,
      at: failure.span,
      shows: { conversation, range: null },
      remedy: 'Add a branch for the role `tool`, or send results as messages of the user.',
      edits: [],
    }));
  },
};
