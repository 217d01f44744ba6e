import { expect, it } from 'vitest';
import { evidenceOf, extract, type ToolDefinition } from '../../../src/core/index.ts';

const tide: ToolDefinition = {
  name: 'get_tide',
  schema: { type: 'object', properties: { port: { type: 'string' }, days: { type: 'integer' } } },
};

/** The steps of a reading that tell of damage or of what was not read. */
function told(text: string, tools: readonly ToolDefinition[] = []): readonly string[] {
  const { trace } = extract({ text }, { runtime: 'auto', tools });
  return trace.flatMap((step) => (step.kind === 'reject' || step.kind === 'repair' ? step.code : []));
}

/** The calls, each as its name and its arguments. */
function called(text: string, tools: readonly ToolDefinition[] = []): readonly string[] {
  return extract({ text }, { runtime: 'auto', tools }).calls.map(
    ({ name, argumentsText }) => `${name} ${argumentsText}`,
  );
}

it.each(['<|tool_call_end|>', '<|tool_call_end|><|tool_calls_section_end|>', '<|tool_calls_section_end|>'])(
  'of Kimi, what ends a call whose beginning is lost is no surplus: %s',
  (end) => {
    const text = `I will look. functions.get_tide:0<|tool_call_argument_begin|>{"port": "Husum"}${end}`;
    expect(called(text)).toEqual(['get_tide {"port":"Husum"}']);
    expect(told(text)).toEqual(['missing-marker']);
  },
);

it('with tools the same', () => {
  const text = 'get_tide:0<|tool_call_argument_begin|>{"port": "Husum"}<|tool_calls_section_end|>';
  expect(called(text, [tide])).toEqual(['get_tide {"port":"Husum"}']);
});

const boiling = 'wolfram_alpha.call(query="boiling point of rapeseed oil")';
const calledBoiling = ['wolfram_alpha {"query":"boiling point of rapeseed oil"}'];

it.each([
  ['alone', boiling],
  ['before the end of its turn', `${boiling}<|eom_id|>`],
  ['before a turn that the model made up', `${boiling}assistant\n\nI could not find it.`],
  ['after words of the model', `I will look it up.\n\n${boiling}`],
  ['in a code block', `\`\`\`\n${boiling}\n\`\`\``],
])('a built-in tool of Llama is called without its token: %s', (_, text) => {
  expect(called(text)).toEqual(calledBoiling);
  expect(called(text, [tide])).toEqual(calledBoiling);
  expect(told(text)[0]).toBe('missing-marker');
});

it('a declared tool may be called as a built-in one is', () => {
  const text = 'get_tide.call(port="Husum", days=2)';
  expect(called(text, [tide])).toEqual(['get_tide {"port":"Husum","days":2}']);
  expect(called(text)).toEqual([]);
});

it('a built-in call that the text breaks off is incomplete', () => {
  const { calls, incomplete } = extract({ text: 'brave_search.call(query="ferry to' }, { runtime: 'auto' });
  expect([calls.length, incomplete.map(({ name }) => name)]).toEqual([0, ['brave_search']]);
});

it.each([
  ['a program', `${boiling}\nprint("done")`],
  ['the middle of a line', `The call is ${boiling}`],
  ['a sentence about it', `${boiling} is how Llama 3.1 asks for a calculation.`],
  ['an argument without a name', 'brave_search.call("ferry to Husum")'],
  ['words that forbid it', `Do not run this:\n${boiling}`],
])('other text is no call of a built-in tool: %s', (_, text) => {
  expect(called(text)).toEqual([]);
});

it.each([
  ['in a code block', '```json\n{"action": "Lamp helper", "action_input": "brighter, please"}\n```'],
  ['alone', '{"action": "Lamp helper", "action_input": "brighter, please"}'],
  ['below its word', 'Action:\n```\n{"action": "Lamp helper", "action_input": "brighter, please"}\n```'],
  ['as ReAct has it', 'Action: lamp\nAction Input: brighter, please'],
])('the input of an action that is only words is no JSON: %s', (_, text) => {
  expect(called(text)).toEqual([]);
  expect(told(text)).toEqual(['arguments-not-json']);
});

it.each([
  ['the answer', '{"action": "Final Answer", "action_input": "It is lit."}'],
  ['the answer below its word', 'Action:\n```\n{"action": "final_answer", "action_input": "It is lit."}\n```'],
  ['another key', '{"action": "Lamp helper", "action_value": "brighter"}'],
  ['a record', '{"action": "login", "action_input": "form", "user": "ada"}'],
])('other text is no action: %s', (_, text) => {
  expect(called(text)).toEqual([]);
  expect(told(text)).not.toContain('arguments-not-json');
});

const listed = '[{"name": "get_tide", "arguments": {"port": "Husum"}}]';

it.each([
  ['the closing tag of one format alone', `${listed}</TOOLCALL>`, 'nemotron-toolcall'],
  ['the same on its line', `${listed}\n</TOOLCALL>`, 'nemotron-toolcall'],
  ['none', listed, 'xlam'],
  ['the closing tag of several formats', `${listed}</tool_call>`, 'xlam'],
  ['a closing tag of another kind', `${listed}</section>`, 'xlam'],
])('what closes calls whose opening tag is lost names their format: %s', (_, text, format) => {
  const { calls } = extract({ text }, { runtime: 'auto', tools: [tide] });
  expect(calls.map((call) => [call.name, call.format])).toEqual([['get_tide', format]]);
});

const lamp: ToolDefinition = {
  name: 'set_lamp',
  schema: { type: 'object', properties: { room: { type: 'string' }, level: { type: 'integer' } } },
};

