import { emptyLinkState, type LinkState } from '../../permalink/state.ts';
import { emptyLoop, type EnteredOutcome } from '../loop/turns.ts';

/** A worked example of the gallery. Its outcome is checked by a test, so what the text promises is what happens. */
export interface Example {
  readonly id: string;
  readonly group:
    | 'Quirks that bite'
    | 'One per tier'
    | 'Provider shapes'
    | 'Arguments and schemas'
    | 'Another runtime'
    | 'One reply, two systems'
    | 'In the loop'
    | 'One per format';
  readonly title: string;
  /** What to look at, in one or two sentences. */
  readonly lesson: string;
  readonly state: LinkState;
  readonly outcome: {
    /** The names of the calls; 'error' when the runtime refuses the reply. */
    readonly calls: readonly string[] | 'error';
    /** Codes that must appear among the quirks, rejections and skips of the trace. */
    readonly codes: readonly string[];
    /** What the other system makes of the same reply: the names of its calls with their arguments. */
    readonly chatcli?: readonly string[];
  };
}

const tools = `[
  {
    "name": "read_gauge",
    "description": "Read one gauge of the pump house.",
    "schema": {
      "type": "object",
      "properties": {
        "dial": { "type": "string", "enum": ["oil", "water", "steam"] },
        "samples": { "type": "integer", "minimum": 1 }
      },
      "required": ["dial"]
    }
  },
  {
    "name": "open_valve",
    "description": "Open a valve. Never run two of these at once.",
    "schema": {
      "type": "object",
      "properties": { "valve": { "type": "string" }, "percent": { "type": "number" } },
      "required": ["valve", "percent"],
      "additionalProperties": false
    },
    "parallel_safe": false
  }
]`;

const system = 'You look after a pump house. Check a gauge before you touch a valve.';

function example(
  id: string,
  group: Example['group'],
  title: string,
  lesson: string,
  state: Partial<LinkState>,
  outcome: Example['outcome'],
): Example {
  return { id, group, title, lesson, state: { ...emptyLinkState, tools, system, ...state }, outcome };
}

const oilCall = '{"name": "read_gauge", "arguments": {"dial": "oil"}}';
/** What ChatCLI asks for. */
const atCall = '{"tool_call": "@read_gauge", "args": {"dial": "oil"}}';
const valveCall = '{"name": "open_valve", "arguments": {"valve": "B2", "percent": 40}}';
const fence = (body: string): string => `~~~tool_call\n${body}\n~~~`;

// Both systems read a fence whose tool has a name with @: ExAthena for the fence, ChatCLI for the @.
const bothTools = tools
  .replace('"read_gauge"', '"@read_gauge"')
  .replace('"open_valve"', '"@open_valve"')
  .replace('"required": ["dial"]\n    }', '"required": ["dial"]\n    },\n    "parallel_safe": true');
const bothOil = fence('{"name": "@read_gauge", "arguments": {"dial": "oil"}}');
const bothSteam = fence('{"name": "@read_gauge", "arguments": {"dial": "steam"}}');
const bothValve = fence('{"name": "@open_valve", "arguments": {"valve": "B2", "percent": 40}}');

/** A state in which both systems can be compared. */
function both(text: string): Partial<LinkState> {
  const compare = { text: null, profile: 'chatcli', nativeToolCalls: 'absent', selfContained: false } as const;
  return { text, tools: bothTools, view: 'compare', compare };
}

/** A state in the loop view; the outcomes are those of the calls, in order. */
function inLoop(
  text: string,
  outcomes: readonly (readonly [name: string, outcome: EnteredOutcome])[],
): Partial<LinkState> {
  const results = outcomes.map(([name, outcome], call) => ({ call, name, ...outcome }));
  return {
    text,
    tools: bothTools,
    view: 'loop',
    loop: { ...emptyLoop, asked: 'Open valve B2 a little and read the gauges.', results },
  };
}
const ok = (content: string): EnteredOutcome => ({ kind: 'ok', code: '', content });

