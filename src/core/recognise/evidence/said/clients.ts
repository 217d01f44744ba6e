import { phrasesOf, type Phrase } from './phrase.ts';

/**
 * What agents and libraries say when they could not take a call that came. Sources: opencode (AI SDK's `invalid` tool),
 * Claude Code 2, codex-rs core/src/tools, cline and Roo-Code src/core/prompts/responses.ts, goose crates/goose, hermes-agent, qwen-code and
 * gemini-cli packages/core, LibreChat api/server, open-webui utils/middleware.py, langchain-core, ai (Vercel).
 */
export const saidByClients: readonly Phrase[] = [
  // Source: opencode packages/opencode/src/session
  ...phrasesOf(
    ['opencode', 'proof'],
    [
      {
        id: 'opencode-unavailable',
        pattern: /\bModel tried to call unavailable tool '/,
        by: ['ai-sdk', 'hint'],
        causes: ['unknown-tool'],
        did: 'calls',
        says: 'The model called a tool that the client does not have.',
      },
      {
        id: 'opencode-markup',
        pattern: /\binvalid \[tool=[^,\]\n]{0,200}<\/?[\w|｜]/,
        causes: ['unknown-tool', 'damaged'],
        did: 'calls',
        says: 'The name of the tool holds markup: the server took the arguments for a part of it.',
      },
      {
        id: 'opencode-arguments',
        pattern:
          /\bThe \S{1,80} tool was called with invalid arguments: |\bThe arguments provided to the tool are invalid: /,
        causes: ['arguments'],
        did: 'calls',
        says: 'The client refused the arguments of the call.',
      },
      {
        id: 'opencode-json',
        pattern: /\bInvalid input for tool \S{1,80}: /,
        by: ['ai-sdk', 'hint'],
        causes: ['arguments', 'damaged'],
        did: 'calls',
        says: 'The client could not read the arguments of the call.',
      },
    ],
  ),
  // Source: Claude Code 2, tool results in its transcripts
  ...phrasesOf(
    ['claude-code', 'proof'],
    [
      {
        id: 'claude-code-no-tool',
        pattern: /\bNo such tool available: \S/,
        causes: ['unknown-tool'],
        did: 'calls',
        says: 'The model called a tool that the client does not have.',
      },
      {
        id: 'claude-code-unparsed',
        pattern: /\bThe model's tool call could not be parsed \(retry also failed\)/,
        causes: ['damaged', 'other-format'],
        did: 'text',
        isVague: true,
        says: 'The model wrote what the client could not read as a call, twice.',
      },
      {
        id: 'claude-code-arguments',
        pattern: /\bInputValidationError: /,
        causes: ['arguments'],
        did: 'calls',
        says: 'The client refused the arguments of the call.',
      },
    ],
  ),
  // Source: codex-rs core/src/tools
  ...phrasesOf(
    ['codex', 'proof'],
    [
      {
        id: 'codex-unsupported',
        pattern: /\bunsupported (?:custom tool )?call: \S/,
        causes: ['unknown-tool'],
        did: 'calls',
        says: 'The model called a tool that the client does not have.',
      },
      {
        id: 'codex-arguments',
        pattern: /\bfailed to parse function arguments\b/,
        causes: ['arguments'],
        did: 'calls',
        says: 'The client could not read the arguments of the call.',
      },
    ],
  ),
  // Source: goose crates/goose, tool errors (JSON-RPC)
  ...phrasesOf(
    ['goose', 'proof'],
    [
      {
        id: 'goose-arguments',
        pattern: /(?<!\bMCP error )-32602: |\bCould not interpret tool use parameters\b/,
        causes: ['arguments'],
        did: 'calls',
        says: 'The client could not read the arguments of the call.',
      },
      {
        id: 'goose-not-found',
        pattern: /(?<!\bMCP error )(?:-32601: |-32002: )|\bTool '?[\w-]{1,80}'? not found\b(?! in)/,
        by: ['goose', 'hint'],
        causes: ['unknown-tool'],
        did: 'calls',
        says: 'The model called a tool that the client does not have.',
      },
    ],
  ),
  // Source: modelcontextprotocol/typescript-sdk src/types.ts McpError and src/server/mcp.ts
  ...phrasesOf(null, [
    {
      id: 'mcp-unknown',
      pattern: /\bMCP error -3260[12]: (?:MCP error -3260[12]: )?Tool \S{1,80} not found/,
      causes: ['unknown-tool'],
      did: 'calls',
      says: 'The MCP server does not have the tool.',
    },
    {
      id: 'mcp-arguments',
      pattern: /\bMCP error -32602: (?:MCP error -32602: )?(?:Input validation error: )?Invalid arguments for tool \S/,
      causes: ['arguments'],
      did: 'calls',
      says: 'The MCP server refused the arguments of the call.',
    },
  ]),
  // Source: cline and Roo-Code, src/core/prompts/responses.ts
  ...phrasesOf(
    ['cline', 'hint'],
    [
      {
        id: 'cline-no-tool',
        pattern: /\bYou did not use a tool in your previous response/,
        hasExample: true,
        by: ['cline', 'proof'],
        causes: ['other-format'],
        did: 'text',
        isVague: true,
        says: 'The client reads a tag per tool in the text, and found none in the reply.',
      },
      {
        id: 'cline-trouble',
        pattern:
          /\b(?:Cline|Roo(?: Code)?|Kilo(?: Code)?) is having trouble\b|\bfailure in the model's thought process or inability to use a tool properly/,
        causes: ['other-format', 'damaged'],
        did: 'text',
        isVague: true,
        says: 'The client gave up: several replies in a row held no tool use that it could read.',
      },
      {
        id: 'roo-no-tools',
        pattern:
          /\bThe model failed to use any tools in its response\b|\bMODEL_NO_TOOLS_USED\b|\bXML tool calls are no longer supported\b|\b[Tt]he model provided text\/reasoning but did not call any\b/,
        by: ['roo', 'proof'],
        causes: ['parser-off', 'other-format'],
        did: 'text',
        isVague: true,
        says: 'The client wants structured calls, and the reply held text alone.',
      },
      {
        id: 'cline-nothing',
        pattern:
          /\bThe language model did not provide any assistant messages\b|\bThe provider returned an empty or unparsable response\b/,
        causes: ['lost'],
        did: 'nothing',
        says: 'The client received an empty reply: the server may have dropped what the model wrote.',
      },
      {
        id: 'cline-parameter',
        pattern:
          /\bMissing value for required parameter '|\btried to use \S{1,60} without value for required parameter/,
        causes: ['arguments', 'damaged'],
        did: 'text',
        says: 'The client misses a required parameter.',
      },
      {
        id: 'cline-invalid-calls',
        pattern: /\bOne or more tool calls were invalid or missing required parameters\b/,
        by: ['cline', 'proof'],
        causes: ['arguments'],
        did: 'calls',
        says: 'The client could not take the arguments of the call.',
      },
      {
        id: 'roo-unknown',
        pattern: /\bUnknown tool "?[\w-]{1,80}"?\. This tool does not exist/,
        by: ['roo', 'hint'],
        causes: ['unknown-tool'],
        did: 'calls',
        says: 'The model called a tool that the client does not have.',
      },
      {
        id: 'roo-invalid',
        pattern: /\bInvalid (?:API response|tool call|JSON argument)\b[^\n]{0,60}(?:tool|argument|nativeArgs)/,
        by: ['roo', 'hint'],
        causes: ['arguments', 'damaged'],
        did: 'calls',
        says: 'The client could not read the call.',
      },
    ],
  ),
  // Source: qwen-code and gemini-cli, packages/core/src/tools
  ...phrasesOf(
    ['qwen-code', 'proof'],
    [
      {
        id: 'qwen-code-registry',
        pattern: /\bnot found in registry\. Tools must use the exact names/,
        causes: ['unknown-tool'],
        did: 'calls',
        says: 'The model called a tool that the client does not have.',
      },
      {
        id: 'qwen-code-final',
        pattern: /\bFailed to parse final tool call arguments: /,
        causes: ['arguments', 'damaged'],
        did: 'calls',
        says: 'The client could not read the arguments of the call: they are no JSON.',
      },
      {
        id: 'qwen-code-params',
        pattern: /\bparams(?:\/[\w/]{1,60})? must (?:have required property|be |NOT have)/,
        by: ['qwen-code', 'hint'],
        causes: ['arguments'],
        did: 'calls',
        says: 'The client refused the arguments of the call.',
      },
    ],
  ),
  // Source: zed crates/agent/src/thread.rs; zed#56408, #58622, #64295, #64578
  ...phrasesOf(
    ['zed', 'proof'],
    [
      {
        id: 'zed-input',
        pattern:
          /\bFailed to receive tool input: |\btool input was not fully received\b|\buntagged enum ValueOrJsonString\b|\[crates\/agent\/src\/thread\.rs:\d{1,5}\] (?:missing field|invalid type|unknown )/,
        causes: ['arguments'],
        did: 'calls',
        says: 'The client refused the arguments of the call.',
      },
    ],
  ),
  // Source: hermes-agent run_agent.py
  ...phrasesOf(
    ['hermes-agent', 'proof'],
    [
      {
        id: 'hermes-agent-unknown',
        pattern: /\bUnknown tool '[^'\n]{1,90}'\s{0,2}[—;-] sending error to model for self-correction/,
        causes: ['unknown-tool'],
        did: 'calls',
        says: 'The model called a tool that the client does not have.',
      },
    ],
  ),
  // Source: langchain-core and langgraph, tools and output parsers
  ...phrasesOf(
    ['langchain', 'proof'],
    [
      {
        id: 'langchain-schema',
        pattern: /\bReceived tool input did not match expected schema\b/,
        causes: ['arguments'],
        did: 'calls',
        says: 'The client refused the arguments of the call.',
      },
      {
        id: 'langchain-not-json',
        pattern: /\bFunction \S{1,80} arguments:\n\n[^\n]/,
        causes: ['arguments', 'damaged'],
        did: 'calls',
        says: 'The arguments of the call are no JSON.',
      },
      {
        id: 'langchain-not-a-tool',
        pattern: /\bis not a valid tool, try one of\b/,
        causes: ['unknown-tool'],
        did: 'calls',
        says: 'The model called a tool that the client does not have.',
      },
      {
        id: 'langchain-js-arguments',
        pattern: /\bFailed to parse tool arguments from chat model response\b/,
        causes: ['arguments'],
        did: 'calls',
        isExact: true,
        says: 'The client could not read the arguments of the call.',
      },
      {
        id: 'langchain-js-output',
        pattern: /\bFailed to parse\. Text: "/,
        causes: ['other-format', 'damaged'],
        did: 'text',
        says: 'The client wants JSON, and could not read the text of the reply.',
      },
      {
        id: 'langchain-output',
        pattern: /\bCould not parse LLM output: |\bOUTPUT_PARSING_FAILURE\b/,
        causes: ['other-format', 'damaged'],
        did: 'text',
        says: 'The client found no action in the text of the reply.',
      },
    ],
  ),
  // Source: ai (Vercel), packages/ai/src/error
  ...phrasesOf(
    ['ai-sdk', 'proof'],
    [
      {
        id: 'ai-sdk-no-tool',
        pattern: /\b(?:AI_)?NoSuchToolError\b/,
        causes: ['unknown-tool'],
        did: 'calls',
        says: 'The model called a tool that the client does not have.',
      },
      {
        id: 'ai-sdk-input',
        pattern: /\b(?:AI_)?InvalidTool(?:Input|Arguments)Error\b/,
        causes: ['arguments'],
        did: 'calls',
        says: 'The client refused the arguments of the call.',
      },
      {
        id: 'ai-sdk-delta',
        pattern: /\bExpected '(?:function\.name|id|index)' to be a (?:string|number)/,
        causes: ['stream'],
        did: 'error',
        says: 'A piece of the stream lacks the name or the id of its call.',
      },
      {
        id: 'ai-sdk-json',
        pattern: /\bAI_JSONParseError\b|\bJSON parsing failed: Text: /,
        by: ['ai-sdk', 'hint'],
        causes: ['arguments', 'damaged'],
        did: 'calls',
        says: 'The client could not read JSON that the model wrote.',
      },
    ],
  ),
  // Source: open-webui backend/open_webui/utils/middleware.py
  ...phrasesOf(
    ['open-webui', 'hint'],
    [
      {
        id: 'open-webui-shown',
        pattern: /<details type="tool_calls" done="(?:true|false)"/,
        by: ['open-webui', 'proof'],
        causes: [],
        did: 'calls',
        says: 'It is how Open WebUI shows a call that came.',
      },
      {
        id: 'open-webui-arguments',
        pattern: /\bError parsing tool call arguments: /,
        causes: ['arguments', 'damaged'],
        did: 'calls',
        says: 'The client could not read the arguments of the call.',
      },
    ],
  ),
  // Source: LibreChat api/server/controllers/agents and packages/api
  ...phrasesOf(
    ['librechat', 'proof'],
    [
      {
        id: 'librechat-controller',
        pattern: /\[\/?(?:api\/server\/controllers|packages\/api)\/[\w./-]{3,80}(?: #\w{1,40})?\]/,
        causes: [],
        did: 'error',
        says: 'LibreChat names the part of it that failed.',
      },
    ],
  ),
  // Source: openai-agents-python src/agents/run_internal
  ...phrasesOf(
    ['agents-sdk', 'proof'],
    [
      {
        id: 'agents-sdk-not-found',
        pattern: /\bModelBehaviorError: Tool \S{1,80} not found in agent\b/,
        causes: ['unknown-tool'],
        did: 'calls',
        says: 'The model called a tool that the client does not have.',
      },
      {
        id: 'agents-sdk-json',
        pattern: /\bModelBehaviorError: Invalid JSON (?:input for tool|when parsing)/,
        causes: ['arguments', 'damaged'],
        did: 'calls',
        says: 'The client could not read the arguments of the call.',
      },
    ],
  ),
];
