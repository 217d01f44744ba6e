import { expect, it } from 'vitest';
import { modelOf } from '../../../../src/app/views/run/model-prompt.svelte.ts';

const ofNames = (names: readonly string[], hasTools: boolean) =>
  modelOf({ templates: names.map((name) => ({ name, text: name })), variables: {}, addsBos: null }, hasTools).template;

it('llama.cpp takes the template for tools where there are tools, and ChatML where there is none', () => {
  expect(ofNames(['default', 'tool_use'], true)).toBe('tool_use');
  expect(ofNames(['default', 'tool_use'], false)).toBe('default');
  expect(ofNames(['tool_use'], false)).toBe('tool_use');
  expect(ofNames(['default', 'rag'], true)).toBe('default');
  expect(ofNames(['rag'], true)).toBeNull();
  expect(ofNames([], false)).toBeNull();
});

it('tokens that the file does not name are empty', () => {
  const named = modelOf({ templates: [], variables: { bos_token: '<s>' }, addsBos: true }, false);
  expect(named).toEqual({ template: null, bos: '<s>', eos: '', addsBos: true });
});
