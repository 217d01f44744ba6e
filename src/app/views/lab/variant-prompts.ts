import { toolDefinitions, type Setup } from '../../../core/index.ts';
import { isToolText } from '../../page/active-tools.ts';
import type { WorkerClient } from '../../worker/client.ts';

/** The system prompt of each setup with its tools, as the page shows it; a sentence where one was not made. */
export async function variantPrompts(
  setups: readonly Setup[],
  worker: Pick<WorkerClient<'core'>, 'run'>,
): Promise<ReadonlyMap<Setup, string> | string> {
  const prompts = new Map<Setup, string>();
  // One after the other: of the jobs of one kind only the newest counts.
  for (const setup of new Set(setups)) {
    const made = await promptOf(setup, worker);
    if (!made.ok) return `The prompt was not made. ${made.message}`;
    prompts.set(setup, made.text);
  }
  return prompts;
}

type Made = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

async function promptOf(setup: Setup, worker: Pick<WorkerClient<'core'>, 'run'>): Promise<Made> {
  const { system, tools, preamble, format, isCompact, place } = setup;
  if (place !== 'none' && !isToolText(tools)) return { ok: false, message: 'Its tools are not valid JSON.' };
  if (place !== 'prompt' || toolDefinitions(tools).length === 0) return { ok: true, text: system };
  if (format === '') {
    const made = await worker.run({ kind: 'tools', tools, system, preamble });
    return made.ok ? { ok: true, text: made.answer.prompts[isCompact ? 'compact' : 'full'].text } : made;
  }
  const made = await worker.run({ kind: 'ask', format, tools, system, words: preamble });
  return made.ok ? { ok: true, text: made.answer?.text ?? system } : made;
}
