import { each, of, type TextRule } from './text-rule.ts';

/** What clients print on a console or into their own logs. */
export const consoles: readonly TextRule[] = [
  // Source: Claude Code 2, terminal
  ...of('claude-code', [
    ['claude-code-console', 'proof', 'It is the terminal of Claude Code.', /^ {1,6}⎿ |^⎿ {2}\S|^⏺ \S/m],
    // Other terminals have this bullet as well, so the person must name the client.
    [
      'claude-code-bullet',
      'proof',
      'The paste names Claude Code, and shows its terminal.',
      /(?:\b[Cc]laude [Cc]ode v?\d{1,3}\.\d|\bollama launch claude\b)[^]{0,2000}?\n● [\S ]/,
    ],
  ]),
  // Source: LibreChat api/config/winston.js
  ...of('librechat', [
    [
      'librechat-line',
      'proof',
      'The lines have the form of the log of LibreChat.',
      /^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z (?:error|warn|info|debug): \[(?:\/?agents|\/?api|AgentClient|MCP|handle|Assistants|\/?ask|OpenAIClient)/m,
    ],
  ]),
  // Source: ai (Vercel), packages/ai/src/error
  ...of('ai-sdk', [
    [
      'ai-sdk-error',
      'proof',
      'The error is one of the AI SDK.',
      // Source: vercel/ai packages/provider/src/errors/type-validation-error.ts
      /\bAI_[A-Z]\w{3,40}Error\b|\bType validation failed: Value: /,
    ],
  ]),
  // Source: ai (Vercel) 4 packages/ui-utils/src/data-stream-parts.ts; the objects are blank here
  ...of('ai-sdk', [
    [
      'ai-sdk-data',
      'proof',
      'The lines are those of a data stream of the AI SDK.',
      /^0:"[^\n]{0,4000}"\r?\n[ed]:(?:\{"finishReason":| {20})/m,
    ],
  ]),
  // Source: ex_athena; Elixir lib/exception.ex, format_stacktrace_entry
  ...of('exathena', [
    [
      'exathena-code',
      'proof',
      'The paste names code of ExAthena.',
      /\(ex_athena \d{1,3}\.\d|\blib\/ex_athena\/\w|\*\* \(ExAthena\.[A-Z]/,
    ],
  ]),
  // Source: langchain-core, langgraph
  ...of('langchain', [
    [
      'langchain-chain',
      'hint',
      'LangChain tells where a chain begins and ends.',
      /^(?:> )?(?:Entering new \w{3,40} chain\b|Finished chain\.)/m,
    ],
    [
      'langchain-debug',
      'proof',
      'The lines are those of the debugger of LangChain.',
      /\[(?:chain|llm|tool|retriever|chat_model)\/(?:start|end|error)\] \[\d{1,6}:\w/,
    ],
    [
      'langchain-class',
      'proof',
      'The paste names the class of a message of LangChain.',
      /\bAIMessage(?:Chunk)?\(\s{0,40}content=/,
    ],
    [
      'langchain-exception',
      'proof',
      'The error is one of LangChain.',
      /\blangchain_core\.exceptions\.\w|\bOutputParserException\b/,
    ],
  ]),
  // Source: pydantic-ai pydantic_ai_slim/pydantic_ai/exceptions.py
  ...of('pydantic-ai', [
    [
      'pydantic-ai-status',
      'proof',
      'Pydantic AI reports what the server answered.',
      /\bstatus_code: \d{3}, model_name: \S{1,120}, body: |\bRetryPromptPart\(content=/,
    ],
  ]),
  // Source: smolagents src/smolagents
  ...of('smolagents', [
    ['smolagents-calling', 'hint', 'smolagents writes these words before calls.', /^Calling tools:\s*$/m],
    ['smolagents-code', 'proof', 'It is the console of smolagents.', /^[ │]{0,4}─ Executing (?:parsed|this) code: ─/m],
  ]),
  // Source: dify api/core/agent and api/core/model_runtime
  ...of('dify', [
    [
      'dify-path',
      'proof',
      'The paste names code of Dify.',
      /\bcore[/\\.]model_runtime[/\\.]\w|\b(?:fc|cot)_agent_runner\.py\b/,
    ],
  ]),
  // Source: n8n packages/workflow/src/errors, packages/core/src/execution-engine and packages/@n8n/nodes-langchain
  ...of('n8n', [
    [
      'n8n-node',
      'proof',
      'The error is one of n8n.',
      /\bNodeOperationError\b|^Problem in node ['‘"]|@n8n\/n8n-nodes-langchain\b|\bn8nDetails\b|^(?:- )?n8nVersion: |\bWorkflow execution finished with error(?: {2,}| \{"error":)/m,
    ],
  ]),
  // Source: NousResearch/hermes-agent gateway/run.py and agent/auxiliary_client.py, the names of its loggers
  ...of('hermes-agent', [
    [
      'hermes-agent-log',
      'proof',
      'The lines have the form of the log of Hermes Agent.',
      /^[\d: ,-]{19,24} [A-Z]{4,8} (?:\[\w{8,40}\] )?(?:gateway\.(?:run|platforms\.\w{2,20})|agent\.auxiliary_client): /m,
    ],
  ]),
  // Source: crewAI src/crewai
  ...of('crewai', [
    ['crewai-chain', 'proof', 'It is the console of CrewAI.', /^(?:> )?Entering new Crew\w{3,30} chain\b/m],
    [
      'crewai-agent',
      'proof',
      'It is the console of CrewAI.',
      /^# Agent: \S[^\n]{0,120}\n## (?:Thought|Task|Using tool|Tool (?:Input|Output)|Final Answer):/m,
    ],
  ]),
  // Source: opencode packages/opencode/src/cli
  ...of('opencode', [
    [
      'opencode-preparing',
      'hint',
      'The line is one of the terminal of OpenCode.',
      /^~ (?:Preparing|Writing|Reading|Searching|Finding|Listing)[^\n]{0,40}\.\.\.\r?$/m,
    ],
    [
      'opencode-invalid',
      'proof',
      'OpenCode names the tool `invalid`.',
      /^\s{0,12}(?:[⚙|┃] {1,2})?(?:invalid \[(?:tool|error)=|Called ["“]invalid["”] tool)|^(?:⚙|\|) {1,2}Invalid Tool/m,
    ],
    [
      'opencode-arguments-said',
      'hint',
      'The sentence is one of OpenCode.',
      /\bPlease rewrite the input so it satisfies the expected schema\./,
    ],
    // A sign that others may have as well, so the person must name the client.
    [
      'opencode-footer',
      'proof',
      'The paste names OpenCode, and shows its terminal.',
      /\b[Oo]pen ?[Cc]ode\b[^]{0,4000}?\n\W{0,8}▣ {1,3}\S/,
    ],
    [
      'opencode-log',
      'proof',
      'The lines have the form of the log of OpenCode.',
      /^(?:DEBUG|INFO|WARN|ERROR) {1,2}\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d \+\d{1,9}ms service=/m,
    ],
  ]),
  // Source: the page of each at the Marketplace of VS Code, whose id is the folder of the code
  ...each('extension', 'proof', 'The paste names code of', [
    ['cline', /[/\\]extensions[/\\]saoudrizwan\.claude-dev-\d/],
    ['roo', /[/\\]extensions[/\\]rooveterinaryinc\.roo-cline-\d/],
    ['kilo', /[/\\]extensions[/\\]kilocode\.kilo-code-\d/],
    ['continue', /[/\\]extensions[/\\]continue\.continue-\d/],
  ]),
  // Source: kilocode src/core and webview-ui, which have it of Roo Code
  ...of('kilo', [
    [
      'kilo-tried',
      'proof',
      'The sentence is one of Kilo Code.',
      /\bKilo(?: Code)? (?:tried to use|is having trouble)\b/,
    ],
  ]),
  // Source: anything-llm server/utils/agents, 01aa35b2
  ...of('anything-llm', [
    [
      'anything-llm-agent',
      'proof',
      'The lines are those of the agent of AnythingLLM.',
      /^.{0,60}\[(?:AgentLLM(?: - [^\]\n]{1,80})?|AgentHandler)\] |\butils[/\\]agents[/\\]aibitat\b/m,
    ],
  ]),
  // Source: spring-boot, whose log shortens the packages: `o.s.a.m.tool.DefaultToolCallingManager`
  ...of('spring-ai', [
    [
      'spring-ai-logger',
      'proof',
      'The log names a class of Spring AI.',
      /\bo\.s\.ai?\.(?:[a-z]\w{0,20}\.){0,5}\w{0,40}(?:ToolCall|ChatModel|ChatClient|ChatOptions)/,
    ],
  ]),
  // Source: huggingface_hub src/huggingface_hub/inference and errors.py
  ...of('huggingface', [
    [
      'huggingface-inference',
      'proof',
      'The paste names the client of huggingface_hub.',
      /\bhuggingface_hub[/\\]inference[/\\]|\bhuggingface_hub\.errors\.BadRequestError: \(Request ID: [^\n]{1,80}\n\nBad request:/,
    ],
  ]),
  // Source: cline src/core
  ...of('cline', [
    [
      'cline-tried',
      'proof',
      'The sentence is one of Cline.',
      /\bCline(?: (?:tried to use|is having trouble|uses complex prompts|cannot process)|'s prompts)\b/,
    ],
  ]),
  // Source: Roo-Code src/core
  ...of('roo', [
    ['roo-said', 'proof', 'It is the chat of Roo Code.', /^Roo said\r?$/m],
    ['roo-report', 'proof', 'It is a report of Roo Code.', /^\/\/ Please share this file with Roo Code Support \(/m],
    [
      'roo-tried',
      'proof',
      'The sentence is one of Roo Code.',
      /\bRoo (?:tried to use|is having trouble|Code uses complex prompts)\b/,
    ],
  ]),
  // Source: aider/io.py, .aider.chat.history.md
  ...of('aider', [
    ['aider-history', 'proof', 'It is the history of aider.', /^# aider chat started at \d{4}-/m],
    ['aider-console', 'proof', 'It is the terminal of aider.', /^Aider v\d{1,3}\.\d/m],
  ]),
  // Source: goose crates/goose-cli
  ...of('goose', [
    ['goose-console', 'proof', 'It is the terminal of goose.', /^─{2,4} [\w-]{1,60} \| [\w-]{1,60} ─{5,}/m],
    [
      'goose-session',
      'proof',
      'It is the terminal of goose.',
      /^(?:starting session \| provider: |Goose is running! Enter your instructions|\( O\)> |Ran into this error: |┌ {1,4}goose-configure\b)/m,
    ],
  ]),
  // Source: zed crates/zlog; zed#42284
  ...of('zed', [
    [
      'zed-line',
      'proof',
      'The lines have the form of the log of Zed.',
      /^\S{19,40} (?:INFO|WARN|ERROR) {1,2}\[(?:agent|agent::\w{2,30}|language_models(?:::[\w:]{2,60})?|crates\/[\w/.]{4,80}:\d{1,6})\] /m,
    ],
  ]),
  // Source: zed#29913, zed#59363: how reports name a release, and the panel
  ...of('zed', [
    [
      'zed-panel',
      'proof',
      'The paste names a release of Zed, and its panel.',
      /\bZed:? v?\d{1,2}\.\d{1,3}\.\d{1,3}\b[^]{0,600}?\b[Aa]gent (?:[Pp]ane|[Tt]hread)/,
    ],
  ]),
  // Source: qwen-code packages/cli
  ...of('qwen-code', [
    ['qwen-code-star', 'hint', 'The answer begins with a star, as in Qwen Code.', /^ ?✦ \S/m],
    // packages/core/src/utils/errorParsing.ts, which it has from gemini-cli
    ['qwen-code-error', 'hint', 'The error is in brackets, as in Qwen Code.', /^\W{0,6}✕ {1,2}\[API Error: /m],
    ['qwen-code-about', 'hint', 'It is what `/about` shows.', /^\W{0,6}Qwen Code[: ]{1,40}v?\d{1,2}\.\d/m],
  ]),
  // Source: gemini-cli packages/cli
  ...of('gemini-cli', [['gemini-cli-star', 'hint', 'The answer begins with a star, as in Gemini CLI.', /^ ?✦ \S/m]]),
  // Source: codex-rs
  ...of('codex', [
    ['codex-stream', 'hint', 'The sentence is one of Codex.', /\bstream disconnected before completion: /],
    [
      'codex-oss',
      'proof',
      'The sentence is one of Codex.',
      /\bOSS setup failed: |^⚠ MCP client for `[^`\n]{1,80}` failed to start: /m,
    ],
    ['codex-item', 'proof', 'Codex prints an item of its history.', /\bResponseItem::[A-Z]|\bOutput item item=/],
  ]),
  // Source: dspy dspy/adapters/chat_adapter.py, dspy/predict/react.py
  ...of('dspy', [
    [
      'dspy-fields',
      'proof',
      'The fields are those of DSPy.',
      /^\W{0,4}\[\[ ## \w{1,60} ## \]\]|["']thought_0["']: ?["'][^\n]{0,4000}["']tool_(?:name|calls)_0["']:/m,
    ],
  ]),
  // Source: OpenHands openhands/core/logger.py, its formats for the console and for files
  ...of('openhands', [
    [
      'openhands-log',
      'proof',
      'The lines have the form of the log of OpenHands.',
      /\bopenhands:(?:ERROR|WARNING|INFO|DEBUG): \w{1,60}\.py:\d/,
    ],
  ]),
];
