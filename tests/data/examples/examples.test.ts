import { describe, expect, it } from 'vitest';
import {
  chunksOf,
  diagnose,
  extract,
  formatPages,
  joinDeltas,
  openStream,
  runtimesFor,
  systems,
  tokenRecording,
  toolDefinitions,
  verdictOf,
  wireText,
  type ExtractOptions,
  type ToolCall,
  type TraceEvent,
} from '../../../src/core/index.ts';
import type { Example } from '../../../src/app/page/gallery/example.ts';
import { conversationOf } from '../../../src/app/export/conversation-of.ts';
import { examples } from '../../../src/app/page/gallery/examples.ts';
import { checkCalls } from '../../../src/app/worker/check-calls.ts';
import { formatGallery } from '../../../src/app/views/formats/format-examples.ts';

const gallery = [...examples, ...formatGallery(formatPages())];

function codeOf(event: TraceEvent): string | null {
  if (event.kind === 'read') return event.what;
  return 'code' in event ? event.code : null;
}

describe('the gallery', () => {
  it('has at least 14 examples with ids of their own', () => {
    expect(examples.length).toBeGreaterThanOrEqual(14);
    expect(new Set(gallery.map(({ id }) => id)).size).toBe(gallery.length);
  });

  it('has an entry for every format', () => {
    expect(gallery.length - examples.length).toBe(formatPages().length);
  });

  it('has a reply that two runtimes read differently', () => {
    const text = examples.find(({ id }) => id === 'chatcli-other-answer')?.state.text;
    const namesOf = (runtime: string): string[] => extract({ text }, { runtime }).calls.map(({ name }) => name);
    expect(['exathena', 'exathena-head', 'chatcli'].map(namesOf)).toEqual([[], [], ['@read_gauge']]);
  });

  it.each(gallery.map((example) => [example.id, example] as const))(
    '%s does what it says',
    async (_id, { state, outcome }) => {
      const options = {
        runtime: state.profile,
        runtimes: await runtimesFor(state.profile),
        reasoning: state.reasoningParser,
        capabilities: {
          ...(state.nativeToolCalls === 'absent' ? {} : { native_tool_calls: state.nativeToolCalls === 'true' }),
          self_contained_tools: state.selfContained,
        },
        tools: toolDefinitions(state.tools),
      };
      const extraction = extract({ text: state.text, tool_calls_text: state.native }, options);
      const codes = extraction.trace.flatMap((event) => codeOf(event) ?? []);
      expect(extraction.outcome).toBe(
        outcome.calls === 'error' ? 'error' : outcome.calls.length > 0 ? 'calls' : 'none',
      );
      if (outcome.calls !== 'error') expect(extraction.calls.map(({ name }) => name)).toEqual(outcome.calls);
      expect(codes).toEqual(expect.arrayContaining([...outcome.codes]));
      // The card has the mark of the case that it opens.
      const { tone } = verdictOf({ ...extraction, diagnoses: diagnose(extraction, options) });
      const validations = await checkCalls(extraction.calls, options.tools, extraction.document);
      const isRefused = validations.some((validation) => validation.state === 'problems');
      expect(outcome.tone).toBe(isRefused && (tone === 'good' || tone === 'open') ? 'flawed' : tone);
    },
  );

  it.each(examples.flatMap((one) => (one.outcome.chatcli === undefined ? [] : [[one.id, one] as const])))(
    '%s is read by ChatCLI as it says',
    (_id, { state, outcome }) => {
      const { calls } = extract({ text: state.text }, { runtime: 'chatcli' });
      expect(calls.map(({ name, argumentsText }) => `${name} ${argumentsText}`)).toEqual(outcome.chatcli);
    },
  );

  const differing = examples.filter(({ group }) => group === 'Engines differ').map((one) => [one.id, one] as const);

  /** How a runtime reads an example. */
  async function optionsFor({ state }: Example, runtime: string): Promise<ExtractOptions> {
    const reasoning = state.reasoningParser;
    return { runtime, runtimes: await runtimesFor(runtime), reasoning, tools: toolDefinitions(state.tools) };
  }

  const callTexts = (calls: readonly Pick<ToolCall, 'name' | 'argumentsText'>[]): readonly string[] =>
    calls.map(({ name, argumentsText }) => `${name} ${argumentsText}`);

  it.each(differing)('%s is read by the engine on the other side as it says', async (_id, one) => {
    const { text, compare, profile } = one.state;
    const { calls } = extract({ text }, await optionsFor(one, compare?.profile ?? ''));
    expect(callTexts(calls)).toEqual(one.outcome.compared);
    const own = extract({ text }, await optionsFor(one, profile));
    expect([own.runtime.id, callTexts(own.calls)]).not.toEqual([compare?.profile, callTexts(calls)]);
  });

  it.each(examples.flatMap((one) => (one.outcome.streamed === undefined ? [] : [[one.id, one] as const])))(
    '%s is streamed as it says',
    async (_id, one) => {
      const { text, profile } = one.state;
      const options = await optionsFor(one, profile);
      const stream = openStream(options);
      const chunks = chunksOf(text, tokenRecording(text)).map((chunk) => stream.push(chunk.text));
      expect(
        callTexts(joinDeltas(chunks.flat()).calls.map(({ name, ...call }) => ({ name: name ?? '', ...call }))),
      ).toEqual(one.outcome.streamed);
      expect(diagnose(extract({ text }, options), options).map(({ code }) => code)).toContain('D32');
    },
  );

  /** What a family sends back for the last turn of an example. */
  function sent(id: string, familyId: string): string {
    const { state } = examples.find((one) => one.id === id)!;
    const system = systems.find(({ families }) => families.some((family) => family.id === familyId))!;
    const family = system.families.find((one) => one.id === familyId)!;
    const profile = system.runtimes.includes(state.profile) ? state.profile : system.runtimes[0]!;
    const turns = conversationOf({ ...state, profile }).turnsFor(system);
    return wireText(family.turn(turns.at(-1)!).slice(1));
  }

  it('shows an error that one loop goes on after and the other does not', () => {
    expect(sent('loop-two-systems', 'exathena-openai')).toContain('11.8');
    expect(sent('loop-two-systems', 'exathena-openai')).toContain('error: Valve B2');
    expect(sent('loop-two-systems', 'chatcli-text')).toContain('ERRO: Valve B2');
    expect(sent('loop-two-systems', 'chatcli-text')).not.toContain('11.8');
    expect(sent('loop-two-systems', 'chatcli-openai')).toContain('[ERROR:Timeout] Valve B2');
  });

  it('shows a halt that forgets what was done', () => {
    expect(sent('loop-halt', 'exathena-anthropic')).toBe('[]');
    expect(sent('loop-halt', 'chatcli-anthropic')).toContain('open at 40 percent');
  });

  it('shows two calls that are answered with one result', () => {
    expect(sent('loop-shared-id', 'exathena-openai')).not.toContain('4.2');
    expect(sent('loop-shared-id', 'chatcli-openai')).toContain('4.2');
  });

  it('shows a result with a call in it, which stays a result', () => {
    expect(sent('loop-result-with-call', 'exathena-openai')).toContain('@open_valve');
  });
});
