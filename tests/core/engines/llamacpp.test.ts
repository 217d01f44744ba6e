import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/text/json/index.ts';
import {
  explain,
  extract,
  openStream,
  type Extraction,
  type ToolDefinition,
  type TraceEvent,
} from '../../../src/core/index.ts';
import { llamacppRuntimes } from '../../../src/core/engines/llamacpp/index.ts';

// Steps, and what the golden data do not ask. Answers were checked with llama.cpp v0.5.0.

const ferry: ToolDefinition = {
  name: 'find_ferry',
  schema: { type: 'object', properties: { port: { type: 'string' }, cars: { type: 'integer' } }, required: ['port'] },
};

function read(id: string, text: string, tools: readonly ToolDefinition[] = [ferry], thinking?: boolean): Extraction {
  return extract(
    { text },
    { runtime: `llamacpp:${id}`, runtimes: llamacppRuntimes, tools, capabilities: { thinking } },
  );
}

function stepsOf({ trace }: Extraction, ...kinds: TraceEvent['kind'][]): string[] {
  return trace
    .filter(({ kind }) => kinds.includes(kind))
    .map((event) => ('code' in event ? event.code : 'gate' in event ? `${event.gate}: ${String(event.answer)}` : ''));
}

/** The text from where a step of this code is. */
function placeOf({ trace, document }: Extraction, code: string): string | undefined {
  const step = trace.find((event) => 'code' in event && event.code === code);
  return step && document.slice('at' in step ? step.at : step.from);
}

const hermes = (body: string): string => `<tool_call>\n${body}\n</tool_call>`;

function taggedCalls(parameters: string, id = ''): string {
  const [open, close] = id === 'seed-oss' ? ['<seed:tool_call>', '</seed:tool_call>'] : ['<tool_call>', '</tool_call>'];
  return `${open}\n<function=find_ferry>\n${parameters}</function>\n${close}`;
}

it('has no place for arguments of which nothing was written', () => {
  const begun = '[TOOL_CALLS][{"name": "find_ferry", "arguments":';
  expect(read('mistral-nemo', begun).calls).toMatchObject([{ name: 'find_ferry', argumentsSpan: null }]);
  const opened = read('mistral-nemo', `${begun} {`).calls;
  expect(opened).toMatchObject([{ name: 'find_ferry', argumentsSpan: { to: begun.length + 2 } }]);
});

