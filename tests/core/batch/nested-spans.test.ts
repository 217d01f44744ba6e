import { expect, it } from 'vitest';
import { readLog } from '../../../src/core/batch/read/log-reader.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How tracers keep one span: what it is, in which trace and span it is, and what it gave. */
interface Tracer {
  readonly agent: string;
  readonly model: string;
  readonly tool: string;
  readonly span: (kind: string, id: string, trace: string, parent: string | null, output: string) => Fields;
}

const tracers: Readonly<Record<string, Tracer>> = {
  OpenTelemetry: {
    agent: 'invoke_agent',
    model: 'chat',
    tool: 'execute_tool',
    span: (kind, spanId, traceId, parentSpanId, text) => ({
      traceId,
      spanId,
      parentSpanId: parentSpanId ?? '',
      name: `${kind} depot`,
      attributes: {
        'gen_ai.operation.name': kind,
        'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: text }] }]),
      },
    }),
  },
  OpenInference: {
    agent: 'AGENT',
    model: 'LLM',
    tool: 'TOOL',
    span: (kind, span_id, trace_id, parent_id, text) => ({
      name: kind,
      parent_id,
      context: { trace_id, span_id },
      attributes: { 'openinference.span.kind': kind, 'output.value': text },
    }),
  },
  Langfuse: {
    agent: 'AGENT',
    model: 'GENERATION',
    tool: 'TOOL',
    span: (type, id, traceId, parentObservationId, output) => ({ id, traceId, parentObservationId, type, output }),
  },
  Braintrust: {
    agent: 'task',
    model: 'llm',
    tool: 'tool',
    span: (type, id, root_span_id, parent, output) => ({
      id,
      span_id: id,
      root_span_id,
      span_parents: parent === null ? null : [parent],
      span_attributes: { name: type, type },
      output,
    }),
  },
};

const read = (...spans: readonly Fields[]): unknown =>
  readLog(spans.map((span) => JSON.stringify(span)).join('\n'), { name: 'spans.jsonl' }).replies.map(({ id, text }) => [
    id,
    text,
  ]);

it.each(Object.entries(tracers))('of %s takes the answer of an agent once', (_, { agent, model, tool, span }) => {
  const around = span(agent, 'a1', 't1', null, 'Three buses are in.');
  const asked = [
    span(model, 'm1', 't1', 'a1', 'One moment.'),
    span(tool, 'x1', 't1', 'a1', '{"buses": 3}'),
    span(model, 'm2', 't1', 'a1', 'Three buses are in.'),
  ];
  const replies = [
    ['m1', 'One moment.'],
    ['m2', 'Three buses are in.'],
  ];
  expect(read(around, ...asked)).toEqual(replies);
  expect(read(...asked, around)).toEqual(replies);
  // Nobody traced the model.
  expect(read(around, ...asked.slice(1, 2))).toEqual([['a1', 'Three buses are in.']]);
  // An agent that gives its answer to another one, and another trace.
  const inside = span(agent, 'a2', 't1', 'a1', 'Three buses are in.');
  expect(read(around, inside)).toEqual([['a1', 'Three buses are in.']]);
  expect(read(...asked, span(agent, 'a3', 't2', null, 'The yard is shut.'))).toEqual([
    ...replies,
    ['a3', 'The yard is shut.'],
  ]);
});

it('takes no step of a chain, no judge and no state of a program for an answer', () => {
  const { OpenInference, Langfuse } = tracers;
  for (const kind of ['SPAN', 'EVALUATOR', 'RETRIEVER', 'GUARDRAIL', 'EVENT'])
    expect(read(Langfuse?.span(kind, 'o1', 't', null, 'The bus is red.') ?? {})).toEqual([]);
  for (const kind of ['EVALUATOR', 'RETRIEVER', 'PROMPT', 'UNKNOWN'])
    expect(read(OpenInference?.span(kind, 'o1', 't', null, 'The bus is red.') ?? {})).toEqual([]);
  expect(read(OpenInference?.span('CHAIN', 'o1', 't', 'o0', 'Is the bus red?') ?? {})).toEqual([]);
  expect(read(OpenInference?.span('CHAIN', 'o1', 't', null, '{"documents": ["The bus is red."]}') ?? {})).toEqual([]);
  expect(read(OpenInference?.span('CHAIN', 'o1', 't', null, 'The bus is red.') ?? {})).toEqual([
    ['o1', 'The bus is red.'],
  ]);
});

