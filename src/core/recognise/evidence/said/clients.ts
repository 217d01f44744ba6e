import { saidByCline } from './cline.ts';
import { ownFixes } from './fixes.ts';
import { meant, phrasesOf, sent, type Phrase } from './phrase.ts';

/** What agents say when they could not take a call that came. Each list names its source. */
export const saidByClients: readonly Phrase[] = [
  // Source: OpenManus app/llm.py and app/schema.py
  ...phrasesOf(null, [
    {
      id: 'openmanus-empty',
      pattern: /\bMessage must contain either 'content' or 'tool_calls'/,
      causes: ['lost'],
      did: 'nothing',
      says: 'The reply holds neither text nor a call, and the client refuses it.',
    },
  ]),
  // Source: opencode packages/opencode/src/session
  ...phrasesOf(
    ['opencode', 'proof'],
    [
      {
        id: 'opencode-unavailable',
        pattern: /\bModel tried to call unavailable tool '(?!invalid')/,
        by: ['ai-sdk', 'hint'],
        ...meant.unknown,
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
        ...meant.refused,
      },
    ],
  ),
  // Source: Claude Code 2, tool results in its transcripts
  ...phrasesOf(
    ['claude-code', 'proof'],
    [
      { id: 'claude-code-no-tool', pattern: /\bNo such tool available: \S/, ...meant.unknown },
      {
        id: 'claude-code-unparsed',
        pattern: /\bThe model's tool call could not be parsed \(retry also failed\)/,
        causes: ['damaged', 'other-format'],
        did: 'text',
        isVague: true,
        says: 'The model wrote what the client could not read as a call, twice.',
      },
      {
        id: 'claude-code-concurrency',
        pattern: /\bAPI Error: \d{3} due to tool use concurrency issues\b/,
        causes: ['client'],
        did: 'error',
        says: 'The history has a call without its result.',
        fix: 'Run `/rewind`, and go on from an earlier turn.',
      },
      { id: 'claude-code-arguments', pattern: /\bInputValidationError: /, ...meant.refused },
      // Its reader of a stream, which keeps the blocks by their index
      {
        id: 'claude-code-block',
        pattern:
          /\b(?:Error streaming\b[^\n:]{0,60}: |API Error: |RangeError: )Content block not found\b|\bContent block (?:is not an? (?:input_json|text|thinking) block|input is not a string)\b/,
        isExact: true,
        causes: ['stream'],
        did: 'error',
        says: 'The stream holds a piece of a content block that it did not open, or opened as another kind.',
        fix: 'Update what makes the stream in the form of Anthropic. Or ask a server that has this form itself.',
      },
      {
        id: 'claude-code-fallback',
        pattern:
          /\bError: Streaming fallback triggered[ \t]*$|\bError streaming, falling back to non-streaming mode: \S|\btriggering non-streaming fallback\b/m,
        causes: ['stream'],
        did: 'error',
        says: 'Claude Code gave the stream up, and asked again without it.',
        fix: 'Run `claude --debug`: its line `Error streaming` says what was wrong. Then update the proxy that makes the stream.',
      },
    ],
  ),
  // Source: codex-rs core/src/tools
  ...phrasesOf(
    ['codex', 'proof'],
    [
      // webai-at-home#213
      {
        id: 'codex-wire',
        pattern: /\bwire_api = "chat"` is no longer supported\b/,
        isExact: true,
        ...sent(
          'Codex does not start: it speaks only the Responses API now.',
          'Set `wire_api = "responses"` for that provider, and choose a server that has `/v1/responses`.',
        ),
      },
      // codex#35361, opencodex#372; OpenCode has the sentence as well
      {
        id: 'codex-patch',
        pattern:
          /patch verification failed: (?:invalid patch: )?The first line of the patch must be '\*\*\* Begin Patch'/,
        isExact: true,
        by: ['codex', 'hint'],
        causes: ['arguments'],
        did: 'calls',
        says: 'The tool takes the text of a patch alone. What the model passed has something around it, or another first line.',
        fix: 'Say in `AGENTS.md` to pass only the patch, without JSON around it, from the line `*** Begin Patch` on. Or choose another model.',
      },
      { id: 'codex-unsupported', pattern: /\bunsupported (?:custom tool )?call: \S/, ...meant.unknown },
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
      // goose#2314
      {
        id: 'goose-configure',
        pattern: /\binit chat completion request with tool did not succeed\b/,
        causes: [],
        did: 'error',
        isVague: true,
        says: 'goose asks the model for a call while it is configured, and that request failed.',
      },
      { id: 'goose-no-tool', pattern: /(?<!\bMCP error )-32602: tool not found/, ...meant.unknown },
      // goose#1068
      {
        id: 'goose-arguments-empty',
        pattern:
          /\bCould not interpret tool use parameters for id \S{1,80}: EOF while parsing a value at line 1 column 0\b/,
        isExact: true,
        causes: ['arguments'],
        did: 'calls',
        says: 'The arguments of the call are empty, and goose wants an object there.',
        fix: 'Update goose, and begin a new session: this one keeps the call. If the tool takes arguments, ask again.',
      },
      {
        id: 'goose-arguments',
        pattern: /(?<!\bMCP error )-32602: (?!tool not found)|\bCould not interpret tool use parameters\b/,
        causes: ['arguments'],
        did: 'calls',
        says: 'The client could not read the arguments of the call.',
      },
    ],
  ),
  ...saidByCline,
  // Source: qwen-code and gemini-cli, packages/core/src/tools
  ...phrasesOf(
    ['qwen-code', 'proof'],
    [
      {
        id: 'qwen-code-registry',
        pattern: /\bnot found in registry\. Tools must use the exact names/,
        ...meant.unknown,
      },
      { id: 'qwen-code-final', pattern: /\bFailed to parse final tool call arguments: /, ...meant.noJson },
      {
        id: 'qwen-code-params',
        pattern: /\bparams(?:\/[\w/]{1,60})? must (?:have required property|be |NOT have)/,
        by: ['qwen-code', 'hint'],
        ...meant.refused,
      },
    ],
  ),
  // Source: gemini-cli and qwen-code, packages/core/src/core/geminiChat.ts InvalidStreamError
  ...phrasesOf(null, [
    {
      id: 'gemini-cli-stream',
      pattern: /\bModel stream ended with (?:malformed function call|an unexpected tool call)\b/,
      causes: ['damaged', 'lost'],
      did: 'nothing',
      says: 'The stream ended with a call that could not be read.',
    },
  ]),
  // Source: continue core/tools/parseArgs.ts and core/tools/callTool.ts, 15338027
  ...phrasesOf(
    ['continue', 'proof'],
    [
      {
        id: 'continue-argument',
        pattern:
          /\bargument is required(?: and must not be empty or whitespace-only\.)? \(type (?:string|number|boolean)\)|(?:^|: )Argument [`\w]{2,60} must (?:not be empty or whitespace-only|be a (?:valid number|boolean true or false))$/m,
        ...meant.refused,
      },
    ],
  ),
  // Source: serde_json, src/error.rs, in programs of Rust that read the arguments of a call; qqqa
  ...phrasesOf(null, [
    {
      id: 'rust-arguments',
      pattern:
        /\b[Ff]ailed to parse [\w.-]{1,60} arg(?:ument)?s: (?:missing field|unknown field|invalid type|invalid value|invalid length)\b/,
      ...meant.refused,
    },
  ]),
  // Source: AstrBot astrbot/core/astr_agent_tool_exec.py; VS Code languageModelToolsService.ts; programs that keep a handler for each tool
  ...phrasesOf(null, [
    {
      id: 'tool-without-handler',
      pattern:
        /\bTool must have a valid handler or override\b|\bTool \S{1,80} does not have an implementation registered\b|\b[Nn]o (?:handler|implementation|executor) (?:is |was )?(?:registered|found|defined|provided) for (?:the )?(?:tool|function)\b/,
      isExact: true,
      causes: ['client'],
      did: 'calls',
      says: 'The program has no code for that tool, so it could not run the call.',
      fix: 'Register the code of the tool, or update the program or the plugin that brings it. The model and the server did their part.',
    },
  ]),
  // Source: vscode-copilot-chat src/extension/tools/common/toolsService.ts
  ...phrasesOf(null, [
    {
      id: 'copilot-input',
      pattern: /\bYour input to the tool was invalid \(/,
      ...meant.refused,
    },
  ]),
  // Source: aider aider/coders/base_coder.py, apply_updates
  ...phrasesOf(
    ['aider', 'proof'],
    [
      {
        id: 'aider-format',
        pattern: /\bThe LLM did not conform to the edit format\b|\bSEARCH\/REPLACE blocks? failed to match!/,
        causes: ['other-format', 'damaged'],
        did: 'text',
        isVague: true,
        says: 'The client reads edits from the text of the reply, and could not take these.',
        fix: ownFixes.form,
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
        ...meant.refused,
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
        ...meant.unknown,
      },
    ],
  ),
];
