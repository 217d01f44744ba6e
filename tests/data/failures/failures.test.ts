import { describe, expect, it } from 'vitest';
import {
  chunksOf,
  extract,
  joinDeltas,
  loadProjects,
  meaning,
  openStream,
  runtimesFor,
  tokenRecording,
  toolDefinitions,
  unpackRecording,
  type ExtractOptions,
} from '../../../src/core/index.ts';
import { encodeLink, decodeLink } from '../../../src/app/permalink/codec.ts';
import type { ExpectedCall, LinkState } from '../../../src/app/permalink/state.ts';
import { failureKinds } from '../../../src/data/failures/failure.ts';
import { failures } from '../../../src/app/page/gallery/failures.ts';

async function optionsFor({ profile, tools, nativeToolCalls }: LinkState): Promise<ExtractOptions> {
  return {
    runtime: profile,
    runtimes: await runtimesFor(profile),
    tools: toolDefinitions(tools),
    capabilities: nativeToolCalls === 'absent' ? {} : { native_tool_calls: nativeToolCalls === 'true' },
  };
}

/** What a client has at the end of the stream, in the pieces of the case or in those of a tokenizer. */
async function streamed(state: LinkState) {
  const { text, recording } = state;
  const stream = openStream(await optionsFor(state));
  const pieces = recording === null ? tokenRecording(text) : unpackRecording(recording, text.length);
  const deltas = chunksOf(text, pieces).flatMap((piece) => stream.push(piece.text));
  const end = stream.end();
  const { calls, content } = joinDeltas([...deltas, ...end.deltas]);
  return {
    calls: calls.map(({ name, argumentsText }) => ({ name: name ?? '', argumentsText })),
    content,
    breaks: end.extraction.error !== undefined,
  };
}

const list = (calls: readonly ExpectedCall[]): string => meaning(calls);

/** Engines of which no famous failure is written yet: the list may only become shorter. */
const withoutFailure = [
  'MLX',
  'LMDeploy',
  'vllm-mlx',
  'transformers',
  'Qwen-Agent',
  'hermes-agent',
  'smolagents',
  'OpenHands',
  'CrewAI',
  'Cline',
  'Roo Code',
  'Continue',
];

describe('the famous failures', async () => {
  const projects = await loadProjects();

  it('are at least 32, with ids of their own, over all engines and kinds', () => {
    expect(failures.length).toBeGreaterThanOrEqual(32);
    expect(new Set(failures.map(({ id }) => id)).size).toBe(failures.length);
    const engines = projects.filter(({ id }) => id !== 'own').map(({ label }) => label);
    const known = new Set(failures.map(({ engine }) => engine));
    expect(engines.filter((label) => !known.has(label))).toEqual(withoutFailure);
    expect([...known].filter((label) => !engines.includes(label))).toEqual([]);
    expect(new Set(failures.map(({ kind }) => kind))).toEqual(new Set(failureKinds.map(({ id }) => id)));
    expect(failures.some(({ state }) => state.profile.endsWith('@b8121'))).toBe(true);
  });

  it.each(failures.map((failure) => [failure.id, failure] as const))('%s is about its engine', (_id, failure) => {
    const project = projects.find(({ runtimes }) => runtimes.some(({ id }) => id === failure.state.profile));
    expect(project?.label).toBe(failure.engine);
    expect(failure.threads.length).toBeGreaterThan(0);
    for (const thread of failure.threads) expect(thread).toMatch(/^[\w.-]+\/[\w.-]+#\d+$/);
    const { happens, helps, documented } = failure;
    expect(happens.split(/(?<=[.?!])\s/).length).toBeLessThanOrEqual(2);
    expect([happens, helps, documented].every((text) => text === text.trim())).toBe(true);
    expect(decodeLink(encodeLink(failure.state))).toMatchObject({ ok: true, state: failure.state });
  });

  it.each(failures.map((failure) => [failure.id, failure] as const))('%s happens as it says', async (_id, failure) => {
    const { state, claim } = failure;
    const { calls, content, error, lost, document } = extract(
      { text: state.text, tool_calls_text: state.native },
      await optionsFor(state),
    );
    const received = calls.map(({ name, returnedText }) => ({ name, argumentsText: returnedText }));
    expect(error === undefined ? list(received) : 'error').toBe(claim.calls === 'error' ? 'error' : list(claim.calls));
    if (claim.content !== undefined) expect(content).toBe(claim.content);
    if (claim.lost !== undefined)
      expect(lost.map(({ from, to }) => document.slice(from, to)).join('\n')).toContain(claim.lost);
    if (claim.streamed === undefined) return;
    const end = await streamed(state);
    expect(list(end.calls)).toBe(list(claim.streamed.calls));
    expect(end.breaks).toBe(claim.streamed.breaks === true);
    if (claim.streamed.content !== undefined) expect(end.content).toBe(claim.streamed.content);
  });

  it.each(failures.map((failure) => [failure.id, failure] as const))(
    '%s passes with its remedy',
    async (_id, failure) => {
      const { state, claim, remedy } = failure;
      const repaired = { ...state, ...remedy.change };
      const response = { text: repaired.text, tool_calls_text: repaired.native };
      const { calls, outcome } = extract(response, await optionsFor(repaired));
      expect(outcome).toBe(remedy.calls.length === 0 ? 'none' : 'calls');
      expect(list(calls)).toBe(list(remedy.calls));
      const end = state.native === '' ? list((await streamed(repaired)).calls) : null;
      if (remedy.streamed === true) expect(end).toBe(list(remedy.calls));
      // Agents stream: what helps only a whole reply says so.
      else if (end !== null && end !== list(remedy.calls)) expect(failure.helps).toMatch(/stream/i);
      // It helps: something that was claimed is different.
      const wrong = claim.streamed?.calls ?? claim.calls;
      const isWhole = Object.keys(remedy.change).length === 0;
      expect(state.expected).toEqual(isWhole ? null : remedy.calls);
      expect(isWhole ? wrong : [claim.calls, claim.streamed, claim.lost]).not.toEqual(
        isWhole ? remedy.calls : [remedy.calls, undefined, undefined],
      );
    },
  );
});
