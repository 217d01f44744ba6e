import { beforeAll, describe, expect, test } from 'vitest';
import { cutsOf, piecesOf } from '../../../src/app/parser-file/chunks.ts';
import { heardByChunk } from '../../../src/app/parser-file/heard.ts';
import type { AskPython } from '../../../src/app/parser-file/python.ts';
import type { Loaded, Problem, Reading, SourceFile } from '../../../src/app/parser-file/protocol.ts';
import { parserFile, startPython } from './python-under-test.ts';

const tools = [{ name: 'get', description: 'Gets.', parameters: { type: 'object' } }];

let ask: AskPython;
beforeAll(async () => {
  ask = await startPython();
});

/** Loads files and lets their only parser read a reply, whole or in pieces. */
function read(names: string | readonly SourceFile[], text: string, chunks: readonly string[] | null = null): Reading {
  const files = typeof names === 'string' ? [parserFile(names)] : names;
  const { parsers, problem } = ask({ ask: 'load', files });
  expect(problem).toBeNull();
  expect(parsers).toHaveLength(1);
  return ask({ ask: 'read', parser: parsers[0]?.id ?? '', text, tools, chunks });
}

/** The line of a file that holds a text. */
function lineOf(name: string, text: string): number {
  return (
    parserFile(name)
      .text.split('\n')
      .findIndex((line) => line.includes(text)) + 1
  );
}

describe('a vLLM tool parser of regex and JSON', () => {
  const good = '<beacon>{"name":"get","arguments":{"city":"Malmö"}}</beacon>';

  test('finds the calls, and the content before them', () => {
    const { answer, problem, decided, streams } = read('beacon.py', `Hi ${good}`);
    expect(problem).toBeNull();
    expect(answer).toMatchObject({ calls: [{ name: 'get', argumentsText: '{"city": "Malmö"}' }], content: 'Hi ' });
    expect(decided).toMatchObject({ why: 'returned', line: lineOf('beacon.py', 'tools_called=True') });
    expect(streams).toBe(false);
  });

  test('names the error that it catches as what decided', () => {
    const text = `${good}<beacon>{"name":"get","arguments":{"a":1,}}</beacon>`;
    const { answer, decided, output } = read('beacon.py', text);
    expect(answer).toMatchObject({ calls: [], content: text });
    expect(decided).toMatchObject({ why: 'caught', line: lineOf('beacon.py', 'raw = [json.loads') });
    expect(decided?.sentence).toContain('JSONDecodeError: Illegal trailing comma');
    expect(output).toContain('Error in extracting tool call from response.');
  });

  test('keeps each line that ran with what it changed, and counts them', () => {
    const { steps, hits, count } = read('beacon.py', `Hi ${good}`);
    expect(steps[0]?.[3]).toMatchObject({ model_output: expect.stringContaining("'Hi <beacon>") as string });
    const content = steps.find(([, line]) => line === lineOf('beacon.py', 'content = model_output'));
    expect(content?.[3]).toEqual({ content: "'Hi '" });
    expect(hits.reduce((sum, [, , times]) => sum + times, 0)).toBe(count);
    expect(hits.some(([, line]) => line === lineOf('beacon.py', 'logger.exception'))).toBe(false);
  });
});

describe('a vLLM tool parser that streams', () => {
  const text = 'Hi [LAMP]{"name":"get","arguments":{"a":1}}[/LAMP]';

  test('reads pieces with their indices, markers as one token each', () => {
    const { markers } = ask({ ask: 'load', files: [parserFile('lantern.py')] });
    expect(markers).toEqual(['[LAMP]', '[/LAMP]']);
    const { answer, hits } = read('lantern.py', text, piecesOf(text, markers));
    expect(answer).toMatchObject({ calls: [{ name: 'get', argumentsText: '{"a": 1}' }], content: 'Hi ' });
    expect(answer?.deltas.at(-1)?.[3]).toEqual([[0, 'get', '{"a": 1}']]);
    // Annotations are no lines that ran.
    expect(hits.map(([, line]) => line)).not.toContain(lineOf('lantern.py', 'previous_text: str'));
  });

  test('every cut shows where it differs from the whole', () => {
    const { parsers } = ask({ ask: 'load', files: [parserFile('lantern.py')] });
    const whole = read('lantern.py', text).answer;
    const pieces = cutsOf(text).map((at) => [text.slice(0, at), text.slice(at)]);
    const { cuts } = ask({ ask: 'cuts', parser: parsers[0]?.id ?? '', tools, pieces });
    const wrong = (cuts ?? []).flatMap(({ answer }, place) =>
      answer?.content === whole?.content ? [] : [text.slice(0, cutsOf(text)[place])],
    );
    expect(wrong).toEqual(['Hi [', 'Hi [L', 'Hi [LA', 'Hi [LAM', 'Hi [LAMP']);
  });
});

