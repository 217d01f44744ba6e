import { describe, expect, it } from 'vitest';
import {
  AskedReply,
  glance,
  loadProject,
  readerTable,
  readJson,
  type Runtime,
  type RuntimeAnswers,
  type ToolDefinition,
  waysOut,
} from '../../../../src/core/index.ts';
import { projectList } from '../../../../src/core/reader/runtimes.ts';
import { answersFor, engineFiles, engineLines, runtimeOfLine } from '../../../conformance/engines/index.ts';
import { unmatched } from '../../../conformance/unmatched.ts';
import { fixtures } from '../../../fixtures.ts';
import { someOf } from '../../../thorough.ts';

type IntendedCall = NonNullable<AskedReply['question']['expected']>[number];

function answersOf(
  text: string,
  tools: readonly ToolDefinition[],
  runtime: Runtime,
  expected: readonly IntendedCall[],
): RuntimeAnswers {
  return new AskedReply({ text, tools, expected, capabilities: {} }).answers(runtime);
}

// What the table of engines says of a text is what the engine itself answered. Which calls those are, the conformance tests
// hold for every golden text.
describe.each(engineFiles)('%s', (file) => {
  it('has a cell for a text that says what the engine answered', () => {
    const wrong: string[] = [];
    for (const line of someOf(engineLines(file), 1 / 8, ({ id }) => id)) {
      const runtime = runtimeOfLine(line);
      const served = answersFor(line)?.served(line) ?? null;
      if (runtime === undefined || served === null || unmatched.has(`${line.id} whole`)) continue;
      const { whole } = answersOf(line.text, line.tools, runtime, served.map(asJson));
      const wanted = served.length === 0 ? 'none' : 'same';
      if (whole.calls !== wanted || whole.count !== served.length)
        wrong.push(`${line.id}: ${JSON.stringify(whole)}, not ${wanted} with ${served.length}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** What is no JSON is a string that holds it, as a call has it. */
function asJson({ name, argumentsText }: IntendedCall): IntendedCall {
  return { name, argumentsText: readJson(argumentsText).ok ? argumentsText : JSON.stringify(argumentsText) };
}

const call = (name: string, argumentsText: string): IntendedCall => ({ name, argumentsText });
const hermes = (body: string): string => `<tool_call>${body}</tool_call>`;

const [vllm, ollama] = await Promise.all(['vllm', 'ollama'].map(loadProject));
const runtime = (id: string): Runtime => [...vllm!, ...ollama!].find((one) => one.id === id)!;

describe('an answer', () => {
  const answer = (text: string, intended: readonly IntendedCall[]): RuntimeAnswers =>
    answersOf(text, [], runtime('vllm:hermes'), intended);

  it('takes calls for the same whatever the order of keys and the writing of numbers', () => {
    const text = hermes('{"name": "f", "arguments": {"a": 1.0, "b": [true]}}');
    expect(answer(text, [call('f', '{"b":[true],"a":1}')])).toMatchObject({ whole: { calls: 'same', count: 1 } });
    expect(answer(text, [call('f', '{"b":[true],"a":2}')])).toMatchObject({ whole: { calls: 'other', count: 1 } });
  });

  it('tells text that is shown from text that is lost', () => {
    const bad = hermes('{"name": "f", "arguments": {},}');
    expect(answer(bad, [call('f', '{}')])).toMatchObject({
      whole: { calls: 'none', rest: 'shown', lost: 0 },
      streamed: { calls: 'other' },
    });
    const after = `${hermes('{"name": "f", "arguments": {}}')}\nDone.`;
    expect(answer(after, [call('f', '{}')])).toMatchObject({ whole: { calls: 'same', rest: 'lost', lost: 6 } });
  });

  it('says in words what went wrong', () => {
    const text = '<tool_call>{"name": "f"</tool_call>';
    const error = 'Ollama returns an error: this is not valid JSON.';
    expect(answersOf(text, [], runtime('ollama:qwen3'), [])).toMatchObject({ whole: { calls: 'none', error } });
    expect(answer(text, [])).toMatchObject({ whole: { error: null } });
  });

  it('is not streamed where the text is long', () => {
    expect(answer('a'.repeat(8001), [])).toMatchObject({ whole: { calls: 'none', rest: 'shown' }, streamed: null });
  });
});

describe('the first difference from another answer', () => {
  const text = `Hello.\n${hermes('{"name": "f", "arguments": {"a": 1}}')}`;
  const partings = (id: string, against: string): readonly unknown[] => {
    const reply = new AskedReply({ text, tools: undefined, expected: null, capabilities: {} });
    const { whole, streamed } = reply.answers(runtime(id), runtime(against));
    return [whole.partsAt, streamed?.partsAt];
  };

  it('is the first character that reaches the client in another way', () => {
    expect(partings('vllm:xlam', 'vllm:hermes')).toEqual([7, 7]);
    expect(partings('vllm:hermes', 'vllm:hermes')).toEqual([null, null]);
  });

  it('is none where an answer is compared with no other', () => {
    const reply = new AskedReply({ text, tools: undefined, expected: null, capabilities: {} });
    expect(reply.answers(runtime('vllm:xlam')).whole.partsAt).toBeNull();
  });
});

function drain<Value>(steps: Generator<unknown, Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

describe('a reply of which several things are asked', () => {
  const projects = [...projectList, { id: 'vllm', label: 'vLLM', runtimes: vllm! }];
  const text = hermes('{"name": "f", "arguments": {"a": 1},}');
  const question = { text, tools: undefined, expected: null, capabilities: {} };

  it('is read once by each runtime, whole and streamed', () => {
    const counts = new Map<string, number>();
    const counting = (one: Runtime): Runtime => ({
      ...one,
      whole(opened, ...of) {
        // An edit that is tried makes another reply of it.
        if (opened.document === text) counts.set(one.id, (counts.get(one.id) ?? 0) + 1);
        return one.whole(opened, ...of);
      },
    });
    const counted = projects.map((project) => ({ ...project, runtimes: project.runtimes.map(counting) }));
    const runtimes = counted.flatMap((project) => project.runtimes);
    const reply = new AskedReply(question);
    drain(readerTable(reply, runtimes, 'vllm:glm45'));
    const before = new Map(counts);
    expect(before.get('vllm:hermes')).toBeGreaterThan(0);
    drain(readerTable(reply, runtimes, 'vllm:hermes'));
    glance(reply, counted, { chosen: 'exathena', pinned: ['vllm:xlam'] });
    drain(waysOut(reply, '', counted, { chosen: 'vllm:qwen3_coder', system: '' }));
    // The edits of its diagnoses need its steps, which are not kept.
    expect(counts).toEqual(before.set('vllm:qwen3_coder', 2));
  });

  const broken = fixtures.filter(({ name }) => name === 'malformed');
  it.each(someOf(broken, 1 / 3, ({ format }) => format))(
    'is answered the same whatever was asked before: $format',
    ({ text: malformed, expected: { tools } }) => {
      const about = { text: malformed, tools, expected: null, capabilities: {} };
      const runtimes = projects.flatMap((project) => project.runtimes);
      const used = new AskedReply(about);
      drain(waysOut(used, '', projects, { chosen: 'vllm:hermes', system: '' }));
      glance(used, projects, { chosen: 'vllm:hermes', pinned: [] });
      drain(readerTable(used, runtimes, 'auto'));
      const table = (reply: AskedReply) => drain(readerTable(reply, runtimes, 'vllm:hermes'));
      expect(table(used)).toEqual(table(new AskedReply(about)));
    },
  );
});

describe('where nobody knows the tools', () => {
  const reply = (value: string): string =>
    `<tool_call>\n<function=book_seat>\n<parameter=row>\n${value}\n</parameter>\n</function>\n</tool_call>`;
  const json = '<tool_call>\n{"name": "book_seat", "arguments": {"row": 7}}\n</tool_call>';
  const tools: readonly ToolDefinition[] = [
    { name: 'book_seat', schema: { type: 'object', properties: { row: { type: 'integer' } } } },
  ];

  it.each([
    ['vllm:qwen3_coder', 'a number without a type', reply('7'), undefined, true],
    ['vllm:qwen3_coder', 'a text', reply('G'), undefined, undefined],
    ['vllm:qwen3_coder', 'a declared number', reply('7'), tools, undefined],
    ['vllm:hermes', 'a number in JSON', json, undefined, undefined],
    ['auto', 'our own reader', reply('7'), undefined, undefined],
  ])('%s needs the schema for what only that tells: %s', async (id, _what, text, known, needsSchema) => {
    const all = [...projectList.flatMap(({ runtimes }) => runtimes), ...(await loadProject('vllm'))];
    const runtime = all.find((one) => one.id === id);
    if (runtime === undefined) throw new Error(`${id} is not there.`);
    const asked = new AskedReply({ text, tools: known, expected: null, capabilities: {} });
    expect(asked.answers(runtime).needsSchema).toBe(needsSchema);
  });
});

describe('a reasoning parser', () => {
  const text = `<think>I look.\n${hermes('{"name": "f", "arguments": {"a": 1}}')}`;
  const under = (id: string, reasoning: string) =>
    new AskedReply({ text, tools: undefined, expected: null, capabilities: {}, reasoning }).answers(runtime(id));

  it('runs first in every server that has one of that name, and is said', () => {
    const one = under('vllm:hermes', 'deepseek_r1');
    expect([one.chain, one.whole.calls, one.streamed?.calls]).toEqual(['vLLM deepseek_r1 → hermes', 'none', 'none']);
    expect([one.whole.rest, one.whole.seen.length]).toEqual(['reasoning', 0]);
    for (const none of ['', 'beacon']) {
      const { chain, whole } = under('vllm:hermes', none);
      expect([chain, whole.calls]).toEqual([undefined, 'same']);
    }
  });
});

it('finds the calls of Cline where no tools are declared, and asks with them', () => {
  const text = 'I look.\n\n<read_file>\n<path>src/pier.ts</path>\n</read_file>';
  const asked = new AskedReply({ text, tools: undefined, expected: null, capabilities: {} });
  expect(asked.intended.map(({ name }) => name)).toEqual(['read_file']);
  expect(new AskedReply({ text, tools: [], expected: null, capabilities: {} }).intended).toEqual([]);
});
