import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { parserPytest } from '../../../src/app/export/parser-pytest.ts';
import { hostile } from './subject.ts';

const answer = { calls: [{ name: 'get', argumentsText: '{"a": "Süd"}' }], content: null, reasoning: null };
const given = {
  name: 'BeaconToolParser',
  kind: 'vllm-tool',
  path: 'beacon.py',
  text: 'Hi\n<beacon>{}</beacon>',
  tools: [{ name: 'get', description: 'Gets.', schema: { type: 'object' } }],
  expected: null,
  answer,
} as const;

test('the class is imported from the file, or from its package where the path has it', () => {
  const own = parserPytest(given);
  expect(own).toContain('# `beacon` is your file: let Python find it, or change the import.');
  expect(own).toContain('from beacon import BeaconToolParser');
  expect(own).toContain('found = parser.extract_tool_calls(TEXT, request)');
  expect(own).toContain('        ("get", "{\\"a\\": \\"Süd\\"}"),');
  expect(own).toContain('def test_beacon_tool_parser():');
  expect(own).not.toContain('import pytest');
  const ofPackage = parserPytest({ ...given, path: 'src/vllm/tool_parsers/beacon_tool_parser.py' });
  expect(ofPackage).toContain('from vllm.tool_parsers.beacon_tool_parser import BeaconToolParser');
  expect(ofPackage).not.toContain('is your file');
});

test('what somebody expects comes before what the file answers, and a file that raises has to raise', () => {
  const expected = [{ name: 'get', argumentsText: '{"a":1}' }];
  const wanted = parserPytest({ ...given, expected });
  expect(wanted).toContain('import json');
  expect(wanted).toContain('("get", {"a":1}),');
  expect(parserPytest({ ...given, answer: null })).toContain('with pytest.raises(Exception):\n        read()');
});

test('detectors of SGLang and reasoning parsers are asked in their own way', () => {
  const detector = parserPytest({ ...given, name: 'KiteDetector', kind: 'sglang' });
  expect(detector).toContain('KiteDetector().detect_and_parse(TEXT, tools).calls');
  expect(detector).not.toContain('MODEL');
  const reasoning = { ...answer, calls: [], reasoning: 'hm', content: null };
  const thinks = parserPytest({ ...given, kind: 'vllm-reasoning', answer: reasoning });
  expect(thinks).toContain('assert read() == ("hm", None)');
});

test('each is Python, whatever the reply holds', () => {
  const kinds = ['vllm-tool', 'vllm-reasoning', 'sglang'] as const;
  const cases = kinds.flatMap((kind) => [
    parserPytest({ ...given, kind, text: hostile, answer: { ...answer, content: hostile } }),
    parserPytest({ ...given, kind, answer: null }),
    parserPytest({ ...given, kind, expected: [{ name: hostile, argumentsText: hostile }] }),
  ]);
  const check = 'import json,sys\nfor source in json.load(sys.stdin): compile(source, "test.py", "exec")';
  if (hasPython()) execFileSync('python3', ['-c', check], { input: JSON.stringify(cases) });
});

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version']);
    return true;
  } catch {
    return false;
  }
}
