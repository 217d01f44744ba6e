import { describe, expect, it } from 'vitest';
import { formatList } from '../../../src/core/formats/list.ts';
import { writtenCall } from '../../../src/core/log/written-call.ts';
import { noCalls } from '../../fixtures.ts';

describe('a call that is written in a text', () => {
  it('is found in most formats with markers, with the name that the format reads', () => {
    const found = formatList.filter(({ example }) => writtenCall(`Now I call it.\n${example}`) !== null);
    expect(found.length).toBeGreaterThanOrEqual(46);
    for (const { example } of found) expect(example).toContain(writtenCall(example)?.name);
  });

  it.each([
    ['a draft with words after it', 'I could send <tool_call>{"name": "f", "arguments": {}}</tool_call>. But no.'],
    ['inline code', 'The form is `<function=f>{"a": 1}</function>'],
    ['a block of code', 'An example:\n```\n<function=f>{"a": 1}</function>\n```'],
    ['a quotation', 'Bo wrote:\n> <function=f>{"a": 1}</function>'],
    ['a marker without a call', 'It ends with <tool_call>'],
    ['an assigned object', 'lamp = {"name": "f", "arguments": {}}'],
    ['a returned object', 'def lamp():\n    return {"name": "f", "arguments": {}}'],
    ['data with a name', 'The row is {"name": "Ida", "age": 9}'],
  ])('is not found in %s', (_, text) => {
    expect(writtenCall(text)).toBeNull();
  });

  it('is rarely seen where none is', () => {
    // That a sentence forbids to run a call is known where formats are.
    const texts = noCalls.filter(({ name }) => !name.startsWith('forbidden-call'));
    const phantoms = texts.filter(({ text }) => writtenCall(text) !== null);
    expect(phantoms.length / texts.length).toBeLessThan(0.03);
  });
});
