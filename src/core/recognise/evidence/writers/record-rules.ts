import {
  at,
  CLASS_KEY,
  firstAt,
  isObject,
  itemsOf,
  keyed,
  keysOf,
  stringAt,
  stringOf,
  type Value,
} from '../../index.ts';
import { providerIds } from './asked-rules.ts';
import { writers } from '../evidence.ts';
import type { Rule } from './rule.ts';

/** What gives a client away in a record of its own: an export, a transcript, a message of a library. Null where it is not there. */
type RecordRule = Rule<(record: Value) => Value | null>;

const partsOf = (record: Value): readonly Value[] => {
  const message = at(record, 'message');
  const body = isObject(message) ? message : record;
  return [...itemsOf(at(body, 'content')), ...itemsOf(at(body, 'parts'))];
};

const withType = (record: Value, pattern: RegExp): Value | null =>
  partsOf(record).find((one) => pattern.test(stringAt(one, 'type') ?? '')) ?? null;

const textsOf = (record: Value): readonly Value[] => {
  const own = [at(record, 'content'), at(record, 'text')].filter((one) => stringOf(one) !== null);
  return [...own, ...partsOf(record).map((one) => at(one, 'text'))].flatMap((one) => one ?? []);
};

const withText = (record: Value, pattern: RegExp): Value | null =>
  textsOf(record).find((one) => pattern.test((stringOf(one) ?? '').slice(0, 20_000))) ?? null;

/** Who a client asked, as its file about an error names it beside the model. */
// Source: Roo-Code src/core/webview/diagnosticsHandler.ts, and its forks
const diagnosed = (['bedrock', 'ollama', 'lmstudio', 'openrouter', 'gemini'] as const).map((writer): RecordRule => ({
  id: `${writer}-diagnosed`,
  writer,
  weight: 'proof',
  says: `The file about the error names ${writers[writer].label} as who was asked.`,
  sign: (record) => {
    const error = at(record, 'error');
    const isOwn = stringAt(error, 'model') !== null && stringAt(error, 'details') !== null;
    return isOwn && stringAt(error, 'provider') === writer ? at(error, 'provider') : null;
  },
}));

/** Who OpenCode asked for the last answer of a session. */
const provided = providerIds.map(([writer, names]): RecordRule => ({
  id: `${writer}-session`,
  writer,
  weight: 'proof',
  says: `The session of OpenCode names ${writers[writer].label} as the provider.`,
  sign: (record) => {
    const infos = itemsOf(at(record, 'messages') ?? record).map((message) => at(message, 'info'));
    const last = infos.findLast((info) => stringAt(info, 'role') === 'assistant') ?? null;
    const isIt = new RegExp(`^(?:${names})$`, 'i').test(stringAt(last, 'providerID') ?? '');
    return isIt ? at(last, 'providerID') : null;
  },
}));

