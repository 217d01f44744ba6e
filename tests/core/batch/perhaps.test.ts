import { describe, expect, it } from 'vitest';
import { groupsOf, Judge, type LoggedReply } from '../../../src/core/batch/index.ts';
import { runtimesFor } from '../../../src/core/index.ts';
import { callByShape } from '../../../src/core/batch/perhaps.ts';

// Logs without tools: what would be a call if its tool were declared.

const object = '{"liters": 4, "tank": "north"}';

it.each<[string, string, string]>([
  ['a name of one word, which alone is a call', `drain\n${object}`, 'drain'],
  ['a name at the end of a sentence', `I use the tool for that.\n\nfill_tank\n${object}\n`, 'fill_tank'],
  ['a name right after a sentence', `Let me fill it with this tool.fill_tank\n${object}`, 'fill_tank'],
  ['a list of calls before words', `[tank.fill(liters=4), drain(tank="north")]\nThis fills one tank.`, 'tank.fill'],
  ['arguments in an object', `[fill({'liters': 4})]\n\nThis fills it.`, 'fill'],
  ['a list of sums of calls', `[fill(liters=4) + fill(liters=5)]\n\nTogether 9.`, 'fill'],
  ['several lines in a fence', '```python\n[fill(liters=4),\n fill(liters=5)]\n```\nDone.', 'fill'],
])('has the shape of a call: %s', (_name, text, name) => {
  expect(callByShape(text)?.name).toBe(name);
  expect(callByShape(text)?.calls[0]?.name).toBe(name);
});

it.each<[string, string]>([
  ['an answer', 'The tank is full.'],
  ['an object under a heading', `Result\n${object}`],
  ['an object under the name of its language', `json\n${object}`],
  ['a word that ends a sentence', `This is what you asked for\n${object}`],
  ['an object in the middle', `fill_tank\n${object}\nis what I would write.`],
  ['a link', '[the manual](https://pumps.example.org/fill(1))'],
  ['a list of words', '[fill, drain (slowly)]'],
  ['a list of calls within a sentence', 'Write [fill(liters=4)] to fill it.'],
])('has not: %s', (_name, text) => {
  expect(callByShape(text)).toBeNull();
});

describe('in a log', () => {
  const log = (tools: LoggedReply['tools'], texts: readonly string[]): LoggedReply[] =>
    texts.map((text, index) => {
      const id = `r${String(index)}`;
      return { id, record: id, number: index + 1, text, calls: null, tools, model: null, isRight: null };
    });

  it.each(['auto', 'vllm:glm45', 'sglang:hermes'])('%s: it is no answer, and has a group', async (runtime) => {
    const judge = new Judge({ runtime, runtimes: await runtimesFor(runtime), isAligning: true });
    const results = log(null, [`drain\n${object}`, `fill_tank\n${object}`, 'Full.']).map((one) => judge.judge(one));
    expect(results.map(({ outcome, names, format }) => [outcome, names, format])).toEqual([
      ['perhaps', ['drain'], 'glm-4-legacy'],
      ['text', ['fill_tank'], 'glm-4-legacy'],
      ['answer', [], null],
    ]);
    expect(groupsOf(results).find(({ outcome }) => outcome === 'perhaps')?.sentence).toBe(
      'No tools are declared, and this looks like a call to one, `drain`.',
    );
    expect(results.some(({ isUnexplained }) => isUnexplained)).toBe(false);
  });

  it('where the tools are known, it is a call or an answer', () => {
    const judge = new Judge({ runtime: 'auto', isAligning: true });
    const outcomes = (name: string): readonly string[] =>
      log([{ name, schema: {} }], [`drain\n${object}`]).map((one) => judge.judge(one).outcome);
    expect([outcomes('drain'), outcomes('fill')]).toEqual([['calls'], ['answer']]);
  });
});
