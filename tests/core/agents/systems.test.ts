import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  conversationMessages,
  familyFor,
  loopEnd,
  placeTools,
  presumedOutcome,
  scheduleTurn,
  settingsFor,
  shownSystem,
  systemOf,
  systems,
  wireText,
  type AgentSystem,
} from '../../../src/core/index.ts';
import { runtimeList } from '../../../src/core/reader/runtimes.ts';
import { endText, scheduleText, stepTexts } from '../../../src/app/views/loop/loop-text.ts';
import { anyCalls } from './loop/calls.ts';
import { failed, loopCall, ok, turnOf } from './loop/turn.ts';
import { twice } from '../../twice.ts';

describe('the list', () => {
  it.each([
    ['exathena', 'exathena', 'exathena'],
    ['exathena-head', 'exathena', 'exathena'],
    ['chatcli', 'chatcli', 'chatcli'],
    ['chatcli-shim', 'chatcli', 'chatcli'],
    // These belong to no system, and the page shows the first for them.
    ['auto', undefined, 'exathena'],
    ['custom', undefined, 'exathena'],
    ['format:exathena-fence', undefined, 'exathena'],
    ['vllm:hermes', undefined, 'exathena'],
    ['', undefined, 'exathena'],
  ])('%s belongs to %s, and the page shows %s', (runtime, system, shown) => {
    expect(systemOf(runtime)?.id).toBe(system);
    expect(shownSystem(runtime).id).toBe(shown);
  });

  it('has ids, families and placements each once', () => {
    const ids = systems.map(({ id }) => id);
    const families = systems.flatMap((system) => system.families.map(({ id }) => id));
    const placements = ['native', 'none', ...systems.flatMap((system) => system.placements.map(({ id }) => id))];
    for (const list of [ids, families, placements]) expect(twice(list)).toEqual([]);
  });

  it('names runtimes that exist, each in one system', () => {
    const runtimes = systems.flatMap((system) => system.runtimes);
    expect(twice(runtimes)).toEqual([]);
    expect(runtimeList.map(({ id }) => id)).toEqual(expect.arrayContaining([...runtimes]));
  });

  it('says everything in whole sentences', () => {
    for (const { words, chain, mistakes } of systems) {
      const { halted, misfit, stray, providers } = words;
      const others = chain === null ? [] : [chain.words.asks, chain.words.rests];
      for (const text of [halted, misfit, stray, providers, ...others, mistakes?.words ?? 'None.']) {
        expect(text).toMatch(/^[A-Z\d].*\.$/);
      }
    }
  });
});

/** Runs its calls backwards and in pairs, asks no more after any mistake, and writes messages of its own. */
const madeUp: AgentSystem = {
  id: 'backwards',
  label: 'Backwards',
  runtimes: ['backwards:1'],
  runtimeFor: () => 'backwards:1',
  schedule: (calls) => ({
    runs: calls.map((_, index) => {
      const turn = calls.length - 1 - index;
      return { lane: 1 + (turn % 2), step: Math.floor(turn / 2), state: 'done' };
    }),
    steps: Math.ceil(calls.length / 2),
    end: 'all-ran',
    endedBy: null,
    answeredBy: calls.map((_, index) => index),
  }),
  runsTogether: false,
  declaredName: (name) => name.toLowerCase(),
  unknownTool: (name) => ({ kind: 'error', code: 'E1', content: `${name}?` }),
  errorCodes: ['E1'],
  codeNotes: () => [],
  mistakes: {
    areTooMany: (turns) => turns.some(({ outcomes }) => outcomes.some(({ kind }) => kind === 'error')),
    words: 'Backwards gives up.',
  },
  families: [
    {
      id: 'backwards-openai',
      label: 'Backwards',
      lesson: 'It has one.',
      system: 'message',
      isText: false,
      shapes: ['openai'],
      turn: ({ text, outcomes }) => [
        { role: 'assistant', content: text },
        ...outcomes.toReversed().map(({ content }) => ({ role: 'tool', content })),
      ],
    },
  ],
  placements: [
    {
      id: 'mirror',
      label: 'Mirror',
      place: (existing, tools) => {
        const text = `${existing}${tools.map(({ name }) => name).join()}`;
        const parts = [{ kind: 'preamble' as const, span: { from: 0, to: text.length } }];
        return { text, parts, bytes: text.length, toolBytes: [] };
      },
    },
  ],
  providers: new Map([['openai', { tools: 'text', streaming: null, wire: 'openai', note: '' }]]),
  chain: null,
  words: {
    schedule: ({ runs }) => `Backwards runs ${String(runs.length)}.`,
    halted: 'Backwards halts.',
    misfit: 'Backwards does not mind.',
    stray: 'Backwards keeps it.',
    providers: 'Backwards guesses.',
  },
};

describe('a system that shared code has never heard of', () => {
  const wrong = turnOf('Hm.', [
    [loopCall('a'), ok('1')],
    [loopCall('b', { name: 'FLY' }), failed('no')],
  ]);

  it('is found by its runtime', () => {
    expect(systemOf('backwards:1', [...systems, madeUp])).toBe(madeUp);
    expect(systemOf('backwards:1')).toBeNull();
  });

  it('schedules, answers and ends a turn', () => {
    expect(scheduleTurn(madeUp, wrong).runs.map((run) => run?.lane)).toEqual([2, 1]);
    expect(presumedOutcome(madeUp, loopCall('b', { name: 'FLY', fault: 'undeclared' }))).toEqual(failed('FLY?', 'E1'));
    expect(loopEnd(madeUp, [wrong])).toBe('mistakes');
    expect(endText(madeUp, 'mistakes')).toBe('Backwards gives up.');
    expect(endText(madeUp, 'answered')).toContain('and Backwards stops here.');
  });

  it('has its schedule told step by step, whatever the calls', () => {
    fc.assert(
      fc.property(anyCalls, (calls) => {
        const turn = turnOf(
          '',
          calls.map(({ id, isSafe }) => [loopCall(id, { isSafe }), ok('')]),
        );
        const schedule = scheduleTurn(madeUp, turn);
        const told = calls.length === 0 ? 'There is no call to run.' : `Backwards runs ${String(calls.length)}.`;
        expect(scheduleText(madeUp, schedule, turn.calls)).toBe(told);
        expect(stepTexts(schedule, turn, 99)).toHaveLength(schedule.steps);
      }),
    );
  });

  it('sends its messages, for any endpoint that takes them', () => {
    const family = familyFor(madeUp, 'openai', true)!;
    const messages = conversationMessages(family, { system: 'Be brief.', user: 'How?' }, [wrong]);
    expect(JSON.parse(wireText(messages))).toMatchObject([
      { role: 'system' },
      { role: 'user' },
      { content: 'Hm.' },
      { content: 'no' },
      { content: '1' },
    ]);
    expect(familyFor(madeUp, 'anthropic', false)).toBeNull();
  });

  it('places the tools of a request, and sets its runtime when a provider is chosen', () => {
    const tools = '[{"name": "read_gauge"}]';
    const among = [...systems, madeUp];
    expect(placeTools('mirror', 'A: ', tools, null, among)).toEqual({
      system: [{ text: 'A: read_gauge', toolIndex: null }],
      tools: [],
    });
    expect(placeTools('mirror', 'A: ', tools).system).toEqual([{ text: 'A: ', toolIndex: null }]);
    expect(settingsFor(madeUp, madeUp.providers.get('openai')!, 'auto')).toEqual({
      runtime: 'backwards:1',
      nativeToolCalls: 'false',
      selfContained: false,
    });
  });
});
