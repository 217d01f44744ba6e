import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { catalogue, type DiagnosisCode } from '../../../src/core/trace/diagnosis-catalogue.ts';
import {
  applyEdit,
  extract,
  loadProjects,
  runtimesFor,
  splitMarkers,
  takeApart,
  within,
  type Diagnosis,
  type Extraction,
  type ExtractOptions,
  type JsonObject,
  type ToolDefinition,
} from '../../../src/core/index.ts';
import { noCalls } from '../../fixtures.ts';
import { often } from '../../thorough.ts';
import { diagnosed } from '../../readings.ts';
import { casesFor, runtimesUnderTest, shares } from '../../runtimes-under-test.ts';

const tools: readonly ToolDefinition[] = [
  {
    name: 'get_weather',
    schema: { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } }, required: ['city'] },
  },
];
/** The same, and what the schema says of other arguments. */
const openTools = (besides: JsonObject): readonly ToolDefinition[] =>
  tools.map(({ name, schema }) => ({ name, schema: { ...schema, ...besides } }));
const shell: readonly ToolDefinition[] = [
  { name: 'run_shell', schema: { type: 'object', properties: { command: { type: 'string' } } } },
];

const call = '{"name": "get_weather", "arguments": {"city": "Oslo"}}';
const hermes = `<tool_call>\n${call}\n</tool_call>`;
const twoInOne = `<tool_call>${call}; ${call.replace('Oslo', 'Bergen')}</tool_call>`;
const fence = `~~~tool_call\n${call}\n~~~`;
const surplusInside =
  '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</function>\n</tool_call>';
const deepseek =
  '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>';
const minimax =
  '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>\n</minimax:tool_call>';
const oslo = 'get_weather {"city":"Oslo"}';

interface Row {
  readonly code: DiagnosisCode;
  readonly what: string;
  readonly profile: string;
  readonly text?: string;
  readonly native?: string;
  readonly tools?: readonly ToolDefinition[];
  readonly capabilities?: Record<string, unknown>;
  /** The calls after the edit; null where no edit is offered. Absent where the code must not appear. */
  readonly after?: readonly string[] | null;
}

const has = (code: DiagnosisCode, what: string, profile: string, text: string, after: Row['after'] = [oslo]): Row => ({
  code,
  what,
  profile,
  text,
  after: after ?? null,
});
const hasNot = (code: DiagnosisCode, what: string, profile: string, text: string): Row => ({
  code,
  what,
  profile,
  text,
});
const payload = (args: string, name = 'get_weather'): string =>
  `<tool_call>\n{"name": "${name}", "arguments": ${args}}\n</tool_call>`;
const kimi = (args: string, name = 'get_weather'): string =>
  `<|tool_calls_section_begin|><|tool_call_begin|>functions.${name}:0<|tool_call_argument_begin|>${args}<|tool_call_end|><|tool_calls_section_end|>`;
const dsml = (isString: string, city: string): string =>
  `<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="${isString}">${city}</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>`;
const kimiCall = kimi('{"city": "Oslo"}');

