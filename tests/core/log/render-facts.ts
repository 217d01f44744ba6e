import type { Assembly } from '../../../src/core/index.ts';

/** What came of a log, as the lines that are above it in its fixture. */
export function renderFacts(assembly: Assembly): string {
  const { kind, transport, model, text, reasoning, chunks, calls, toolCallsText, finishReason, usage } = assembly;
  const json = (key: string, value: unknown): string[] => (value === null ? [] : [`${key}: ${JSON.stringify(value)}`]);
  const lines = [
    ...(kind === null ? [] : [`kind: ${kind}`]),
    ...(transport === null ? [] : [`transport: ${transport}`]),
    ...json('model', model),
    ...json('text', text),
    ...json('reasoning', reasoning === '' ? null : reasoning),
    ...chunks.flatMap((chunk) => json('chunk', chunk)),
    ...calls.flatMap((call) => json('call', call)),
    ...json('toolCallsText', toolCallsText),
    ...json('finishReason', finishReason),
    ...json('usage', usage),
    ...json('logprobsText', assembly.logprobsText),
    ...assembly.errors.flatMap((error) => json('error', error)),
    ...assembly.diagnoses.map(({ code, fault, count }) => `diagnosis: ${code} ${fault} ${count}`),
    ...json('ledger', charactersOf(assembly)),
    'steps:',
    ...stepsOf(assembly),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** The ledger as characters of each kind. */
function charactersOf({ ledger }: Assembly): Readonly<Record<string, number>> {
  const characters: Record<string, number> = {};
  for (const { kind, from, to } of ledger) characters[kind] = (characters[kind] ?? 0) + to - from;
  return characters;
}

/** A line for each step: number, code, the call it belongs to, what it brought, and where it is. */
function stepsOf({ steps }: Assembly): string[] {
  const width = String(steps.length).length;
  return steps.map(({ code, call, piece, from, to }, step) => {
    const number = String(step).padStart(width);
    const owner = call === null ? '' : ` of call ${call}`;
    return `  ${number}  ${code}${owner}${piece === '' ? '' : ` ${JSON.stringify(piece)}`} [${from}, ${to})`;
  });
}
