import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  customFormatExample,
  customFormatProblem,
  customFormatWarning,
  extract,
  firstCustomFormat,
  openStream,
  renderTrace,
  type CustomFormat,
} from '../../../../src/core/index.ts';
import { faultsOf } from '../../../soundness.ts';
import { contentOf, namesOf } from '../../../readings.ts';

const bodies = ['json', 'named-json', 'tagged', 'python'] as const;
const tools = [{ name: 'ring_bell', schema: { type: 'object', properties: { times: { type: 'integer' } } } }];

const define = (change: Partial<CustomFormat>): CustomFormat => ({ ...firstCustomFormat, ...change });

describe('a definition that can be read', () => {
  it.each([
    define({}),
    define({ close: '' }),
    define({ nameKey: 'do', argumentsKey: 'with', open: '«', close: '»' }),
    define({ open: '[[', close: ']]', body: 'named-json' }),
    define({ open: '@tool', close: '', body: 'named-json', nameEnd: ':' }),
    define({ body: 'tagged' }),
    define({ body: 'tagged', nameEnd: '|', keyOpen: '%', keyEnd: '=', valueEnd: ';' }),
    define({ body: 'python' }),
    define({ open: '```run', close: '```', body: 'python' }),
    define({ open: '~~~run', close: '~~~end', body: 'json' }),
    define({ open: '>>run', close: '<<', body: 'json' }),
    define({ open: '{{', close: '}}', body: 'python' }),
  ])('gives its example back as a call: %j', (custom) => {
    expect(customFormatProblem(custom)).toBeNull();
    const text = customFormatExample(custom);
    const extraction = extract({ text }, { runtime: 'custom', custom, tools });
    expect(extraction.calls.map(({ name, argumentsText }) => [name, argumentsText])).toEqual([
      ['ring_bell', '{"times":2}'],
    ]);
    expect(faultsOf(extraction)).toEqual([]);
  });

  it('is stepped like the formats that are built in', () => {
    const text = 'Now. <call>{"name": "ring_bell", "arguments": {"times": 2,}}</call>';
    expect(renderTrace(extract({ text }, { runtime: 'custom' }))).toMatchInlineSnapshot(`
      " 0  The server reads the response as one document. [0, 67)
       1    Tier: Native tool_calls. [67, 67)
       2      Is \`tool_calls\` a list with at least one entry? No. [67, 67)
       3    Done: found no call. [67, 67)
       4    Does the text contain the opening marker of a format? Yes (line 1, column 6). [0, 67)
       5    Tier: Formats with markers. [0, 67)
       6      A candidate in the format custom: <call>{"name": "ring_bell", "arguments"…}</call> [5, 67)
       7        Opens with \`<call>\`. [5, 11)
       8        The tool name: "ring_bell" [20, 31)
       9        Repaired (trailing comma): removed “,”. [57, 58)
      10        The arguments: {"times": 2,} [46, 59)
      11        A call to ring_bell. [11, 60)
      12        Closes with \`</call>\`. [60, 67)
      13      Done: found calls. [5, 67)
      14    Done: found calls. [0, 67)
      15  Done: found calls. [0, 67)"
    `);
  });

  it('reads nothing but its own markers, and nothing that is quoted', () => {
    const text = 'Write `<call>{"name": "a"}</call>`.\n<tool_call>{"name": "b", "arguments": {}}</tool_call>';
    expect(extract({ text }, { runtime: 'custom' }).calls).toEqual([]);
  });

  it('streams', () => {
    const stream = openStream({ runtime: 'custom', custom: define({ open: '<<', close: '>>', body: 'python' }) });
    expect(contentOf(stream.push('Hm. <'))).toBe('Hm. ');
    expect(stream.push('<ring_bell(times=2)>')).toEqual([]);
    expect(namesOf(stream.push('> and'))).toEqual(['ring_bell']);
  });
});

