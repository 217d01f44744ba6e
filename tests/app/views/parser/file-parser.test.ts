import { beforeAll, describe, expect, test } from 'vitest';
import { fileParser, type RunJob } from '../../../../src/app/views/parser/file-parser.ts';
import { namesakeOf } from '../../../../src/app/views/parser/namesake.ts';
import { besideWords } from '../../../../src/app/views/parser/parser-words.ts';
import { besideFile, fileSweep, loadProject } from '../../../../src/core/index.ts';
import type { AskPython } from '../../../../src/app/parser-file/python.ts';
import type { ParserJob, ParserJobs } from '../../../../src/app/parser-file/protocol.ts';
import { parserFile, startPython } from '../../parser-file/python-under-test.ts';

const tools = [{ name: 'get', schema: { type: 'object' } }];
const lamp = '[LAMP]{"name": "get", "arguments": {"a": 1}}[/LAMP]';

let python: AskPython;
beforeAll(async () => {
  python = await startPython();
});

/** A file that is open, the jobs that Python got, and what closes it. `hangs`: these jobs never end. */
function open(name: string, hangs: (job: ParserJob) => boolean = () => false) {
  const { parsers, markers } = python({ ask: 'load', files: [parserFile(name)] });
  const [parser] = parsers;
  if (parser === undefined) throw new Error('no parser');
  const jobs: ParserJob[] = [];
  const state = { isOpen: true };
  const run: RunJob = <Kind extends keyof ParserJobs>(job: ParserJob<Kind>) => {
    jobs.push(job as ParserJob);
    return Promise.resolve(
      hangs(job as ParserJob)
        ? ({ ok: false, reason: 'hung', message: 'long' } as const)
        : ({ ok: true, answer: python(job) } as const),
    );
  };
  const file = fileParser({
    parser,
    path: `my/${name}`,
    markers,
    run,
    isOpen: () => state.isOpen,
    stop: () => undefined,
  });
  return { file, jobs, state };
}

