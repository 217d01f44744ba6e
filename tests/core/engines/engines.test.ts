import { describe, expect, it } from 'vitest';

import { extract, meaning, openStream, type Extraction } from '../../../src/core/index.ts';
import { engineOf, loadProjects, projectList, runtimesFor } from '../../../src/core/reader/runtimes.ts';
import { tokenPieces } from '../../../src/core/engines/kit/token-pieces.ts';
import type { Runtime } from '../../../src/core/engines/runtime.ts';
import { readBothWays } from '../../../src/core/reader/stream/extraction-stream.ts';
import { fixtures, noCalls } from '../../fixtures.ts';
import { hostileTexts } from '../../hostile-texts.ts';
import { casesFor, shares } from '../../runtimes-under-test.ts';
import { faultsOf } from '../../soundness.ts';
import { isThorough, often } from '../../thorough.ts';

// What holds for every engine, whatever the text is. That their answers are right is held by tests/conformance/engines.test.ts.

const atHand = new Set(projectList.map(({ id }) => id));
const projects = (await loadProjects()).filter(({ id }) => !atHand.has(id));
const engines = projects.flatMap(({ runtimes }) => runtimes);

const hostile = hostileTexts.map(({ name, make }) => ({ name, text: make(3000) }));
const odd = [
  { name: 'nothing', text: '' },
  {
    name: 'half of a character',
    text: 'a\ud83d<tool_call>{"name":"f\ude00","arguments":{"k":"\ud83d"}}</tool_call>\udc00',
  },
  { name: 'CRLF', text: '<tool_call>\r\n{"name":"f","arguments":{}}\r\n</tool_call>\r\n' },
  {
    name: '__proto__',
    text: '<tool_call>{"name":"__proto__","arguments":{"__proto__":{"a":1},"constructor":2}}</tool_call><function=__proto__><parameter=__proto__>1</parameter></function>',
  },
];
const many = Array.from({ length: 2000 }, (_, index) => ({ name: `tool_${index}`, schema: { type: 'object' } }));
const declared = [{ name: '__proto__', schema: { properties: { ['__proto__']: { type: 'object' } } } }, { name: 'f' }];

/** Non-empty texts of which every engine must say what it looked for. */
const plainTexts = [
  'Hello there, all is well.',
  '<tool_call>\n{"name": "f", "arguments": {"k": 1}}\n</tool_call>',
  '<tool_call>\n<function=f>\n<parameter=k>\n1\n</parameter>\n</function>\n</tool_call>',
];

const thoughtful = [
  '<think>Hm.</think>Hello.',
  '<think>\n\n</think>\n\nHello.',
  'Hm.</think>\n<tool_call>\n{"name": "f", "arguments": {"k": 1}}\n</tool_call>',
  'Let me look. <tool_call><function=f><parameter=k>[1, 2]</parameter></function></tool_call>',
];

function oneCall(format = ''): string | undefined {
  return fixtures.find((one) => one.format === format && one.name === 'one-call')?.text;
}

/** Pieces of up to five characters, so that markers are cut in many places. */
function pieces(text: string): string[] {
  const list: string[] = [];
  for (let at = 0, size = 1; at < text.length; at += size, size = (size % 5) + 1) list.push(text.slice(at, at + size));
  return list;
}

function wholeFaults(runtime: Runtime, text: string, tools: Parameters<typeof extract>[1] = {}): string[] {
  return faultsOf(extract({ text }, { runtime: runtime.id, runtimes: [runtime], ...tools }));
}

/** A stream, and the same pieces of a text that is known. */
function streamFaults(runtime: Runtime, text: string, tools: Parameters<typeof extract>[1] = {}): string[] {
  const options = { runtime: runtime.id, runtimes: [runtime], ...tools };
  const stream = openStream(options);
  for (const piece of pieces(text)) stream.push(piece);
  const { extraction, hidden } = stream.end();
  const both = { whole: extract({ text }, options), streamed: extraction };
  expect(JSON.stringify(readBothWays(pieces(text), options))).toBe(JSON.stringify(both));
  const outside = hidden.filter(({ from, to }) => from < 0 || to <= from || to > extraction.document.length);
  return [...faultsOf(extraction), ...outside.map(({ from, to }) => `hidden: [${from}, ${to})`)];
}

