import { gzipSync as packFast } from 'node:zlib';
import { gzipSync, Zip, ZipDeflate, zipSync } from 'fflate';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { LogReader, readLog } from '../../../src/core/batch/read/log-reader.ts';
import { shapeIds } from '../../../src/core/batch/reply.ts';
import { answer } from '../../conformance/adapter.ts';
import { agentLogs } from './agent-logs.ts';
import { chatLogs } from './chat-logs.ts';
import { datasetLogs } from './dataset-logs.ts';
import { fileLogs } from './file-logs.ts';
import { frameworkLogs } from './framework-logs.ts';
import { gatewayLogs } from './gateway-logs.ts';
import { logs as plainLogs } from './logs.ts';
import { otherLogs } from './other-logs.ts';
import { spanLogs } from './span-logs.ts';

type Bytes = Uint8Array<ArrayBuffer>;
const bytesOf = (text: string): Bytes => new Uint8Array(new TextEncoder().encode(text));

function read(content: string | Bytes, name: string | null): unknown {
  const { shape, replies } = answer('batch', { content, name }) as {
    shape: string;
    replies: { id: string; text: string | null; tools: string[]; calls: unknown }[];
  };
  return { shape, replies: replies.map(({ id, text, tools, calls }) => [id, text, tools, calls]) };
}

const logs = [
  ...plainLogs,
  ...frameworkLogs,
  ...chatLogs,
  ...gatewayLogs,
  ...datasetLogs,
  ...agentLogs,
  ...spanLogs,
  ...otherLogs,
  ...fileLogs,
];
const cases = logs.map((log) => [`${log.shape}: ${log.name}`, log] as const);

it('has a log of every shape', () => {
  const shown = new Set(logs.map(({ shape }) => shape));
  // `text` is what no shape fits.
  const missing = shapeIds.filter((id) => id !== 'text' && !shown.has(id));
  expect(missing, 'Add a made-up log of each to tests/core/batch/logs.ts.').toEqual([]);
});

it.each(cases)('%s gives every reply', (_, { shape, name, content, replies }) => {
  expect(read(content, name)).toEqual({ shape, replies });
  // By structure alone: a table without a name is told by its columns.
  expect(read(content, null)).toEqual({ shape, replies });
});

it.each(cases)('%s gives the same packed, and in pieces of any size', (_, { shape, name, content, replies }) => {
  const plain = bytesOf(content);
  const half = plain.length >> 1;
  const members = [gzipSync(plain.subarray(0, half)), gzipSync(plain.subarray(half))];
  const gzip = new Uint8Array(members.flatMap((member) => [...member]));
  expect(read(gzip, `${name}.gz`)).toEqual({ shape, replies });
  expect(read(new Uint8Array(zipSync({ [name]: plain })), 'logs.zip')).toEqual({ shape, replies });
  for (const size of [1, 7, 1000]) {
    const reader = new LogReader({ name });
    const found = [];
    for (let from = 0; from < content.length; from += size)
      found.push(...reader.push(content.slice(from, from + size)));
    const { replies: last, summary } = reader.end();
    expect([summary.shape, [...found, ...last].map(({ id }) => id)]).toEqual([shape, replies.map(([id]) => id)]);
  }
});

it.each(cases.filter(([, { name }]) => name.endsWith('.jsonl')))(
  '%s gives the same as jq prints it, in pieces of any size',
  (_, { shape, name, content, replies }) => {
    const printed = content
      .trim()
      .split('\n')
      .map((line) => JSON.stringify(JSON.parse(line), null, 2))
      .join('\n');
    expect(read(printed, name)).toEqual({ shape, replies });
    for (const size of [1, 100]) {
      const reader = new LogReader({ name });
      const found = [];
      for (let from = 0; from < printed.length; from += size)
        found.push(...reader.push(printed.slice(from, from + size)));
      expect([...found, ...reader.end().replies].map(({ id }) => id)).toEqual(replies.map(([id]) => id));
    }
  },
);

const many = Array.from({ length: 40 }, (_, index) =>
  JSON.stringify({ id: `q${String(index)}`, result: `Reply ${String(index)}.` }),
);