it.each([
  ['glued to a sentence', 'So the lamp must be lit.call:set_lamp{room:attic, left,level:2}', ['attic, left']],
  ['after a blank', 'The lamp first. call:set_lamp{room:attic,level:2}', ['attic']],
  ['twice', 'Both lamps.call:set_lamp{room:attic,level:2}call:set_lamp{room:hall,level:2}', ['attic', 'hall']],
  ['with its strings and its closer', 'Lit.call:set_lamp{room:<|"|>attic<|"|>,level:2}<tool_call|>', ['attic']],
])('Gemma 4 without its opening token in a line: %s', (_, text, rooms) => {
  const made = rooms.map((room) => `set_lamp {"room":"${room}","level":2}`);
  expect(called(text, [lamp])).toEqual(made);
  expect(called(`\`\`\`\n${text}\n\`\`\``, [lamp])).toEqual(made);
});

it.each([
  ['alone', 'call:set_lamp{room:attic, left,level:2}', 'attic, left'],
  ['glued to a sentence', 'So the lamp must be lit.call:set_lamp{room:attic,level:2}', 'attic'],
  ['with a colon in a text', 'Lit.call:set_lamp{room:attic, so: left,level:2}', 'attic, so: left'],
])('without declared tools its name and its keys tell it: %s', (_, text, room) => {
  expect(called(text)).toEqual([`set_lamp {"room":"${room}","level":2}`]);
});

it.each([
  ['a name that is a word', 'So it is lit.call:lamp{room:attic}'],
  ['no key', 'So it is lit.call:set_lamp{}'],
  ['an address', 'So it is lit.call:set_lamp{http://attic}'],
  ['no end', 'So it is lit.call:set_lamp{room:attic'],
  ['more words', 'For instance call:set_lamp{room:attic} lights the attic, and there are no tools here.'],
  ['an example', 'The syntax is call:set_lamp{room:attic}'],
])('without declared tools other text is none: %s', (_, text) => {
  expect(called(text)).toEqual([]);
});

it.each([
  ['another key', 'It is the macro call:set_lamp{ROOM:attic}'],
  ['more words', 'The form is call:set_lamp{room:attic} and no more.'],
  ['an example', 'An example is call:set_lamp{room:attic}'],
  ['inline code', 'It writes `call:set_lamp{room:attic}`'],
  ['a longer word', 'Then recall:set_lamp{room:attic}'],
])('other text is no call of Gemma 4: %s', (_, text) => {
  expect(called(text, [lamp])).toEqual([]);
});

it('an action in a code block is one of LangChain, and what its runtime writes is none', () => {
  const action = '{\n  "action": "crop_photo",\n  "action_input": {"path": "cat.png"}\n}';
  const text = `Thought: Loose.\n\nAction:\n\`\`\`json\n${action}\n\`\`\`\nObservation: Cropped.`;
  const { calls } = extract({ text }, { runtime: 'auto', tools: [] });
  expect(calls.map(({ name, format }) => [name, format])).toEqual([['crop_photo', 'react']]);
  expect(told(text)).toEqual(['written-by-runtime']);
});

it('other keys there are those of Cohere', () => {
  const text = 'Action:\n```json\n{"tool_name": "crop_photo", "parameters": {"path": "cat.png"}}\n```';
  const { calls } = extract({ text }, { runtime: 'auto', tools: [] });
  expect(calls.map(({ format }) => format)).toEqual(['command-r-legacy']);
});

it.each([
  ['angle brackets', '<tool_call>\n{"arguments": <args>, "name": <function-name>}\n</tool_call>'],
  ['angle brackets in quotes', '<tool_call>\n{"name": "<tool name>", "arguments": {}}\n</tool_call>'],
  ['a variable', '{\n  "action": $TOOL_NAME,\n  "action_input": $INPUT\n}'],
  ['a variable in an object that is cut', '```json\n{"action": "$TOOL_NAME", "action_input": "$INPUT"\n'],
  ['a variable after its word', 'Action: $TOOL_NAME\nAction Input: $INPUT'],
  ['a variable in a tag', '<function=$FUNCTION>\n<parameter=$PARAMETER>$VALUE</parameter>\n</function>'],
  ['a template', '{"name": "{function_name}", "parameters": {"q": 1}}'],
  ['a template with two brackets', '<tool_call>\n{"name": "{{ tool.name }}", "arguments": {}}\n</tool_call>'],
])('a name that is a placeholder is no call, and nothing is broken: %s', (_, text) => {
  for (const tools of [[], [tide]]) {
    const { calls, incomplete, suppressed } = extract({ text }, { runtime: 'auto', tools });
    expect([calls, incomplete]).toEqual([[], []]);
    expect(suppressed.map(({ reason }) => reason)).not.toContain('malformed');
  }
  expect(evidenceOf({ content: text, name: null })).toMatchObject({ call: null, causes: [] });
});

it.each(['$fetch', '<nexa_5>', 'get_tool_name'])('a declared or an odd name is none: %s', (name) => {
  const text = `<tool_call>\n{"name": "${name}", "arguments": {"port": "Husum"}}\n</tool_call>`;
  expect(called(text, [{ ...tide, name }])).toEqual([`${name} {"port":"Husum"}`]);
});

it('a placeholder that is the name of a tool calls it', () => {
  const text = '<tool_call>\n{"name": "<tool name>", "arguments": {"port": "Husum"}}\n</tool_call>';
  expect(called(text, [{ ...tide, name: '<tool name>' }])).toEqual(['<tool name> {"port":"Husum"}']);
});
