import { expect, it } from 'vitest';
import { diagnose, evidenceOf, extract } from '../../../src/core/index.ts';

const action = '{"action": "Lamp helper", "action_input": "brighter, please"}';

it.each([
  ['alone', action],
  ['in a code block', `\`\`\`json\n${action}\n\`\`\``],
  ['below its word', `Action:\n\`\`\`\n${action}\n\`\`\``],
])('the input of an action that is words is told as that of ReAct is: %s', (_, text) => {
  const options = { runtime: 'auto', tools: [] };
  const [first, second] = diagnose(extract({ text }, options), options);
  expect([first?.code, first?.message, second]).toEqual([
    'D14',
    'The arguments are text, not JSON: `brighter, please`.',
    undefined,
  ]);
  const { call, causes } = evidenceOf({ content: text, name: null });
  expect([call?.names, call?.format, causes]).toEqual([['Lamp helper'], 'react', []]);
});

it('arguments of another call that are words are told otherwise', () => {
  const text = '{"name": "lamp_helper", "arguments": "brighter, please"}';
  const options = { runtime: 'auto', tools: [{ name: 'lamp_helper' }] };
  expect(diagnose(extract({ text }, options), options).map(({ code }) => code)).not.toContain('D14');
});

it('the arguments of a call that are only a text are no stream', () => {
  const said = ['The tram is late.', 'It comes at nine.'].map(
    (text, index) => `shout:${String(index)}<|tool_call_argument_begin|>${JSON.stringify({ text })}`,
  );
  const { call, did } = evidenceOf({ content: said.join('\n'), name: null });
  expect([call?.names, call?.format, did]).toEqual([['shout', 'shout'], 'kimi-k2', null]);
});
