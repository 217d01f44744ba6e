import type { ExpectedCall } from '../../permalink/state.ts';
import type { Page } from '../page.svelte.ts';
import { FormatsClient } from '../formats-client.ts';
import { membersOf } from './argument-text.ts';
import { capabilitiesOf } from './capabilities.ts';

/** An expected call while somebody writes it. */
export interface DraftCall extends ExpectedCall {
  /** Tells it from the others of the form. */
  readonly id: number;
}

/** What the form of the expected calls begins with, and where that is from. */
export interface FirstDraft {
  readonly calls: readonly ExpectedCall[];
  readonly from: 'expected' | 'recovered' | 'nothing';
}

/** What is expected already; else what the reader of every format recovers from the reply, unfinished calls included. */
export async function firstDraft(page: Pick<Page, 'session' | 'of'>): Promise<FirstDraft> {
  const { expected, text, native, tools } = page.session.fields;
  if (expected !== null) return { calls: expected, from: 'expected' };
  const result = await page.of(FormatsClient).worker.run({
    kind: 'extract',
    text,
    toolCallsText: native,
    runtime: 'auto',
    tools,
    capabilities: capabilitiesOf(page.session.fields),
  });
  if (!result.ok) return { calls: [], from: 'nothing' };
  const calls = [...result.answer.calls, ...result.answer.incomplete]
    .sort((one, other) => one.span.from - other.span.from)
    .map(({ name, argumentsText }) => ({ name, argumentsText }));
  return { calls, from: calls.length === 0 ? 'nothing' : 'recovered' };
}

/** A field of the form that cannot stay as it is, and what to do. */
export interface DraftProblem {
  readonly id: number;
  readonly field: 'name' | 'arguments';
  readonly message: string;
}

export function draftProblems(calls: readonly DraftCall[]): readonly DraftProblem[] {
  return calls.flatMap(({ id, name, argumentsText }): DraftProblem[] => [
    ...(name.trim() === '' ? [{ id, field: 'name' as const, message: 'Enter the name of the tool.' }] : []),
    ...(membersOf(argumentsText) === null
      ? [{ id, field: 'arguments' as const, message: 'Enter a JSON object, such as {"city": "Malmö"}.' }]
      : []),
  ]);
}

/** The calls as the session keeps them. */
export function expectedOf(calls: readonly DraftCall[]): readonly ExpectedCall[] {
  return calls.map(({ name, argumentsText }) => ({
    name: name.trim(),
    argumentsText: argumentsText.trim() === '' ? '{}' : argumentsText,
  }));
}
