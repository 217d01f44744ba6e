import { describe, expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

const sayOf = (content: string): string => evidenceSentences(evidenceOf({ content, name: null })).headline;
const refused = (message: string): string => JSON.stringify({ error: { message, type: 'invalid_request_error' } });

const tools = ['dim_lamp', 'ring_bell', 'read.tide'].map((name) => ({ type: 'function', function: { name } }));
const messages = [
  { role: 'user', content: 'Ring it.' },
  { role: 'assistant', content: null },
  { role: 'tool', content: 'rung' },
];
const sent = `curl http://localhost:4000/v1/chat/completions -d '${JSON.stringify({ model: 'bells', messages, tools })}'\n`;

describe('the place in a request that an error names', () => {
  it.each([
    ["Invalid 'tools[2].function.name': string does not match pattern.", '`tools[2]` is tool 3 of the request: places'],
    ['tools.2.custom.name: String should match pattern', '`tools.2` is tool 3 of the request: places'],
    ['messages.5.content: Field required', '`messages.5` is message 6 of the request: places count from 0.'],
    ["Missing required parameter: 'messages[1].content'", '`messages[1]` is message 2 of the request: places'],
    ["Invalid 'input[12].id': 'lamp_1'. Expected an ID that begins with 'rs'", '`input[12]` is item 13 of the request'],
    ['tools[0].function_declarations[3].parameters: missing field', '`function_declarations[3]` is tool 4 of'],
  ])('%s', (message, says) => expect(sayOf(refused(message))).toContain(says));

  it('names the tool and the role where the paste has the request', () => {
    expect(sayOf(sent + refused("Invalid 'tools[2].function.name': string does not match pattern."))).toContain(
      '`tools[2]` is tool 3 of the request, `read.tide`: places count from 0.',
    );
    expect(sayOf(sent + refused("Missing required parameter: 'messages[2].tool_call_id'"))).toContain(
      '`messages[2]` is message 3 of the request, of the role `tool`: places count from 0.',
    );
  });

  it('names none that is not in the request', () => {
    expect(sayOf(sent + refused("Invalid 'tools[7].function.name': string does not match pattern."))).toContain(
      '`tools[7]` is tool 8 of the request: places count from 0.',
    );
  });

  it.each([
    "Value at 'toolConfig.tools.1.member.toolSpec.name' failed to satisfy constraint: Member must satisfy pattern",
    'At most 128 tools are supported',
    'The messages must alternate between user and assistant',
  ])('says nothing of a place that counts from 1, and of none: %s', (message) =>
    expect(sayOf(refused(message))).not.toContain('places count'),
  );
});