it('takes nothing around a request that failed for its answer', () => {
  const { OpenInference, Langfuse } = tracers;
  const late = { ...OpenInference?.span('LLM', 'm1', 't', 'c1', ''), status_code: 'ERROR' };
  expect(read(OpenInference?.span('CHAIN', 'c1', 't', null, 'Is the bus red?') ?? {}, late)).toEqual([]);
  const failed = { ...Langfuse?.span('GENERATION', 'm1', 't', 'a1', ''), level: 'ERROR' };
  const around = { ...Langfuse?.span('AGENT', 'a1', 't', null, ''), level: 'ERROR' };
  expect(readLog(`${JSON.stringify(failed)}\n${JSON.stringify(around)}`, { name: 'x.jsonl' }).summary.failed).toBe(1);
});

const event = (name: string, body: Fields, isTyped = false): Fields => ({
  ...(isTyped ? { eventName: name } : {}),
  traceId: 't',
  spanId: 's1',
  body,
  attributes: { 'gen_ai.system': 'openai', ...(isTyped ? {} : { 'event.name': name }) },
});
const made = { id: 'c1', type: 'function', function: { name: 'list_buses', arguments: '{"yard": 2}' } };

it.each([
  ['in an attribute', false],
  ['in a member', true],
])('takes only a choice for a reply where events have their name %s', (_, isTyped) => {
  const sent = [
    event('gen_ai.system.message', { content: 'You run a depot.' }, isTyped),
    event('gen_ai.user.message', { content: 'Which buses are in?' }, isTyped),
    event('gen_ai.assistant.message', { tool_calls: [made] }, isTyped),
    event('gen_ai.assistant.message', { role: 'assistant', content: 'I look.' }, isTyped),
    event('gen_ai.tool.message', { id: 'c1', content: 'Three.' }, isTyped),
  ];
  const choice = event('gen_ai.choice', { index: 0, finish_reason: 'stop', message: { content: 'Three.' } }, isTyped);
  expect(read(...sent, choice)).toEqual([['s1', 'Three.']]);
  expect(read(choice, ...sent)).toEqual([['s1', 'Three.']]);
  // Some write what the model answered so, and no choice.
  expect(read(...sent)).toEqual([
    ['s1', null],
    ['s1', 'I look.'],
  ]);
});

it('takes only the choice among the events of a span, as JSON or in attributes', () => {
  const message = { role: 'assistant', content: 'Three.', tool_calls: [made] };
  const choice = { index: 0, finish_reason: 'stop', message };
  const asked = { name: 'gen_ai.user.message', attributes: { 'gen_ai.event.content': '{"content": "Which?"}' } };
  const sent = {
    name: 'gen_ai.assistant.message',
    attributes: { 'gen_ai.event.content': '{"role": "assistant", "content": "I look."}' },
  };
  for (const attributes of [
    { 'gen_ai.event.content': JSON.stringify(choice) },
    { index: 0, finish_reason: 'stop', message: JSON.stringify(message) },
  ]) {
    const span = {
      spanId: 's1',
      traceId: 't',
      name: 'chat depot-7b',
      attributes: { 'gen_ai.operation.name': 'chat' },
      events: [asked, sent, { name: 'gen_ai.choice', attributes }],
    };
    expect(readLog(JSON.stringify([span]), { name: null }).replies).toMatchObject([
      { id: 's1', text: 'Three.', calls: [{ name: 'list_buses', arguments: { yard: 2 } }] },
    ]);
  }
});

it('takes the answer once where the spans around the model are in another trace', () => {
  const { OpenTelemetry, Langfuse } = tracers;
  for (const tracer of [OpenTelemetry, Langfuse]) {
    const asked = tracer?.span(tracer.model, 'm1', 't1', null, 'Three buses are in.') ?? {};
    const around = tracer?.span(tracer.agent, 'a1', 't2', null, 'Three buses are in.') ?? {};
    expect(read(asked, around)).toEqual([['m1', 'Three buses are in.']]);
    expect(read(around, asked)).toEqual([['m1', 'Three buses are in.']]);
  }
  // The AI SDK: one of both has the text alone, the other its calls as well.
  const span = (traceId: string, name: string, more: Fields): Fields => ({
    name,
    spanContext: { traceId, spanId: traceId },
    attributes: { 'ai.operationId': name, 'ai.response.text': 'I look.', ...more },
  });
  const calls = { 'ai.response.toolCalls': JSON.stringify([{ toolName: 'list_buses', input: {} }]) };
  for (const [inner, outer] of [
    ['ai.generateText.doGenerate', 'ai.generateText'],
    ['ai.streamText.doStream', 'ai.streamText'],
  ] as const)
    expect(read(span('t2', outer, {}), span('t1', inner, calls))).toEqual([['t1', 'I look.']]);
});
