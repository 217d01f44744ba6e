import { gzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readLog } from '../../../src/core/batch/read/log-reader.ts';
import { pathSteps, pathText, reached } from '../../../src/core/batch/shapes/paths.ts';
import { logs } from './logs.ts';

const lines = (...records: readonly unknown[]): string => records.map((one) => `${JSON.stringify(one)}\n`).join('');
const call = { name: 'fill_tank', arguments: { liters: 4 } };
const tools = [{ name: 'fill_tank', parameters: { type: 'object', properties: { liters: { type: 'integer' } } } }];
const read = (content: string, mapping = {}, name = 'x.jsonl'): ReturnType<typeof readLog> =>
  readLog(content, { name, mapping });

describe('the members of a log', () => {
  it.each(logs.map((log) => [`${log.shape}: ${log.name}`, log] as const))(
    '%s: what is named holds what was read',
    (_, { shape, name, content, replies }) => {
      const { summary } = readLog(content, { name });
      const { mapping, members } = summary;
      const paths = new Set(members.map(({ path }) => path));
      for (const path of Object.values(mapping)) expect(paths).toContain(path);
      const hasText = replies.some(([, text]) => text !== null);
      const hasCalls = replies.some(([, , , calls]) => calls !== null);
      // Inspect may have moved the text away, and OpenInference keeps a call in several members.
      expect(mapping.reply !== undefined || !hasText || shape === 'inspect').toBe(true);
      expect(mapping.calls !== undefined || !hasCalls || shape === 'openinference').toBe(true);
      // Who changes nothing reads the same.
      expect(readLog(content, { name, mapping: {} }).replies).toEqual(readLog(content, { name }).replies);
    },
  );

  it('are found where no shape is known', () => {
    const content = lines({ nr: 'a', said: { words: 'Nothing.' } }, { nr: 'b', said: { words: 'Full.' } });
    const { replies, summary } = read(content);
    expect([replies.length, summary.without, summary.mapping]).toEqual([0, 2, {}]);
    expect(summary.members).toEqual([
      { path: 'nr', sample: 'a' },
      { path: 'said', sample: '{"words":"Nothing."}' },
      { path: 'said.words', sample: 'Nothing.' },
    ]);
    const mapped = read(content, { reply: 'said.words', id: 'nr' });
    expect(mapped.replies.map(({ id, text }) => [id, text])).toEqual([
      ['a', 'Nothing.'],
      ['b', 'Full.'],
    ]);
    expect(mapped.summary.unmet).toEqual([]);
  });

  it('are those of the objects in a line that is a list', () => {
    const content = lines(
      ['sent', { to: 'x' }],
      ['heard', { part: { words: 'Full.' } }],
      ['heard', { part: { words: 'Low.' } }],
    );
    expect(read(content).summary.members.map(({ path }) => path)).toEqual(['to', 'part', 'part.words']);
    expect(read(content, { reply: 'part.words' }).replies.map(({ number, text }) => [number, text])).toEqual([
      [2, 'Full.'],
      [3, 'Low.'],
    ]);
  });

  it('have the telling name where several hold the same', () => {
    const record = {
      id: 'a',
      copy: 'Full.',
      note: { output: 'Full.' },
      raw_output: 'Full.',
      attachments: { output: 'Full.' },
    };
    expect(read(lines(record, record)).summary.mapping.reply).toBe('raw_output');
  });

  it('are named where none of them is there', () => {
    const { replies, summary } = read(lines({ said: 'x' }, { said: 'y' }), { reply: 'says', model: 'said' });
    expect([replies.length, summary.unmet, summary.mapping.reply]).toEqual([0, ['reply'], 'says']);
  });
});

it('says of each part where it is, also where only later records have it', () => {
  const answer = { content: 'The tank is full, and nothing is left to do.', tool_calls: null, success: true };
  const made = { content: '', tool_calls: [{ name: 'fill', arguments: { tank: 1 } }], success: false };
  const { summary } = read(lines(...Array.from({ length: 20 }, () => answer), made, made));
  expect([summary.mapping.reply, summary.mapping.calls]).toEqual(['content', 'tool_calls']);
});

