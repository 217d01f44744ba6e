import { describe, expect, test } from 'vitest';
import {
  AskedReply,
  extract,
  fileRuntime,
  fileSweep,
  openReplay,
  streamDifference,
  verdictOf,
  type FileReading,
} from '../../../src/core/index.ts';

const text = 'Hi <b>{"a": 1}</b>';
const reading: FileReading = {
  label: 'Your BeaconToolParser (beacon.py)',
  whole: { calls: [{ name: 'get', argumentsText: '{"a": 1}' }], content: 'Hi ', reasoning: null },
  problem: null,
  stream: {
    deltas: [
      [{ kind: 'content', text: 'Hi ', from: null }],
      [
        { kind: 'call', index: 0, name: 'get' },
        { kind: 'arguments', index: 0, text: '{"a":' },
      ],
      [{ kind: 'arguments', index: 0, text: ' 1}' }],
    ],
    problem: null,
  },
  why: 'line 3 returned',
  line: 3,
};
const optionsOf = (given: FileReading) => ({ runtime: 'file', runtimes: [fileRuntime(given)], tools: [] });
const changed = (change: Partial<FileReading>): FileReading => ({ ...reading, ...change });

describe('a parser file as a runtime', () => {
  test('gives what the file gave, and the verdict names the file', () => {
    const extraction = extract({ text }, optionsOf(reading));
    expect(extraction.calls.map(({ name, returnedText }) => [name, returnedText])).toEqual([['get', '{"a": 1}']]);
    expect(extraction.content).toBe('Hi ');
    expect(verdictOf(extraction).headline).toBe('1 call: get.');
    expect(verdictOf(extraction).reason).toContain('Your BeaconToolParser (beacon.py) returns it');
  });

  test('a name and arguments that came from the reply have their place, and nothing else has one', () => {
    const [nameSpan, argumentsSpan] = [
      { from: 4, to: 5 },
      { from: 6, to: 14 },
    ];
    const call = { name: 'b', argumentsText: '{"a": 1}' };
    const whole = { calls: [{ ...call, nameSpan, argumentsSpan }, call], content: null, reasoning: null };
    const { calls } = extract({ text }, optionsOf(changed({ whole })));
    expect(calls.map((one) => [one.nameSpan, one.argumentsSpan])).toEqual([
      [nameSpan, argumentsSpan],
      [{ from: 0, to: text.length }, null],
    ]);
  });

  test('arguments that are no JSON stay as they came', () => {
    const whole = { calls: [{ name: 'get', argumentsText: '{"a":' }], content: null, reasoning: null };
    const [call] = extract({ text }, optionsOf(changed({ whole }))).calls;
    expect(call?.returnedText).toBe('{"a":');
    expect(call?.arguments).toBe('{"a":');
  });

  test('what it raises is an error, and no place in the reply is named for it', () => {
    const extraction = extract({ text }, optionsOf(changed({ whole: null, problem: 'ValueError: no (line 7)' })));
    expect(extraction.outcome).toBe('error');
    expect(verdictOf(extraction).headline).toBe('Error, no call: ValueError: no (line 7).');
    expect(new AskedReply(question).answers(fileRuntime(changed({ whole: null, problem: 'x' }))).whole.rest).toBe(
      'crash',
    );
  });

  test('a reply that reaches nobody is lost; of one that reaches somebody no loss is claimed', () => {
    const none = { calls: [], content: null, reasoning: null };
    expect(extract({ text }, optionsOf(changed({ whole: none }))).lost).toEqual([{ from: 0, to: text.length }]);
    expect(extract({ text }, optionsOf(changed({ whole: { ...none, reasoning: 'Hi' } }))).lost).toEqual([]);
    expect(extract({ text }, optionsOf(reading)).lost).toEqual([]);
  });
});

const question = {
  text,
  tools: [],
  expected: [{ name: 'get', argumentsText: '{"a":1}' }],
  capabilities: {},
};

test('beside other runtimes it is held to what was meant, whole and streamed, and no place is named', () => {
  const { whole, streamed } = new AskedReply(question).answers(fileRuntime(reading));
  expect([whole.calls, whole.count, whole.partsAt]).toEqual(['same', 1, null]);
  expect([streamed?.calls, streamed?.partsAt]).toEqual(['same', null]);
  const other = { calls: [{ name: 'got', argumentsText: '{}' }], content: null, reasoning: null };
  expect(new AskedReply(question).answers(fileRuntime(changed({ whole: other }))).whole.calls).toBe('other');
});

describe('the stream of a parser file', () => {
  const recording = { cuts: [3, 10], times: [] };

  test('the client has after each piece what the file had sent, also on the way back', () => {
    const replay = openReplay(text, recording, optionsOf(reading));
    expect(replay.positionAt(1)).toMatchObject({ visible: 'Hi ', calls: [] });
    expect(replay.positionAt(2).calls).toEqual([{ name: 'get', argumentsText: '{"a":' }]);
    const end = replay.positionAt(3);
    expect(end.calls).toEqual([{ name: 'get', argumentsText: '{"a": 1}' }]);
    expect(replay.positionAt(1).calls).toEqual([]);
    const { visible: content, calls } = end;
    expect(streamDifference(text, { content, calls, error: null }, optionsOf(reading)).first).toBeNull();
  });

  test('what comes after the last piece comes at the end', () => {
    const stream = { deltas: [[], [], [], [{ kind: 'content', text: 'late', from: null } as const]], problem: null };
    const replay = openReplay(text, recording, optionsOf(changed({ stream })));
    expect(replay.positionAt(2).visible).toBe('');
    expect(replay.positionAt(3)).toMatchObject({ visible: 'late', error: null });
  });

  test('where it raises, the client keeps what came before, and the stream breaks off', () => {
    const stream = { deltas: reading.stream?.deltas.slice(0, 2) ?? [], problem: 'KeyError: 0 (line 9)' };
    const end = openReplay(text, recording, optionsOf(changed({ stream }))).positionAt(3);
    expect(end.calls).toEqual([{ name: 'get', argumentsText: '{"a":' }]);
    expect(end.error?.served).toBe('broken-stream');
  });

  test('a file that reads no streams answers at the end', () => {
    const replay = openReplay(text, recording, optionsOf(changed({ stream: null })));
    expect(replay.positionAt(2)).toMatchObject({ visible: '', withheld: { why: 'at-end' } });
    expect(replay.positionAt(3).calls).toEqual([{ name: 'get', argumentsText: '{"a": 1}' }]);
  });
});

test('every cut: what it changes, and that it raises', () => {
  const answer = reading.whole;
  const whole = { answer, problem: null };
  const { cuts, possible } = fileSweep(whole, [
    { at: 1, answer, problem: null },
    { at: 2, answer: { calls: answer?.calls ?? [], content: 'H', reasoning: null }, problem: null },
    { at: 3, answer: null, problem: 'KeyError' },
  ]);
  expect(possible).toBe(3);
  expect(cuts.map(({ outcome }) => outcome)).toEqual(['same', 'visible-differs', 'calls-differ']);
  expect(cuts[2]?.difference?.cut).toBe('KeyError');
});