describe('a definition that cannot be read', () => {
  it.each([
    ['open', define({ open: '' })],
    ['open', define({ open: '   ' })],
    ['open', define({ open: ' <call>' })],
    ['open', define({ open: 'a\nb' })],
    ['open', define({ open: '`call' })],
    ['open', define({ open: '<'.repeat(10_000) })],
    ['close', define({ close: '<call>' })],
    ['close', define({ close: '<' })],
    ['close', define({ close: '', body: 'tagged' })],
    ['close', define({ close: '', body: 'python' })],
    ['nameKey', define({ nameKey: '' })],
    ['keyOpen', define({ body: 'tagged', keyOpen: '<call>' })],
    ['keyEnd', define({ body: 'tagged', keyEnd: '' })],
    ['keyEnd', define({ body: 'tagged', keyEnd: '<arg=' })],
    ['valueEnd', define({ body: 'tagged', valueEnd: '</call>' })],
  ] as const)('is refused at %s with a sentence, and finds nothing: %#', (field, custom) => {
    const problem = customFormatProblem(custom);
    expect(problem?.field).toBe(field);
    expect(problem?.message).toMatch(/^[A-Z].+\.$/);
    const extraction = extract({ text: customFormatExample(custom) }, { runtime: 'custom', custom });
    expect(extraction.outcome).toBe('none');
    expect(faultsOf(extraction)).toEqual([]);
  });
});

const marker = fc.oneof(
  fc.stringMatching(/^[<>[\](){}|#@$%&*~`'"«»｜a-e=/:;,.!?-]{1,6}$/),
  fc.constantFrom('<call>', '</call>', '[[', ']]', '```x', '~~~x', '>', '<think>', '{', '}', '"', 'call'),
);

const anyDefinition: fc.Arbitrary<CustomFormat> = fc.record({
  open: marker,
  close: fc.oneof(marker, fc.constant('')),
  body: fc.constantFrom(...bodies),
  nameKey: fc.constantFrom('name', 'do', '__proto__'),
  argumentsKey: fc.constantFrom('arguments', 'with'),
  nameEnd: fc.oneof(marker, fc.constant('')),
  keyOpen: marker,
  keyEnd: marker,
  valueEnd: marker,
});

/** Texts of the markers of a definition and of what may be between them. */
const anyText = (custom: CustomFormat): fc.Arbitrary<string> => {
  const { open, close, nameEnd, keyOpen, keyEnd, valueEnd } = custom;
  const piece = fc.oneof(
    fc.constantFrom(open, close, nameEnd, keyOpen, keyEnd, valueEnd, customFormatExample(custom), '\n', ' '),
    fc.constantFrom('ring_bell', '{"name":"f","arguments":{}}', 'f(a=1)', '{', '"', '`', '</think>', 'text'),
  );
  return fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
};

it('reads any text by any definition soundly, and the same however it is cut', () => {
  let withCalls = 0;
  const subject = anyDefinition.chain((custom) => fc.tuple(fc.constant(custom), anyText(custom), fc.nat(), fc.nat()));
  fc.assert(
    fc.property(subject, ([custom, text, one, other]) => {
      const options = { runtime: 'custom', custom, tools };
      const whole = extract({ text }, options);
      if (whole.calls.length > 0) withCalls += 1;
      if (faultsOf(whole).length > 0) expect(faultsOf(whole)).toEqual([]);
      const expected = JSON.stringify(whole);
      const cuts = [one, other].map((cut) => cut % (text.length + 1)).sort((a, b) => a - b);
      for (const chunks of [
        text.split(''),
        [text.slice(0, cuts[0]), text.slice(cuts[0], cuts[1]), text.slice(cuts[1])],
      ]) {
        const stream = openStream(options);
        for (const chunk of chunks) stream.push(chunk);
        const streamed = JSON.stringify(stream.end().extraction);
        if (streamed !== expected) expect(streamed).toBe(expected);
      }
    }),
    { numRuns: 1500 },
  );
  // Or the texts would be mere noise.
  expect(withCalls).toBeGreaterThan(100);
});

describe('who else acts on the opener', () => {
  it.each([
    ['<tool_call>', /hermes.*qwen3/],
    ['<think>', /Reasoning parsers/],
    ['[TOOL_CALLS]', /Parsers of servers/],
    ['<|python_tag|>', /Parsers of servers/],
    ['```json', /code blocks/],
  ])('is said of %s', (open, says) => {
    expect(customFormatWarning({ ...firstCustomFormat, open })).toMatch(says);
  });

  it.each(['<call>', '<toolbox>', '@@', '<|'.slice(0, 1)])('is nobody for %s', (open) => {
    expect(customFormatWarning({ ...firstCustomFormat, open })).toBeNull();
  });
});
