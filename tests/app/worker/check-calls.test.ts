import { describe, expect, test } from 'vitest';
import {
  extract,
  type CallArguments,
  type JsonObject,
  type ToolDefinition,
  type Validation,
} from '../../../src/core/index.ts';
import { applyRepairs } from '../../../src/core/text/json/repairs.ts';
import { readTolerant } from '../../../src/core/text/json/tolerant.ts';
import type { Repair } from '../../../src/core/text/document/edit.ts';
import { checkCalls } from '../../../src/app/worker/check-calls.ts';

const schema: JsonObject = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'array', items: { type: 'integer' } } },
  required: ['city'],
  additionalProperties: false,
};
const weather: ToolDefinition = { name: 'weather', schema };

/** A call whose arguments are the part of `document` between the marks « and ». */
function marked(
  marks: string,
  argumentsText: string,
  repairs: readonly Repair[] = [],
): { document: string; call: CallArguments } {
  const from = marks.indexOf('«');
  const to = marks.indexOf('»') - 1;
  const document = marks.replace('«', '').replace('»', '');
  return { document, call: { name: 'weather', argumentsText, argumentsSpan: { from, to }, repairs } };
}

function shown(document: string, validation: Validation | undefined): string[] {
  if (validation?.state !== 'problems') return [validation?.state ?? 'nothing'];
  return validation.problems.map(
    ({ keyword, span }) => `${keyword} at ${span === null ? 'nowhere' : document.slice(span.from, span.to)}`,
  );
}

async function problemsAt(marks: string, argumentsText: string, repairs: readonly Repair[] = []): Promise<string[]> {
  const { document, call } = marked(marks, argumentsText, repairs);
  const [validation] = await checkCalls([call], [weather], document);
  return shown(document, validation);
}

describe('the state of each call', () => {
  const call = (name: string, argumentsText = '{"city": "Paris"}'): CallArguments => ({
    name,
    argumentsText,
    argumentsSpan: null,
    repairs: [],
  });

  test('one answer for each call, in order', async () => {
    const tools: ToolDefinition[] = [weather, { name: 'bare' }, { name: 'broken', schema: { type: 'strng' } }];
    const calls = [
      call('weather'),
      call('other'),
      call('bare'),
      call('broken'),
      call('weather', '{}'),
      call('weather', '{'),
    ];
    expect(await checkCalls(calls, tools, '')).toEqual([
      { state: 'valid' },
      { state: 'undeclared' },
      { state: 'unchecked', reason: 'The tool "bare" declares no schema for its arguments.' },
      { state: 'unchecked', reason: 'The schema is not valid JSON Schema at #/type.' },
      {
        state: 'problems',
        problems: [{ path: [], keyword: 'required', message: 'The required property `city` is missing.', span: null }],
      },
      { state: 'unchecked', reason: 'The arguments are not valid JSON.' },
    ]);
  });

  test('no calls, no answers', async () => {
    expect(await checkCalls([], [weather], 'text')).toEqual([]);
  });

  test('of two tools with one name the first counts', async () => {
    const second = { name: 'weather', schema: { type: 'string' } };
    expect(await checkCalls([call('weather')], [weather, second], '')).toEqual([{ state: 'valid' }]);
  });

  test('names are compared as they are', async () => {
    const tools = [{ name: 'constructor', schema }];
    expect(await checkCalls([call('Weather'), call('toString'), call('constructor')], tools, '')).toEqual([
      { state: 'undeclared' },
      { state: 'undeclared' },
      { state: 'valid' },
    ]);
  });

  test('2,000 calls of one tool', async () => {
    const calls = Array.from({ length: 2000 }, (_, index) =>
      call('weather', `{"city": ${index % 2 === 0 ? '"x"' : index}}`),
    );
    const states = (await checkCalls(calls, [weather], '')).map(({ state }) => state);
    expect(states.filter((state) => state === 'problems')).toHaveLength(1000);
  });
});

describe('where a problem is', () => {
  test('at the value', async () => {
    const text = '{"city": 5, "days": [1, "x"]}';
    expect(await problemsAt(`Sure: «${text}» done`, text)).toEqual(['type at 5', 'type at "x"']);
  });

  test('at the arguments when they as a whole are wrong', async () => {
    expect(await problemsAt('a «{"days": []}» b', '{"days": []}')).toEqual(['required at {"days": []}']);
    expect(await problemsAt('a «[1]» b', '[1]')).toEqual(['type at [1]']);
  });

  test('at an unknown property', async () => {
    expect(await problemsAt('«{"city": "x", "town": true}»', '{"city":"x","town":true}')).toEqual([
      'additionalProperties at true',
    ]);
  });

  test('at the first of duplicate keys', async () => {
    expect(await problemsAt('«{"city": 1, "city": 2}»', '{"city":1}')).toEqual(['type at 1']);
  });

  test('through the escapes of a JSON text in a string', async () => {
    const inner = '{\n  "x\\"\u00e9😀": 0, "city": ["Paris", 5]\n}';
    const literal = JSON.stringify(inner).replace('😀', '\\ud83d\\ude00').replace('é', '\\u00e9');
    const text = '{"x\\"\u00e9😀":0,"city":["Paris",5]}';
    expect(await problemsAt(`{"arguments": «${literal}»}`, text)).toEqual([
      'type at [\\"Paris\\", 5]',
      'additionalProperties at 0',
    ]);
    expect(await problemsAt('[«"{}"»]', '{}')).toEqual(['required at "{}"']);
  });

  test('through repairs', async () => {
    const text = "{city: 'Paris', /* c */ days: [01, True, 'x' , none],}";
    const before = 'call ';
    const { repairs, end } = readTolerant(before + text, before.length);
    const repaired = applyRepairs(before + text, before.length, end, repairs);
    expect(await problemsAt(`${before}«${text}» and`, repaired, repairs)).toEqual([
      'type at True',
      "type at 'x'",
      'type at none',
    ]);
  });

  test('a value beside something that was removed', async () => {
    const text = '{"city": 5,}';
    const repairs = [{ code: 'trailing-comma', span: { from: 10, to: 11 }, inserted: '' }];
    expect(await problemsAt(`«${text}»`, '{"city": 5}', repairs)).toEqual(['type at 5']);
  });

  test('at the arguments when they are there in another form', async () => {
    expect(await problemsAt('«<city>5</city>»', '{"city":5}')).toEqual(['type at <city>5</city>']);
    expect(await problemsAt('«"no JSON inside"»', '{"city":5}')).toEqual(['type at "no JSON inside"']);
  });

  test('in the native part of a response', async () => {
    const tool_calls = [
      { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city": "Paris", "days": [1, 2.5]}' } },
      { id: 'c2', type: 'function', function: { name: 'weather', arguments: '{"days": "x"}' } },
    ];
    const { calls, document } = extract({ text: 'Let me see.', tool_calls });
    const validations = await checkCalls(calls, [weather], document);
    expect(validations.map((validation) => shown(document, validation))).toEqual([
      ['type at 2.5'],
      ['type at \\"x\\"', 'required at "{\\"days\\": \\"x\\"}"'],
    ]);
  });
});
