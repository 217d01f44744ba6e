import { ownFixes } from './fixes.ts';
import { phrasesOf, sent, type Phrase } from './phrase.ts';

const unsent = sent(
  'A message of the model in the history lacks its `reasoning_content`, and the provider refuses that.',
  'Send the message of the model back whole, with its `reasoning_content`, or update the client. Or turn thinking off.',
);

/** @param call that has none, as the subject of a sentence */
const unsigned = (call: string): ReturnType<typeof sent> =>
  sent(
    `${call} lacks its \`thought_signature\`, and Gemini 3 refuses that. The client left it out.`,
    'Update the client or its plugin: it has to send the parts of the model back whole. Until then choose a model before Gemini 3, such as `gemini-2.5-flash`.',
  );

const NAMED_IN =
  'A tool has its name in `function.name` under `/v1/chat/completions`, in `name` under `/v1/responses` and `/v1/messages`. Update the client or the proxy, or leave out tools that are no functions.';
const PARAMETERS =
  'Send `parameters` with every tool: an object without `properties` where it takes none. Or update the client.';

// Source: MiniMax, its errors 2013 in gsd-2#4538, qwen-code#11834 and #11905, MiniMax-M2#76: a tool without `parameters` was tried there
const minimax = phrasesOf(null, [
  {
    id: 'minimax-parameters',
    pattern: /\binvalid params, function (?:name or )?parameters is empty\b/,
    causes: ['schema'],
    did: 'error',
    isExact: true,
    says: 'The definition of a tool lacks its `parameters` or its name, and MiniMax refuses it.',
    fix: PARAMETERS,
  },
  {
    id: 'minimax-result',
    pattern: /\binvalid params, tool result's tool id\([^)\n]{0,80}\) not found\b/,
    isExact: true,
    ...sent('The history holds a result whose call is gone, and MiniMax refuses it.', ownFixes.together),
  },
]);

