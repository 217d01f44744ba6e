import { expect, it } from 'vitest';
import { runtimesFor } from '../../../../src/core/index.ts';
import { reread } from '../../../../src/app/export/reread.ts';
import type { Page } from '../../../../src/app/page/page.svelte.ts';
import { placeOfProof, proofOf } from '../../../../src/app/page/reading/proof.ts';
import { wordedEvidence } from '../../../../src/app/worker/worded-evidence.ts';
import { pastedSubject } from '../../export/pasted.ts';

async function shown(content: string): Promise<string | null> {
  const { proof } = await pastedSubject(content);
  if (proof === null) throw new Error('It proves nothing.');
  const place = placeOfProof(proof.evidence, content);
  return place === null ? null : content.slice(place.from, place.to);
}

it('is the error where no rule has a place of its own', async () => {
  const log = [
    'the diary tool does not work any more, from the docker log of mcpo',
    '',
    'mcpo  | ERROR:    Exception in ASGI application',
    'mcpo  | Traceback (most recent call last):',
    'mcpo  |   File "/app/mcp/shared/session.py", line 286, in send_request',
    'mcpo  |     raise McpError(',
    'mcpo  | mcp.shared.exceptions.McpError: Timed out while waiting for response to ClientRequest. Waited 9.0 seconds.',
  ].join('\n');
  expect(await shown(log)).toMatch(/^mcp\.shared\.exceptions\.McpError: Timed out .* 9\.0 seconds\.$/);
});

it('is nowhere where the error is not in the paste as it is', async () => {
  const { proof } = await pastedSubject('{"error":"the model zz9 broke in an unheard-of way"}');
  expect(placeOfProof({ ...proof!.evidence, call: null, because: [], error: 'of another' }, 'words')).toBeNull();
});

it('stays where a person then chooses a server, as long as there is no call to read', async () => {
  const content =
    'My desk shows this when the diary should run:\n\nFailed to call tool list_days: MCP error -32001: Request timed out\n';
  const { fields: asRead } = await pastedSubject(content);
  const answer = await wordedEvidence({ content, name: null });
  const proofUnder = async (profile: string): Promise<string | undefined> => {
    const fields = { ...asRead, profile };
    const extraction = reread(fields, await runtimesFor(profile));
    const page = { session: { fields, paste: { content } }, results: { proved: { content, answer }, extraction } };
    return proofOf(page as unknown as Page)?.sentences.causes[0]?.fix;
  };
  expect(await proofUnder('auto')).toMatch(/^Raise the time limit/);
  expect(await proofUnder('ollama:generic:brace')).toBe(await proofUnder('auto'));
});

it.each([
  [
    'Help, tool calls do not work in my build of llama.cpp.\n\n1. start the server\n2. ask it to edit a file\n\nIt only talks, and never uses a tool.\n',
    'This names llama.cpp. It does not show what the server answered. Paste its response, its error or its log.',
  ],
  [
    '### How would you like to use vllm\n\nI want tool calling in production, but it is not stable. Sometimes the user sees strange text.\n',
    'This names vLLM. It does not show what the server answered. Paste its response, its error or its log.',
  ],
])('is what a person names who shows no reply: %#', async (content, headline) => {
  const { proof } = await pastedSubject(content);
  expect(proof?.sentences.headline).toBe(headline);
});

it.each(['The weather is fine in Rome.', 'I use no tools for that: the lamp is dim.'])(
  'is nothing where a model may have written it: %s',
  async (content) => {
    expect((await pastedSubject(content)).proof).toBeNull();
  },
);