describe('a mapping', () => {
  const record = {
    name: 'q1',
    runs: [
      { out: 'One.', made: [call], ok: 'pass' },
      { out: 'Two.', made: [], ok: 'fail' },
    ],
    offered: JSON.stringify(tools),
    by: 'made-up-7b',
  };

  it('reads every part from its member, and what belongs together from one entry', () => {
    const mapping = { reply: 'runs[*].out', calls: 'runs[*].made', tools: 'offered', id: 'name', model: 'by' };
    const { replies } = read(lines(record), mapping);
    expect(
      replies.map(({ id, text, calls, model, tools: own }) => [id, text, calls?.length, model, own?.[0]?.name]),
    ).toEqual([
      ['q1#1', 'One.', 1, 'made-up-7b', 'fill_tank'],
      ['q1#2', 'Two.', 0, 'made-up-7b', 'fill_tank'],
    ]);
    expect(replies.every(({ areFromText }) => areFromText)).toBe(true);
  });

  it('changes the parts that it names, and no others', () => {
    const content = lines({ id: 'a', result: 'Text.', other: 'b', note: 'Other text.' });
    const of = (mapping: object): unknown => read(content, mapping).replies.map(({ id, text }) => [id, text]);
    expect(of({ id: 'other' })).toEqual([['b', 'Text.']]);
    expect(of({ reply: 'note' })).toEqual([['a', 'Other text.']]);
    expect(of({ id: '' })).toEqual([['1', 'Text.']]);
  });

  it('takes calls beside a message for what the server has taken out of its text', () => {
    const message = { role: 'assistant', content: 'I fill it.', tool_calls: [{ function: call }] };
    const [reply] = read(lines({ deep: { reply: message } }), {
      reply: 'deep.reply.content',
      calls: 'deep.reply.tool_calls',
    }).replies;
    expect([reply?.text, reply?.calls?.[0]?.name, reply?.areFromText]).toEqual(['I fill it.', 'fill_tank', undefined]);
  });

  it('holds in files that are packed', () => {
    const bytes = new TextEncoder().encode(lines({ said: 'x' }));
    const packed = [
      ['x.jsonl.gz', gzipSync(bytes)],
      ['x.zip', zipSync({ 'a.jsonl': bytes })],
    ] as const;
    for (const [name, content] of packed) {
      const { replies, summary } = readLog(new Uint8Array(content), { name, mapping: { reply: 'said' } });
      expect([replies.map(({ text }) => text), summary.unmet]).toEqual([['x'], []]);
    }
  });

  it('says whether a reply is right, in the words that scores have', () => {
    const scores = [true, 0, 'C', 'incorrect', 0.5, null];
    const { replies } = read(lines(...scores.map((score) => ({ text: 'x', score }))), { right: 'score' });
    expect(replies.map(({ isRight }) => isRight)).toEqual([true, false, true, false, null, null]);
  });

  it('is right by the metric that lm-eval names, and the page can say which member that is', () => {
    const sample = (doc: number, score: object): object => ({
      doc_id: doc,
      doc: {},
      target: 'x',
      resps: [['x']],
      metrics: ['f1', 'strict_match'],
      ...score,
    });
    const metrics = [{ f1: 0.5, strict_match: 1 }, { f1: 0.5, strict_match: 0 }, { f1: 0.5 }];
    const { replies, summary } = read(lines(...metrics.map((score, index) => sample(index, score))));
    expect(replies.map(({ isRight }) => isRight)).toEqual([true, false, null]);
    expect(summary.mapping.right).toBe('strict_match');
    const older = read(lines({ ...sample(0, { exact_match: 0 }), metrics: undefined }));
    expect([older.replies[0]?.isRight, older.summary.mapping.right]).toEqual([false, 'exact_match']);
  });
});

it('an answer of a server that has null in the place of calls has none', () => {
  const answer = (message: object): object => ({
    id: 'a',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Full.', ...message }, finish_reason: 'stop' }],
  });
  const { replies } = read(lines(answer({ tool_calls: null }), answer({ tool_calls: [] }), answer({})));
  expect(replies.map(({ calls }) => calls)).toEqual([[], [], null]);
});

it('paths are read as they are written, whatever names hold', () => {
  const names = ['a', 'ä', 'a.b', '[*]', '"', '', '__proto__', '\\', 'ai.response.text'];
  for (const one of names)
    for (const other of names) {
      const steps = [one, null, other];
      expect(pathSteps(pathText(steps))).toEqual(steps);
    }
  expect(pathSteps('a..b')).toBeNull();
  expect(reached({ a: [{ b: 1 }, { b: 2 }, {}] }, 'a[*].b').map(({ value }) => value)).toEqual([1, 2]);
  expect(reached({ a: 1 }, '__proto__.constructor')).toEqual([]);
});
