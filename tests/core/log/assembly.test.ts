import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assembleLog,
  assemblyStepText,
  extract,
  isFault,
  openAssembly,
  type Assembly,
} from '../../../src/core/index.ts';
import { families } from '../../../src/core/log/families/index.ts';
import { logFixtures, logNamed } from './logs.ts';
import { renderFacts } from './render-facts.ts';

/** `CALLSCOPE_WRITE_LOGS=1` writes the lines above every log anew: read the difference before you commit it. */
const isWriting = process.env['CALLSCOPE_WRITE_LOGS'] === '1';
const LEAST_DAMAGED = 4;

/** What is wrong with an assembly, whatever the log was. */
function faultsOf({ log, steps, ledger, chunks, text, calls, diagnoses, toolCallsText }: Assembly): string[] {
  const faults: string[] = [];
  let at = 0;
  for (const { kind, from, to } of ledger) {
    if (from !== at || to <= from) faults.push(`ledger: ${kind} [${from}, ${to}) after ${at}`);
    at = to;
  }
  if (at !== log.length) faults.push(`ledger: ends at ${at} of ${log.length}`);
  for (const { code, from, to, call } of steps) {
    if (from < 0 || to < from || to > log.length) faults.push(`step: ${code} [${from}, ${to})`);
    if (call !== null && calls[call] === undefined) faults.push(`step: ${code} of no call`);
  }
  if (chunks.map((chunk) => chunk.text).join('') !== (text ?? '')) faults.push('chunks: they are not the text');
  if ((toolCallsText !== null) !== calls.length > 0) faults.push('calls: no JSON of them');
  const found = new Set(steps.filter(({ code }) => isFault(code)).map(({ code }) => code));
  if (found.size !== diagnoses.length) faults.push('diagnoses: not one per kind of fault');
  return faults;
}

/** As text: thousands of them are compared. */
function inPieces(log: string, cuts: readonly number[]): string {
  const stream = openAssembly();
  const borders = [0, ...cuts.toSorted((a, b) => a - b), log.length];
  for (const [index, from] of borders.slice(0, -1).entries()) stream.push(log.slice(from, borders[index + 1]));
  return JSON.stringify(stream.end());
}

describe('every log of the fixtures', () => {
  it.each(logFixtures.map((fixture) => [fixture.name, fixture] as const))('%s', (_, { file, log, facts: written }) => {
    const assembly = assembleLog(log);
    expect(faultsOf(assembly)).toEqual([]);
    const facts = renderFacts(assembly);
    if (isWriting) writeFileSync(file, `${facts}---\n${log}\n`);
    else expect(facts).toBe(written);
    for (const step of assembly.steps) expect(assemblyStepText(step)).toMatch(/\S/);
  });

  it('has a clean log and four damaged ones of every family', () => {
    const lacking = families.flatMap(({ id }) => {
      const logs = logFixtures.filter(({ name }) => name.startsWith(`${id}/`));
      const clean = logs.filter(({ log }) => assembleLog(log).diagnoses.length === 0);
      const damaged = logs.length - clean.length;
      return [
        ...(clean.some(({ name }) => name === `${id}/clean`) ? [] : [`Add tests/fixtures/logs/${id}/clean.txt.`]),
        ...(damaged >= LEAST_DAMAGED
          ? []
          : [`Add ${LEAST_DAMAGED - damaged} damaged logs to tests/fixtures/logs/${id}/.`]),
      ];
    });
    expect(lacking, 'docs/add/provider.md says how.').toEqual([]);
  });

  it('shows every fault in some log', () => {
    const seen = new Set(logFixtures.flatMap(({ log }) => assembleLog(log).diagnoses.map(({ fault }) => fault)));
    // These need more than a fixture may hold, or two calls with one id.
    for (const fault of ['id-repeated', 'log-too-long', 'arguments-not-json'] as const)
      expect(seen).not.toContain(fault);
    expect(seen.size).toBe(33);
  });
});

