import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

/** The log of Open WebUI: a reply, and why it could not be read. */
const log = (reply: string, error: string): string =>
  `open_webui.utils.middleware:chat_completion_tools_handler:140 - response=${JSON.stringify({
    model: 'lamp:3b',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: reply } }],
  })}\nopen_webui.utils.middleware:chat_completion_tools_handler:265 - Error: ${error} - {}\n`;

const comma = 'Sure. {"tool_calls": [{"name": "dim_lamp", "parameters": {"level": 2,}}]}';
const key = 'Expecting property name enclosed in double quotes';

it.each([
  ['as older releases of Python say it', `${key}: line 1 column 64 (char 63)`],
  ['as Python 3.13 says it', 'Illegal trailing comma before end of object: line 1 column 63 (char 62)'],
])('the place in an error of Python is one in the reply: %s', (_, error) => {
  const content = log(comma, error);
  const evidence = evidenceOf({ content, name: null });
  expect(evidenceSentences(evidence).headline).toContain('a comma is before `}` (line 1, column 64).');
  const { span } = evidence.because.find(({ of }) => of === 'cause') ?? {};
  expect(content.slice(span?.from, span?.to)).toBe(': 2,}');
});

it.each([
  ['another place', log(comma, `${key}: line 1 column 9 (char 8)`)],
  ['a reply without JSON', log('Sure.', 'Expecting value: line 1 column 1 (char 0)')],
])('an error about %s says nothing of the reply', (_, content) => {
  const { because } = evidenceOf({ content, name: null });
  expect(because.some(({ says }) => says.startsWith('The JSON of the reply is invalid'))).toBe(false);
});
