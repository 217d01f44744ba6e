import { describe, expect, it, vi } from 'vitest';
import { Session } from '../../../../src/app/page/session.svelte.ts';
import { recognise, takeApart } from '../../../../src/core/index.ts';
import type { Job } from '../../../../src/app/worker/jobs.ts';
import { waitFor } from '../../../wait-for.ts';

// Files of a worker share their modules: what another file has loaded would keep what is replaced here.
vi.hoisted(() => {
  vi.resetModules();
});

// Long texts are read in a worker, which a test has none of.
vi.mock('../../../../src/app/worker/client.ts', () => ({
  openWorker: () => ({
    run: (job: Job<'recognise' | 'assemble'>) =>
      Promise.resolve({ ok: true, answer: 'source' in job ? takeApart(job.source, job.options) : recognise(job) }),
  }),
}));

const call = '<tool_call>\n{"name": "dim_lamp", "arguments": {}}\n</tool_call>';
const body = (text: string): string =>
  JSON.stringify({ choices: [{ message: { role: 'assistant', content: text } }], note: 'x'.repeat(1_200_000) });

/** The longest text that stood in the field while a paste was read. */
async function longestWhile(content: string): Promise<{ session: Session; longest: number }> {
  const session = new Session();
  const longest: number[] = [];
  const end = $effect.root(() => {
    $effect(() => {
      longest.push(session.fields.text.length);
    });
  });
  const read = session.paste.receive(content);
  await waitFor(() => expect(longest.length).toBeGreaterThan(0));
  await read;
  await waitFor(() => expect(session.fields.text).not.toBe(''));
  end();
  return { session, longest: Math.max(...longest) };
}

describe('a paste of more than a megabyte', () => {
  it('is on the page only as the reply that is found in it', async () => {
    const { session, longest } = await longestWhile(body(call));
    expect(session.fields.text).toBe(call);
    expect(longest).toBe(call.length);
  });

  it('is on the page as it is where it is no more than a reply', async () => {
    const prose = 'Oil is low. '.repeat(100_000) + call;
    expect((await longestWhile(prose)).session.fields.text).toBe(prose);
  });
});
