import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { loadProjects } from '../../../src/core/index.ts';
import { exportKinds, exportsFor } from '../../../src/app/export/index.ts';
import type { Subject } from '../../../src/app/export/kind.ts';
import { someOf } from '../../thorough.ts';
import { emptyLoop } from '../../../src/app/page/turns.ts';
import { engineSubject, hostile, subjectOf } from './subject.ts';

const call = '<tool_call>\n{"name": "ring_bell", "arguments": {"times": 3, "tower": "Süd"}}\n</tool_call>';
const trailing = call.replace('"}}', '",}}');

function write(id: string, subject: Subject): string {
  return exportKinds.find((kind) => kind.id === id)?.write(subject) ?? '';
}

test('tests for ExAthena and for JavaScript are not offered under an engine', async () => {
  const ids = exportsFor((await engineSubject({ text: call, profile: 'vllm:hermes' })).fields).map(({ id }) => id);
  expect(ids).not.toContain('exunit');
  expect(ids).not.toContain('vitest');
  expect(ids).toContain('pytest');
  const own = exportsFor(subjectOf({ text: call }).fields);
  // Nobody has used the loop: its question and its results would be ours.
  expect(own).toEqual(exportKinds.filter(({ id }) => id !== 'reproduction' && id !== 'transcript'));
  const looped = exportsFor(subjectOf({ text: call, loop: { ...emptyLoop, asked: 'Ring it.' } }).fields);
  expect(looped.map(({ id }) => id)).toContain('transcript');
});

test('what is about a reply is not offered where there is none', () => {
  const { fields } = subjectOf({ text: 'Error calling tool ring_bell' });
  const ids = exportsFor(fields, { isRead: false }).map(({ id }) => id);
  for (const id of ['model-report', 'vitest', 'exunit', 'pytest', 'reproduction']) expect(ids).not.toContain(id);
  expect(ids).toContain('markdown');
  expect(exportsFor(fields, { isRead: true }).map(({ id }) => id)).toContain('model-report');
});

