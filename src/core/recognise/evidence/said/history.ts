import { ownFixes } from './fixes.ts';
import { phrasesOf, sent, type Phrase } from './phrase.ts';

const TAKE_OUT =
  'Take that call and its result out of the history, or begin a new session: every further request has it.';

// Source: mcp-use#90, pi#3108 and claude-code#94799, where a model wrote a command in the place of the name; ids: 9router#3167, experiential#801; Bedrock: openclaw#12892, maki#38
const calls = phrasesOf(null, [
  {
    id: 'history-name',
    pattern:
      /\bInvalid '(?:input\[\d{1,5}\]|messages\[\d{1,5}\]\.tool_calls\[\d{1,4}\]\.function)\.name': (?:empty string|string (?:too long|does not match pattern))|\btool_use\.name: String should have at (?:most|least) \d|\btoolUse\.name'\s{1,8}failed to satisfy constraint\b/,
    isExact: true,
    ...sent(
      'The history holds a call whose name is empty, too long or has forbidden characters, and the API refuses it.',
      TAKE_OUT,
    ),
  },
  {
    id: 'history-id',
    pattern:
      /\bInvalid '(?:input\[\d{1,5}\]\.call_id|messages\[\d{1,5}\]\.(?:tool_calls\[\d{1,4}\]\.id|tool_call_id))': |\bExpected an ID that begins with 'fc'|\btool_use[._]id: String should (?:match|have)\b|\btool(?:Use|Result)\.toolUseId'\s{1,8}failed to satisfy constraint\b/,
    isExact: true,
    ...sent(
      'The history holds a call whose id has another form than this API takes, most often that of another provider.',
      'Write such ids in the form that the error names, the same in a call and in its result. Or begin a new session.',
    ),
  },
  // mastra#5604, anthropic-sdk-typescript#648, claude-code#6696
  {
    id: 'history-input',
    pattern: /\btool_use\.input: Input should\s{1,12}be a\s{1,12}valid\s{1,12}dictionary\b/,
    isExact: true,
    ...sent(
      'The history holds a call whose `input` is no object, and the API refuses every request with it.',
      TAKE_OUT,
    ),
  },
  // lisette#90, gsd-2#2870
  {
    id: 'history-run',
    pattern: /\btool use with id `?srvtoolu_[^\s`]{1,60}`?\s{1,12}was found\s{1,12}without a\s{1,12}corresponding\b/,
    by: ['anthropic', 'proof'],
    isExact: true,
    ...sent(
      'The history holds a tool that the API runs itself, without the result that came with it.',
      'Send what the model answered back as it came, with all its blocks. Right after `pause_turn` no result is needed.',
    ),
  },
]);

// Source: vLLM, in vllm#18729
const results = phrasesOf(null, [
  // OpenAI, in ogx#3134 and CLIProxyAPI#2798; DeepSeek, in agno#3105; DashScope, in qwen-code#606; Anthropic, in claude-code#1237; AI SDK, in CopilotKit#7277
  {
    id: 'result-missing',
    pattern:
      /\bmust be followed by tool messages responding to each\b|\btool_call_ids did not have response messages\b|\bids were found without [`'"\\]{0,3}tool_result[`'"\\]{0,3} blocks\b|\bTool results? (?:is|are) missing for tool calls?\b/,
    ...sent('The history has a call without its result.', ownFixes.pairs),
  },
  // OpenAI and Azure, in strands sdk-python#320
  {
    id: 'result-image',
    pattern: /\bImage URLs are only allowed for messages with role 'user', but this message with role 'tool'/,
    isExact: true,
    ...sent(
      'The result of a tool holds an image, and this API takes images only in messages of the user.',
      'Have the client send the image in a message of the user after the result. Or have the tool return text.',
    ),
  },
  {
    id: 'result-parts',
    pattern: /\bmessages\.\d{1,5}\.tool\.content\b[\s-]{1,12}Input should be a valid string\b/,
    isExact: true,
    ...sent(
      'The result of a tool in the history is no string, and this release of the server takes nothing else.',
      'Send the result as one string and not as a list of parts. Or update the client or the server.',
    ),
  },
  // serde in DeepSeek: anon-kode#87, zeroclaw#843
  {
    id: 'result-id',
    pattern: /\bmessages\[\d{1,5}\]: missing field [\\'"\x60]{0,4}tool_call_id\b/,
    isExact: true,
    ...sent(
      'The history holds a result without `tool_call_id`, so the API cannot tell which call it answers.',
      'Send every result with the id of its call as `tool_call_id`. Or begin a new session, and update the client.',
    ),
  },
  // sample-multi-agent-orchestration-chat-on-agentcore#15
  {
    id: 'result-empty',
    pattern: /\btoolResult cannot be empty when status value is error\b/,
    by: ['bedrock', 'proof'],
    isExact: true,
    ...sent(
      'The history holds the result of a failed tool without a text, and Bedrock refuses every request with it.',
      'Put what the tool said into `content` of that result, or begin a new session. Then update the client.',
    ),
  },
  // Hermes and Qwen templates, in xinference (inference#2259)
  {
    id: 'result-name',
    pattern: /\bTool response dicts require a 'name' key/,
    isExact: true,
    ...sent(
      'The history holds a result without the name of its tool, which the chat template of this model wants.',
      'Send `name` with every message of the role `tool`. Or update the client or the server.',
    ),
  },
]);