describe('however a log is cut', () => {
  it('into two at every place of the short logs', () => {
    for (const { name, log } of logFixtures.filter((fixture) => fixture.log.length < 500)) {
      const whole = inPieces(log, []);
      const different = Array.from(log, (_, at) => at).filter((cut) => inPieces(log, [cut]) !== whole);
      expect([name, different]).toEqual([name, []]);
    }
  });

  it('into single characters and at random', () => {
    for (const { name, log } of logFixtures) {
      const whole = inPieces(log, []);
      expect([
        name,
        inPieces(
          log,
          Array.from(log, (_, at) => at),
        ) === whole,
      ]).toEqual([name, true]);
      fc.assert(
        fc.property(fc.array(fc.nat(log.length), { maxLength: 12 }), (cuts) => inPieces(log, cuts) === whole),
        { numRuns: 10 },
      );
    }
  });

  it('the steps of the pushes are the steps of the whole', () => {
    const log = logNamed('anthropic/clean');
    const stream = openAssembly();
    const pushed = Array.from(log, (character, at) => stream.push(character, at));
    const { steps, chunks } = stream.end();
    expect(pushed.flatMap((events) => events.steps)).toEqual(steps);
    expect(pushed.flatMap((events) => events.chunks)).toEqual(chunks);
    expect(chunks.map(({ at }) => at)).toEqual([...chunks.map(({ at }) => at)].sort((a, b) => (a ?? 0) - (b ?? 0)));
  });
});

describe('a damaged log', () => {
  const noise = [
    '{',
    '}',
    '"',
    '\\',
    '\n',
    '\r',
    '\r\n',
    '\n\n',
    'data:',
    'data: ',
    ':',
    '[',
    ']',
    '[DONE]',
    'null',
    '0',
    '1',
  ];
  const pieces = [
    ...noise,
    '\ufffd',
    '\ud83d',
    '\u001b[0m',
    'event: ping\n',
    'HTTP/1.1 500\n',
    '<html>',
    '{"error":"x"}\n',
  ];
  const kinds = [undefined, ...families.map(({ id }) => id)];

  it('never throws and is accounted for', () => {
    const changes = fc.array(
      fc.record({ where: fc.nat(), remove: fc.nat({ max: 20 }), insert: fc.constantFrom('', ...pieces) }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...logFixtures), changes, fc.constantFrom(...kinds), ({ log }, all, kind) => {
        const damaged = all.reduce((text, { where, remove, insert }) => {
          const at = where % (text.length + 1);
          return text.slice(0, at) + insert + text.slice(at + remove);
        }, log);
        const assembly = assembleLog(damaged, kind);
        expect(faultsOf(assembly)).toEqual([]);
        expect(() => extract({ text: assembly.text, tool_calls_text: assembly.toolCallsText ?? '' })).not.toThrow();
      }),
      { numRuns: 600 },
    );
  });

  it('may be cut after any character', () => {
    for (const name of ['openai-chat/clean', 'anthropic/clean', 'ollama/clean', 'transport/curl-verbose']) {
      const log = logNamed(name);
      for (let end = 0; end < log.length; end += 1) expect(faultsOf(assembleLog(log.slice(0, end)))).toEqual([]);
    }
  });

  it('says when the arguments are broken in the middle, and when an id is there twice', () => {
    const piece = (index: number, args: string): string =>
      `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [{ index, id: 'a', function: { name: 'f', arguments: args } }] } }] })}\n\n`;
    const { diagnoses } = assembleLog(`${piece(0, '{x}')}${piece(1, '{}')}data: [DONE]\n\n`);
    expect(diagnoses.map(({ fault }) => fault)).toEqual(['arguments-not-json', 'id-repeated']);
  });
});