test('pytest runs the parser of vLLM by its flag, with the argument text byte for byte', async () => {
  const text = write('pytest', await engineSubject({ text: call, profile: 'vllm:hermes' }));
  expect(text).toContain('# Needs the package `vllm`, and a tokenizer');
  expect(text).toMatch(
    /# Parser: vLLM hermes, main of [\d-]+, commit \w+, --tool-call-parser hermes, vllm\/tool_parsers/,
  );
  expect(text).toContain('from vllm.tool_parsers import ToolParserManager');
  expect(text).toContain('ToolParserManager.get_tool_parser("hermes")(get_tokenizer(MODEL), request.tools)');
  // Nobody declared the tools, so the types of the arguments are those of the call.
  expect(text).toMatch(/TOOLS = \[\s+\{\s+"name": "ring_bell"/);
  expect(text.replaceAll(/\s/g, '')).toContain('"properties":{"times":{"type":"integer"},"tower":{"type":"string"}}');
  expect(text).toContain('("ring_bell", "{\\"times\\": 3, \\"tower\\": \\"Süd\\"}"),');
  expect(text).not.toContain('import pytest');
});

test('pytest asks SGLang’s FunctionCallParser, with the declared tools', async () => {
  const tools = '[{"name": "ring_bell", "description": "Rings.", "parameters": {"type": "object"}}]';
  const text = write('pytest', await engineSubject({ text: call, tools, profile: 'sglang:qwen25' }));
  expect(text).toContain('from sglang.srt.function_call.function_call_parser import FunctionCallParser');
  expect(text).toContain('FunctionCallParser(tools, "qwen25").parse_non_stream(TEXT)');
  expect(text.replaceAll(/\s+/g, '')).toContain('"description":"Rings.","parameters":{"type":"object"}');
  expect(text).not.toContain('import os');
});

test('pytest says that no call comes, that a reply is refused, and what somebody expects', async () => {
  const none = write('pytest', await engineSubject({ text: trailing, profile: 'vllm:hermes' }));
  // The whole file passes today, the streamed part of it as a failure that is known.
  expect(none).toContain('import pytest\n');
  expect(none).toContain('@pytest.mark.xfail(strict=True)\ndef test_stream():');
  expect(none).toContain('assert extract() == []');
  const expected = [{ name: 'ring_bell', argumentsText: '{"times": 3}' }];
  const wanted = write('pytest', await engineSubject({ text: trailing, profile: 'vllm:hermes', expected }));
  expect(wanted).toContain('import json');
  expect(wanted).toContain('[(name, json.loads(arguments)) for name, arguments in extract()]');
  expect(wanted).toContain('("ring_bell", {"times": 3}),');
  const raising = '<tool_call>\n[1]\n</tool_call>';
  const tools = '[{"name": "ring_bell"}]';
  const raised = write('pytest', await engineSubject({ text: raising, tools, profile: 'sglang:qwen25' }));
  expect(raised).toContain('with pytest.raises(Exception):\n        extract()');
});

test('an answer that no flag asks for is exported for an extractor of yours', async () => {
  const text = write('pytest', await engineSubject({ text: '[]', profile: 'sglang:json_array' }));
  expect(text).toContain('from extract_tool_calls import');
});

test('parsers have a test that Python can compile, whatever the text is', async () => {
  const projects = (await loadProjects()).filter(({ id }) => id === 'vllm' || id === 'sglang');
  const sources: string[] = [];
  for (const { runtimes } of projects)
    for (const { id } of someOf(runtimes, 1 / 4, (runtime) => runtime.id))
      for (const text of [call, hostile])
        sources.push(write('pytest', await engineSubject({ text, profile: id, tools: '[{"name": "ring_bell"}]' })));
  expect(sources.every((source) => source.includes('def test_extraction'))).toBe(true);
  const check = 'import json,sys\nfor source in json.load(sys.stdin): compile(source, "test.py", "exec")';
  const python = pythonPath();
  if (python !== null) execFileSync(python, ['-c', check], { input: JSON.stringify(sources) });
});

function pythonPath(): string | null {
  try {
    execFileSync('python3', ['--version']);
    return 'python3';
  } catch {
    return null;
  }
}

test('a report, Markdown, trace, link and embed name the engine, its version and its flag', async () => {
  const subject = await engineSubject({ text: trailing, profile: 'vllm:hermes' });
  const report = write('issue-report', subject);
  expect(report).toMatch(/- Read by: vLLM hermes \(`vllm:hermes`, version main of [\d-]+\)\n- Commit: `\w+`/);
  expect(report).toContain('- Parser: `--tool-call-parser hermes`\n- File: `vllm/tool_parsers/hermes_tool_parser.py`');
  expect(report).toContain('vLLM hermes returns the whole reply as text.');
  expect(report).not.toContain('native_tool_calls');
  expect(write('markdown', subject)).toMatch(/Read by vLLM hermes, main of .*--tool-call-parser hermes.*\./);
  expect(write('trace', subject)).toMatch(/^No call\.[^]*\nRead by vLLM hermes, main of .*, commit /);
  expect(write('markdown-link', subject)).toContain('Callscope, vLLM hermes: No call');
  expect(write('embed', subject)).toContain('title="Callscope, vLLM hermes: No call.');
});

test('pytest reads the chunks as well where the stream gives other calls, and an issue says which calls it shows', async () => {
  const tools = '[{"name": "ring_bell"}]';
  const text = call.replace('}}', '}, "id": 7}');
  const subject = await engineSubject({ text, tools, profile: 'vllm:hermes' });
  const python = write('pytest', subject);
  expect(python).toContain(
    'parser.extract_tool_calls_streaming(text, text + chunk, chunk, ids, ids + new, new, request)',
  );
  expect(python).toMatch(/CHUNKS = \[\n {4}"<tool_call>",/);
  expect(python).toContain('assert stream() == extract()');
  const issue = write('issue-report', subject);
  expect(issue).toContain('### Actual calls of the whole reply');
  expect(issue).toContain('Workaround: Send the request with `stream: false`');
  expect(write('pytest', await engineSubject({ text: call, tools, profile: 'vllm:hermes' }))).not.toContain('CHUNKS');
  const sglang = '<tool_call>\n[{"name": "ring_bell", "arguments": {}}]\n</tool_call>';
  expect(write('pytest', await engineSubject({ text: sglang, tools, profile: 'sglang:hermes' }))).toContain(
    'parser.parse_stream_chunk(chunk)',
  );
});
