import { describe, expect, it } from 'vitest';
import { extract, type TraceEvent } from '../../../src/core/index.ts';
import { faultsOf } from '../../soundness.ts';

const tools = [
  {
    name: 'find_ferry',
    schema: { type: 'object', properties: { port: { type: 'string' }, cars: { type: 'integer' } } },
  },
];

/** What models get wrong in a payload, what it means, and the steps that say so. */
const payloads: readonly (readonly [what: string, payload: string, argumentsText: string, steps: readonly string[]])[] =
  [
    ['a trailing comma', '{"name": "find_ferry", "arguments": {"cars": 2,}}', '{"cars":2}', ['trailing-comma']],
    ['single quotes', "{'name': 'find_ferry', 'arguments': {'cars': 2}}", '{"cars":2}', ['single-quotes']],
    ['keys without quotes', '{name: "find_ferry", arguments: {cars: 2}}', '{"cars":2}', ['unquoted-key']],
    ['a comment', '{"name": "find_ferry", /* how many? */ "arguments": {"cars": 2}}', '{"cars":2}', ['comment']],
    ['a line comment', '{"name": "find_ferry", // where\n"arguments": {"cars": 2}}', '{"cars":2}', ['comment']],
    [
      'Python literals',
      '{"name": "find_ferry", "arguments": {"a": True, "b": None}}',
      '{"a":true,"b":null}',
      ['python-literal'],
    ],
    [
      'a line break in a text',
      '{"name": "find_ferry", "arguments": {"port": "a\nb"}}',
      '{"port":"a\\nb"}',
      ['raw-control-character'],
    ],
    [
      'an escape that JSON does not know',
      '{"name": "find_ferry", "arguments": {"port": "\\d"}}',
      '{"port":"\\\\d"}',
      ['bad-escape'],
    ],
    [
      'quotes inside of a text',
      '{"name": "find_ferry", "arguments": {"port": "the "old" one"}}',
      '{"port":"the \\"old\\" one"}',
      ['unescaped-quote'],
    ],
    ['a missing bracket', '{"name": "find_ferry", "arguments": {"l": [1, 2}}', '{"l":[1,2]}', ['missing-closer']],
    ['doubled braces', '{{"name": "find_ferry", "arguments": {"cars": 2}}}', '{"cars":2}', ['surplus-opener']],
    ['a brace too many', '{"name": "find_ferry", "arguments": {"cars": 2}}}', '{"cars":2}', ['surplus-closer']],
    ['curly quotes', '{“name”: “find_ferry”, “arguments”: {“port”: “Kiel”}}', '{"port":"Kiel"}', ['smart-quotes']],
    [
      'curly single quotes',
      '{‘name’: ‘find_ferry’, ‘arguments’: {‘port’: ‘Kiel’}}',
      '{"port":"Kiel"}',
      ['smart-quotes'],
    ],
    [
      'fullwidth punctuation',
      '{"name"："find_ferry"，"arguments"：{"cars"：2}}',
      '{"cars":2}',
      ['fullwidth-punctuation'],
    ],
    [
      'fullwidth brackets and quotes',
      '｛“name”：“find_ferry”，“arguments”：｛“cars”：2｝｝',
      '{"cars":2}',
      ['fullwidth-punctuation', 'smart-quotes'],
    ],
    ['an escaped text', '{"name": "find_ferry", "arguments": "{\\"cars\\": 2}"}', '{"cars":2}', ['decoded-arguments']],
    ['another key', '{"name": "find_ferry", "input": {"cars": 2}}', '{"cars":2}', []],
    ['no arguments', '{"name": "find_ferry"}', '{}', ['no-arguments']],
    ['NaN', '{"name": "find_ferry", "arguments": {"cars": NaN}}', '{"cars":null}', ['foreign-literal']],
    ['a key of every object', '{"name": "find_ferry", "arguments": {"__proto__": 1}}', '{"__proto__":1}', []],
  ];

