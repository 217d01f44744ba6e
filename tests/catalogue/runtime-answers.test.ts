import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answersOf, type IntendedCall } from '../../src/core/catalogue/runtime-answers.ts';
import { readJson } from '../../src/core/index.ts';
import { runtimeOfLine, type EngineLine } from '../conformance/engines.ts';
import { unmatched } from '../conformance/unmatched.ts';

interface GoldenCalls {
  readonly calls: readonly IntendedCall[];
}

interface GoldenLine extends EngineLine {
  readonly id: string;
  readonly raises?: string;
  readonly expected: GoldenCalls | null;
  readonly served?: GoldenCalls;
}

const folder = fileURLToPath(new URL('../conformance/golden/engines/', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.gz'));

// What the table of engines says of a text is what the engine itself answered, for every golden text.
describe.each(files.sort())('%s', (file) => {
  it('has a cell for every text that says what the engine answered', () => {
    const wrong: string[] = [];
    for (const line of linesOf(file)) {
      const runtime = runtimeOfLine(line);
      if (runtime === undefined || unmatched.has(`${line.id} whole`)) continue;
      // Without tools the server asks no parser; here it runs all the same.
      if (line.tools.length === 0 && line.served !== undefined) continue;
      const served = (line.served ?? line.expected)?.calls ?? [];
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

function linesOf(file: string): GoldenLine[] {
  return gunzipSync(readFileSync(folder + file))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as GoldenLine);
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

  it('is not streamed where the text is long', () => {
    expect(answer('a'.repeat(8001), [])).toMatchObject({ whole: { calls: 'none', rest: 'shown' }, streamed: null });
  });
});