it('skips broken lines, and says which they are', () => {
  const broken = many
    .with(0, '{"id": "q0", "result": "Rep')
    .with(17, 'not JSON')
    .with(39, many[39]?.slice(0, 9) ?? '');
  const { replies, summary } = readLog(broken.join('\n'), { name: 'x.json' });
  expect(replies.map(({ id }) => id)).toEqual(
    many.flatMap((_, index) => ([0, 17, 39].includes(index) ? [] : [`q${String(index)}`])),
  );
  expect(summary.problems).toEqual([
    { code: 'broken', line: 1 },
    { code: 'broken', line: 18 },
    { code: 'cut', line: 40 },
  ]);
});

it('reads the elements of a list around a broken one, and of a list that is cut', () => {
  const list = `[\n${many.with(3, '{"id": "q3", "result": nonsense}').join(',\n')}`;
  const { replies, summary } = readLog(list, { name: null });
  expect(replies).toHaveLength(39);
  expect(summary.problems).toEqual([
    { code: 'broken', line: 5 },
    { code: 'cut', line: null },
  ]);
});

it('reads what came of a gzip that is cut', () => {
  const texts = Array.from({ length: 5000 }, (_, index) =>
    JSON.stringify({ id: String(index), result: `Reply ${String(index * 7919)}.` }),
  );
  const packed = gzipSync(bytesOf(texts.join('\n')));
  const { replies, summary } = readLog(new Uint8Array(packed.subarray(0, packed.length >> 1)), { name: 'x.jsonl.gz' });
  expect(replies.length).toBeGreaterThan(500);
  expect(replies[0]?.id).toBe('0');
  expect(summary.problems.map(({ code }) => code)).toContain('cut');
});

it('stops at a bomb', () => {
  const spaces = new Uint8Array(70 * 1024 * 1024).fill(0x20);
  const packed = packFast(spaces);
  const { replies, summary } = readLog(new Uint8Array(packed), { name: null });
  expect([packed.length < 2 ** 20, replies, summary.problems]).toEqual([true, [], [{ code: 'bomb', line: null }]]);
});

it('reads the files of a ZIP around a bomb, and says its name and what its header says of its size', () => {
  const spaces = new Uint8Array(70 * 1024 * 1024).fill(0x20);
  spaces.set(bytesOf(`${many.slice(10, 12).join('\n')}\n`));
  const packed = zipSync({
    'a.jsonl': bytesOf(many.slice(0, 10).join('\n')),
    'in/b.jsonl': [spaces, { level: 1 }],
    'c.jsonl': bytesOf(many.slice(12).join('\n')),
  });
  const all = many.map((_, index) => `q${String(index)}`);
  const bomb = { code: 'bomb', line: null, file: 'in/b.jsonl' };
  const honest = readLog(new Uint8Array(packed), { name: 'logs.zip' });
  expect(honest.replies.map(({ id }) => id)).toEqual(all);
  expect(honest.summary.problems).toEqual([{ ...bomb, size: spaces.length }]);
  // A program that wrote it in one go knew no sizes before the bytes.
  const streamed = streamedZip({ 'in/b.jsonl': spaces, 'c.jsonl': bytesOf(many.slice(12).join('\n')) });
  const { replies, summary } = readLog(streamed, { name: 'logs.zip' });
  expect(replies.map(({ id }) => id)).toEqual(all.slice(10));
  expect(summary.problems).toEqual([bomb]);
});

