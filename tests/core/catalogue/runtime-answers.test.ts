import { describe, expect, it } from 'vitest';
import { answersOf, type IntendedCall } from '../../../src/core/reader/ask-all/runtime-answers.ts';
import { loadProject, readJson } from '../../../src/core/index.ts';
import { answersFor, engineFiles, engineLines, runtimeOfLine } from '../../conformance/engines/index.ts';
import { unmatched } from '../../conformance/unmatched.ts';

// What the table of engines says of a text is what the engine itself answered, for every golden text.
describe.each(engineFiles)('%s', (file) => {
  it('has a cell for every text that says what the engine answered', () => {
    const wrong: string[] = [];
    for (const line of engineLines(file)) {
      const runtime = runtimeOfLine(line);
      const served = answersFor(line)?.served(line) ?? null;
      if (runtime === undefined || served === null || unmatched.has(`${line.id} whole`)) continue;
      const [answers] = answersOf(line.text, line.tools, [runtime], served.map(asJson));
      const wanted = served.length === 0 ? 'none' : 'same';
      if (answers?.whole.calls !== wanted || answers.whole.count !== served.length)
        wrong.push(`${line.id}: ${JSON.stringify(answers?.whole)}, not ${wanted} with ${served.length}`);
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

describe('an answer', () => {
  const answer = (text: string, intended: readonly IntendedCall[]): unknown => {
    const runtime = runtimeOfLine({ engine: 'vllm', parser: 'hermes', text, tools: [] });
    return [...answersOf(text, [], runtime === undefined ? [] : [runtime], intended)][0];
  };

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
    expect(answer(after, [call('f', '{}')])).toMatchObject({ whole: { calls: 'same', rest: 'lost', lost: 5 } });
  });

  it('says in words what went wrong', async () => {
    const qwen3 = (await loadProject('ollama')).find(({ id }) => id === 'ollama:qwen3');
    const text = '<tool_call>{"name": "f"</tool_call>';
    expect([...answersOf(text, [], qwen3 === undefined ? [] : [qwen3], [])]).toMatchObject([
      { whole: { calls: 'none', error: 'Ollama returns an error: this is not valid JSON.' } },
    ]);
    expect(answer(text, [])).toMatchObject({ whole: { error: null } });
  });

  it('is not streamed where the text is long', () => {
    expect(answer('a'.repeat(8001), [])).toMatchObject({ whole: { calls: 'none', rest: 'shown' }, streamed: null });
  });
});