it('has ids that say whose they are, each once', () => {
  for (const { id, runtimes } of projects)
    for (const runtime of runtimes) {
      expect(engineOf(runtime.id)?.id).toBe(id);
      expect(runtime.project).toBe(id);
    }
  const ids = engines.map(({ id }) => id);
  // What a link can hold: see `permalink/schema.ts`.
  expect(ids.filter((id) => !/^[a-z0-9:._@-]{1,64}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

it('is loaded by the id of one of its runtimes', async () => {
  for (const { runtimes } of projects) {
    const id = runtimes[0]?.id ?? '';
    expect((await runtimesFor(id)).map((runtime) => runtime.id)).toContain(id);
  }
  expect((await runtimesFor('auto')).map(({ project }) => project)).not.toContain('vllm');
});

describe.each(engines.map((runtime) => [runtime.id, runtime] as const))('%s', (id, runtime) => {
  it('reads fixtures soundly', () => {
    const dealt = casesFor(id, fixtures, often(1, 1 / 20));
    const faults = dealt.flatMap(({ format, name, text, expected: { tools } }) =>
      wholeFaults(runtime, text, { tools }).map((fault) => `${format}/${name}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it('streams fixtures soundly', () => {
    const faults = casesFor(id, fixtures, shares.fixtures / often(1, 2)).flatMap(
      ({ format, name, text, expected: { tools } }) =>
        streamFaults(runtime, text, { tools }).map((fault) => `${format}/${name}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it('loses no more in a stream where the client gets the same', () => {
    const options = { runtime: id, runtimes: [runtime], tools: [] };
    const lostIn = ({ lost, document }: Extraction): string =>
      lost.map(({ from, to }) => document.slice(from, to).trim()).join('');
    const clientGets = ({ calls, content, error }: Extraction): string =>
      `${meaning(calls)} ${String(content).trim()} ${error?.code ?? ''}`;
    const faults = [
      ...casesFor(id, fixtures, shares.fixtures / often(1, 2)).map(({ text }) => text),
      ...thoughtful,
    ].flatMap((text) => {
      const whole = extract({ text }, options);
      const stream = openStream(options);
      for (const piece of tokenPieces(text)) stream.push(piece);
      const streamed = stream.end().extraction;
      const isAlike = lostIn(whole) === '' && clientGets(whole) === clientGets(streamed);
      return isAlike && lostIn(streamed) !== '' ? [`${lostIn(streamed)} of ${text}`] : [];
    });
    expect(faults).toEqual([]);
  });

  it('takes texts without calls, hostile ones and odd ones', () => {
    const dealt = casesFor(id, [...noCalls, ...hostile], often(1, 1 / 5));
    const faults = [...dealt, ...odd].flatMap(({ name, text }) =>
      wholeFaults(runtime, text, { tools: declared }).map((fault) => `${name}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it('streams odd texts and some hostile ones', () => {
    const faults = [...odd, ...casesFor(id, hostile, shares.hostile / often(2.5, 10))].flatMap(({ name, text }) =>
      streamFaults(runtime, text, { tools: declared }).map((fault) => `${name}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it('says what it decides, also where it finds nothing', () => {
    const silent = plainTexts.flatMap((text) =>
      [{}, { tools: [{ name: 'f', schema: { properties: { k: { type: 'integer' } } } }] }].flatMap((options) => {
        const stream = openStream({ runtime: id, runtimes: [runtime], ...options });
        stream.push(text);
        const traces = { whole: extract({ text }, { runtime: id, runtimes: [runtime], ...options }).trace };
        return Object.entries({ ...traces, streamed: stream.end().extraction.trace })
          .filter(([, trace]) => trace.every(({ kind }) => kind === 'enter' || kind === 'leave'))
          .map(([way]) => `${way}${'tools' in options ? ' with tools' : ''}: ${text}`);
      }),
    );
    expect(silent).toEqual([]);
  });

  it('takes 2,000 tools', () => {
    const text = oneCall(runtime.formats[0]) ?? oneCall('hermes') ?? '';
    expect(wholeFaults(runtime, text, { tools: many })).toEqual([]);
    // The tools are put in order anew for every reading.
    if (isThorough) expect(streamFaults(runtime, text, { tools: many })).toEqual([]);
  });
});