it('takes no large file of a ZIP for a bomb that is packed as logs are', () => {
  const line = `${JSON.stringify({ id: 'a', result: 'The tank is full, and the pump is off.' })}\n`;
  const large = bytesOf(line.repeat(10));
  const { replies, summary } = readLog(
    new Uint8Array(
      zipSync(Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${String(index)}.jsonl`, large]))),
    ),
    { name: 'logs.zip' },
  );
  expect([replies.length, summary.problems]).toEqual([400, []]);
});

/** As programs write to a pipe: with sizes after the bytes. */
function streamedZip(files: Readonly<Record<string, Bytes>>): Bytes {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((_, data) => pieces.push(data));
  for (const [name, data] of Object.entries(files)) {
    const file = new ZipDeflate(name, { level: 1 });
    zip.add(file);
    file.push(data, true);
  }
  zip.end();
  return new Uint8Array(Buffer.concat(pieces));
}

it('keeps what came before a bomb', () => {
  const spaces = new Uint8Array(70 * 1024 * 1024).fill(0x20);
  spaces.set(bytesOf(`${many.join('\n')}\n`));
  const { replies, summary } = readLog(new Uint8Array(packFast(spaces)), { name: 'x.jsonl.gz' });
  expect(replies.map(({ id }) => id)).toEqual(many.map((_, index) => `q${String(index)}`));
  expect(summary.problems).toEqual([{ code: 'bomb', line: null }]);
});

it.each([
  ['low', true],
  ['high', false],
])('reads UTF-16 whose %s byte comes first, in pieces of any size', (_, isLowFirst) => {
  const units = Array.from(`\ufeff${many.join('\n')}`, (one) => one.charCodeAt(0));
  const bytes = new Uint8Array(
    units.flatMap((unit) => (isLowFirst ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
  );
  for (const size of [1, 3, bytes.length]) {
    const reader = new LogReader({ name: 'out.jsonl' });
    const found = [];
    for (let from = 0; from < bytes.length; from += size) found.push(...reader.push(bytes.slice(from, from + size)));
    const { replies, summary } = reader.end();
    expect([found.length + replies.length, summary.problems]).toEqual([40, []]);
  }
});

it('reads nothing of a picture', () => {
  const png = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0];
  const { replies, summary } = readLog(new Uint8Array(png), { name: 'photo.png' });
  expect([replies, summary.problems]).toEqual([[], [{ code: 'binary', line: null }]]);
});

it('counts the lines with bytes that are no UTF-8, and reads on', () => {
  const bytes = bytesOf(`\ufeff${many.join('\n')}`);
  const broken = [0, 7, 39];
  for (const line of broken) bytes[bytesOf(`\ufeff${many.slice(0, line).join('\n')}`).length + 24] = 0xff;
  const problems = broken.map((line) => ({ code: 'characters', line: line + 1 }));
  const packed = new Uint8Array(gzipSync(bytes));
  for (const content of [bytes, packed])
    for (const size of [1, 3, 1000, content.length]) {
      const reader = new LogReader({ name: null });
      const found = [];
      for (let from = 0; from < content.length; from += size)
        found.push(...reader.push(content.slice(from, from + size)));
      const { replies, summary } = reader.end();
      expect([found.length + replies.length, summary.problems]).toEqual([40, problems]);
    }
  const { summary } = readLog(new Uint8Array(zipSync({ 'x.jsonl': bytes })), { name: 'x.zip' });
  expect(summary.problems).toEqual(problems.map((one) => ({ ...one, file: 'x.jsonl' })));
});

it('takes no character for bytes that are no UTF-8 that somebody has written', () => {
  const text = many.with(3, '{"id": "q3", "result": "\ufffd and \u6f22 and \ud83d\ude00"}').join('\n');
  for (const size of [1, 2, 5, 4096]) {
    const [reader, bytes] = [new LogReader({ name: null }), bytesOf(text)];
    const found = [];
    for (let from = 0; from < bytes.length; from += size) found.push(...reader.push(bytes.slice(from, from + size)));
    const { replies, summary } = reader.end();
    expect([found.length + replies.length, summary.problems]).toEqual([40, []]);
  }
  // Beside it bytes that are none are still told.
  const bytes = bytesOf(text);
  bytes[bytes.indexOf(0xef) + 4] = 0xff;
  expect(readLog(bytes, { name: null }).summary.problems).toEqual([{ code: 'characters', line: 4 }]);
});

it('lists problems of one kind whatever there is of another', () => {
  const lines = Array.from({ length: 300 }, (_, index) => `{"id": "q${String(index)}", "result": "\u0001"}`);
  const bytes = bytesOf([...lines, 'no JSON', ...many].join('\n').replaceAll('\u0001', '\u0001'));
  for (let at = bytes.indexOf(1); at >= 0; at = bytes.indexOf(1, at)) bytes[at] = 0xff;
  const { summary } = readLog(bytes, { name: null });
  expect(summary.troubles).toBe(301);
  expect(summary.problems.filter(({ code }) => code === 'broken')).toEqual([{ code: 'broken', line: 301 }]);
});

it('counts what failed at the server apart, and takes requests for tools', () => {
  const { name, content } = logs.find(({ shape }) => shape === 'openai-batch') ?? { name: '', content: '' };
  expect(readLog(content, { name }).summary).toMatchObject({ records: 5, failed: 2, without: 0 });
  const request = {
    custom_id: 'pump-1',
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'm', messages: [], tools: [{ name: 'fill_tank' }] },
  };
  const { summary } = readLog(`${JSON.stringify(request)}\n`.repeat(2), { name });
  expect(summary.declared.map(({ record, tools }) => [record, tools?.[0]?.name])).toEqual([
    ['pump-1', 'fill_tank'],
    ['pump-1', 'fill_tank'],
  ]);
});

it('takes answers to questions for a model’s where one of them holds a call, or more than a question is beside them', () => {
  const asked = [
    { question: 'Is it full?', answer: 'It is.' },
    { question: 'Fill it.', answer: '<tool_call>\n{"name": "fill_tank", "arguments": {}}\n</tool_call>' },
    { question: 'Thanks.', answer: 'My pleasure.' },
  ];
  const count = (records: readonly unknown[]): number =>
    readLog(records.map((one) => JSON.stringify(one)).join('\n'), { name: 'a.jsonl' }).replies.length;
  expect(count(asked)).toBe(3);
  expect(count(asked.toSpliced(1, 1))).toBe(0);
  expect(count(asked.toSpliced(1, 1).map((one) => ({ ...one, model: 'm' })))).toBe(2);
});

it('does not take its neighbours for these shapes', () => {
  const near: readonly (readonly [string, unknown])[] = [
    ['lines', { id: 'a', result: 5 }],
    ['lines', { custom_id: 'a', note: 'x' }],
    ['lines', { resps: 'x' }],
    ['lines', { messages: [{ text: 'nobody' }] }],
    ['lines', { type: 'assistant' }],
    ['lines', { attributes: { color: 'red' } }],
    ['lines', { calls: [{ number: 3 }] }],
    ['lines', { conversations: ['a'] }],
  ];
  for (const [shape, record] of near) {
    const text = `${JSON.stringify(record)}\n`.repeat(2);
    expect([JSON.stringify(record), readLog(text, { name: 'x.jsonl' }).summary.shape]).toEqual([
      JSON.stringify(record),
      shape,
    ]);
  }
});

it('counts apart what failed, what holds no reply, and what was never stored', () => {
  const counted = (name: string, ...records: readonly unknown[]): unknown => {
    const { summary } = readLog(records.map((record) => JSON.stringify(record)).join('\n'), { name });
    return [summary.shape, summary.failed, summary.without];
  };
  const observation = { traceId: 't', type: 'GENERATION', output: null };
  expect(
    counted('x.jsonl', { id: 'a', level: 'ERROR', ...observation }, { id: 'b', level: 'DEFAULT', ...observation }),
  ).toEqual(['langfuse', 1, 1]);
  const empty = { traceId: 't', type: 'GENERATION', output: '' };
  expect(counted('x.jsonl', { id: 'a', level: 'ERROR', ...empty }, { id: 'b', level: 'DEFAULT', ...empty })).toEqual([
    'langfuse',
    1,
    0,
  ]);
  const part = (id: string, ...parts: readonly object[]): object => ({
    info: { id, role: 'assistant', error: { name: 'APIError' } },
    parts,
  });
  expect(counted('x.jsonl', part('a'), part('b', { type: 'text', text: 'Half.' }))).toEqual(['sessions', 1, 0]);
  const span = { span_id: 's', status_code: 'ERROR', attributes: { 'openinference.span.kind': 'LLM' } };
  const late = { ...span, attributes: { ...span.attributes, 'output.value': 'APITimeoutError' } };
  expect(counted('x.jsonl', span, late)).toEqual(['openinference', 2, 0]);
  const chat = (error: unknown): object => ({
    id: 'c',
    chat: { history: { messages: { m: { role: 'assistant', content: '', error } } } },
  });
  expect(counted('x.jsonl', chat({ content: '500' }), chat(null), chat(undefined))).toEqual(['open-webui', 1, 0]);
  const sample = { epoch: 1, messages: [{ role: 'tool', content: 'ok' }] };
  expect(counted('x.jsonl', { id: 1, ...sample }, { id: 2, error: { message: 'limit' }, ...sample })).toEqual([
    'inspect',
    1,
    1,
  ]);
  const call = { call_type: 'acompletion', response: {} };
  expect(counted('x.jsonl', { id: 'a', status: 'success', ...call }, { id: 'b', status: 'failure', ...call })).toEqual([
    'litellm',
    1,
    1,
  ]);
  const embedding = { status_code: 200, body: { object: 'list', data: [{ embedding: [0.5] }] } };
  expect(
    counted(
      'x.jsonl',
      { custom_id: 'a', response: embedding },
      { custom_id: 'b', response: null, error: { code: 'x' } },
    ),
  ).toEqual(['openai-batch', 1, 1]);
});

it('reads what is whole of a document that is cut, in the same order and with the same ids', () => {
  const { content, name } = plainLogs.find(({ shape }) => shape === 'labelled') ?? { content: '', name: '' };
  const { replies, summary } = readLog(content.slice(0, -90), { name });
  expect([summary.shape, replies.map(({ id }) => id)]).toEqual(['labelled', ['1']]);
  const runs = { notes: ['It is full.'], calls: [{ query: 'x', tool_names: [], content: 'No.' }] };
  const text = JSON.stringify({ runs, end: 'x' });
  expect(readLog(text.slice(0, -4), { name: null }).replies.map((reply) => reply.text)).toEqual(['No.']);
});

it('reads the elements of a list that is printed over lines around one whose brackets are lost', () => {
  const records = Array.from({ length: 9 }, (_, index) => ({
    id: `q${String(index)}`,
    messages: [{ role: 'assistant', content: `Reply ${String(index)}.` }],
  }));
  for (const value of [records, { first: { data: records } }]) {
    const text = JSON.stringify(value, null, 2);
    const at = text.indexOf('"q4"');
    const places = ['{', '[', ']', '}', '"'].map((bracket) => text.indexOf(bracket, at));
    for (const place of [text.lastIndexOf('{', at), ...places]) {
      const { replies } = readLog(text.slice(0, place) + text.slice(place + 1), { name: null });
      const others = replies.filter(({ text: said }) => said !== 'Reply 4.').map(({ id }) => id);
      expect([text.slice(place, place + 9), others]).toEqual([
        text.slice(place, place + 9),
        'q0 q1 q2 q3 q5 q6 q7 q8'.split(' '),
      ]);
    }
  }
});

it('drops the row in which a table is cut', () => {
  for (const end of ['2,"It is', '2,']) {
    const { replies, summary } = readLog(`id,output,note\n1,Full.,x\n${end}`, { name: 'x.csv' });
    expect([replies.map(({ id }) => id), summary.problems]).toEqual([['1'], [{ code: 'cut', line: null }]]);
  }
});

it('reads the rows of a table whose columns have other numbers', () => {
  const table = { id: { 0: 'f1', 1: 'f2' }, prompt: { 1: 'Go.', 2: 'Greet.' }, response: { 0: 'Hello.', 1: 'Hi.' } };
  const { replies, summary } = readLog(JSON.stringify(table), { name: null });
  expect(replies.map(({ id, text }) => [id, text])).toEqual([
    ['f1', 'Hello.'],
    ['f2', 'Hi.'],
  ]);
  expect(summary.members.map(({ path }) => path)).toEqual(['id', 'response', 'prompt']);
});

it('never throws, whatever a file holds', () => {
  const any = fc.oneof(fc.json(), fc.string(), fc.constantFrom(...logs.map(({ content }) => content)));
  fc.assert(
    fc.property(
      any,
      fc.nat(),
      fc.string({ maxLength: 3 }),
      fc.constantFrom(null, 'x.csv', 'x.jsonl', 'x.eval'),
      (content, at, put, name) => {
        const place = at % (content.length + 1);
        const damaged = content.slice(0, place) + put + content.slice(place + 1);
        readLog(damaged, { name });
        readLog(bytesOf(damaged), { name });
      },
    ),
    { numRuns: 300 },
  );
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom([0x1f, 0x8b, 8], [0x50, 0x4b, 3, 4], [0x28, 0xb5, 0x2f, 0xfd], []),
      (noise, magic) => {
        readLog(new Uint8Array([...magic, ...noise]), { name: null });
      },
    ),
  );
});

it.each([
  [70, [{ code: 'long', line: 3 }]],
  [200, [{ code: 'long', line: 3 }]],
  [60, []],
])('of a line of %i MB says which it was where it is too long, and reads on', (size, problems) => {
  const reader = new LogReader({ name: 'x.jsonl' });
  const found = [...reader.push(`${many.slice(0, 2).join('\n')}\n{"id": "huge", "result": "`)];
  const piece = 'x'.repeat(1 << 20);
  for (let count = 0; count < size; count += 1) found.push(...reader.push(piece));
  found.push(...reader.push(`"}\n${many.slice(2).join('\n')}`));
  const { replies, summary } = reader.end();
  const ids = [...found, ...replies].map(({ id }) => id);
  expect(ids.filter((id) => id !== 'huge')).toEqual(many.map((_, index) => `q${String(index)}`));
  expect(ids.length).toBe(many.length + 1 - problems.length);
  expect(summary.problems).toEqual(problems);
});

it('reads a table with quotes, doubled ones, separators and line breaks in its cells', () => {
  const text =
    'id,model_output,note\r\n1,"He said ""no"", and\r\nleft.",x\r\n2,"[fill(a=""1"",b=2)]",\r\n3,"never closed,';
  const { replies, summary } = readLog(text, { name: 'x.csv' });
  expect(replies.map((reply) => [reply.id, reply.text])).toEqual([
    ['1', 'He said "no", and\r\nleft.'],
    ['2', '[fill(a="1",b=2)]'],
  ]);
  expect(summary.problems).toEqual([{ code: 'cut', line: null }]);
});

it('keeps replies whose ids repeat, in their order', () => {
  const text = ['a', 'b', 'a', 'a']
    .map((id, index) => JSON.stringify({ id, result: `Reply ${String(index)}.` }))
    .join('\n');
  const { replies } = readLog(text, { name: 'x.jsonl' });
  expect(replies.map(({ id, number, text: said }) => [id, number, said])).toEqual([
    ['a', 1, 'Reply 0.'],
    ['b', 2, 'Reply 1.'],
    ['a', 3, 'Reply 2.'],
    ['a', 4, 'Reply 3.'],
  ]);
});

it('tells a log without tools from one whose tools are none', () => {
  const text = [
    { id: 'a', output: 'x' },
    { id: 'b', output: 'x', tools: [] },
    { id: 'c', output: 'x', tools: 'nonsense' },
  ];
  const { replies } = readLog(text.map((one) => JSON.stringify(one)).join('\n'), { name: 'x.jsonl' });
  expect(replies.map(({ tools }) => tools)).toEqual([null, null, null]);
});

it('reads what is before the place where a ZIP is cut, and the files around one that is broken', () => {
  const lines = (count: number): Bytes => bytesOf(many.slice(0, count).join('\n'));
  const packed = zipSync({ 'a.jsonl': [lines(5), { level: 0 }], 'b.jsonl': [lines(40), { level: 0 }] });
  const { replies, summary } = readLog(new Uint8Array(packed.subarray(0, 900)), { name: 'x.zip' });
  expect(replies.length).toBeGreaterThan(5);
  expect(summary.troubles).toBeGreaterThan(0);
});