// Source: Model Studio of Alibaba Cloud, its error messages (help.aliyun.com); nanobot#1487, where a client sent back what the model had written
const dashscope = phrasesOf(
  ['dashscope', 'proof'],
  [
    {
      id: 'dashscope-arguments',
      pattern: /\bfunction\.arguments\\?["'] parameter of the code model must be in JSON format\b/,
      isExact: true,
      causes: ['arguments'],
      did: 'error',
      says: 'The history holds a call whose arguments are no JSON object, and DashScope refuses it.',
      fix: `${ownFixes.arguments} Declare the parameters of every tool as an object.`,
    },
  ],
);

// Source: OpenAI, in spring-ai and Tools4AI#16, chatbox#2400; Bedrock, in remote-swe-agents#457; Anthropic, in home-assistant/core#147760 and onyx#9229; Gemini, in code that works around it
const definitions = phrasesOf(null, [
  {
    id: 'tool-name',
    pattern:
      /\btools\.\d{1,4}\.(?:\w{2,12}\.)?name: String should |\bInvalid 'tools\[\d{1,4}\]\.(?:function\.)?name': string (?:too long|does not match pattern)|\bInvalid function name\. Must start with a letter\b|\btoolSpec\.name'\s{1,8}failed to satisfy constraint\b/,
    isExact: true,
    causes: ['schema'],
    did: 'error',
    says: 'The name of a tool is too long or has characters that the provider refuses.',
    fix: 'Give that tool a short name of letters, digits, `_` and `-`. Clients put the name of its MCP server before it.',
  },
  // 9router#134; serde in DeepSeek and OpenCode Zen (hermes-agent#51381), Volcano Engine, OpenAI
  {
    id: 'definition-name',
    pattern:
      /\b(tools(?:\[\d{1,4}\]|\.\d{1,4})?(?:\.(?:function|custom))?)(?:: missing field [\\'"\x60]{0,4}(?:n(?:ame)?|function)\b|\.(?:name|function)\b(?![.[])(?:(?<=[Mm]issing (?:required parameter:? )?\\{0,2}['"\x60]tools[\w.[\]]{0,40})|:? {0,2}(?:- )?[Ff]ield required\b|\n\s{1,8}Field required\b))/,
    isExact: true,
    causes: ['schema', 'client'],
    did: 'error',
    says: 'The request has a tool without a name where the server looks for one, at `$1`.',
    fix: NAMED_IN,
  },
  // FastAPI and pydantic, in vLLM and SGLang
  {
    id: 'definition-loc',
    pattern:
      /["']tools["'],\s{0,20}\d{1,4}(?:,\s{0,20}["'](?:function|name)["']){1,2}\s{0,20}[\])],?\s{0,20}["']msg["']\s?:\s?["'][Ff]ield required\b/,
    isExact: true,
    causes: ['schema', 'client'],
    did: 'error',
    says: 'The request has a tool without a name where the server looks for one.',
    fix: NAMED_IN,
  },
  {
    id: 'definition-parameters',
    pattern:
      /\b(tools(?:\[\d{1,4}\]|\.\d{1,4})(?:\.function)?)(?:: missing field [\\'"\x60]{0,4}parameters\b|\.parameters\b(?:(?<=[Mm]issing required parameter: \\{0,2}['"\x60]tools[\w.[\]]{0,40})|:? {0,2}(?:- )?[Ff]ield required\b))/,
    isExact: true,
    causes: ['schema'],
    did: 'error',
    says: 'The definition of a tool lacks its `parameters`, at `$1`.',
    fix: PARAMETERS,
  },
  // Zod in LM Studio (pi#598), pydantic in SGLang (sglang#36194): the OpenAI API takes null there
  {
    id: 'definition-strict',
    pattern:
      /^tools\.\d{1,4}\.(?:function\.)?strict$|\btools['"], ?\d{1,4}, ?(?:['"]function['"], ?)?['"]strict['"]\)[^}]{0,40}\bInput should be a valid boolean\b/,
    isExact: true,
    causes: ['schema', 'client'],
    did: 'error',
    says: 'The `strict` of a tool is no boolean, most often `null`, and the server refuses it.',
    fix: 'Leave `strict` out of the tools, or send true or false. Or update the client or the server.',
  },
  // OpenAI and Together: `In context=('properties', 'urls'), …`; Gemini: `….properties[urls].items: missing field.`
  {
    id: 'definition-items',
    pattern:
      /\b(?:In context=\('properties', '|properties(?:\[|\.))([\w-]{1,60})(?:'[^\n]{0,200}\barray schema missing items\b|\]?[\w.[\]]{0,200}\bitems: missing field\b)/,
    isExact: true,
    causes: ['schema'],
    did: 'error',
    says: 'The parameter `$1` of a tool is or holds an array without `items`, and the provider refuses that.',
    fix: 'Add `items` to that array, as `{"type": "string"}`. Some providers do without, so a tool may work with others.',
  },
  {
    id: 'tool-name-twice',
    pattern: /\btools: Tool names must be unique\b|\bDuplicate function declaration found: /,
    isExact: true,
    causes: ['schema'],
    did: 'error',
    says: 'Two tools in the request have the same name, and the provider refuses that.',
    fix: 'Rename one of them or leave it out: two MCP servers may bring tools of the same name.',
  },
  {
    id: 'tools-many',
    pattern: /\bInvalid 'tools': array too long\b/,
    isExact: true,
    causes: ['schema'],
    did: 'error',
    says: 'The request declares more tools than the provider takes.',
    fix: 'Send fewer tools: leave out those of MCP servers that this conversation does not need.',
  },
]);

// Source: pydantic, which quotes what it was given; SonettoHere#319
const encoded = phrasesOf(null, [
  {
    id: 'list-encoded',
    pattern:
      /\bInput should be a valid list\b[^\n]{0,20}\[type=list_type, input_value=['"][[{][^\n]{0,600}\binput_type=str\]/,
    isExact: true,
    causes: ['arguments'],
    did: 'calls',
    says: 'The tool wants a list, and a string with JSON in it came.',
    fix: 'Decode that string in the client, and update the server: its parser or the model wrote it as a string.',
  },
]);

// Source: Moonshot API, which checks the schemas of tools by rules of its own (walle, github.com/MoonshotAI/walle)
const moonshot = phrasesOf(
  ['moonshot', 'proof'],
  [
    {
      id: 'moonshot-type',
      pattern:
        /\bwhen\s{1,40}using\s{1,40}(?:anyOf|\$ref),?\s{1,40}type\s{1,40}should\s{1,40}be\s{1,40}defined\s{1,40}in\s{1,40}(?:anyOf\s{1,40}items|the\s{1,40}referenced)\b/,
      isExact: true,
      causes: ['schema'],
      did: 'error',
      says: 'The schema of a tool has a `type` beside `anyOf` or `$ref`, and Moonshot refuses it.',
      fix: 'Move `type` into the items of `anyOf`, or into the schema that `$ref` names. Or leave that tool out.',
    },
    {
      id: 'moonshot-schema',
      pattern: /\bis\s{1,40}not\s{1,40}a\s{1,40}valid\s{1,40}moonshot\s{1,40}flavored\s{1,40}json\s{1,40}schema\b/,
      causes: ['schema'],
      did: 'error',
      says: 'Moonshot refuses the schema of a tool.',
      fix: ownFixes.definition,
    },
    // As PentAGI quotes it in its README
    {
      id: 'moonshot-reasoning',
      pattern: /\breasoning_content is missing in assistant tool call message\b/,
      by: ['moonshot', 'hint'],
      isExact: true,
      ...unsent,
    },
  ],
);

// Source: Cohere API v2, its errors for members that it does not know; agno, and OpenRouter, which passes `strict` on
const cohere = phrasesOf(null, [
  {
    id: 'cohere-field',
    pattern: /\bunknown field: parameter '[\w.]{1,60}' is not a valid field\b/,
    isExact: true,
    causes: ['schema'],
    did: 'error',
    says: 'Cohere does not know a field of the request, most often one in the definition of a tool.',
    fix: 'Leave out the field that the error names, or update the client.',
  },
]);

// Source: xAI API, as Zed and others show it: it makes a grammar of the schemas of the tools
const xai = phrasesOf(null, [
  {
    id: 'xai-grammar',
    pattern: /\bInvalid grammar request: req\.grammar_key=/,
    isExact: true,
    // What it quotes is the grammar, with the markers of calls in it
    hasExample: true,
    causes: ['schema'],
    did: 'error',
    says: 'xAI could not make a grammar of the schemas of the tools.',
    fix: 'Write the schemas of the tools plainly, leave out the tool with the unusual schema, or update the client.',
  },
]);

// Source: CLIProxyAPI, the history that its executor for Gemini checks before it asks
const geminiHistory = phrasesOf(null, [
  // Gemini API: dify#29187, Antigravity-Manager#938; Vertex AI has a sentence of its own
  {
    id: 'gemini-signature-of',
    pattern:
      /(?:\bmissing a thought_signature in functionCall parts\b[^]{0,300}?, |\bsubmit request because (?=[^\n]{0,200}\bthought_signature\b))function call [`'](?:default_api:)?([\w.-]{1,80})[`']/,
    isExact: true,
    ...unsigned('The call to `$1` in the history'),
  },
  {
    id: 'gemini-signature',
    pattern: /\bmissing a [`'"]?thought_signature\b/,
    isExact: true,
    ...unsigned('A call in the history'),
  },
  {
    id: 'gemini-history-name',
    pattern:
      /\binvalid Gemini function call history: [^\n]{0,120}\.name \\?"(?:call|toolu|fc|chatcmpl|functions)[_.-][\w.:-]{1,80}\\?" does not match\b/,
    isExact: true,
    ...sent(
      'A result of the history carries the id of its call in place of the name of the function.',
      'Send the name of the function in `functionResponse.name`, and not the id of the call. Or update the client.',
    ),
  },
  {
    id: 'gemini-history',
    pattern: /\binvalid Gemini function call history: /,
    ...sent('A result of the history does not belong to the call before it.', ownFixes.pairs),
  },
]);

// Source: DeepSeek API, the guide of its thinking mode (api-docs.deepseek.com/guides/thinking_mode)
const deepseek = phrasesOf(
  ['deepseek', 'hint'],
  [
    {
      id: 'deepseek-reasoning',
      pattern:
        /\bMissing [`'"]?reasoning_content[`'"]? field in the assistant message\b|\breasoning_(?:content|text)[`'"]? in the thinking mode must be passed back\b/,
      isExact: true,
      ...unsent,
    },
  ],
);

// Source: Z.ai API, error 1214 (docs.z.ai and docs.bigmodel.cn, error codes)
const zai = phrasesOf(
  ['zai', 'hint'],
  [
    {
      id: 'zai-messages',
      pattern: /\b[Tt]he messages parameter is illegal\b|\bmessages 参数非法/,
      ...sent(
        'The provider refuses the list of messages, and does not say which one is wrong.',
        'Look for a message without content, a result without its call, and a request without a message of the user.',
      ),
    },
  ],
);

// Source: OpenAI API, under both paths, and servers that copy it: Rapid-MLX#750
const choices = phrasesOf(null, [
  {
    id: 'choice-misnamed',
    pattern:
      /(?:\btool_c(?:hoice|all)\b[^\n]{0,20}\b(?:no function named|references function) |\bTool choice )'([\w.-]{1,80})'(?! is)/,
    isExact: true,
    ...sent('The request names `$1` in `tool_choice`, and declares no such tool.', ownFixes.choice),
  },
]);

/** A list in the place of a schema, which is more than that a server refuses the definition. */
// Source: python-jsonschema, as SGLang and OpenAI pass it on (OpenManus#1162); Ajv; xAI (hermes-agent#20976); Gemini (adk-rust#330)
export const saidOfTuples: readonly Phrase[] = phrasesOf(null, [
  {
    id: 'schema-tuple',
    pattern:
      /\] is not of type 'object', 'boolean'|\bitems must be object,boolean\b|'items' must be a schema \(object or boolean\), not an array|"items\\?" at '[^'\n]{1,300}': Proto field is not repeating, cannot start list/,
    isExact: true,
    causes: ['schema'],
    did: 'error',
    says: 'The definition of a tool has a list where one schema belongs: most often a tuple under `items`.',
    fix: 'Write one schema under `items`, with `minItems` and `maxItems` for the length. Or leave that tool out.',
  },
]);

/** What providers refuse in a request, each in its own words: the definition of a tool, or the history. */
export const saidByValidators: readonly Phrase[] = [
  ...geminiHistory,
  ...minimax,
  ...dashscope,
  ...definitions,
  ...encoded,
  ...choices,
  ...deepseek,
  ...moonshot,
  ...zai,
  ...cohere,
  ...xai,
];
