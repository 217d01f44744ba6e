import { gzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readLog } from '../../../src/core/batch/read/log-reader.ts';
import { often } from '../../thorough.ts';
import { chatLogs } from './chat-logs.ts';
import { datasetLogs } from './dataset-logs.ts';
import { frameworkLogs } from './framework-logs.ts';
import { gatewayLogs } from './gateway-logs.ts';
import { logs as plainLogs, written } from './logs.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Records = readonly Readonly<Record<string, unknown>>[];

const bytesOf = (text: string): Bytes => new Uint8Array(new TextEncoder().encode(text));
const lines = (records: readonly unknown[]): string => records.map((one) => `${JSON.stringify(one)}\n`).join('');

/** What a stranger's program makes of records on their way into a file. */
const dresses: Readonly<Record<string, (records: Records) => string | Bytes>> = {
  'in a member': (records) => lines(records.map((data) => ({ data }))),
  'as a log collector has them': (records) =>
    lines(records.map((payload, index) => ({ ts: `2026-11-28T10:00:0${String(index)}Z`, level: 'info', payload }))),
  'as a search engine exports them': (records) =>
    lines(records.map((_source, index) => ({ _index: 'logs', _id: `e${String(index)}`, _score: 1, _source }))),
  'as a search engine answers': (records) =>
    JSON.stringify({ took: 3, hits: { total: { value: 9 }, hits: records.map((_source) => ({ _id: 'e', _source })) } }),
  'as rows of a data set': (records) =>
    JSON.stringify({
      features: [{ feature_idx: 0, name: 'x', type: { dtype: 'string', _type: 'Value' } }],
      rows: records.map((row, index) => ({ row_idx: index, row, truncated_cells: [] })),
    }),
  'between comments': (records) => records.map((one, at) => `// ${String(at)}\n${lines([one])}`).join('\n'),
  'below a head of comments': (records) => `# exported\n#\n# by a tool\n${lines(records)}`,
  'with a mark and line ends of Windows': (records) => bytesOf(`\ufeff${lines(records).replaceAll('\n', '\r\n')}`),
  'in UTF-16 without its mark': (records) => utf16(lines(records)),
  'in a list with a comma at its end': (records) => `[\n${records.map((one) => JSON.stringify(one)).join(',\n')},\n]\n`,
  'with fields before and after': (records) =>
    lines(records.map((one) => ({ split: 'test', seed: 7, ...one, elapsed: 0.2, host: 'gpu-1' }))),
  'with their members in another order': (records) =>
    lines(records.map((one) => Object.fromEntries(Object.entries(one).toReversed()))),
};

function utf16(text: string): Bytes {
  return new Uint8Array(Array.from(text, (_, at) => text.charCodeAt(at)).flatMap((unit) => [unit & 255, unit >> 8]));
}

/** Texts, tools and calls: a wrapper may have the id. */
function read(content: string | Bytes, name: string | null): unknown {
  return readLog(content, { name }).replies.map(({ text, tools, calls }) => [
    text,
    (tools ?? []).map((tool) => tool.name),
    calls?.map((call) => ({ name: call.name, arguments: call.arguments })) ?? null,
  ]);
}

/** They are told by what is around them, by their neighbours or by the name of their file. */
const told = new Set(['runs_export.jsonl', 'spans-flat.jsonl', 'other-9.jsonl', 'llama-stack.jsonl', 'pino.jsonl']);

const logs = [...plainLogs, ...frameworkLogs, ...chatLogs, ...gatewayLogs, ...datasetLogs].flatMap((log) => {
  const texts = log.content.trim().split('\n');
  if (texts.length < 2 || !texts.every((text) => /^\{.*\}$/.test(text)) || told.has(log.name)) return [];
  return [{ ...log, records: texts.map((text) => JSON.parse(text) as Records[number]) }];
});

it.each(Object.entries(dresses))('reads the records of any log %s', (_, dress) => {
  expect(logs.length).toBeGreaterThan(20);
  const wrong = logs.flatMap(({ name, records, replies }) => {
    const [found, wanted] = [read(dress(records), null), replies.map(([, ...others]) => others)];
    return JSON.stringify(found) === JSON.stringify(wanted) ? [] : [{ name, found, wanted }];
  });
  expect(wrong).toEqual([]);
});

it.each(plainLogs.map((log) => [`${log.shape}: ${log.name}`, log] as const))(
  'reads %s beside what people and their systems put into an archive',
  (_, { name, content, replies }) => {
    const packed = zipSync({
      'run 1/': new Uint8Array(0),
      'run 1/.DS_Store': new Uint8Array([0, 0, 0, 1, 0x42, 0x75, 0x64, 0x31, 0, 0, 16, 0, 0xff, 0xfe]),
      'run 1/README.md': bytesOf('# Logs\n\nThese are the logs of one run. See the paper.\n'),
      'run 1/config.yaml': bytesOf('model: m\ntemperature: 0.2\n'),
      [`run 1/${name}`]: bytesOf(content),
      [`__MACOSX/run 1/._${name}`]: new Uint8Array([0, 5, 22, 7, 0, 2, 0, 0, 0x4d, 0x61, 0x63, 0x20]),
    });
    const log = readLog(new Uint8Array(packed), { name: 'logs.zip' });
    expect(log.replies.map(({ id }) => id)).toEqual(replies.map(([id]) => id));
    expect(log.summary.problems).toEqual([]);
  },
);