export const recordRules: readonly RecordRule[] = [
  ...diagnosed,
  ...provided,
  // Source: opencode packages/opencode/src/cli/cmd/export.ts
  {
    id: 'opencode-session',
    writer: 'opencode',
    weight: 'proof',
    says: 'It is the export of a session of OpenCode.',
    sign: (record) => {
      const info = at(record, 'info');
      const isSession = /^ses_\w/.test(stringAt(info, 'id') ?? '') && keyed(record, 'messages') !== null;
      const isMessage = stringAt(info, 'role') !== null && keyed(record, 'parts') !== null;
      if (isSession || isMessage) return info;
      const part = at(at(record, 'properties') ?? record, 'part');
      return /^ses_/.test(stringAt(part, 'sessionID') ?? '') ? part : null;
    },
  },
  // Source: Claude Code 2, ~/.claude/projects
  {
    id: 'claude-code-record',
    writer: 'claude-code',
    weight: 'proof',
    says: 'The records have `sessionId` and the version, as the transcripts of Claude Code.',
    sign: (record) => {
      const keys = keysOf(record);
      const own = ['parentUuid', 'isSidechain', 'version', 'cwd', 'gitBranch', 'userType', 'uuid'];
      const isRecord = keys.includes('sessionId') && keys.includes('message') && own.some((key) => keys.includes(key));
      return isRecord ? at(record, 'sessionId') : null;
    },
  },
  // Source: code.claude.com/docs, messages of the Agent SDK: what `claude -p` prints last
  {
    id: 'claude-code-result',
    writer: 'claude-code',
    weight: 'proof',
    says: 'It is the result of a session, as Claude Code prints it.',
    sign: (record) =>
      stringAt(record, 'type') === 'result' && /^(?:success|error_\w{1,40})$/.test(stringAt(record, 'subtype') ?? '')
        ? at(record, 'session_id')
        : null,
  },
  // Source: codex-rs rollout, ~/.codex/sessions
  {
    id: 'codex-record',
    writer: 'codex',
    weight: 'proof',
    says: 'The records have a type and a payload, as the rollouts of Codex.',
    sign: (record) =>
      isObject(at(record, 'payload')) &&
      /^(?:session_meta|response_item|turn_context|event_msg|compacted)$/.test(stringAt(record, 'type') ?? '')
        ? at(record, 'type')
        : null,
  },
  // Source: goose crates/goose/src/conversation/message.rs
  {
    id: 'goose-part',
    writer: 'goose',
    weight: 'proof',
    says: 'The parts are `toolRequest` and `toolResponse`, as in goose.',
    // Before March 2025 the kind of a part was its key.
    sign: (record) =>
      withType(record, /^tool(?:Request|Response|ConfirmationRequest)$/) ??
      partsOf(record).find((one) => firstAt(one, ['ToolRequest', 'ToolResponse']) !== null) ??
      null,
  },
  // Source: cline src/core/task, Roo-Code src/core/environment
  {
    id: 'cline-environment',
    writer: 'cline',
    weight: 'hint',
    says: 'The client adds `<environment_details>`, as Cline and Roo Code do.',
    sign: (record) => withText(record, /<environment_details>/),
  },
  // Source: cline src/core/task, Roo-Code src/core/task
  {
    id: 'cline-task',
    writer: 'cline',
    weight: 'hint',
    says: 'The request is in `<task>`, as in Cline and Roo Code.',
    sign: (record) => withText(record, /^\s{0,8}<task>\n/),
  },
  // Source: cline src/core/task/ToolExecutor.ts
  {
    id: 'cline-result',
    writer: 'cline',
    weight: 'hint',
    says: 'The result names its tool in brackets, as in Cline and Roo Code.',
    sign: (record) => withText(record, /^\[\w{3,40}(?: for '[^'\n]{1,300}')?\] Result:/m),
  },
  // Source: cline src/core/prompts/responses.ts
  {
    id: 'cline-reminder',
    writer: 'cline',
    weight: 'hint',
    says: 'The client asks for a tool use, as Cline and Roo Code do.',
    sign: (record) => withText(record, /\[ERROR\] You did not use a tool in your previous response/),
  },
  // Source: cline src/shared/ExtensionMessage.ts
  {
    id: 'cline-say',
    writer: 'cline',
    weight: 'proof',
    says: 'The records have `say` or `ask`, as the messages that Cline shows.',
    sign: (record) =>
      keyed(record, 'ts') !== null && /^(?:say|ask)$/.test(stringAt(record, 'type') ?? '') ? at(record, 'type') : null,
  },
  // Source: Roo-Code src/core/environment/getEnvironmentDetails.ts
  {
    id: 'roo-mode',
    writer: 'roo',
    weight: 'proof',
    says: 'The client names its mode, as Roo Code does.',
    sign: (record) => withText(record, /# Current Mode\n<slug>|<slug>\w{2,30}<\/slug>/),
  },
  // Source: Roo-Code src/core/prompts/responses.ts
  {
    id: 'roo-error',
    writer: 'roo',
    weight: 'hint',
    says: 'The client reports the failure in `<error>`, as Roo Code does.',
    sign: (record) => withText(record, /The tool execution failed with the following error:\n<error>/),
  },
  // Source: gemini-cli packages/core/src/services/chatRecordingService.ts
  {
    id: 'gemini-cli-message',
    writer: 'gemini-cli',
    weight: 'proof',
    says: 'The messages have the type `gemini`, as the sessions of Gemini CLI and Qwen Code.',
    sign: (record) => (stringAt(record, 'type') === 'gemini' ? at(record, 'type') : at(record, 'projectHash')),
  },
  // Source: continue core/index.d.ts, ChatHistoryItem
  {
    id: 'continue-history',
    writer: 'continue',
    weight: 'proof',
    says: 'The messages have `contextItems`, as the sessions of Continue.',
    sign: (record) =>
      keyed(record, 'message') === null ? null : (at(record, 'contextItems') ?? at(record, 'toolCallStates')),
  },
  // Source: LibreChat packages/data-schemas, message
  {
    id: 'librechat-message',
    writer: 'librechat',
    weight: 'proof',
    says: 'The messages have `isCreatedByUser`, as in LibreChat.',
    sign: (record) => at(record, 'isCreatedByUser'),
  },
  // Source: open-webui src/lib/components/layout, exported chats
  {
    id: 'open-webui-chat',
    writer: 'open-webui',
    weight: 'proof',
    says: 'It is the export of a chat of Open WebUI.',
    sign: (record) => (isObject(at(at(record, 'chat'), 'history')) ? at(record, 'chat') : null),
  },
  // Source: open-webui backend/open_webui/utils/middleware.py
  {
    id: 'open-webui-details',
    writer: 'open-webui',
    weight: 'proof',
    says: 'The calls are in `<details type="tool_calls">`, as in Open WebUI.',
    sign: (record) => withText(record, /<details type="tool_calls"/),
  },
  // Source: langchain-core messages
  {
    id: 'langchain-message',
    writer: 'langchain',
    weight: 'proof',
    says: 'It is a message of LangChain.',
    sign: (record) => {
      // LlamaIndex, Haystack, smolagents, ollama-rs and clients of Kotlin have a `ChatMessage` as well.
      const others =
        keyed(record, 'blocks') ?? keyed(record, '_content') ?? keyed(record, 'message') ?? keyed(record, 'images');
      if (others !== null && /^Chat(?:Message|Response)$/.test(stringAt(record, CLASS_KEY) ?? '')) return null;
      const isClass = /^(?:AI|Human|System|Tool|Function)Message(?:Chunk)?$/.test(stringAt(record, CLASS_KEY) ?? '');
      if (isClass) return at(record, CLASS_KEY);
      if (at(record, 'lc') !== null && itemsOf(at(record, 'id')).length > 0) return at(record, 'lc');
      return (
        keyed(record, 'response_metadata') ?? keyed(record, 'additional_kwargs') ?? keyed(record, 'invalid_tool_calls')
      );
    },
  },
  // Source: langchain-core outputs/llm_result.py, LLMResult
  {
    id: 'langchain-generations',
    writer: 'langchain',
    weight: 'proof',
    says: 'It is a result of LangChain: a list of lists of generations.',
    sign: (record) => itemsOf(itemsOf(at(record, 'generations'))[0] ?? null)[0] ?? null,
  },
  // Source: pepperoni21/ollama-rs ollama-rs/src/generation/chat/mod.rs
  {
    id: 'ollama-rs-message',
    writer: 'ollama',
    weight: 'hint',
    says: 'The message has the fields of ollama-rs.',
    sign: (record) =>
      stringAt(record, CLASS_KEY) === 'ChatMessage' && keyed(record, 'tool_calls') !== null
        ? keyed(record, 'images')
        : null,
  },
  // Source: ai (Vercel), UIMessage
  {
    id: 'ai-sdk-parts',
    writer: 'ai-sdk',
    weight: 'proof',
    says: 'The parts are those of the AI SDK.',
    sign: (record) =>
      keyed(record, 'toolInvocations') ??
      partsOf(record).find(
        (one) =>
          /^(?:tool-[\w-]{1,128}|dynamic-tool)$/.test(stringAt(one, 'type') ?? '') && keyed(one, 'toolCallId') !== null,
      ) ??
      null,
  },
  // Source: ai (Vercel) packages/ai/src/generate-text/generate-text.ts and stream-text.ts
  {
    id: 'ai-sdk-class',
    writer: 'ai-sdk',
    weight: 'proof',
    says: 'It is a result of the AI SDK.',
    sign: (record) =>
      /^Default(?:Generate|Stream)(?:Text|Object)Result$/.test(stringAt(record, CLASS_KEY) ?? '')
        ? at(record, CLASS_KEY)
        : null,
  },
  // Source: ai (Vercel) packages/ai/src/ui-message-stream/ui-message-chunks.ts
  {
    id: 'ai-sdk-stream',
    writer: 'ai-sdk',
    weight: 'proof',
    says: 'The pieces are those of a stream of the AI SDK.',
    sign: (record) =>
      /^(?:(?:start|finish)-step|tool-(?:input|output)-available)$/.test(stringAt(record, 'type') ?? '')
        ? at(record, 'type')
        : null,
  },
  // Source: ex_athena, inspected structs
  {
    id: 'exathena-struct',
    writer: 'exathena',
    weight: 'proof',
    says: 'It is a struct of ExAthena.',
    sign: (record) => (/^ExAthena\.\w/.test(stringAt(record, CLASS_KEY) ?? '') ? at(record, CLASS_KEY) : null),
  },
  // Source: pydantic-ai pydantic_ai_slim/pydantic_ai/messages.py
  {
    id: 'pydantic-ai-message',
    writer: 'pydantic-ai',
    weight: 'proof',
    says: 'The parts of the message have a `part_kind`, as in Pydantic AI.',
    sign: (record) =>
      partsOf(record).find((one) => keyed(one, 'part_kind') !== null) ??
      (/^(?:RetryPrompt|ToolReturn|UserPrompt)Part$/.test(stringAt(record, CLASS_KEY) ?? '')
        ? at(record, CLASS_KEY)
        : null),
  },
  // Source: autogen-core models/_types.py
  {
    id: 'autogen-result',
    writer: 'autogen',
    weight: 'proof',
    says: 'It is the result of a call in AutoGen.',
    sign: (record) => (stringAt(record, CLASS_KEY) === 'FunctionExecutionResult' ? at(record, CLASS_KEY) : null),
  },
  // Source: Home Assistant homeassistant/components/conversation/chat_log.py, AssistantContent
  {
    id: 'home-assistant-turn',
    writer: 'home-assistant',
    weight: 'proof',
    says: 'The turn names the agent of Home Assistant that made it.',
    sign: (record) => (stringAt(record, 'role') === 'assistant' ? keyed(record, 'agent_id') : null),
  },
  // Source: n8n packages/workflow/src/errors, what its window copies of an error
  {
    id: 'n8n-details',
    writer: 'n8n',
    weight: 'proof',
    says: 'The error has the details of n8n.',
    sign: (record) => keyed(record, 'n8nDetails') ?? keyed(record, 'n8nVersion'),
  },
];