const rows: readonly Row[] = [
  has('D01', 'Hermes tags', 'format:llama3-json', hermes),
  has('D01', 'a list of Python calls', 'exathena', '<|tool_call_start|>[get_weather(city="Oslo")]<|tool_call_end|>'),
  has('D01', 'Hermes tags', 'chatcli', hermes),
  has('D01', 'Hermes tags of which the JSON is taken', 'exathena', hermes, null),
  has('D01', 'a name before its arguments, without markers', 'auto', 'assistant to=get_weather {"city": "Oslo"}', [
    oslo,
  ]),
  has(
    'D01',
    'a call in the words of a transcript',
    'auto',
    '[Calling tool: get_weather with arguments={"city": "Oslo"}]',
  ),
  has('D01', 'a tool and its input on lines of their own', 'vllm:hermes', 'Tool: get_weather\nInput: {"city": "Oslo"}'),
  has(
    'D01',
    'a transcript that goes on with the answer',
    'auto',
    'Calling tool: get_weather with arguments={"city": "Oslo"}\nIt is 8 degrees.',
    null,
  ),
  has('D01', 'arrows and flags', 'auto', 'Now:\n{tool => "get_weather", args => {\n  --city "Oslo"\n}}'),
  hasNot('D01', 'a sentence about a call', 'auto', 'I am calling the tool get_weather with {"city": "Oslo"} and wait.'),
  hasNot('D01', 'the input of another tool', 'auto', 'Tool: get_weather\nInput: {"planet": "Mars"}'),
  hasNot('D01', 'a form that is quoted', 'auto', '> Tool: get_weather, arguments: {"city": "Oslo"}'),
  hasNot('D01', 'a name in prose before other data', 'auto', 'I use get_weather {"temp": 3} today.'),
  hasNot('D01', 'its own fence', 'exathena', fence),
  hasNot('D01', 'prose', 'format:hermes', 'It will rain in Oslo.'),
  hasNot('D01', 'any dialect', 'auto', hermes),

  has('D02', 'parameters', 'exathena', '{"name": "get_weather", "parameters": {"city": "Oslo"}}'),
  has('D02', 'tool and args', 'exathena-head', '{"tool": "get_weather", "args": {"city": "Oslo"}}'),
  has(
    'D02',
    'parameters in a fence',
    'exathena',
    '~~~tool_call\n{"name": "get_weather", "parameters": {"city": "Oslo"}}\n~~~',
  ),
  has(
    'D02',
    'parameters that are read',
    'auto',
    '<tool_call>{"name": "get_weather", "parameters": {"city": "Oslo"}}</tool_call>',
  ),
  hasNot(
    'D02',
    'parameters where the format has them',
    'auto',
    '<|python_tag|>{"name": "get_weather", "parameters": {"city": "Oslo"}}',
  ),
  hasNot(
    'D02',
    'parameters where the token before them was stripped',
    'auto',
    '{"type": "function", "name": "get_weather", "parameters": {"city": "Oslo"}}',
  ),
  has('D02', 'args without markers', 'auto', '{"name": "get_weather", "args": {"city": "Oslo"}}'),
  hasNot('D02', 'data', 'exathena', '{"name": "Oslo", "input": 3}'),

  has('D03', 'a closer after a whole call', 'auto', `${call}\n</tool_call>`),
  hasNot('D03', 'a pair', 'auto', hermes),
  hasNot('D03', 'a closer after a surplus one', 'auto', surplusInside),
  hasNot('D03', 'a closer in prose', 'auto', 'End it with </tool_call> and wait.'),

  has(
    'D04',
    'no closer of a value',
    'auto',
    '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</function>\n</tool_call>',
  ),
  hasNot('D04', 'a value that names a marker', 'auto', minimax.replace('Oslo', 'Oslo <parameter name="x">')),
  has('D05', 'a closer twice', 'auto', minimax.replace('</parameter>', '</parameter></parameter>')),
  hasNot('D05', 'closers once', 'auto', minimax),
  has(
    'D06',
    'a tag that is the name',
    'auto',
    '<tool_call>\n<get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>',
  ),
  has(
    'D06',
    'a header with quotes',
    'auto',
    '<|channel|>commentary to="functions.get_weather" <|constrain|>json<|message|>{"city": "Oslo"}<|call|>',
  ),
  has('D06', 'a dict where a Python call has keywords', 'auto', '[get_weather({"city": "Oslo"})]'),
  has('D06', 'a dict in parentheses after a marker', 'auto', '[TOOL_CALLS]get_weather({"city": "Oslo"})'),
  has('D06', 'a Python call before the end of a list', 'auto', 'get_weather(city="Oslo")]'),
  has('D06', 'a tag without its first sign', 'auto', `tool_call>\n${call}\n</tool_call>`),
  has('D06', 'two calls in one block', 'exathena-head', twoInOne, [oslo, oslo.replace('Oslo', 'Bergen')]),
  hasNot('D06', 'a line that begins like a tag without its first sign', 'auto', `tool_call> it is.\n${hermes}`),
  has(
    'D06',
    'closing tags without their slash',
    'auto',
    '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n<parameter>\n<function>\n</tool_call>',
  ),
  has(
    'D02',
    'a parameter that is misspelt',
    'auto',
    hermes.replace('{"city": "Oslo"}', '{"city": "Oslo", "dasy": 2}'),
    ['get_weather {"city":"Oslo","days":2}'],
  ),
  hasNot(
    'D02',
    'an undeclared argument beside all that are declared',
    'auto',
    hermes.replace('{"city": "Oslo"}', '{"city": "Oslo", "days": 2, "dasy": 3}'),
  ),
  {
    ...hasNot(
      'D02',
      'an undeclared argument where the schema allows others',
      'auto',
      hermes.replace('{"city": "Oslo"}', '{"city": "Oslo", "mood": "grey"}'),
    ),
    tools: openTools({ additionalProperties: true }),
  },
  {
    ...hasNot(
      'D02',
      'an undeclared argument where the schema says what others are',
      'auto',
      hermes.replace('{"city": "Oslo"}', '{"city": "Oslo", "x-mood": "grey"}'),
    ),
    tools: openTools({ patternProperties: { '^x-': { type: 'string' } } }),
  },
  has(
    'D02',
    'an undeclared argument where the schema does not speak of others',
    'auto',
    hermes.replace('{"city": "Oslo"}', '{"city": "Oslo", "mood": "grey"}'),
    null,
  ),
  {
    ...has('D01', 'a call in words without declared tools', 'auto', '[Calling tool: get_weather({"city": "Oslo"})]'),
    tools: [],
  },
  {
    ...has(
      'D01',
      'a call with its id, as in a transcript',
      'auto',
      '[Tool Call: get_weather (ID: call_1)]\nArguments: {\n  "city": "Oslo"\n}',
      null,
    ),
    tools: [],
  },
  {
    ...hasNot(
      'D01',
      'a call with its id that has no arguments',
      'auto',
      '[Tool Call: get_weather (ID: call_1)]\nIt is mild.',
    ),
    tools: [],
  },
  {
    ...hasNot(
      'D01',
      'words about a tool and an object',
      'auto',
      'Calling the tool get_weather gave us {"city": "Oslo"}.',
    ),
    tools: [],
  },
  has('D01', 'a call as YAML', 'auto', 'name: get_weather\narguments:\n  city: Oslo', null),
  hasNot('D01', 'a file of settings', 'auto', 'name: get_weather\nversion: 2\nports:\n  - 80'),
  has(
    'D28',
    'a list in the place of the arguments',
    'ollama:generic:tool_call',
    payload('[{"city": "Oslo"}, {"city": "Bonn"}]'),
    null,
  ),
  has('D18', 'a Python call that is assigned', 'auto', 'result = get_weather(city="Oslo")', [oslo]),
  has('D18', 'the same where a list is read', 'vllm:pythonic', 'result = get_weather(city="Oslo")', [oslo]),
  hasNot('D18', 'a program that assigns a call', 'auto', 'result = get_weather(city="Oslo")\nprint(result)'),
  has('D18', 'a Python call after words on its line', 'auto', 'I call it now: get_weather(city="Oslo")'),
  hasNot(
    'D18',
    'a Python call in a sentence',
    'auto',
    'It is like this: get_weather(city="Oslo") asks for the weather.',
  ),
  hasNot(
    'D06',
    'a value that ends like a tag',
    'auto',
    '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo <parameter>\n</parameter>\n</function>\n</tool_call>',
  ),
  has(
    'D06',
    'exchanged markers of keys and values',
    'auto',
    '<tool_call>get_weather\n<arg_value>city</arg_value>\n<arg_key>Oslo</arg_key>\n</tool_call>',
  ),
  has(
    'D06',
    'keys and values that cannot be told apart',
    'auto',
    '<tool_call>get_weather\n<arg_value>city</arg_value>\n<arg_key>days</arg_key>\n</tool_call>',
    null,
  ),
  hasNot(
    'D06',
    'a value that is the name of a parameter',
    'auto',
    '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>days</arg_value>\n</tool_call>',
  ),
  hasNot(
    'D03',
    'a closing marker whose opener is refused',
    'auto',
    '<tool_call>get_weather\n<arg_value>town</arg_value>\n<arg_key>Oslo</arg_key>\n</tool_call>',
  ),
  has('D06', 'a closing marker in the place of its opener', 'auto', `</tool_call>${call}</tool_call>`),
  hasNot('D06', 'a closing marker too many', 'auto', `${hermes}\n</tool_call>\n${call}`),
  has(
    'D06',
    'openers with a slash',
    'auto',
    '<tool_call>\n</function=get_weather>\n</parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>',
  ),
  has(
    'D06',
    'a closing tag with the key of its value',
    'auto',
    '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter=city>\n</function>\n</tool_call>',
  ),
  hasNot(
    'D06',
    'a value with the opener of another and a slash',
    'auto',
    '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo </parameter=days> is it\n</parameter>\n</function>\n</tool_call>',
  ),
  has(
    'D06',
    'two Python calls before the end of a list',
    'auto',
    'get_weather(city="Oslo"), get_weather(city="Rome")]',
    [oslo, 'get_weather {"city":"Rome"}'],
  ),
  hasNot(
    'D06',
    'two Python calls before the end of a sentence',
    'auto',
    'get_weather(city="Oslo"), get_weather()] it is.',
  ),
  has('D06', 'a tag without its first sign in a line', 'auto', `Sure. tool_call>${call}</tool_call>`),
  hasNot('D06', 'words with a sign after them', 'auto', `Sure. tool_calling> and a>b.\n${hermes}`),
  has('D06', 'a Python call without a comma', 'auto', 'get_weather(city="Oslo" days=2)', null),
  has('D06', 'a name in its tags, both of which close', 'auto', '</get_weather>\ncity: Oslo\n</get_weather>', null),
  has('D06', 'a name that a lost bracket joins with its first argument', 'auto', '[get_weathercity="Oslo")]', null),
  has(
    'D06',
    'a damaged call after a thought',
    'auto',
    `<think>I could write ${hermes}</think>\nget_weather(city:"Oslo"),`,
    null,
  ),
  has('D06', 'a block that is refused', 'auto', 'Let me look.\n\n<nexa_0>("Oslo"[<nexa_end>', null),
  hasNot('D06', 'a function of the same name in code', 'auto', '```python\nprint(get_weather(city=town))\n```'),
  hasNot('D06', 'a name before words in brackets', 'auto', 'get_weather (the tool for the city) is slow.'),
  has(
    'D06',
    'markup in the name of an argument',
    'auto',
    '<|tool_call>call:get_weather{city<|"|>Oslo<|"|>,days:2}<tool_call|>',
    null,
  ),
  hasNot(
    'D06',
    'an argument that is not declared',
    'auto',
    '<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo", "unit of days": 1}}</tool_call>',
  ),
  has('D06', 'a misspelt word after a fence', 'auto', `\`\`\`toolcall\n${call}\n\`\`\``),
  hasNot('D06', 'another word after a fence', 'auto', `\`\`\`json\n${call}\n\`\`\``),
  hasNot('D06', 'keywords of a Python call', 'auto', '[get_weather(city="Oslo")]'),
  has('D06', 'a header without a tool', 'auto', '<|channel|>thoughts<|message|>It rains.<|end|>', null),
  hasNot('D06', 'the header of a preamble', 'auto', '<|channel|>commentary<|message|>I will look.<|end|>'),
  has('D02', 'arguments beside the name', 'auto', '<tool_call>{"name": "get_weather", "city": "Oslo"}</tool_call>'),
  has(
    'D02',
    'members that are no arguments',
    'auto',
    '<tool_call>{"name": "get_weather", "town": "Oslo"}</tool_call>',
    null,
  ),
  hasNot('D02', 'a call without arguments', 'auto', '<tool_call>{"name": "get_weather"}</tool_call>'),
  has('D15', 'a call that is a string', 'auto', `<tool_call>${JSON.stringify(call)}</tool_call>`),
  hasNot('D15', 'a call that is an object', 'auto', hermes),
  has('D22', 'an id without a name', 'auto', kimi('{"city": "Oslo"}', '')),
  hasNot('D22', 'an id with a name', 'auto', kimiCall),
  has(
    'D23',
    'a key in quotes',
    'auto',
    '<tool_call>get_weather\n<arg_key>"city"</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>',
  ),
  hasNot(
    'D23',
    'a plain key',
    'auto',
    '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>',
  ),
  has('D30', 'a call in the answer', 'auto', `<|channel|>final<|message|>${call}<|return|>`, null),
  hasNot('D30', 'an answer', 'auto', '<|channel|>final<|message|>It rains in Oslo.<|return|>'),
  has(
    'D04',
    'no end of a call among many closing tags of the format',
    'auto',
    '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n</｜DSML｜tool_calls>',
  ),
  has('D04', 'a list of Python calls without a parenthesis', 'auto', '[get_weather(city="Oslo"]'),
  hasNot('D04', 'a list of Python calls that is cut off', 'auto', '[get_weather(city="Oslo"'),
  has('D04', 'no closer', 'auto', `<tool_call>\n${call}`),
  has('D04', 'no closer after a list', 'auto', `<TOOLCALL>[${call}]`),
  has('D04', 'no end of the section', 'auto', kimiCall.replace('<|tool_calls_section_end|>', '')),
  has('D04', 'no end of the call', 'auto', kimiCall.replace('<|tool_call_end|>', '')),
  has('D04', 'no end of the calls', 'auto', deepseek.replace('<｜tool▁calls▁end｜>', '')),
  has('D04', 'no end of a value', 'auto', surplusInside.replace('</function>\n', '').replace('</parameter>\n', '')),
  hasNot('D04', 'a call without a section', 'auto', kimiCall.replaceAll(/<\|tool_calls_section_\w+\|>/g, '')),
  has('D04', 'no closing fence', 'exathena', `~~~tool_call\n${call}`),
  has('D04', 'no closing tag', 'exathena-head', `<tool_call>\n${call}`),
  has('D04', 'a fence closed by the next one', 'exathena', `~~~tool_call\n${call}\n${fence}`, [oslo, oslo]),
  has('D04', 'an opener twice', 'auto', `<tool_call>\n${hermes}`),
  hasNot('D04', 'a closer after a comment', 'auto', hermes.replace('}}', '}} // done')),
  hasNot('D04', 'a closer after a word', 'auto', `<tool_call>${call} ok</tool_call>`),
  hasNot('D04', 'a closer after a surplus one', 'auto', surplusInside),
  has('D04', 'a closer that is only mentioned', 'auto', `<tool_call>\n${call}\n\nDid I write </tool_call>?`),
  hasNot('D04', 'a cut call', 'auto', '<tool_call>\n{"name": "get_weather", "argum'),

  has('D05', 'two closers', 'auto', `${hermes}\n</tool_call>`),
  has('D05', 'a closer inside twice', 'auto', surplusInside),
  hasNot('D05', 'a closer after a comment', 'auto', hermes.replace('}}', '}} // done')),
  hasNot('D05', 'two calls', 'auto', `${hermes}\n${hermes.replace('Oslo', 'Bergen')}`),

  has('D06', 'a missing underscore', 'exathena-head', `<toolcall>\n${call}\n</toolcall>`),
  has('D06', 'a blank', 'auto', `So: <tool _call> ${call} </tool_call>`),
  has('D06', 'a wrapper around tags that are read without it', 'auto', minimax.replaceAll('tool_call', 'toolcall')),
  has('D06', 'a fence without its underscore', 'auto', fence.replace('tool_call', 'toolcall')),
  has('D06', 'a fence with a hyphen', 'auto', fence.replace('tool_call', 'tool-call')),
  hasNot(
    'D06',
    'a near miss in prose before a call',
    'auto',
    `First <minimax:toolcall>, then:\n${minimax.replace('<minimax:tool_call>\n', '')}`,
  ),
  has('D06', 'a misspelt tag that is read', 'auto', `<tool_cal>${call}</tool_call>`),
  has('D06', 'a tag with attributes', 'auto', `<tool_call id="1">${call}</tool_call>`),
  has(
    'D06',
    'a quotation mark lost in a tag',
    'auto',
    '<invoke name=get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>',
  ),
  has('D06', 'Python after a token', 'auto', '[TOOL_CALLS]get_weather(city="Oslo")'),
  has(
    'D06',
    'a separator of Kimi K3',
    'auto',
    '<|open|>call tool="get_weather" index="1"<sep><|open|>argument key="city" type="string"<|sep|>Oslo<|close|>argument<|sep|><|close|>call<|sep|>',
  ),
  has('D06', 'a call that no format can parse', 'auto', '[TOOL_CALLS]get_weather city=Oslo', null),
  has('D06', 'a marker and nothing that is read', 'auto', '<|python_tag|>weather.call(city="Oslo"<|eom_id|>', null),
  hasNot(
    'D06',
    'a call in a code block of a text',
    'auto',
    'As in:\n\n```\n[TOOL_CALLS]get_weather{"city": Oslo}\n```\n\nSo.',
  ),
  hasNot(
    'D06',
    'a definition',
    'auto',
    '<tools>[{"name": "get_weather", "parameters": {"properties": {"city": {}}}}]</tools>',
  ),
  hasNot('D06', 'data with the name of a tool', 'auto', '{"rows": [{"tool": "get_weather", "city": "Oslo"}]}'),
  hasNot('D06', 'another fence', 'auto', fence.replace('tool_call', 'text')),
  hasNot('D06', 'other tags', 'auto', '<table><tr><td>tool</td></tr></table>'),
  hasNot(
    'D06',
    'a format that is told of in inline code',
    'auto',
    'LFM2 writes `<|tool_call_start|>[…]<|tool_call_end|>`, and InternLM `{"name": …}<|action_end|>`.',
  ),
  hasNot('D06', 'a near miss in prose', 'auto', 'Write <toolcall> around the call.'),

  has('D07', 'smart quotes', 'auto', hermes.replaceAll('"', '”')),
  has('D07', 'fullwidth angle brackets', 'format:hermes', hermes.replaceAll('<', '＜').replaceAll('>', '＞')),
  has('D07', 'a zero-width space in a tag', 'auto', `So: <tool\u200b_call>${call}</tool_call>`),
  has(
    'D07',
    'plain bars',
    'auto',
    '<|DSML|invoke name="get_weather"><|DSML|parameter name="city" string="true">Oslo</|DSML|parameter></|DSML|invoke>',
  ),
  has('D07', 'a no-break space before the JSON', 'exathena-head', `<tool_call>\u00a0${call}</tool_call>`),
  hasNot('D07', 'smart quotes in a value', 'auto', payload('{"city": "“Oslo”"}')),

  has('D08', 'a trailing comma', 'exathena', fence.replace('"}', '",}')),
  has('D08', 'one quotation mark lost', 'auto', '{"name": "get_weather", "arguments": {"city: "Oslo"}}'),
  has('D08', 'single quotes', 'auto', payload("{'city': 'Oslo'}")),
  has('D08', 'a word that is marked as JSON', 'auto', dsml('false', 'Oslo')),
  has('D08', 'a word that is marked as JSON, and is kept', 'vllm:deepseek_v32', dsml('false', 'Oslo'), null),
  hasNot('D08', 'a word that is marked as a string', 'vllm:deepseek_v32', dsml('true', 'Oslo')),
  hasNot('D08', 'JSON that is marked as such', 'auto', dsml('false', '"Oslo"')),
  hasNot('D08', 'strict JSON', 'auto', hermes),
  hasNot('D08', 'a program', 'exathena', 'const x = {"name": n, "arguments": a, f() {}};'),

  has('D09', 'one brace short', 'exathena-head', hermes.replace('}}', '}')),
  has('D09', 'two braces short', 'auto', hermes.replace('}}', '')),
  hasNot('D09', 'a cut string', 'exathena', '~~~tool_call\n{"name": "get_weather", "arguments": {"city": "Os'),

  has('D10', 'a comment after it', 'exathena', fence.replace('}}', '}} // done')),
  has('D10', 'a comment after it, before the tag', 'auto', hermes.replace('}}', '}} // done')),
  has('D10', 'a word after it, before the tag', 'auto', `<tool_call>${call} ok</tool_call>`),
  has('D10', 'one brace too many', 'auto', hermes.replace('}}', '}}}')),
  has(
    'D10',
    'one brace too many inside a list',
    'auto',
    '[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Oslo"}}}]',
  ),
  has('D10', 'one brace too many after named arguments', 'auto', kimi('{"city": "Oslo"}}')),
  {
    code: 'D10',
    what: 'two values',
    profile: 'exathena',
    native: JSON.stringify([
      { id: 'a', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}{}' } },
    ]),
    after: [oslo],
  },
  hasNot('D10', 'a line break after it', 'exathena', fence.replace('}}', '}}\n')),

  has('D11', 'a path of Windows', 'exathena', fence.replace('Oslo', 'C:\\Oslo'), ['get_weather {"city":"C:\\\\Oslo"}']),
  hasNot('D11', 'a good escape', 'exathena', fence.replace('Oslo', 'C:\\\\Oslo')),

  has('D12', 'a line break in a string', 'exathena-head', hermes.replace('Oslo', 'Os\nlo'), [
    'get_weather {"city":"Os\\nlo"}',
  ]),
  hasNot('D12', 'line breaks between values', 'auto', hermes.replace('{"city"', '{\n"city"')),

  has('D13', 'its closing tag in a value', 'auto', payload('{"city": "</tool_call>"}'), [
    'get_weather {"city":"<\\/tool_call>"}',
  ]),
  has(
    'D13',
    'its closing tag in a raw value',
    'auto',
    surplusInside.replace('</function>\n', '').replace('Oslo', 'a </parameter> b'),
    null,
  ),
  has(
    'D13',
    'the closing tag of the call in a raw value',
    'auto',
    '<tool_call>get_weather\n<arg_key>days</arg_key>\n<arg_value>1</arg_value>\n<arg_key>city</arg_key>\n<arg_value>a </tool_call> b</arg_value>\n</tool_call>',
    null,
  ),
  has('D13', 'a line that closes the fence', 'auto', fence.replace('Oslo', 'Oslo\n~~~ and'), null),
  hasNot('D13', 'tildes that close no fence', 'auto', fence.replace('Oslo', 'Oslo ~~~')),
  hasNot('D13', 'raw values', 'auto', surplusInside),
  hasNot('D13', 'another tag in a value', 'auto', payload('{"city": "</b>"}')),

  {
    ...has('D14', 'a command between the tags', 'auto', '<tool_call>ls -R</tool_call>', [
      'run_shell {"command":"ls -R"}',
    ]),
    tools: shell,
  },
  {
    code: 'D14',
    what: 'a command as arguments',
    profile: 'exathena',
    tools: shell,
    native: JSON.stringify([{ id: 'a', type: 'function', function: { name: 'run_shell', arguments: 'ls -R' } }]),
    after: ['run_shell {"command":"ls -R"}'],
  },
  {
    ...has('D14', 'a command where the arguments stand', 'auto', kimi('ls -R', 'run_shell'), [
      'run_shell {"command":"ls -R"}',
    ]),
    tools: shell,
  },
  {
    ...has(
      'D14',
      'a command to a recipient',
      'auto',
      '<|channel|>commentary to=functions.run_shell <|constrain|>json<|message|>ls -R<|call|>',
      ['run_shell {"command":"ls -R"}'],
    ),
    tools: shell,
  },
  {
    ...has(
      'D14',
      'a command in a code block of the markup',
      'auto',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>run_shell\n```json\nls -R\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
      ['run_shell {"command":"ls -R"}'],
    ),
    tools: shell,
  },
  has('D14', 'words after the name', 'auto', '[TOOL_CALLS]get_weather[ARGS]look it up', null),
  has('D14', 'words between the tags', 'auto', '<tool_call>look it up</tool_call>', null),
  has('D14', 'words between tokens', 'auto', '<|START_ACTION|>get_weather Oslo<|END_ACTION|>', null),
  has('D14', 'words in a fence', 'auto', '~~~tool_call\nlook it up\n~~~', null),
  {
    ...has('D14', 'a command in a fence', 'auto', '~~~tool_call\nls -R\n~~~', ['run_shell {"command":"ls -R"}']),
    tools: shell,
  },
  has('D14', 'a word between tags of XML', 'auto', '<minimax:tool_call>\nhello\n</minimax:tool_call>', null),
  has('D14', 'a word where a list must be', 'auto', '<TOOLCALL>nothing</TOOLCALL>', null),
  has('D14', 'nothing between the tags', 'auto', '<tool_call>\n</tool_call>\nAll of it is done.', null),
  hasNot('D14', 'tags without anything between in a sentence', 'auto', '<tool_call></tool_call> are the tags.'),
  hasNot('D14', 'other tags in a sentence', 'auto', 'The tag <TOOLCALL> opens and </TOOLCALL> closes.'),
  hasNot('D14', 'an empty list', 'auto', '<TOOLCALL>[]</TOOLCALL>'),
  hasNot('D14', 'a fence in a quotation', 'auto', '```text\n~~~tool_call\nlook it up\n~~~\n```'),
  hasNot('D14', 'tags in a sentence', 'auto', 'Use <tool_call> and </tool_call> around it.'),

  has('D15', 'encoded arguments', 'auto', payload(JSON.stringify('{"city": "Oslo"}'))),
  has('D15', 'encoded arguments after a name', 'auto', kimi(JSON.stringify('{"city": "Oslo"}'))),
  hasNot('D15', 'encoded arguments of a native call', 'auto', ''),

  has('D16', 'an empty string', 'auto', payload('""'), ['get_weather {}']),
  hasNot('D16', 'no arguments', 'auto', payload('{}')),

  has('D17', 'an indented closer', 'exathena', fence.replace('\n~~~', '\n  ~~~')),
  has('D17', 'one line', 'exathena', `~~~tool_call ${call} ~~~`),
  has('D17', 'backticks', 'exathena-head', '```tool_call\n' + call + '\n```'),
  has('D17', 'an indented closer that is taken', 'auto', fence.replace('\n~~~', '\n  ~~~')),
  hasNot('D17', 'a good fence', 'exathena', fence),
  hasNot('D17', 'a good fence', 'auto', fence),

  has('D18', 'prose before it', 'exathena-head', `Here: ${call}`),
  has('D18', 'prose on its line', 'auto', `Here: ${call} now`),
  has('D18', 'prose on its line', 'format:pythonic', 'Here: [get_weather(city="Oslo")]'),
  hasNot('D18', 'the JSON alone', 'exathena-head', call),
  hasNot('D18', 'data in a program', 'exathena-head', `x = [${call}]`),

  has('D19', 'a call in closed reasoning', 'auto', `<think>${hermes}</think>`),
  has('D19', 'bare JSON in closed reasoning', 'auto', `<think>\n${call}\n</think>`),
  has('D19', 'a draft that runs', 'exathena', `<think>${fence}\n</think>`, []),
  has('D19', 'a call before a lone closer', 'auto', `${hermes}\n</think>\nWell.`),
  hasNot('D19', 'a mention', 'auto', '<think>Should I use <tool_call> here?</think>No.'),

  has('D20', 'reasoning that a call ends', 'auto', `<think>Hm.\n${hermes}`),
  has('D20', 'reasoning without end', 'auto', '<think>Hm, what about', null),
  has('D20', 'reasoning before JSON', 'exathena-head', `<think>Hm.\n${call}`),
  hasNot('D20', 'closed reasoning', 'auto', `<think>Hm.</think>\n${hermes}`),

  has('D21', 'inline code', 'auto', `\`${hermes.replaceAll('\n', '')}\``),
  has('D21', 'a blockquote', 'auto', `> ${hermes.replaceAll('\n', '')}`),
  has('D21', 'a code block', 'auto', '```text\n' + hermes + '\n```'),
  has('D21', 'a quotation that runs', 'exathena', `As in \`${call}\`.`, []),
  has('D21', 'bare JSON in a code block of text', 'auto', '```text\n' + call + '\n```'),
  has('D21', 'bare JSON in inline code', 'auto', `Write \`${call}\` for that.`, null),
  has('D21', 'bare JSON in a blockquote', 'auto', '> {"name": "get_weather",\n> "arguments": {"city": "Oslo"}}'),
  has('D21', 'a Python call in inline code', 'auto', '`[get_weather(city="Oslo")]`'),
  has('D21', 'a Python call in a blockquote', 'auto', 'So:\n\n> [get_weather(city="Oslo")]'),
  hasNot('D21', 'bare JSON of another tool', 'auto', '> {"name": "get_wether", "arguments": {}}'),
  hasNot('D21', 'the name of a tool', 'auto', 'I use `get_weather` for that.'),
  { ...hasNot('D21', 'bare JSON where nothing is declared', 'auto', `> ${call}`), tools: [] },
  hasNot('D21', 'a code block of JSON', 'auto', '```json\n' + call + '\n```'),
  hasNot('D21', 'a quoted word', 'auto', 'The tag is `<tool_call>`.'),

  has('D22', 'a near name', 'auto', hermes.replace('get_weather', 'get_wether')),
  has('D22', 'a name without a near one', 'exathena', fence.replace('get_weather', 'search'), null),
  has('D22', 'bare JSON with a near name', 'auto', call.replace('get_weather', 'getWeather')),
  hasNot('D22', 'a declared name', 'auto', hermes),
  { ...hasNot('D22', 'no declared tools', 'auto', hermes), tools: [] },

  has('D23', 'a line break in the name', 'auto', hermes.replace('get_weather', 'get_weather\\n')),
  has('D23', 'blanks around the name', 'auto', hermes.replace('get_weather', ' get_weather\u200b')),
  has('D23', 'a blank after the name of bare JSON', 'auto', call.replace('get_weather', 'get_weather ')),
  has('D23', 'an id without its prefix', 'auto', kimiCall.replace('functions.', '')),
  has('D23', 'an id without its number', 'auto', kimiCall.replace(':0', '')),
  has('D23', 'an id without its number', 'vllm:kimi_k2', kimiCall.replace(':0', '')),
  hasNot('D23', 'an id that counts on', 'auto', kimiCall.replace(':0', ':12')),
  hasNot(
    'D23',
    'an id without its prefix, which this parser takes',
    'vllm:kimi_k2',
    kimiCall.replace('functions.', ''),
  ),
  has('D23', 'a number after the name', 'exathena', fence.replace('get_weather', 'functions.get_weather:0')),
  { ...has('D23', 'a name without its @', 'chatcli', call, ['@get_weather {"city":"Oslo"}']), tools: [] },
  hasNot('D23', 'a namespace that is known', 'auto', hermes.replace('get_weather', 'functions.get_weather')),

  has('D27', 'the end inside a call', 'auto', '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Os', null),
  has(
    'D27',
    'the end inside a fence',
    'exathena',
    '~~~tool_call\n{"name": "get_weather", "arguments": {"city": "Os',
    null,
  ),
  has('D27', 'the end inside bare JSON', 'exathena', '{"name": "get_weather", "arguments": {"city": "Oslo"', null),
  has(
    'D27',
    'the end inside a tag',
    'exathena-head',
    '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Os',
    null,
  ),
  has('D27', 'the end after a marker', 'auto', 'I will look.\n<tool_call>\n', null),
  has('D27', 'the end inside a marker', 'auto', 'I will look.\n<tool_ca', null),
  hasNot('D27', 'a tag of HTML at the end', 'auto', 'Write <b>\n<too'),
  has(
    'D08',
    'a value that breaks off before the closer',
    'auto',
    '<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo", "days": }}</tool_call>',
    null,
  ),
  hasNot(
    'D27',
    'a value that breaks off before the closer',
    'auto',
    '<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo", "days": }}</tool_call>',
  ),
  hasNot('D27', 'a whole call', 'auto', `<tool_call>\n${call}`),

  has('D28', 'a number as text', 'auto', payload('{"city": "Oslo", "days": "2"}'), [
    'get_weather {"city":"Oslo","days":2}',
  ]),
  has(
    'D28',
    'a number with white space',
    'auto',
    '<tool_call>\n<function=get_weather>\n<parameter=days>\n- 2\n</parameter>\n</function>\n</tool_call>',
    ['get_weather {"days":-2}'],
  ),
  has('D28', 'text as a number', 'exathena', fence.replace('"Oslo"', '1'), ['get_weather {"city":"1"}']),
  {
    code: 'D28',
    what: 'a number as text',
    profile: 'exathena',
    native: JSON.stringify([
      { id: 'a', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo","days":"2"}' } },
    ]),
    after: ['get_weather {"city":"Oslo","days":2}'],
  },
  has('D28', 'a list for the arguments', 'exathena', fence.replace('{"city": "Oslo"}', '[1]'), null),
  hasNot('D28', 'the declared types', 'auto', payload('{"city": "Oslo", "days": 2}')),

  has('D29', 'a parameter that is not there', 'auto', payload('{"days": 2}'), null),
  has('D29', 'a parameter under a near name', 'exathena', fence.replace('"city"', '"City"')),
  hasNot('D29', 'all that is required', 'auto', hermes),

  {
    ...has('D30', 'a provider that runs its own tools', 'exathena-head', fence, null),
    capabilities: { self_contained_tools: true },
  },
  has('D30', 'a duplicate', 'exathena-head', `${hermes}\n${hermes}`, null),
  has('D30', 'a good call beside a bad one', 'exathena', `${fence}\n~~~tool_call\n{]\n~~~`, null),
  {
    ...has('D30', 'a call of nothing', 'auto', '<function_call> {"name": "no_function", "arguments": {}}', null),
    tools: [],
  },
  hasNot('D30', 'one call', 'exathena-head', hermes),

  has('D31', 'a mention of the fence', 'exathena', `Not ~~~tool_call but\n${call}`),
  has('D31', 'a tag in a string', 'exathena-head', call.replace('Oslo', '<tool_call>'), [
    'get_weather {"city":"tool_call>"}',
  ]),
  hasNot('D31', 'a mention and nothing else', 'exathena', 'I do not write ~~~tool_call here.'),

  has(
    'D33',
    'more digits than a float has',
    'ollama:qwen3',
    payload('{"city": "Oslo", "days": 12345678901234567890}'),
    null,
  ),
  hasNot('D33', 'few digits', 'ollama:qwen3', payload('{"city": "Oslo", "days": 1234567890123}')),
  hasNot(
    'D33',
    'more digits than a float has, which are kept',
    'vllm:hermes',
    payload('{"city": "Oslo", "days": 12345678901234567890}'),
  ),

  has('D34', 'arguments that are ignored', 'exathena-head', payload('{}, "city": "Oslo"'), [
    'get_weather {"city":"Oslo"}',
  ]),
  has(
    'D34',
    'line breaks that stay in a value',
    'vllm:minimax_m2@2026-05',
    minimax.replace('>Oslo<', '>\nOslo\n\n<'),
    null,
  ),
  hasNot('D34', 'the arguments as they are', 'exathena-head', hermes),
  hasNot('D34', 'a value of a draft', 'vllm:hermes', `<think>${hermes}</think>Well.`),

  has(
    'D35',
    'a marker without its line break, and other keys',
    'llamacpp:qwen2.5',
    payload('{}, "city": "Oslo"').replace('\n', ''),
    [oslo],
  ),
  hasNot('D35', 'two calls in one block, where what separates them is the reason', 'exathena-head', twoInOne),
  hasNot('D35', 'one call', 'exathena-head', hermes),
  hasNot('D35', 'a mention of the marker', 'llamacpp:qwen2.5', 'Write <tool_call> before the JSON.'),

  has('D36', 'arguments that are a text', 'exathena-head', payload('"\\"Oslo\\""'), null),
  has(
    'D36',
    'text where the arguments belong',
    'vllm:qwen3_coder',
    '<tool_call>\n<function=get_weather>\noops\n</function>\n</tool_call>',
    null,
  ),
  hasNot('D36', 'a call', 'exathena-head', hermes),
  {
    code: 'D36',
    what: 'a native call',
    profile: 'exathena',
    text: '',
    native:
      '[{"id": "a", "type": "function", "function": {"name": "get_weather", "arguments": "{\\"city\\": \\"Oslo\\"}"}}]',
  },
  hasNot('D36', 'prose', 'vllm:mistral:v11', 'The token comes first.'),

  {
    code: 'D37',
    what: 'a native entry without an id',
    profile: 'auto',
    native: '[{"type": "function", "function": {"name": "get_weather", "arguments": "{\\"city\\": \\"Oslo\\"}"}}]',
    after: null,
  },
  {
    code: 'D37',
    what: 'a native entry without an id, which is refused',
    profile: 'exathena',
    native: '[{"type": "function", "function": {"name": "get_weather", "arguments": "{\\"city\\": \\"Oslo\\"}"}}]',
    after: [oslo],
  },
  {
    code: 'D37',
    what: 'a native entry with an id',
    profile: 'auto',
    native: '[{"id": "a", "type": "function", "function": {"name": "get_weather", "arguments": "{}"}}]',
  },
  {
    code: 'D37',
    what: 'an entry of Ollama’s own endpoint, which has no ids',
    profile: 'auto',
    native: '[{"function": {"name": "get_weather", "arguments": {"city": "Oslo"}}}]',
  },

  has(
    'D38',
    'results that the model made up after its call',
    'vllm:granite4',
    `${hermes}\n<tool_response name="get_weather"> {"arguments": {"city": "mild"}} </tool_response>`,
    null,
  ),
  has(
    'D38',
    'the same under our own readers',
    'auto',
    `${hermes}\n<tool_response name="get_weather"> {"arguments": {"city": "mild"}} </tool_response>`,
    null,
  ),
  hasNot('D38', 'a call after words about results', 'vllm:granite4', `Not a \`<tool_response>\`:\n${hermes}`),
  hasNot('D38', 'a call alone', 'auto', hermes),

  has('D39', 'reasoning that no parser takes out of the text', 'vllm:hermes', `I think.\n</think>\n\n${hermes}`, null),
  hasNot('D39', 'a call after a text without reasoning', 'vllm:hermes', `I think.\n\n${hermes}`),
  hasNot('D39', 'a server that needs no flag for it', 'ollama:qwen3-vl-thinking', `I think.\n</think>\n\n${hermes}`),
  has('D40', 'line ends that the parser does not ask for', 'sglang:qwen25', hermes.replaceAll('\n', '\r\n')),
  hasNot('D40', 'line ends that the parser takes like others', 'vllm:hermes', hermes.replaceAll('\n', '\r\n')),
  hasNot('D40', 'the line ends of a value', 'vllm:hermes', hermes.replace('Oslo', 'Os\\r\\nlo')),
  hasNot('D40', 'line ends that are alone', 'sglang:qwen25', hermes),
];

const runtimes = (await loadProjects()).flatMap((project) => project.runtimes);

const optionsOf = ({ profile, tools: own = tools, capabilities = {} }: Row): ExtractOptions => ({
  runtime: profile,
  runtimes,
  tools: own,
  capabilities,
});

function read(row: Row): ReturnType<typeof diagnosed> {
  return diagnosed({ text: row.text ?? null, tool_calls_text: row.native ?? '' }, optionsOf(row));
}

function edited({ document, parts }: Extraction, { edit }: Diagnosis, options: ExtractOptions): string[] {
  if (edit === null) return [];
  const part = (span: { from: number; to: number }): string =>
    applyEdit(document.slice(span.from, span.to), within(edit, span));
  const response = {
    text: parts.text === null ? null : part(parts.text),
    tool_calls_text: parts.native === null ? '' : part(parts.native),
  };
  const { calls } = extract(response, { ...options, runtime: edit.runtime ?? options.runtime ?? '' });
  return calls.map(({ name, argumentsText }) => `${name} ${argumentsText}`);
}

describe.each(rows.filter(({ after }) => after !== undefined))('$code: $what ($profile)', (row) => {
  const extraction = read(row);
  const found = extraction.diagnoses.find(({ code }) => code === row.code);

  it('is found, with a remedy', () => {
    expect(extraction.diagnoses.map(({ code }) => code)).toContain(row.code);
    expect(found?.message).toMatch(/^[^\n]+$/);
    expect(found?.remedy).toMatch(/\.$/);
  });

  it('has the edit that flips it', () => {
    if (row.after === null) {
      expect(found?.edit).toBeNull();
      return;
    }
    expect(found?.edit, 'No edit is offered. docs/add/diagnosis.md says which edits are refused.').not.toBeNull();
    expect(found === undefined ? null : edited(extraction, found, optionsOf(row))).toEqual(row.after);
  });
});

it.each(rows.filter(({ after }) => after === undefined))('$code is not reported for $what ($profile)', (row) => {
  expect(read(row).diagnoses.map(({ code }) => code)).not.toContain(row.code);
});

const hermesRead = extract({ text: hermes }, { runtime: 'auto' });
const vllm = await runtimesFor('vllm:hermes');

const chunk = (delta: object, reason: string | null = null): string =>
  `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
const piece = (index: number, id: string): object => ({
  tool_calls: [{ index, id, type: 'function', function: { name: 'f', arguments: '{}' } }],
});
const twoCalls = (index: number): string => chunk(piece(0, 'a')) + chunk(piece(index, 'b'));
const ended = (log: string, reason: string): string => `${log}${chunk({}, reason)}data: [DONE]\n\n`;
const inLog = (log: string): readonly string[] => takeApart(log).assembly?.diagnoses.map(({ code }) => code) ?? [];
const underVllm = (text: string): readonly string[] =>
  diagnosed({ text }, { runtime: 'vllm:hermes', runtimes: vllm }).diagnoses.map(({ code }) => code);

/** What is said of how a reply came, not of its text: the codes of one that it holds for, and of one that it does not. */
const streamCases: readonly {
  readonly code: DiagnosisCode;
  readonly what: string;
  readonly holds: () => readonly string[];
  readonly not: () => readonly string[];
}[] = [
  {
    code: 'D24',
    what: 'a marker in two chunks, not whole markers',
    holds: () => splitMarkers(hermesRead, [4]).map(({ code }) => code),
    not: () => splitMarkers(hermesRead, [11, 30]).map(({ code }) => code),
  },
  {
    code: 'D25',
    what: 'two calls with one index, not with two',
    holds: () => inLog(ended(twoCalls(0), 'tool_calls')),
    not: () => inLog(ended(twoCalls(1), 'tool_calls')),
  },
  {
    code: 'D26',
    what: 'a call that ends with stop, not with tool_calls',
    holds: () => inLog(ended(chunk(piece(0, 'a')), 'stop')),
    not: () => inLog(ended(chunk(piece(0, 'a')), 'tool_calls')),
  },
  {
    code: 'D32',
    what: 'a comma too many before a closer, not a sound call',
    holds: () => underVllm(hermes.replace('}}', '},}')),
    not: () => underVllm(hermes),
  },
];

it.each(streamCases)('$code is said of $what', ({ code, holds, not }) => {
  expect(holds()).toContain(code);
  expect(not()).not.toContain(code);
});

describe('the codes', () => {
  const codes = Object.keys(catalogue) as DiagnosisCode[];
  const codeOf = (number: number): string => `D${String(number).padStart(2, '0')}`;

  it('are given once each: a row under a taken code would replace the row before it', () => {
    const source = readFileSync(
      fileURLToPath(new URL('../../../src/core/trace/diagnosis-catalogue.ts', import.meta.url)),
      'utf8',
    );
    const written = [...source.matchAll(/^ {2}(D\d+): \{\n {4}name: '(.*)'/gm)].map(([, code = '', name = '']) => ({
      code,
      name,
    }));
    const taken = written.flatMap(({ code, name }, index) => {
      const first = written.findIndex((one) => one.code === code);
      return first === index
        ? []
        : [`${code} of ${name} is taken by ${written[first]?.name ?? ''}: take ${codeOf(codes.length + 1)}`];
    });
    expect(taken).toEqual([]);
    expect(written.map(({ code }) => code)).toEqual(codes);
  });

  it('count up without a gap, and none of those that links may quote is gone', () => {
    const free = codes.findIndex((code, index) => code !== codeOf(index + 1));
    const told = `A new code is the next free one: ${codeOf((free < 0 ? codes.length : free) + 1)}`;
    expect(codes, told).toEqual(codes.map((_, index) => codeOf(index + 1)));
    expect(codes.length).toBeGreaterThanOrEqual(37);
    const names = Object.values(catalogue).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('have a case each where the diagnosis holds, and one where it does not', () => {
    const cases = [
      ...rows.map(({ code, after }) => ({ code, holds: after !== undefined })),
      ...streamCases.flatMap(({ code }) => [true, false].map((holds) => ({ code, holds }))),
    ];
    const lacking = codes.flatMap((code) =>
      [true, false]
        .filter((holds) => !cases.some((one) => one.code === code && one.holds === holds))
        .map((holds) => `${code} has no row where it ${holds ? 'holds' : 'does not hold'}`),
    );
    expect(lacking).toEqual([]);
  });

  it('name the flags of engines', () => {
    const [found] = diagnosed({ text: hermes }, { runtime: 'chatcli' }).diagnoses;
    expect(found?.remedy).toContain('--tool-call-parser hermes');
  });
});

it('D24 says which marker came in two chunks', () => {
  const [found, ...others] = splitMarkers(hermesRead, [4]);
  expect(found).toMatchObject({ code: 'D24', span: { from: 0, to: 11 } });
  expect(found?.message).toContain('split after 4 of its 11 characters (chunks 1 and 2)');
  expect(others).toEqual([]);
  expect(splitMarkers(hermesRead, [3, 7, 9, 70])[0]?.message).toContain('1 other marker is also split');
});

it('D06 does not say of a marker that nothing was read where the call was', () => {
  const text = `~~~tool_cal\n${call}\n~~~`;
  const extraction = diagnosed({ text }, { runtime: 'auto' });
  expect(extraction.calls).toHaveLength(1);
  const [message] = extraction.diagnoses.filter(({ code }) => code === 'D06').map((one) => one.message);
  expect(message).toContain('~~~tool_cal');
  expect(message).not.toContain('opens nothing');
});

describe.each([...runtimesUnderTest, 'format:hermes', 'format:pythonic', 'format:raw-json'])(
  'prose under %s',
  (profile) => {
    // A call in closed reasoning may be meant. Everything else is talk about calls, whatever is done to it.
    const mayMake = new Set(['D19']);
    // An element of its own making is one sign away from a marker, and nothing tells it from a slip.
    const isNearMiss = (name: string, code: string): boolean => name === 'html-custom-elements' && code === 'D06';

    it.each(casesFor(profile, noCalls, shares.noCalls / often(1, 2)))(
      '$name becomes no call by any edit',
      ({ name, text }) => {
        for (const declared of [[], tools]) {
          const options = { runtime: profile, tools: declared };
          const extraction = diagnosed({ text }, options);
          for (const one of extraction.diagnoses) {
            if (mayMake.has(one.code) || isNearMiss(name, one.code)) continue;
            expect(edited(extraction, one, options).length, one.code).toBeLessThanOrEqual(extraction.calls.length);
          }
        }
      },
    );
  },
);