/** THE list of examples, in the order of the gallery; the first one greets a new visitor. */
export const examples: readonly Example[] = [
  example(
    'indented-fence',
    'Quirks that bite',
    'The model copied an indented fence',
    'The prompt showed its example indented, the model copied it, and the closing fence no longer begins its line. No call, no error.',
    {
      text: `I will check the oil pressure first.\n\n    ~~~tool_call\n    ${oilCall}\n    ~~~\n\nThen I will open the valve.`,
    },
    { calls: [], codes: ['unclosed-block', 'closer-indented', 'fence-mention-claims-text'] },
  ),
  example(
    'one-bad-block',
    'Quirks that bite',
    'One bad block loses the good one',
    'The second block has a trailing comma. The runtime gives up on the whole reply, and the first call, which is fine, never runs.',
    { text: `${fence(oilCall)}\n${fence('{"name": "open_valve", "arguments": {"valve": "B2", "percent": 40,}}')}` },
    { calls: 'error', codes: ['json-syntax', 'one-error-ends-all'] },
  ),
  example(
    'mention-claims-text',
    'Quirks that bite',
    'Prose that mentions the fence',
    'The bare JSON below would be found, but the mere mention of the marker claims the text for the tagged tier. Set native_tool_calls to false and look again.',
    { text: `I was told to use ~~~tool_call blocks, but here is the call:\n\n${oilCall}`, nativeToolCalls: 'true' },
    { calls: [], codes: ['no-line-break-after-marker', 'fence-mention-claims-text', 'shadowed'] },
  ),
  example(
    'mention-native-denied',
    'Quirks that bite',
    'The same prose, native calls denied',
    'Word for word the reply of the example before. With native_tool_calls: false the later tiers still run, and the call is found.',
    { text: `I was told to use ~~~tool_call blocks, but here is the call:\n\n${oilCall}`, nativeToolCalls: 'false' },
    { calls: ['read_gauge'], codes: ['no-line-break-after-marker'] },
  ),
  example(
    'opener-mid-line',
    'Quirks that bite',
    'A fence that opens mid-line',
    'The documentation wants both fences on their own lines. The opener is taken anywhere, and text after the closer is fine, too.',
    { text: `Checking now: ${fence(oilCall)} and then I wait.` },
    { calls: ['read_gauge'], codes: ['opener-mid-line', 'text-after-closer'] },
  ),
  example(
    'forgotten-closer',
    'Quirks that bite',
    'A forgotten closing fence',
    'The next opener begins with ~~~ as well, so it is taken for the closer of the first block. Only the first call comes out; the second has lost its opener.',
    { text: `~~~tool_call\n${oilCall}\n${fence(valveCall)}` },
    { calls: ['read_gauge'], codes: ['opener-taken-as-closer'] },
  ),
  example(
    'drafted-in-think',
    'Quirks that bite',
    'A call drafted while thinking',
    'The model only considered opening the valve. The scanner reads the unstripped text, so the draft runs as well.',
    { text: `<think>\nMaybe this would do:\n${fence(valveCall)}\nNo, the gauge first.\n</think>\n\n${fence(oilCall)}` },
    { calls: ['open_valve', 'read_gauge'], codes: ['inside-think'] },
  ),
  example(
    'prose-before-json',
    'Quirks that bite',
    'A quoted call runs',
    'A final answer that merely quotes a call. 0.4.6 looks at every brace and runs it; switch the profile to 0.19, which wants the message to BE the JSON.',
    { text: `For the record, I used ${oilCall} and the pressure was fine.` },
    { calls: ['read_gauge'], codes: [] },
  ),
  example(
    'hidden-by-native',
    'Quirks that bite',
    'A native call hides the one in the text',
    'Both protocols at once. One native entry is enough: nothing in the text is looked at.',
    {
      text: fence(valveCall),
      native: `[\n  {\n    "id": "call_7",\n    "type": "function",\n    "function": { "name": "read_gauge", "arguments": "{\\"dial\\": \\"oil\\"}" }\n  }\n]`,
    },
    { calls: ['read_gauge'], codes: ['hidden-by-native', 'earlier-tier-matched'] },
  ),
  example(
    'tier-fence',
    'One per tier',
    'Tagged: two clean fences',
    'What the augmented prompt asks for. Step through it: marker, JSON, name, arguments, call.',
    { text: `Gauge first, then the valve.\n\n${fence(oilCall)}\n\n${fence(valveCall)}` },
    { calls: ['read_gauge', 'open_valve'], codes: [] },
  ),
  example(
    'tier-raw',
    'One per tier',
    'Raw: the reply is JSON',
    'Small models often answer with the bare object. The raw tier wants "name" and "arguments" and balances braces, strings minded.',
    { text: oilCall },
    { calls: ['read_gauge'], codes: [] },
  ),
  example(
    'tier-raw-code-fence',
    'One per tier',
    'Raw: JSON in a code fence',
    'The raw tier strips a Markdown fence around the whole reply. Under 0.19 the gate in front of it asks for { first, so the same reply yields nothing.',
    { text: '```json\n' + oilCall + '\n```' },
    { calls: ['read_gauge'], codes: [] },
  ),
  example(
    'tier-raw-refused',
    'One per tier',
    'Raw, 0.19: the gate says no',
    'A code fence stands before the brace, so the message does not begin with JSON and the raw tier never runs.',
    { text: '```json\n' + oilCall + '\n```', profile: 'exathena-head' },
    { calls: [], codes: ['no-marker'] },
  ),
  example(
    'tier-tag',
    'One per tier',
    'Tag, 0.19: leaked <tool_call>',
    'Qwen-style tags that a server forgot to parse. 0.19 has a tier for them; under 0.4.6 the same text is found by the raw tier.',
    { text: `<tool_call>\n${oilCall}\n</tool_call>`, profile: 'exathena-head' },
    { calls: ['read_gauge'], codes: ['shape-flat-without-id'] },
  ),
  example(
    'native-openai',
    'Provider shapes',
    'OpenAI: arguments as a string',
    'The arguments are JSON inside a JSON string. Click the card to see where they stand.',
    {
      native: `[\n  {\n    "id": "call_1",\n    "type": "function",\n    "function": {\n      "name": "read_gauge",\n      "arguments": "{\\"dial\\": \\"water\\", \\"samples\\": 3}"\n    }\n  }\n]`,
      nativeToolCalls: 'true',
    },
    { calls: ['read_gauge'], codes: ['shape-openai', 'decoded-arguments'] },
  ),
  example(
    'native-anthropic',
    'Provider shapes',
    'Anthropic: tool_use blocks',
    'The input is an object, not a string.',
    {
      text: 'I will check the water gauge.',
      native: `[\n  { "type": "tool_use", "id": "toolu_01", "name": "read_gauge", "input": { "dial": "water" } }\n]`,
      nativeToolCalls: 'true',
    },
    { calls: ['read_gauge'], codes: ['shape-anthropic'] },
  ),
  example(
    'native-ollama',
    'Provider shapes',
    'Ollama: no id, no type',
    'Ollama’s own chat endpoint sends entries without id and type. 0.4.6 knows no such shape and refuses the reply; 0.19 keeps it as a broken call.',
    {
      native: `[\n  { "function": { "name": "read_gauge", "arguments": { "dial": "steam" } } }\n]`,
      nativeToolCalls: 'true',
    },
    { calls: 'error', codes: ['unrecognised-shape'] },
  ),
  example(
    'native-missing-id',
    'Provider shapes',
    'A missing id',
    'The same entry with and without an id under 0.19: the second gets one, which here depends on content and place, so that links reproduce it.',
    {
      native: `[\n  { "id": "a1", "name": "read_gauge", "arguments": { "dial": "oil" } },\n  { "name": "read_gauge", "arguments": { "dial": "steam" } }\n]`,
      profile: 'exathena-head',
    },
    { calls: ['read_gauge', 'read_gauge'], codes: ['shape-flat-without-id'] },
  ),
  example(
    'native-repairs',
    'Provider shapes',
    '0.19 repairs, drops and renames',
    'A trailing comma is repaired, an exact duplicate dropped, a colliding id renamed, and an entry beyond help becomes a call that says so.',
    {
      native: `[
  { "id": "c1", "type": "function", "function": { "name": "read_gauge", "arguments": "{\\"dial\\": \\"oil\\",}" } },
  { "id": "c2", "type": "function", "function": { "name": "read_gauge", "arguments": "{\\"dial\\": \\"oil\\"}" } },
  { "id": "c1", "type": "function", "function": { "name": "read_gauge", "arguments": "{\\"dial\\": \\"water\\"}" } },
  { "id": "c3", "type": "function", "function": { "name": "open_valve", "arguments": "B2, 40 percent" } }
]`,
      profile: 'exathena-head',
    },
    {
      calls: ['read_gauge', 'read_gauge', 'open_valve'],
      codes: ['trailing-comma', 'duplicate', 'id-renamed', 'kept-as-sentinel'],
    },
  ),
  example(
    'empty-arguments',
    'Arguments and schemas',
    'An empty string for arguments',
    'Common for tools without parameters. It counts as {}, and the schema then misses what it requires.',
    {
      native: `[\n  { "id": "call_1", "type": "function", "function": { "name": "read_gauge", "arguments": "" } }\n]`,
    },
    { calls: ['read_gauge'], codes: ['empty-arguments-text'] },
  ),
  example(
    'parameters-key',
    'Arguments and schemas',
    'parameters instead of arguments',
    'The call is made, with {}: the key the model chose is not read, and nobody says so.',
    { text: fence('{"name": "read_gauge", "parameters": {"dial": "oil"}}') },
    { calls: ['read_gauge'], codes: ['other-key-ignored'] },
  ),
  example(
    'duplicate-keys',
    'Arguments and schemas',
    'The same key twice',
    'Jason, the parser here, takes the first value. JSON.parse and most others take the last: the same reply reads another gauge elsewhere.',
    { text: fence('{"name": "read_gauge", "arguments": {"dial": "oil", "dial": "steam"}}') },
    { calls: ['read_gauge'], codes: ['duplicate-key'] },
  ),
  example(
    'big-integer',
    'Arguments and schemas',
    'A number too big for JavaScript',
    'Elixir keeps every digit; a JavaScript client would round it. The card shows the digits as they stand.',
    { text: fence('{"name": "read_gauge", "arguments": {"dial": "oil", "samples": 12345678901234567890}}') },
    { calls: ['read_gauge'], codes: [] },
  ),
  example(
    'schema-problems',
    'Arguments and schemas',
    'Extracted, but against the schema',
    'Extraction does not look at schemas. The call comes out, and its card lists what the schema says: a text for a number, a key nobody declared.',
    { text: fence('{"name": "open_valve", "arguments": {"valve": "B2", "percent": "40", "slowly": true}}') },
    { calls: ['open_valve'], codes: [] },
  ),
  example(
    'chatcli-other-answer',
    'Another runtime',
    'The same reply, read by ChatCLI',
    'ExAthena wants the key "arguments" and refuses "args": it finds no call. ChatCLI takes both, but only for names with @. Switch the profile and compare.',
    { text: `I will look.\n\n${atCall}`, profile: 'chatcli' },
    { calls: ['@read_gauge'], codes: ['earlier-tier-matched'] },
  ),
  example(
    'chatcli-two-of-one',
    'Another runtime',
    'ChatCLI: one call becomes two',
    'The tag is a call, and the JSON in its attribute is read once more. It names another tool, so it is no copy: it runs as well.',
    { text: `<tool_call name="@describe" args='${atCall}' />`, profile: 'chatcli' },
    { calls: ['@describe', '@read_gauge'], codes: ['call-in-call'] },
  ),
  example(
    'chatcli-lost-after-repair',
    'Another runtime',
    'ChatCLI: a repair swallows the next call',
    'The first object lacks its quotes. Repaired, it is longer; the runtime goes on by the length of the repaired text, beyond the brace that opens the second call.',
    {
      text: `{tool_call: "@open_valve", args: {valve: "B2", percent: 40}}{"tool_call": "@read_gauge", "args": {"dial": "oil"}}`,
      profile: 'chatcli',
    },
    { calls: ['@open_valve'], codes: ['bare-keys', 'scan-jumps'] },
  ),
  example(
    'chatcli-shim',
    'Another runtime',
    'ChatCLI’s tool shim: matched and repaired',
    'For providers without native tool use. The name is matched with the declared tools, without its @, and arguments that are no JSON go through the repairs one by one.',
    {
      text: `<tool name="@read_gauge" args="{'dial': 'oil', samples: 3}" />`,
      profile: 'chatcli-shim',
    },
    { calls: ['read_gauge'], codes: ['quotes-and-keys'] },
  ),
  example(
    'both-repair-or-refuse',
    'One reply, two systems',
    'A trailing comma: refused or repaired',
    'ExAthena gives up on the whole reply because of one comma, and the good call is lost with it. ChatCLI repairs the second object and runs both.',
    both(`${bothOil}\n${fence('{"name": "@open_valve", "arguments": {"valve": "B2", "percent": 40,}}')}`),
    {
      calls: 'error',
      codes: ['json-syntax', 'one-error-ends-all'],
      chatcli: ['@read_gauge {"dial":"oil"}', '@open_valve {"percent":40,"valve":"B2"}'],
    },
  ),
  example(
    'both-twice-or-once',
    'One reply, two systems',
    'The same call twice: run twice or once',
    'Word for word the same call. ExAthena runs it twice; ChatCLI takes the second for a copy and drops it. For a gauge that is the same, for a payment it is not.',
    both(`${bothOil}\n${bothOil}`),
    { calls: ['@read_gauge', '@read_gauge'], codes: [], chatcli: ['@read_gauge {"dial":"oil"}'] },
  ),
  example(
    'both-first-or-last',
    'One reply, two systems',
    'A key twice: the first value or the last',
    'Both find the call and read another gauge: the parser of ExAthena keeps the first of two equal keys, that of ChatCLI the last.',
    both(fence('{"name": "@read_gauge", "arguments": {"dial": "oil", "dial": "steam"}}')),
    { calls: ['@read_gauge'], codes: ['duplicate-key'], chatcli: ['@read_gauge {"dial":"steam"}'] },
  ),
  example(
    'loop-two-systems',
    'In the loop',
    'One error, two loops',
    'The valve sticks. ExAthena reports that and reads both gauges together; ChatCLI stops at the first error, and the gauges are never read. Change the runtime above and watch the lanes.',
    inLoop(`The valve first, then both gauges.\n\n${bothValve}\n\n${bothOil}\n\n${bothSteam}`, [
      ['@open_valve', { kind: 'error', code: 'Timeout', content: 'Valve B2 did not move within 30 s.' }],
      ['@read_gauge', ok('{"dial": "oil", "bar": 4.2}')],
      ['@read_gauge', ok('{"dial": "steam", "bar": 11.8}')],
    ]),
    {
      calls: ['@open_valve', '@read_gauge', '@read_gauge'],
      codes: [],
      chatcli: [
        '@open_valve {"percent":40,"valve":"B2"}',
        '@read_gauge {"dial":"oil"}',
        '@read_gauge {"dial":"steam"}',
      ],
    },
  ),
  example(
    'loop-halt',
    'In the loop',
    'A halt forgets what was done',
    'The valve was opened, then a gauge halts. ExAthena ends the run and sends no result at all, not even that of the valve: whoever goes on from this history does not know that it is open.',
    inLoop(`${bothValve}\n${bothOil}`, [
      ['@open_valve', ok('Valve B2 is open at 40 percent.')],
      ['@read_gauge', { kind: 'halt', code: '', content: 'The gauge asks for a human.' }],
    ]),
    {
      calls: ['@open_valve', '@read_gauge'],
      codes: [],
      chatcli: ['@open_valve {"percent":40,"valve":"B2"}', '@read_gauge {"dial":"oil"}'],
    },
  ),
  example(
    'loop-shared-id',
    'In the loop',
    'Two calls, one id',
    'The model gave both calls the id c1. ExAthena sorts results by id, so both are answered with the one that came last. ChatCLI counts instead and mixes up nothing.',
    inLoop(
      [
        fence('{"id": "c1", "name": "@read_gauge", "arguments": {"dial": "oil"}}'),
        fence('{"id": "c1", "name": "@read_gauge", "arguments": {"dial": "steam"}}'),
      ].join('\n'),
      [
        ['@read_gauge', ok('{"dial": "oil", "bar": 4.2}')],
        ['@read_gauge', ok('{"dial": "steam", "bar": 11.8}')],
      ],
    ),
    {
      calls: ['@read_gauge', '@read_gauge'],
      codes: [],
      chatcli: ['@read_gauge {"dial":"oil"}', '@read_gauge {"dial":"steam"}'],
    },
  ),
  example(
    'loop-result-with-call',
    'In the loop',
    'A result that holds a call',
    'The gauge returns a text with a whole call in it. It goes to the model as it is and runs nothing: only what the model says is read. If the model repeats it in its next reply, it does run.',
    inLoop(bothOil, [['@read_gauge', ok(`The log of the gauge says:\n${bothValve}`)]]),
    { calls: ['@read_gauge'], codes: [], chatcli: ['@read_gauge {"dial":"oil"}'] },
  ),
];