describe('a parser file beside the servers', () => {
  test('answers whole and in the given pieces, once for the same question', async () => {
    const { file, jobs } = open('lantern.py');
    expect(file.label).toBe('Your LanternToolParser (lantern.py)');
    const pieces = ['Hi ', lamp.slice(0, 8), lamp.slice(8)];
    const question = { text: pieces.join(''), tools };
    const reading = await file.read(question, pieces);
    expect(reading?.whole).toEqual({
      // The arguments are written anew, so they have no place.
      calls: [{ name: 'get', argumentsText: '{"a": 1}', nameSpan: { from: 19, to: 22 }, argumentsSpan: null }],
      content: 'Hi ',
      reasoning: null,
    });
    expect(reading?.stream?.deltas.map((deltas) => deltas.length)).toEqual([1, 0, 2, 0]);
    expect(reading?.stream?.deltas[0]).toEqual([{ kind: 'content', text: 'Hi ', from: 0 }]);
    expect(reading?.why).toBe('Your LanternToolParser (lantern.py) returns 1 call: get.');
    await file.read(question, pieces);
    expect(jobs).toHaveLength(2);
    await file.read(question);
    expect(jobs).toHaveLength(4);
  });

  test('says which line decided where there is no call, and that it reads no streams', async () => {
    const { file } = open('beacon.py');
    const reading = await file.read({ text: '<beacon>{"a":1,}</beacon>', tools });
    expect(reading?.why).toMatch(
      /^Your BeaconToolParser \(beacon\.py\) returns no call: line \d+ raised JSONDecodeError/,
    );
    expect(reading?.stream).toBeNull();
  });

  test('a file that was closed or changed answers nothing, and may be asked again', async () => {
    const { file, state } = open('lantern.py');
    state.isOpen = false;
    expect(await file.read({ text: 'a', tools })).toBeNull();
    expect(await file.readMany([{ text: 'a', tools }])).toBeNull();
    expect(await file.cuts({ text: 'ab', tools }, () => undefined)).toBeNull();
    state.isOpen = true;
    expect((await file.read({ text: 'a', tools }))?.whole?.content).toBe('a');
  });

  test('of many replies the one that does not end is found', async () => {
    const { file } = open(
      'lantern.py',
      (job) => job.ask === 'replies' && job.replies.some(({ text }) => text === 'bad'),
    );
    const readings = await file.readMany(['a', 'bad', lamp].map((text) => ({ text, tools })));
    expect(readings?.map(({ problem }) => problem)).toEqual([null, 'The parser did not end on this reply.', null]);
    expect(readings?.[2]?.whole?.calls).toHaveLength(1);
    const one = await file.read({ text: 'bad', tools });
    expect(one).toMatchObject({ whole: null, problem: 'The parser did not end on this reply.' });
  });

  test('every cut: where a marker is parted, the user sees its beginning', async () => {
    const { file } = open('lantern.py');
    const done: number[] = [];
    const found = await file.cuts({ text: `Hi ${lamp}`, tools }, ({ done: some }) => done.push(some));
    if (found === null) throw new Error('not tried');
    const sweep = fileSweep(found.whole, found.cuts);
    const differing = sweep.cuts.filter(({ outcome }) => outcome !== 'same').map(({ at }) => at);
    expect(differing).toEqual([4, 5, 6, 7, 8]);
    expect(sweep.cuts).toHaveLength(lamp.length + 2);
    expect(done[0]).toBe(0);
    expect(await open('beacon.py').file.cuts({ text: 'ab', tools }, () => undefined)).toBeNull();
  });

  test('beside a server, what differs is said', async () => {
    const { file } = open('hermes_like.py');
    const text = '<tool_call>\n{"name": "get", "arguments": {"a": 1}}\n</tool_call>';
    const reading = await file.read({ text, tools });
    if (reading === null) throw new Error('not read');
    const options = { runtime: 'vllm:hermes', runtimes: await loadProject('vllm'), tools };
    const { whole, streamed } = besideFile([text], options, reading);
    expect(streamed).toBeNull();
    expect(besideWords('vLLM hermes', file.name, whole)).toMatch(/give the client the same\.$|^The same calls/);
    const other = besideFile(['plain', ' text'], options, reading);
    expect(other.whole.first?.kind).toBe('count');
    expect(besideWords('vLLM hermes', file.name, other.whole)).toBe(
      `vLLM hermes gives the client no call, your ${file.name} 1 call.`,
    );
  });
});

describe('the emulation of the same name', () => {
  const runtimes = ['vllm:hermes', 'vllm:qwen3_coder', 'vllm:glm45@2026-05', 'sglang:qwen25', 'lmdeploy:internlm'].map(
    (id) => ({
      id,
      project: id.slice(0, id.indexOf(':')),
    }),
  );
  test.each([
    ['vllm:hermes', 'Hermes2ProToolParser', 'vllm-tool', 'vllm/tool_parsers/hermes_tool_parser.py', ''],
    ['vllm:hermes', 'Mine', 'vllm-tool', 'mine.py', '@ToolParserManager.register_module("hermes")'],
    ['vllm:hermes', 'Mine', 'vllm-tool', 'mine.py', '@ToolParserManager.register_module(["hermes", "h"])'],
    ['vllm:qwen3_coder', 'Qwen3CoderToolParser', 'vllm-tool', 'pasted.py', ''],
    ['sglang:qwen25', 'Qwen25Detector', 'sglang', 'qwen25_detector.py', ''],
    ['lmdeploy:internlm', 'InternLMToolParser', 'vllm-tool', 'x.py', ''],
    [null, 'Hermes2ProToolParser', 'sglang', 'hermes_tool_parser.py', ''],
    [null, 'LanternToolParser', 'vllm-tool', 'lantern.py', ''],
    [null, 'HermesReasoningParser', 'vllm-reasoning', 'hermes_reasoning_parser.py', ''],
  ] as const)('%s for %s, a %s', (id, name, kind, path, text) => {
    expect(namesakeOf({ name, kind }, { path, text }, runtimes)).toBe(id);
  });
});