describe('what is assembled', () => {
  it('is read by the runtime without loss of digits', () => {
    const { text, toolCallsText } = assembleLog(logNamed('openai-chat/clean'));
    const { calls } = extract({ text, tool_calls_text: toolCallsText ?? '' });
    expect(calls.map(({ id, argumentsText }) => [id, argumentsText])).toEqual([
      ['call_a', '{"dial":"oil"}'],
      ['call_b', '{"dial":12345678901234567890}'],
    ]);
  });

  it('holds the same calls for every provider that says the same', () => {
    const names = ['anthropic/clean', 'openai-responses/clean', 'ollama/clean'].map((name) => {
      const { text, toolCallsText } = assembleLog(logNamed(name));
      return extract({ text, tool_calls_text: toolCallsText ?? '' }, { runtime: 'exathena-head' }).calls[0]?.name;
    });
    expect(names).toEqual(['read_gauge', 'read_gauge', 'read_gauge']);
  });

  it('has every call of events that a mail broke inside of their JSON', () => {
    const broken = logNamed('openai-chat/clean').replaceAll(/^(data: \{.{70})(.{70})/gm, '$1\n$2\n');
    const { text, toolCallsText } = assembleLog(logNamed('openai-chat/clean'));
    const read = assembleLog(broken);
    expect(broken.split('\n').length).toBeGreaterThan(logNamed('openai-chat/clean').split('\n').length + 4);
    expect([read.text, read.toolCallsText]).toEqual([text, toolCallsText]);
  });

  it('takes a line of a log after a broken piece for no part of a whole one', () => {
    const piece = (content: string): string => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}`;
    const { text } = assembleLog(`${piece('Hel')}\nINFO: still there\n${piece('lo.')}\n\ndata: [DONE]\n`);
    expect(text).toBe('Hello.');
  });

  it('has the arrival of every piece of text', () => {
    const stream = openAssembly();
    const lines = logNamed('ollama/generate').split('\n');
    for (const [index, line] of lines.entries()) stream.push(`${line}\n`, index * 10);
    expect(stream.end().chunks).toEqual([
      { text: 'Oil', at: 0 },
      { text: ' is low.', at: 10 },
    ]);
  });
});

// Work that grew with the square of the length would take hours here.
describe('a log of megabytes', () => {
  const repeated = (piece: string, size = 1_000_000): string => piece.repeat(Math.ceil(size / piece.length));
  const delta = (piece: unknown): string => `data: ${JSON.stringify({ choices: [{ delta: piece }] })}\n\n`;
  const cases: readonly (readonly [string, string])[] = [
    ['one line without an end', `data: {"choices":"${repeated('x')}`],
    ['data lines that never become an event', repeated('data: [1,\n')],
    ['events in one line', `data: ${repeated('{"choices":[]}')}`],
    ['keep-alives', repeated(': x\n\n')],
    ['lines that nobody can read', repeated('what?\n')],
    ['carriage returns', repeated('\r')],
    ['names that repeat', repeated(delta({ tool_calls: [{ index: 0, function: { name: 'ab' } }] }))],
    [
      'names in pieces',
      repeated(
        delta({ tool_calls: [{ index: 0, function: { name: 'a' } }] }) +
          delta({ tool_calls: [{ index: 0, function: { name: 'b' } }] }),
      ),
    ],
    [
      'indexes that repeat',
      repeated(
        delta({
          tool_calls: [
            { index: 0, id: 'x', function: { name: 'a' } },
            { index: 0, id: 'y' },
          ],
        }),
      ),
    ],
    ['arguments in pieces', repeated(delta({ tool_calls: [{ index: 0, function: { arguments: '{' } }] }))],
    ['snapshots', Array.from({ length: 3000 }, (_, at) => delta({ content: 'x'.repeat(at) })).join('')],
    ['halves of pairs', repeated('data: {"choices":[],"x":"\\ud83d"}\n')],
    ['openers of arrays', repeated('[')],
    ['colours', repeated('\u001b[1')],
    ['an event that goes on without an end', `data: {"a\n${repeated('b\n')}`],
    ['a base64 of nothing', repeated('{"log":{"response":')],
  ];
  it.each(cases)('%s', (_, log) => {
    expect(faultsOf(assembleLog(log))).toEqual([]);
    const stream = openAssembly('openai-chat');
    for (let at = 0; at < log.length; at += 1000) stream.push(log.slice(at, at + 1000));
    expect(faultsOf(stream.end())).toEqual([]);
  });

  it('is read up to a limit, and the rest is said to be unread', () => {
    const line = `: ${'x'.repeat(1_000_000)}\n`;
    const stream = openAssembly();
    for (let count = 0; count < 40; count += 1) stream.push(line);
    const assembly = stream.end();
    expect(assembly.diagnoses.map(({ fault }) => fault)).toEqual(['log-too-long']);
    expect(assembly.ledger.map(({ kind }) => kind)).toEqual(['comment', 'unread']);
    expect(faultsOf(assembly)).toEqual([]);
  });
});