it('reads an archive of plain texts, each a reply', () => {
  const packed = zipSync({ 'a.txt': bytesOf(written), 'b.txt': bytesOf('The tank is full.\n') });
  const { replies } = readLog(new Uint8Array(packed), { name: 'replies.zip' });
  expect(replies.map(({ text }) => text)).toEqual([written, 'The tank is full.\n']);
});

it('reads gzip of many members, of which some are empty', () => {
  const content = bytesOf(lines(Array.from({ length: 90 }, (_, id) => ({ id, result: `Reply ${String(id)}.` }))));
  const members = [content.subarray(0, 500), new Uint8Array(0), content.subarray(500, 501), content.subarray(501)];
  const packed = new Uint8Array(Buffer.concat(members.map((member) => gzipSync(member))));
  expect(readLog(packed, { name: 'x.jsonl.gz' }).replies).toHaveLength(90);
});

it('reads a record with names in camel case as the shape that it has', () => {
  const body = { choices: [{ message: { role: 'assistant', content: written } }] };
  const record = { id: 'b', customId: 'pump-1', response: { statusCode: 200, requestId: 'r', body }, error: null };
  const { replies, summary } = readLog(lines([record, { ...record, customId: 'pump-2' }]), { name: null });
  expect([summary.shape, replies.map(({ id, text }) => [id, text])]).toEqual([
    'openai-batch',
    [
      ['pump-1', written],
      ['pump-2', written],
    ],
  ]);
});

it.each([
  ['a comma', ','],
  ['a semicolon', ';'],
  ['a tab', '\t'],
])('reads a table with %s whose cells hold what an API returned, and leaves empty ones', (_, sign) => {
  const cell = (value: unknown): string =>
    `"${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('"', '""')}"`;
  const table = (...rows: readonly (readonly unknown[])[]): string =>
    rows.map((row) => row.map(cell).join(sign)).join('\n');
  const parts = [{ type: 'text', text: 'Full.' }];
  const message = {
    role: 'assistant',
    content: null,
    tool_calls: [{ type: 'function', function: { name: 'f', arguments: '{}' } }],
  };
  const answers = [
    ['id', 'prompt', 'response'],
    ['a', 'Fill', message],
    ['b', 'Is it?', parts],
    ['c', '', { choices: [{ message }] }],
  ];
  const made = [{ name: 'f', arguments: {} }];
  expect(read(table(...answers), 'x.csv')).toEqual([
    [null, [], made],
    ['Full.', [], null],
    [null, [], made],
  ]);
  const body = { status_code: 200, body: { choices: [{ message: { role: 'assistant', content: 'No.' } }] } };
  expect(
    read(table(['id', 'custom_id', 'response', 'error'], ['1', 'q', body, ''], ['2', 'r', body, '']), null),
  ).toEqual([
    ['No.', [], null],
    ['No.', [], null],
  ]);
});

/** What looks as if it were dressed, and is as it should be. */
it('takes no event for a record in a wrapper, and no JSON of a model for what an API returned', () => {
  const event = { event_type: 'tool_result', data: { tool_use_id: 't', result: 'The tank is full.' } };
  expect(read(lines([event, event]), 'x.jsonl')).toEqual([]);
  const settings = { id: 'a', data: { output: 'stdout', level: 'info' }, more: { output: 'x.log' } };
  expect(read(lines([settings, settings]), 'x.jsonl')).toEqual([]);
  const texts = [
    '{"name": "f", "arguments": {}}',
    '[{"name": "f", "arguments": {}}]',
    '{"tool_calls": [{"name": "f"}]}',
    '[]',
    '["a", "b"]',
  ];
  expect(read(lines(texts.map((response) => ({ prompt: 'Go', response }))), 'x.jsonl')).toEqual(
    texts.map((text) => [text, [], null]),
  );
});

it('keeps a text whose first line is a heading', () => {
  const text = `# What I do\n\nFirst I fill it.\n\n${written}\n`;
  expect(read(text, 'reply.md')).toEqual([[text, [], null]]);
});

it('reads a long list of records in pieces', () => {
  const length = often(20_000, 4000);
  const records = Array.from({ length }, (_, id) => ({
    row_idx: id,
    row: { id: `q${String(id)}`, output: 'Full.' },
  }));
  const { replies, summary } = readLog(JSON.stringify({ rows: records }), { name: 'rows.json' });
  expect([replies.length, replies.at(-1)?.id, summary.problems]).toEqual([length, `q${String(length - 1)}`, []]);
  expect(readLog(JSON.stringify(records), { name: 'rows.json' }).replies).toHaveLength(length);
});