test('a table-driven parser: the line that ended the arguments too early', () => {
  const { answer, steps } = read('ferry.py', 'A <ferry:get>{"a":"<b"}</ferry:get>');
  expect(answer?.calls).toEqual([{ name: 'get', argumentsText: '{"a":"' }]);
  const cut = steps.find(([, , , changed]) => changed['piece'] === `'{"a":"'`);
  expect(cut?.[1]).toBe(lineOf('ferry.py', 'piece = model_output[at:end]'));
});

describe('a vLLM reasoning parser', () => {
  test('parts reasoning and content, whole and streamed', () => {
    const text = '<think>Why</think>So';
    const { markers } = ask({ ask: 'load', files: [parserFile('harbour_reasoning.py')] });
    for (const chunks of [null, piecesOf(text, markers)])
      expect(read('harbour_reasoning.py', text, chunks).answer).toMatchObject({ reasoning: 'Why', content: 'So' });
  });

  test('shows the early return where the reasoning never ends', () => {
    const { answer, decided } = read('harbour_reasoning.py', '<think>Why');
    expect(answer).toMatchObject({ reasoning: null, content: '<think>Why' });
    expect(decided).toMatchObject({
      why: 'returned',
      line: lineOf('harbour_reasoning.py', 'return None, model_output'),
    });
  });
});

describe('what vLLM’s names do', () => {
  test('a delta of plain objects, exceptions of a package, and a tokenizer of another kind', () => {
    const { answer, problem } = read('kite.py', 'A <kite>{"name": "get", "arguments": {"a": 1}}', [
      'A ',
      '<kite>',
      '{"name": "g',
      'et", "arguments": ',
      '{"a": 1}}',
    ]);
    expect(problem).toBeNull();
    expect(answer).toMatchObject({ calls: [{ name: 'get', argumentsText: '{"a": 1}' }], content: 'A ' });
  });

  test('a reasoning parser that only names its two tokens', () => {
    const text =
      'from vllm.reasoning.basic_parsers import BaseThinkingReasoningParser\n\n\nclass Two(BaseThinkingReasoningParser):\n  start_token = "<why>"\n  end_token = "</why>"\n';
    const files = [{ path: 'two.py', text }];
    for (const chunks of [null, ['<why>', 'be', 'cause', '</why>', 'So']])
      expect(read(files, '<why>because</why>So', chunks).answer).toMatchObject({ reasoning: 'because', content: 'So' });
    expect(read(files, 'plain').invented).toEqual([{ name: 'vllm BaseThinkingReasoningParser', used: true }]);
  });
});

describe('an SGLang detector', () => {
  const call = '<signal>{"name":"get","arguments":{"a":1}}</signal>';

  test('is asked after its gate, and gets the tools', () => {
    expect(read('signal_detector.py', `A ${call}${call}`).answer?.calls).toEqual([
      { name: 'get', argumentsText: '{"a": 1}' },
    ]);
    expect(read('signal_detector.py', call.replace('get', 'put')).answer?.calls).toEqual([]);
    expect(read('signal_detector.py', 'plain').answer).toMatchObject({ calls: [], content: 'plain' });
  });

  test('streams with what SGLang’s detectors of JSON share', () => {
    const { answer } = read('signal_detector.py', `A ${call}`, piecesOf(`A ${call}`, ['<signal>', '</signal>']));
    expect(answer?.calls).toEqual([{ name: 'get', argumentsText: '{"a": 1}' }]);
  });
});

describe('an LMDeploy tool parser', () => {
  const call = '<buoy>{"name":"get","arguments":{"a":"ö"}}</buoy>';

  test('gets a request with its tools, and its second call stays text', () => {
    const { parsers } = ask({ ask: 'load', files: [parserFile('buoy_lmdeploy.py')] });
    expect(parsers).toMatchObject([{ name: 'BuoyToolParser', kind: 'vllm-tool', label: 'LMDeploy tool parser' }]);
    const { answer, problem, decided } = read('buoy_lmdeploy.py', `Hi ${call}${call}`);
    expect(problem).toBeNull();
    expect(answer).toMatchObject({ calls: [{ name: 'get', argumentsText: '{"a": "ö"}' }], content: `Hi ${call}` });
    expect(decided?.why).toBe('returned');
    const other = read('buoy_lmdeploy.py', call.replace('get', 'put'));
    expect(other.answer).toMatchObject({ calls: [], content: call.replace('get', 'put') });
  });

  test('streams, markers as one token each', () => {
    const { answer } = read('buoy_lmdeploy.py', `Hi ${call}`, piecesOf(`Hi ${call}`, ['<buoy>', '</buoy>']));
    expect(answer).toMatchObject({ calls: [{ name: 'get', argumentsText: '{"a": "ö"}' }], content: 'Hi ' });
  });
});

