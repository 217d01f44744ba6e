import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

it('says what is wrong with a text, and not what Callscope did with it', () => {
  const content =
    'Assistent: Moment.\n<tool_call>\n{"name": "ofen_lesen", "arguments": {"fach": "unten"}\n</tool_call>';
  const { causes, headline } = evidenceSentences(evidenceOf({ content, name: null }));
  expect(causes[0]?.why).toMatch(/^The JSON is invalid: /);
  expect(headline + causes.map(({ why }) => why).join('')).not.toContain('Callscope');
});

it.each(['qwen', 'glm-4.6'])('says one outcome of a call of %s that Ollama could not parse', (parser) => {
  const line = `time=2026-11-30T20:12:31.774Z level=WARN source=parser.go:71 msg="${parser} tool call parsing failed" error="XML syntax error on line 4: unexpected EOF"`;
  const { causes, did } = evidenceOf({ content: `${line}\n[GIN] 2026/11/30 - 20:12:31 | 500 | 9.8s`, name: null });
  expect([did, causes]).toEqual(['error', ['damaged']]);
});

it.each([
  ['langchain_core.exceptions.OutputParserException: Could not parse LLM output: `', /output parser .* another form/],
  ['dspy.utils.exceptions.AdapterParseError: Adapter JSONAdapter failed to parse the LM response.\nLM Response: ', /./],
])('blames no server where a client could not read a text', (error, why) => {
  const content = `${error}I look.\nAction: read_tub\nAction Input: upper floor`;
  const { causes } = evidenceSentences(evidenceOf({ content, name: null }));
  expect(causes[0]?.why ?? 'none').toMatch(why);
  expect(causes.map(({ fix }) => fix).join(' ')).not.toContain('Update the server');
});
