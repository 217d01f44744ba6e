import { describe, expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';
import { refusal } from '../../../../src/app/sources/endpoint.ts';
import type { SourceEvent } from '../../../../src/app/sources/source.ts';
import { advised, type AskEvidence } from '../../../../src/app/views/run/advised.ts';

const request = { system: '', user: '', sampling: { temperature: 0, maxTokens: 9 } };
const asEvidence: AskEvidence = (content) =>
  Promise.resolve({ sentences: evidenceSentences(evidenceOf({ content, name: null })) });

async function fixOf(body: string, ask: AskEvidence = asEvidence, status = 400): Promise<string> {
  const error = refusal(new Response(null, { status }), body, 'openai');
  const source = {
    id: 'endpoint',
    availability: () => Promise.resolve({ kind: 'ready' } as const),
    async *open(): AsyncGenerator<SourceEvent> {
      yield await Promise.resolve({ kind: 'failed', error } as const);
    },
  };
  for await (const event of advised(source, ask).open(request, new AbortController().signal))
    if (event.kind === 'failed') return event.error.fix;
  return '';
}

const noParser = JSON.stringify({
  object: 'error',
  message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
  type: 'BadRequestError',
  code: 400,
});

describe('the advice beside a refusal', () => {
  it('is what Debug says of the same words', async () => {
    expect(await fixOf(noParser)).toContain('--enable-auto-tool-choice');
  });

  it('is that of the page where nothing is known of the words, or nobody can be asked', async () => {
    const ours = await fixOf('{"message": "no"}', () => Promise.resolve(null));
    expect(ours).toContain('Read what the server says');
    expect(await fixOf(noParser, () => Promise.reject(new Error('gone')))).toBe(ours);
    expect(await fixOf('')).toBe(ours);
  });
});