/** Without a marker these are left alone: nothing but a declared name says that they mean a call. */
const onlyMarked = new Set([
  ...['a comment', 'a missing bracket', 'doubled braces', 'a brace too many'],
  ...['fullwidth brackets and quotes', 'no arguments'],
]);

describe.each([
  ['in a tag', (payload: string) => `<tool_call>\n${payload}\n</tool_call>`],
  ['alone', (payload: string) => payload],
  ['in a code block', (payload: string) => `\`\`\`json\n${payload}\n\`\`\``],
  ['in a code block in a tag', (payload: string) => `<tool_call>\n\`\`\`json\n${payload}\n\`\`\`\n</tool_call>`],
])('%s', (_, around) => {
  const isMarked = around('').includes('<tool_call>');
  it.each(payloads.filter(([what]) => isMarked || !onlyMarked.has(what)))(
    'reads %s, and says what was repaired',
    (_what, payload, argumentsText, steps) => {
      const extraction = extract({ text: around(payload) }, { runtime: 'auto', tools });
      expect(extraction.calls.map((call) => [call.name, call.argumentsText])).toEqual([['find_ferry', argumentsText]]);
      expect(stepCodes(extraction.trace)).toEqual(expect.arrayContaining([...steps]));
      expect(faultsOf(extraction)).toEqual([]);
    },
  );
});

describe('markup', () => {
  it.each([
    ['a closer that is missing', '<tool_call>{"name": "find_ferry", "arguments": {"cars": 2}}', 'closer-missing'],
    [
      'an opener twice',
      '<tool_call><tool_call>{"name": "find_ferry", "arguments": {"cars": 2}}</tool_call>',
      'opener-without-body',
    ],
    [
      'an equals sign that is missing',
      '<function find_ferry>\n<parameter cars>\n2\n</parameter>\n</function>',
      'coerced-value',
    ],
    ['the name as an attribute', '<invoke="find_ferry">\n<parameter="cars">2</parameter>\n</invoke>', 'coerced-value'],
    [
      'curly quotes in a tag',
      '<invoke name=“find_ferry”>\n<parameter name=“cars”>2</parameter>\n</invoke>',
      'coerced-value',
    ],
    [
      'objects one after the other',
      '<tool_call>{"name": "find_ferry", "arguments": {"cars": 2}}{"name": "find_ferry", "arguments": {"cars": 2}}</tool_call>',
      'call',
    ],
  ])('reads %s', (_, text, step) => {
    const extraction = extract({ text }, { runtime: 'auto', tools });
    expect(extraction.calls[0]).toMatchObject({ name: 'find_ferry', argumentsText: '{"cars":2}' });
    expect(stepCodes(extraction.trace)).toContain(step);
    expect(faultsOf(extraction)).toEqual([]);
  });

  it('completes nothing that the end of the text cuts off', () => {
    const cut = extract({ text: '<tool_call>{"name": "find_ferry", "arguments": {"cars": 2' }, { runtime: 'auto' });
    expect(cut.calls).toEqual([]);
    expect(cut.incomplete.map(({ name }) => name)).toEqual(['find_ferry']);
  });
});

/** The codes of the steps, and for what was read the kind of it. */
function stepCodes(trace: readonly TraceEvent[]): string[] {
  return trace.map((event) => ('code' in event ? event.code : 'what' in event ? event.what : event.kind));
}

describe('a reply in inline code, of which nobody knows the tools', () => {
  const namesIn = (text: string): readonly string[] =>
    extract({ text }, { runtime: 'auto' }).calls.map(({ name }) => name);

  it('is a call where it has a name and arguments', () => {
    expect(namesIn('`{"name": "find_ferry", "arguments": {"cars": 2}}`')).toEqual(['find_ferry']);
  });

  it.each([
    ['has no arguments', '`{"name": "find_ferry", "cars": 2}`'],
    ['has words after it', '`{"name": "find_ferry", "arguments": {"cars": 2}}` is what it looks like.'],
    ['has words before it', 'Write `{"name": "find_ferry", "arguments": {"cars": 2}}`'],
  ])('is none where it %s', (_, text) => {
    expect(namesIn(text)).toEqual([]);
  });
});