describe('a reply that does not match', () => {
  it.each([
    ['wanted-name', hermes('{"name": "sink_ferry", "arguments": {}}'), 'sink_ferry", "arguments": {}}\n</tool_call>'],
    [
      'wanted-member',
      hermes('{"arguments": {}, "name": "find_ferry"}'),
      'arguments": {}, "name": "find_ferry"}\n</tool_call>',
    ],
    ['wanted-json', hermes('{"name": "find_ferry", "arguments": {"port": "x",}}'), '}}\n</tool_call>'],
    ['wanted-number', hermes('{"name": "find_ferry", "arguments": {"cars": 01}}'), '01}}\n</tool_call>'],
    ['wanted-closer', hermes('{"name": "find_ferry", "arguments": {}, "id": 1}'), ', "id": 1}\n</tool_call>'],
    ['wanted-end', `${hermes('{"name": "find_ferry", "arguments": {}}')}\nDone.`, 'Done.'],
  ])('says %s at the first character that is not accepted', (code, text, place) => {
    const extraction = read('qwen2.5', text);
    expect(extraction).toMatchObject({ outcome: 'error', error: { code: 'raises-NoMatch', served: 'http-error' } });
    expect(placeOf(extraction, code)).toBe(place);
    expect(extraction.content).toBe(null);
  });

  it.each([
    [
      'qwen3-coder',
      'cars',
      'required ones first, up to six in any order, then optional ones: expected `port`, found `c`',
    ],
    [
      'qwen3-coder',
      'wind',
      'required ones first, up to six in any order, then optional ones: expected `port`, found `w`',
    ],
    ['seed-oss', 'cars', 'required ones first, in schema order, then optional ones: expected `port`, found `c`'],
  ])('says in which order %s takes parameters, where %s comes first', (id, first, expected) => {
    const calls = taggedCalls(`<parameter=${first}>\n5\n</parameter>\n<parameter=port>\nOban\n</parameter>\n`, id);
    const { trace, document, runtime } = read(id, calls);
    const step = trace.find((event) => 'code' in event && event.code === 'wanted-parameter');
    expect(step && explain(step, document, runtime.words).title).toContain(
      `The parser expects a declared parameter here: ${expected}`,
    );
  });

  it('takes the required parameters of Qwen3-Coder in any order', () => {
    const both = { ...ferry, schema: { ...ferry.schema, required: ['port', 'cars'] } };
    const calls = taggedCalls('<parameter=cars>\n5\n</parameter>\n<parameter=port>\nOban\n</parameter>\n');
    expect(read('qwen3-coder', calls, [both]).calls).toMatchObject([{ arguments: { cars: 5, port: 'Oban' } }]);
  });

  it('says whether the sampler would have written it', () => {
    expect(placeOf(read('qwen2.5', hermes('{"name": "sink_ferry"}')), 'grammar-refuses')).toBe(
      'sink_ferry"}\n</tool_call>',
    );
    expect(stepsOf(read('llama3', 'Use a { color: red } rule.'), 'quirk')).toEqual(['grammar-is-off']);
  });

  it('ends a stream with an error, after what was sent', () => {
    const stream = openStream({ runtime: 'llamacpp:qwen2.5', runtimes: llamacppRuntimes, tools: [ferry] });
    const sent = ['Well.', '<tool_call>\n{"name": "find_ferry", "argu', 'ments": {}}\n</tool_call> And?'].flatMap(
      (piece) => stream.push(piece),
    );
    expect(sent).toEqual([
      { kind: 'content', text: 'Well.', from: 0 },
      { kind: 'call', index: 0, name: 'find_ferry' },
      { kind: 'arguments', index: 0, text: '{' },
    ]);
    expect(stream.end().extraction.error).toMatchObject({ code: 'raises-NoMatch', served: 'broken-stream' });
  });
});

describe('a reply that matches', () => {
  it('names the parts in the order of the text', () => {
    const { calls, content, trace } = read(
      'qwen3-coder',
      'Well.\n<tool_call>\n<function=find_ferry>\n<parameter=port>\nYstad\n</parameter>\n<parameter=cars>\n2\n</parameter>\n</function>\n</tool_call>',
    );
    expect(calls).toMatchObject([{ name: 'find_ferry', argumentsText: '{"port":"Ystad","cars":2}' }]);
    expect(content).toBe('Well.\n');
    expect(trace.flatMap((event) => (event.kind === 'read' ? [event.what] : []))).toEqual([
      'name',
      'key',
      'value',
      'key',
      'coerced-value',
    ]);
  });

  it('begins inside of reasoning where the prompt opened it, and not where thinking is off', () => {
    const text = 'Which port?</think>Done.';
    const open = read('deepseek-v3.1', text);
    expect(open.content).toBe('Done.');
    expect(stepsOf(open, 'gate')).toEqual([
      'turns-thinking-on: true',
      'prompt-opens-reasoning: true',
      'begins-call: false',
    ]);
    expect(read('deepseek-v3.1', text, [ferry], false).content).toBe(text);
  });

  it('says that a call is cut off, and what is not read', () => {
    const cut = read('qwen2.5', '<tool_call>\n{"name": "find_ferry", "arguments": {"port": "Mal');
    expect(stepsOf(cut, 'quirk')).toEqual(['cut-off']);
    expect(cut.calls).toMatchObject([{ returnedText: '{"port": "Mal' }]);
    const after = read('ministral-3', '[TOOL_CALLS]find_ferry[ARGS]{"port": "Ystad"} And?');
    expect(placeOf(after, 'unread')).toBe(' And?');
    expect(after.lost).toHaveLength(1);
  });

  it('drops arguments that are no object', () => {
    const extraction = read('qwen2.5', hermes('{"name": "find_ferry", "arguments": "{}"}'));
    expect(stepsOf(extraction, 'quirk')).toEqual(['arguments-dropped', 'grammar-refuses']);
    expect(extraction.calls).toMatchObject([{ returnedText: '{}' }]);
  });
});

