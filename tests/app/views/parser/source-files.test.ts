import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { otherLanguage } from '../../../../src/app/views/parser/source-files.ts';

test.each([
  ['export function parseToolCall(text: string): Call[] {\n  return [];\n}', 'TypeScript or JavaScript'],
  ["import { z } from 'zod';\n\nconst call = z.object({});", 'TypeScript or JavaScript'],
  ['function parse(text) {\n  return JSON.parse(text);\n}', 'TypeScript or JavaScript'],
  ['module.exports = (text) => [];', 'TypeScript or JavaScript'],
  ['package harbour\n\nimport "strings"\n\nfunc (p *Parser) Parse(text string) []Call {\n\treturn nil\n}', 'Go'],
  ['use serde_json::Value;\n\npub fn parse(text: &str) -> Vec<Call> {\n    vec![]\n}', 'Rust'],
  ['pub(crate) struct Parser {\n    buffer: String,\n}', 'Rust'],
  ['def parse(text, tools):\n    return []', null],
  ['"""\nexport function parse(text) {}\n"""\nimport re\n\nOPEN = "<tool_call>"', null],
  ['class Parser(ToolParser):\n    """Like this:\n\n    const a = 1;\n    """', null],
  ['from vllm.x import ToolParser\ntype = 1\nfn = 2', null],
  ['parse = lambda text, tools: []', null],
  ['', null],
])('%s is %s', (text, language) => {
  expect(otherLanguage(text)).toBe(language);
});

test('the template is Python', () => {
  const template = readFileSync(new URL('../../../../src/app/parser-file/template.py', import.meta.url), 'utf8');
  expect(otherLanguage(template)).toBeNull();
});