// Source: OpenAI (autogen#5699, docker-agent#63); vLLM (vllm#10015); llama.cpp#13471; lmstudio-bug-tracker#261; grok2api#41
const contents = phrasesOf(null, [
  {
    id: 'content-null',
    pattern:
      /\bInvalid value for 'content': expected a string, got null\b|'messages\\{0,2}', \d{1,5}, [^)\n]{0,80}'content\\{0,2}', \\{0,2}'str\\{0,2}'\), \\{0,2}'msg\\{0,2}': \\{0,2}'Input should be a valid string\\{0,2}', \\{0,2}'input\\{0,2}': None\b|\bExpected 'content' to be a string or an array\b|\b'content' field must be a string or an array of objects\b|\bbody\.messages\.content\.str - Input should be a valid string\b/,
    isExact: true,
    ...sent(
      'A message in the history has no text as `content`, most often `null`, and the server refuses it.',
      'Send an empty string as `content` of such a message. Or update the client or the server.',
    ),
  },
]);

// Source: mistral-common, protocol/instruct/validator.py, which the API of Mistral and vLLM run
const mistral = phrasesOf(null, [
  {
    id: 'mistral-pairs',
    pattern: /\bNot the same number of function calls and responses\b/,
    by: ['mistral', 'hint'],
    ...sent(
      'The history has more calls than results, or fewer.',
      'Send the message with `tool_calls` back as it came. After it send a message of the role `tool` for each call, with its id as `tool_call_id`.',
    ),
  },
  {
    id: 'mistral-id',
    pattern: /\bTool call id was ([\w.:-]{1,100}) but must be a-z, A-Z, 0-9, with a length of 9\b/,
    isExact: true,
    ...sent(
      'The history holds a call with the id `$1`, and models of Mistral take nine letters or digits.',
      'Send every id back as the server gave it. For calls of other servers, make ids of nine letters or digits.',
    ),
  },
  // mistral-common#169, which vLLM runs as well; avante.nvim#2695, onyx#6458, crush#279, mistral-inference#135
  {
    id: 'order-result',
    pattern: /\bUnexpected role 'user' after role 'tool'/,
    isExact: true,
    ...sent(
      'A user message follows the result of a tool in the history, and Mistral wants an answer between them.',
      'Keep the answer of the model after every result, or put a short one there. Proxies and cancelled calls leave it out.',
    ),
  },
  {
    id: 'order-call',
    pattern: /\bUnexpected role (?:'tool' after role '(?:user|system)'|RoleEnum\.tool\b)/,
    isExact: true,
    ...sent(
      'In the history the result of a tool has no call before it, and models of Mistral refuse that.',
      ownFixes.pairs,
    ),
  },
]);

/** What servers refuse in the history that a client sends back: a call, a result, an empty message, their order. */
export const saidOfHistory: readonly Phrase[] = [...calls, ...results, ...contents, ...mistral];
