import fc from 'fast-check';
import { chainOutcomes, customFormatProblem, firstCustomFormat } from '../../../src/core/index.ts';
import {
  emptyLinkState,
  matrixSorts,
  templateConversations,
  type LinkState,
} from '../../../src/app/permalink/state.ts';

/** Strings of any UTF-16 units: NUL, lone surrogates and all. */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength }),
    fc
      .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff }), fc.constant(0)), {
        maxLength,
      })
      .map((units) => String.fromCharCode(...units)),
  );

const anyOutcome = { kind: fc.constantFrom('ok', 'error', 'halt'), code: anyText(8), content: anyText(40) } as const;
const anyResults = {
  results: fc.array(fc.record({ call: fc.nat(), name: anyText(10), ...anyOutcome }), { maxLength: 3 }),
  strays: fc.array(fc.record({ id: anyText(10), ...anyOutcome }), { maxLength: 2 }),
};
const anyRecording = fc.option(
  fc.record({ lengths: fc.array(fc.nat(), { maxLength: 5 }), gaps: fc.array(fc.nat(), { maxLength: 6 }) }),
);
const anyTurns = fc.array(
  fc.record({ text: anyText(30), native: anyText(10), recording: anyRecording, ...anyResults }),
  { maxLength: 2 },
);

export const anyLinkState: fc.Arbitrary<LinkState> = fc.record({
  raw: anyText(300),
  experiment: anyText(60),
  askedFormat: fc.constantFrom('', 'hermes', 'llama3-json'),
  reasoningParser: fc.constantFrom('', 'qwen3', 'deepseek_r1', 'kimi_k2'),
  edited: fc.boolean(),
  askedWords: fc.option(anyText(60)),
  parserFiles: fc.option(fc.array(fc.record({ path: anyText(20), text: anyText(60) }), { maxLength: 2 })),
  text: anyText(300),
  native: anyText(60),
  profile: fc.stringMatching(/^[a-z0-9:_-]{1,64}$/),
  nativeToolCalls: fc.constantFrom('true', 'false', 'absent'),
  selfContained: fc.boolean(),
  tools: anyText(60),
  system: anyText(60),
  preamble: fc.option(anyText(60)),
  compact: fc.boolean(),
  view: fc.constantFrom('reply', 'prompt', 'compare', 'stream', 'loop', 'formats'),
  step: fc.option(fc.nat()),
  expected: fc.option(fc.array(fc.record({ name: anyText(20), argumentsText: anyText(40) }), { maxLength: 4 })),
  note: anyText(40),
  compare: fc.option(
    fc.record(
      {
        text: fc.option(anyText(60)),
        native: anyText(40),
        profile: fc.stringMatching(/^[a-z0-9:_-]{1,64}$/),
        nativeToolCalls: fc.constantFrom('true', 'false', 'absent'),
        selfContained: fc.boolean(),
        thinking: fc.constantFrom('on', 'off'),
        reasoningParser: fc.constantFrom('qwen3', 'deepseek_r1'),
      },
      { requiredKeys: ['text', 'profile', 'nativeToolCalls', 'selfContained'] },
    ),
  ),
  matrix: fc.option(
    fc.record({
      show: fc.constantFrom('all', 'differ', 'mine'),
      wanted: anyText(20),
      sort: fc.constantFrom(...matrixSorts),
    }),
  ),
  recording: anyRecording,
  // Seldom, because it is as large as all the rest.
  loop: fc.oneof(
    { weight: 9, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.record({ asked: anyText(30), earlier: anyTurns, later: anyTurns, ...anyResults }) },
  ),
  formatPage: fc.option(fc.stringMatching(/^[a-z0-9.-]{1,57}$/)),
  custom: fc.option(
    fc
      .record({
        open: anyText(10),
        close: anyText(10),
        body: fc.constantFrom('json', 'named-json', 'tagged', 'python'),
        nameKey: anyText(10),
        argumentsKey: anyText(10),
        nameEnd: anyText(10),
        keyOpen: anyText(10),
        keyEnd: anyText(10),
        valueEnd: anyText(10),
      })
      // What cannot be read is refused.
      .map((format) => (customFormatProblem(format) === null ? format : firstCustomFormat)),
  ),
  provider: fc.stringMatching(/^[a-z0-9-]{0,40}$/),
  chain: fc.option(
    fc.array(
      fc.record({ provider: fc.stringMatching(/^[a-z0-9-]{0,40}$/), outcome: fc.constantFrom(...chainOutcomes) }),
      { maxLength: 4 },
    ),
  ),
  thinking: fc.constantFrom('absent', 'on', 'off'),
  appLayer: fc.stringMatching(/^[a-z0-9:_-]{0,64}$/),
  template: fc.option(
    fc.record({
      text: anyText(60),
      name: anyText(20),
      variables: anyText(20),
      documents: anyText(20),
      tools: fc.boolean(),
      thinking: fc.constantFrom('absent', 'on', 'off'),
      generation: fc.boolean(),
      textArguments: fc.boolean(),
      augmented: fc.boolean(),
      // A grapheme may be several units, and a date has at most 16 of them.
      date: anyText(8).map((text) => text.slice(0, 16)),
      shown: fc.constantFrom(...templateConversations),
      against: fc.option(fc.constantFrom(...templateConversations)),
      step: fc.option(fc.nat()),
      inFront: fc.boolean(),
      columns: fc.boolean(),
    }),
  ),
});

export const weatherReply: LinkState = {
  ...emptyLinkState,
  text: 'Let me look.\n~~~tool_call\n{"name": "get_weather", "arguments": {"city": "São Paulo", "unit": "celsius"}}\n~~~\n',
  tools: '[{"name":"get_weather","schema":{"type":"object","properties":{"city":{"type":"string"}}}}]',
  step: 12,
  expected: [{ name: 'get_weather', argumentsText: '{"city":"São Paulo","unit":"celsius"}' }],
  note: 'The closing fence is indented.',
};