test('a plug-in of two files names what was made up for it', () => {
  const files = [parserFile('plug_in.py'), parserFile('plug_in_helper.py')];
  expect(read(files, 'CALL get {"a":1}').answer?.calls).toEqual([{ name: 'get', argumentsText: '{"a":1}' }]);
  const { invented, hits } = read(files, 'CALL get {"a":1}');
  expect(invented).toEqual(
    expect.arrayContaining([
      { name: 'numpy', used: false },
      { name: 'tokenizer.encode', used: true },
    ]),
  );
  expect(new Set(hits.map(([file]) => file))).toEqual(new Set([0, 1]));
});

test('a plain function and a reader of mlx-lm', () => {
  expect(read('plain.py', '{"name":"get","arguments":{"a":1}}').answer?.calls).toHaveLength(1);
  expect(read('plain.py', 'plain').answer).toMatchObject({ calls: [], content: 'plain' });
  expect(read('mlx_buoy.py', 'A <buoy>get {"a":1}</buoy> B').answer).toMatchObject({
    calls: [{ name: 'get', argumentsText: '{"a": 1}' }],
    content: 'A  B',
  });
});

test('many replies at once: calls without lines, and the line that decided where there is none', () => {
  const { parsers } = ask({ ask: 'load', files: [parserFile('beacon.py')] });
  const good = '<beacon>{"name":"get","arguments":{"a":1}}</beacon>';
  const replies = [good, '<beacon>{"a":1,}</beacon>', 'plain'].map((text) => ({ text, tools }));
  const { answers } = ask({ ask: 'replies', parser: parsers[0]?.id ?? '', replies });
  expect(answers.map(({ answer }) => answer?.calls.length)).toEqual([1, 0, 0]);
  expect(answers.map(({ decided }) => decided?.why ?? null)).toEqual([null, 'caught', 'returned']);
  expect(answers[1]?.decided?.line).toBe(lineOf('beacon.py', 'raw = [json.loads'));
});

test('a stream in which it raises keeps what the client had before', () => {
  const text = `class Ferry:
    def parse_streaming_increment(self, new_text, tools):
        if new_text == "c":
            raise ValueError("no c")
        return type("R", (), {"normal_text": new_text, "calls": []})()

    def detect_and_parse(self, text, tools):
        return type("R", (), {"normal_text": text, "calls": []})()
`;
  const { answer, broken, problem } = read([{ path: 'ferry.py', text }], 'abc', ['a', 'b', 'c']);
  expect(answer).toBeNull();
  expect(problem?.sentence).toContain('no c');
  expect(broken?.content).toBe('ab');
  expect(heardByChunk(broken ?? { deltas: [] }, 3)).toEqual([
    [{ kind: 'content', text: 'a', from: null }],
    [{ kind: 'content', text: 'b', from: null }],
    [],
    [],
  ]);
});

test('what comes with a chunk: reasoning, text, names and arguments, and what comes after the last', () => {
  const deltas = [
    [0, 'hi', 'hm', []],
    [1, '', '', [[0, 'get', null] as const, [0, null, '{}'] as const]],
    [2, '', '', [[1, 'late', '']] as const],
  ] as const;
  expect(heardByChunk({ deltas }, 2)).toEqual([
    [
      { kind: 'reasoning', text: 'hm', from: null },
      { kind: 'content', text: 'hi', from: null },
    ],
    [
      { kind: 'call', index: 0, name: 'get' },
      { kind: 'arguments', index: 0, text: '{}' },
    ],
    [
      { kind: 'call', index: 1, name: 'late' },
      { kind: 'arguments', index: 1, text: '' },
    ],
  ]);
});

