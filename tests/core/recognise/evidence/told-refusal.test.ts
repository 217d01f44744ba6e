import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences, type EvidenceSentences } from '../../../../src/core/index.ts';

const said = (content: string): EvidenceSentences => evidenceSentences(evidenceOf({ content, name: null }));

const window = (call: string): string =>
  `⏺ ${call}\n  ⎿  Error: InputValidationError: Read failed due to the following issue:\n     The required parameter \`file_path\` is missing\n`;

it('a call of Claude Code that came without arguments through a router', () => {
  const { headline, causes } = said(`With claude-code-router and our own model:\n\n${window('Read()')}`);
  expect(headline).toContain('The call to `Read` came without its arguments, and `file_path` is required');
  expect(causes[0]?.fix).toMatch(/^Set `LOG: true` in the router/);
  const other = said(`Behind a proxy, ANTHROPIC_BASE_URL=http://10.0.0.4:4000.\n\n${window('Read()')}`);
  expect(other.causes[0]?.fix).toMatch(/^Send the server one such request with `curl`/);
});

it.each([
  ['nothing is in between', window('Read()')],
  ['there are arguments', `With claude-code-router:\n\n${window('Read(path: "a.ts")')}`],
])('nothing of it where %s', (_, content) => {
  expect(said(content).headline).not.toContain('came without');
});

const retried = (error: string): string =>
  `pydantic_ai.exceptions.UnexpectedModelBehavior: Exceeded maximum retries (1) for output validation\n\nModelResponse(parts=[ToolCallPart(tool_name='final_result', args='{"boat": "Möwe", "seats": "a dozen"}', tool_call_id='call_1')], model_name='qwen3:8b')\nModelRequest(parts=[RetryPromptPart(content=[${error}], tool_name='final_result', tool_call_id='call_1')])\n`;

it.each([
  [
    "{'type': 'int_parsing', 'loc': ('seats',), 'msg': 'Input should be a valid integer, unable to parse string as an integer', 'input': 'a dozen'}",
    "The client wants an integer for `seats`, and the model wrote `'a dozen'`.",
  ],
  [
    "{'type': 'bool_type', 'loc': ('boats', 0, 'isOpen'), 'msg': 'Input should be a valid boolean', 'input': 7}",
    'The client wants a boolean for `boats.0.isOpen`, and the model wrote `7`.',
  ],
])('what Pydantic refuses is named: %s', (error, says) => {
  const { headline, causes } = said(retried(error));
  expect(headline).toContain(says);
  expect(causes[0]?.fix).toMatch(/^Say in the description of /);
});

it('another error of Pydantic is not taken for one', () => {
  const error = "{'type': 'value_error', 'loc': ('seats',), 'msg': 'Value error, too many', 'input': 12}";
  expect(said(retried(error)).headline).not.toContain('The client wants');
});
