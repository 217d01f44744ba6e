import fc from 'fast-check';
import { formatList } from '../src/core/formats/list.ts';

/** What replies are made of, and what breaks them. */
const pieces = [
  ...['~~~tool_call', '~~~tool_call\n', '\n~~~tool_call\n', '~~~tool_call \t\n\n', '\n~~~', '\n~~~\n', '~~~', '  ~~~'],
  ...[
    '<tool_call>',
    '</tool_call>',
    '<tool_call>\n',
    '\n</tool_call>',
    '<think>',
    '</think>',
    '```json\n',
    '```\n',
    '\n```',
  ],
  ...['{"name": "a", "arguments": {"x": 1}}', '{"name": "b", "arguments": "{\\"x\\": [1, 2]}"}', '{"name":"c"}'],
  ...['{"arguments": {"x": 1}, "name": "a"}', '{"name": "a", "name": "b", "arguments": {"k": 1, "k": 2}}'],
  ...['{"name": "d", "arguments": {"q": "{\\"}"}, "id": 7}', '{"name": "", "arguments": null, "id": "i"}'],
  ...['{"name": "e", "parameters": {}}', '{"name":', '"name"', '"arguments":', '"arguments"', '"id": [1]', '{}', '[]'],
  ...['{', '}', '[', ']', '"', '\\', '\\"', ',', ':', 'null', 'true', '-0', '1.50', '1e400', '12345678901234567890'],
  ...[' ', '\n', '\r\n', '\r', '\t', '\u00a0', '\u0085', '\u2028', '\0', '\ud800', '\udc00', '\\ud800', '😀', 'é'],
  ...['Sure, here it is: ', '__proto__', 'constructor'],
];

/** What a model may say: pieces in a row, or a few calls as they should be written with up to three changes. */
function textsOf(parts: readonly string[], wrappings: readonly (readonly [string, string])[]): fc.Arbitrary<string> {
  const row = fc.array(fc.constantFrom(...parts), { maxLength: 20 }).map((chosen) => chosen.join(''));
  const mutatedReply = fc
    .record({
      calls: fc.array(fc.constantFrom(...parts.filter((piece) => piece.startsWith('{"'))), {
        minLength: 1,
        maxLength: 4,
      }),
      wrapping: fc.constantFrom(...wrappings),
      changes: fc.array(
        fc.record({ where: fc.nat(), remove: fc.nat({ max: 3 }), insert: fc.constantFrom('', ...parts) }),
        { maxLength: 3 },
      ),
    })
    .map(({ calls, wrapping: [open, close], changes }) => {
      const reply = calls.map((call) => open + call + close).join('');
      return changes.reduce((changed, { where, remove, insert }) => {
        const at = where % (changed.length + 1);
        return changed.slice(0, at) + insert + changed.slice(at + remove);
      }, reply);
    });
  return fc.oneof(row, mutatedReply);
}

export const texts = textsOf(pieces, [
  ['~~~tool_call\n', '\n~~~\n'],
  ['<tool_call>', '</tool_call>\n'],
  ['', '\n'],
  ['```json\n', '\n```'],
]);

const chatcliTexts = textsOf(
  [
    ...pieces,
    ...[
      '<tool_call name="@a" args=\'{"x": 1}\' />',
      '<tool name=@b args=&quot;q&quot;>',
      '</tool>',
      '<TOOL_CALL',
      '/>',
      '>',
    ],
    ...['name=', 'args=', "'", 'name="@c"', '[tool: @a {"x": 1}]', '[tool_call: b read --file x]', '[TOOL:', '\ufb01'],
    ...['{"tool_call": "@a", "args": {"x": 1}}', '{"name": "@b", "arguments": "q"}', '{"tool": "coder", "args": [1,]}'],
    ...[
      '{"cmd": "read", "args": {"file": "x"}}',
      '{"tool_call": "@a", "args": {"n": 12345678901234567890}}',
      "{tool:'@a'}",
    ],
    ...[
      "{'tool_call': '@a', 'args': {'x': 'it\\'s'}}",
      '{tool_call: "@a", args: {x: 1}}',
      '{"tool_call":"@a","args":"a,}",}',
    ],
    ...['\u0130', '\u023a', '\u212a', '\u1e9e', '"url": 1,', '"cmd": "exec",', 'coder', '```'],
  ],
  [
    ['<tool_call name="@a" args=\'', "' />\n"],
    ['<tool name="@b">', '</tool>'],
    ['', '\n'],
    ['```json\n', '\n```\n'],
    ['[tool: @a ', ']'],
  ],
);

/** Calls of every format, whole, in halves, and what opens and closes them. */
const formatTexts = textsOf(
  [
    ...pieces,
    ...formatList.flatMap(({ example }) => [
      example,
      example.slice(0, example.length / 2),
      example.slice(example.length / 2),
    ]),
    ...formatList.flatMap(({ openers }) => (typeof openers === 'function' ? [] : openers.map(({ text }) => text))),
    ...formatList.flatMap(({ closers = [] }) => closers),
  ],
  [
    ['<tool_call>', '</tool_call>\n'],
    ['[TOOL_CALLS]', '\n'],
    ['', '\n'],
  ],
);

const argumentsValue = fc.oneof(
  fc.constantFrom<unknown>(
    {},
    { x: 1, y: [1, 2] },
    { y: [1, 2], x: 1 },
    '{"x": 1}',
    ' {"x": 1,} ',
    '',
    ' ',
    '{',
    'null',
    null,
  ),
  fc.constantFrom<unknown>('[1,]', '{"a": "\ud83d"}', 7, true, [], '"text"', '{"x": 1, "x": 2}'),
  fc.jsonValue({ maxDepth: 2 }),
);
const nameValue = fc.oneof(
  fc.constantFrom<unknown>('a', 'b', '', null, 7, true, ['c', [111]], {}),
  fc.jsonValue({ maxDepth: 1 }),
);
const idValue = fc.constantFrom<unknown>('call_1', 'call_2', '', 1, 1.5, null, false, [1], { a: 1 });
const someOf = { requiredKeys: [] };

/** Entries in the shapes of OpenAI, Anthropic, Ollama and none, with anything missing or of the wrong type. */
export const entry = fc.oneof(
  fc.record(
    {
      id: idValue,
      type: fc.constantFrom('function', 'tool_use', 7),
      function: fc.oneof(
        fc.record({ name: nameValue, arguments: argumentsValue }, someOf),
        fc.constantFrom<unknown>(null, 'f', []),
      ),
    },
    someOf,
  ),
  fc.record({ id: idValue, type: fc.constant('tool_use'), name: nameValue, input: argumentsValue }, someOf),
  fc.record({ id: idValue, name: nameValue, arguments: argumentsValue, input: argumentsValue }, someOf),
  fc.jsonValue({ maxDepth: 2 }),
);
const nativeCalls = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  { weight: 4, arbitrary: fc.array(entry, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
const capability = fc.constantFrom<unknown>(undefined, true, false, null, 'false', 0);

function inputsOf(replies: fc.Arbitrary<string>) {
  return fc.record({
    response: fc.record({
      text: fc.oneof(
        { weight: 16, arbitrary: replies },
        { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
        { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
      ),
      tool_calls: nativeCalls,
    }),
    capabilities: fc.record({ native_tool_calls: capability, self_contained_tools: capability }),
  });
}

/** A response and what is claimed of its provider. */
export const input = inputsOf(texts);
/** The same in the formats of ChatCLI. */
export const chatcliInput = inputsOf(chatcliTexts);
/** The same in every format. */
export const formatInput = inputsOf(formatTexts);