describe('a request', () => {
  it('is refused where the template cannot render a tool, or the schema is none', () => {
    const tool = (type: unknown): ToolDefinition[] => [
      { name: 'f', schema: { type: 'object', properties: { a: { type: type as string } } } },
    ];
    expect(read('hermes-2-pro', 'Hi', tool(['string', 'null'])).error?.code).toBe('raises-TemplateError');
    expect(read('qwen2.5', 'Hi', tool(['string', 'null'])).error).toBeUndefined();
    expect(read('qwen2.5', 'Hi', tool('str')).error?.code).toBe('raises-SchemaError');
    expect(read('gemma-4', 'Hi', tool('str')).error?.code).toBe(undefined);
  });

  it.each<[schema: JsonObject, argumentsText: string | null]>([
    [{ format: 'date' }, '{"a":"x"}'],
    [{ format: 'uuid4' }, '{"a":"x"}'],
    [{ format: 'colour' }, null],
  ])('reads %j as text only where llama.cpp knows the format', (a, argumentsText) => {
    const call = '<tool_call>f\n<arg_key>a</arg_key>\n<arg_value>x</arg_value>\n</tool_call>';
    const { calls, error } = read('glm-4.6', call, [{ name: 'f', schema: { type: 'object', properties: { a } } }]);
    expect(calls[0]?.argumentsText ?? null).toBe(argumentsText);
    expect(error?.code ?? null).toBe(argumentsText === null ? 'raises-NoMatch' : null);
  });

  it.each<JsonObject>([
    { type: 'string', minLength: -1 },
    { type: 'string', pattern: 5 },
    { format: 7 },
    { type: 'integer', minimum: '1' },
    { type: 'array', items: null },
    { type: 'object', additionalProperties: null },
    { oneOf: null, anyOf: [{ type: 'string' }] },
  ])('is refused where a keyword is not what it has to be: %j', (a) => {
    const tool = { name: 'f', schema: { type: 'object', properties: { a } } };
    expect(read('qwen3-coder', 'Hi', [tool]).error?.code).toBe('raises-SchemaError');
  });

  it('is rendered by GigaChat as far as its template follows the types', () => {
    const listed: JsonObject = { type: ['string', 'null'] };
    const asked = (schema: JsonObject): string | null =>
      read('gigachat-3', 'Hi', [{ name: 'f', schema }]).error?.code ?? null;
    expect(asked({ properties: { a: listed } })).toBeNull();
    expect(asked({ type: 'object', properties: { a: { properties: { b: listed } } } })).toBeNull();
    expect(asked({ type: 'object', properties: { a: listed } })).toBe('raises-TemplateError');
    expect(asked({ type: 'object', properties: { a: { type: 'object', additionalProperties: listed } } })).toBe(
      'raises-TemplateError',
    );
  });

  it('without tools has no parser for calls, and says that instead of missing a marker', () => {
    for (const { id } of llamacppRuntimes) {
      const found = stepsOf(
        read(id.replace('llamacpp:', ''), hermes('{"name": "find_ferry", "arguments": {}}'), []),
        'gate',
      );
      expect([id, found.filter((gate) => gate === 'begins-call: false')]).toEqual([id, []]);
    }
    expect(stepsOf(read('qwen2.5', hermes('{"name": "find_ferry", "arguments": {}}'), []), 'gate')).toContain(
      'declares-tools: false',
    );
  });

  it('makes one tool of two whose names differ in other characters: the later', () => {
    const two: ToolDefinition[] = [{ name: 'get_x' }, { name: 'get-x' }];
    expect(read('qwen2.5', hermes('{"name": "get-x", "arguments": {}}'), two).calls).toHaveLength(1);
    expect(read('qwen2.5', hermes('{"name": "get_x", "arguments": {}}'), two).error?.code).toBe('raises-NoMatch');
  });
});

it('stops at values that are nested deeper than it can read', () => {
  const text = `<|tool_call>call:find_ferry{port:${'['.repeat(5000)}`;
  expect(stepsOf(read('gemma-4', text), 'reject')).toEqual(['wanted-shallower']);
  expect(read('gemma-4', text).lost).not.toEqual([]);
});