describe('several parsers', () => {
  test('are all listed, so that one can be asked which', () => {
    const { parsers } = ask({ ask: 'load', files: [parserFile('beacon.py'), parserFile('lantern.py')] });
    expect(parsers.map(({ name, label }) => [name, label])).toEqual([
      ['BeaconToolParser', 'vLLM tool parser'],
      ['LanternToolParser', 'vLLM tool parser'],
    ]);
  });

  test('a base class that another file builds on is none', () => {
    const mine = {
      path: 'mine.py',
      text: 'from vllm.tool_parsers.beacon import BeaconToolParser\nclass Mine(BeaconToolParser):\n  pass\n',
    };
    const { parsers } = ask({ ask: 'load', files: [parserFile('beacon.py'), mine] });
    expect(parsers.map(({ name }) => name)).toEqual(['Mine']);
  });
});

describe('bad input', () => {
  const load = (text: string): Loaded => ask({ ask: 'load', files: [{ path: 'bad.py', text }] });
  const problemOf = (text: string): Problem | null => load(text).problem;

  test.each([
    ['print "x"', 'bad.py is not valid Python 3.14: Missing parentheses', 1],
    ['x = 1\nif x\n', 'bad.py is not valid Python 3.14: expected', 2],
    ['\0', 'bad.py is not valid Python', 1],
    ['('.repeat(10_000), 'bad.py is not valid Python', 1],
    ['import js', 'imports `js`, which leads out of this worker (line 1)', 1],
    ['import pyodide.http', 'imports `pyodide`', 1],
    ['from pyodide.code import run_js', 'imports `pyodide`', 1],
    ['import pyodide_js', 'imports `pyodide_js`', 1],
    ['import _pyodide_core', 'imports `_pyodide_core`', 1],
    ['import ctypes', 'imports `ctypes`', 1],
    ['import urllib.request', 'imports `urllib.request`', 1],
    ['import importlib\nimportlib.import_module("js")', 'imports `js`', 2],
    ['import os\nos.system("ls")', '`os.system` is refused: a parser runs no programs (line 2)', 2],
    ['import posix\nposix.system("ls")', '`os.system` is refused', 2],
    ['import sys\nsys.exit()', 'The parser ends Python with SystemExit (line 2)', 2],
    ['x = 1\nwhile x:\n  x += 1', 'The parser does not end: line', 2],
    ['def f():\n  f()\nf()', 'The parser calls itself without an end (line 2)', 2],
    ['\nraise ValueError("no\\nway")', 'The file fails when it is imported: ValueError: no way (line 2)', 2],
    ['x = 1', 'The file holds no parser', null],
    ['', 'The file holds no parser', null],
  ])('%j', (text, sentence, line) => {
    const problem = problemOf(text);
    expect(problem?.sentence).toContain(sentence);
    expect(problem?.line === line || (sentence.includes('does not end') && problem?.line !== null)).toBe(true);
    expect(problem?.remedy).toMatch(/^[A-Z].*\.$/);
  });

  test('5 MB of Python', () => {
    const { parsers } = load(
      `${'# a comment that nobody reads\n'.repeat(170_000)}def parse(text, tools):\n  return None\n`,
    );
    expect(parsers[0]?.line).toBe(170_001);
  });

  test('a constructor that needs more', () => {
    const { parsers } = load(
      'class P:\n  def __init__(self, model): pass\n  def detect_and_parse(self, text, tools): pass\n',
    );
    const { problem, answer } = ask({ ask: 'read', parser: parsers[0]?.id ?? '', text: 'a', tools, chunks: null });
    expect(answer).toBeNull();
    expect(problem?.sentence).toContain('The parser cannot be made: TypeError');
    expect(problem?.remedy).toContain('default');
  });

  test('an error, an endless loop and catching everything while it reads', () => {
    const body = (lines: string): Reading =>
      read([{ path: 'bad.py', text: `def parse(text, tools):\n${lines}` }], '{"a": 1}');
    expect(body('  return text["x"]').problem).toMatchObject({ line: 2 });
    expect(body('  return [1]').problem?.sentence).toContain('expected a call');
    const endless = body(
      '  while True:\n    try:\n      while True:\n        pass\n    except Exception:\n      pass\n',
    );
    expect(endless.problem?.sentence).toMatch(/The parser does not end: line [45] ran [\d,]+ times\./);
    expect(body('  print("seen", text)\n  return None').output).toBe('seen {"a": 1}\n');
  });

  test('what one file did to Python is not seen by the next', () => {
    load('import sys\nsys.path.clear()\nimport json\n');
    expect(read('plain.py', '{"name":"get","arguments":{}}').answer?.calls).toHaveLength(1);
  });

  test('lone surrogates and code points beyond the first plane come back as they were', () => {
    const text = 'a \ud83d 😀 b';
    expect(read('plain.py', text).answer?.content).toBe(text);
  });
});
