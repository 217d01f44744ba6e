import { ownFixes } from './fixes.ts';
import { meant, phrasesOf, sent, type Phrase } from './phrase.ts';
import { saidByCrewai } from './crewai.ts';
import { saidBySmolagents } from './smolagents.ts';

/** What libraries say when a reply was not what they had asked for, or when they could not take a call. Each list names its source. */
export const saidByLibraries: readonly Phrase[] = [
  // Source: langchain-core and langgraph, tools and output parsers
  ...phrasesOf(
    ['langchain', 'proof'],
    [
      // langchain-core src/tools/index.ts puts what Zod prints (`prettifyError`) after it
      {
        id: 'langchain-schema-lacks',
        pattern:
          /\bReceived tool input did not match expected schema\b[^]{0,400}?✖ (?:Required|[^\n]{0,60}\breceived undefined)\s{1,12}→ at ([\w.[\]-]{1,80})/,
        isExact: true,
        causes: ['arguments'],
        did: 'calls',
        says: 'The tool requires `$1`, and the arguments of the call lack it.',
        fix: 'Say in the description of the tool that this field is always needed: the agent asks for it first. Or make it optional, or give it a default.',
      },
      {
        id: 'langchain-schema-type',
        pattern:
          /\bReceived tool input did not match expected schema\b[^]{0,400}?✖ [^\n]{0,60}\b[Ee]xpected \w{2,20}, received \w{2,20}\s{1,12}→ at ([\w.[\]-]{1,80})/,
        isExact: true,
        causes: ['arguments'],
        did: 'calls',
        says: 'The tool wants another type for `$1` than the one in the arguments of the call.',
        fix: 'Say in the description of that field which type it has, or let the schema take the one that came.',
      },
      { id: 'langchain-schema', pattern: /\bReceived tool input did not match expected schema\b/, ...meant.refused },
      {
        id: 'langchain-not-json',
        pattern: /\bFunction \S{1,80} arguments:\n\n[^\n]|\bCould not parse tool input: /,
        causes: ['arguments', 'damaged'],
        did: 'calls',
        says: 'The arguments of the call are no JSON.',
      },
      { id: 'langchain-not-a-tool', pattern: /\bis not a valid tool, try (?:one of|another one)\b/, ...meant.unknown },
      // langgraph prebuilt/tool_node.py ToolInvocationError; langchain agents/structured_output.py
      {
        id: 'langchain-invoking',
        pattern: /\bError invoking tool '[^'\n]{1,80}' with kwargs |\bFailed to parse structured output for tool '/,
        ...meant.refused,
      },
      // langgraph prebuilt/chat_agent_executor.py _validate_chat_history
      {
        id: 'langchain-history',
        pattern: /\bdo not have a corresponding ToolMessage\b|\berrors\/INVALID_(?:CHAT_HISTORY|TOOL_RESULTS)\b/,
        isExact: true,
        ...sent('The history has a call without its result.', ownFixes.pairs),
      },
      // langchain_core language_models/chat_models.py
      {
        id: 'langchain-bind',
        pattern: /, in bind_tools\n[^\n]{0,80}\braise NotImplementedError\b/,
        ...sent(
          'This class of LangChain takes no tools.',
          'Choose the chat class of the provider, as `ChatOpenAI` or `ChatOllama`: it has `bind_tools`.',
        ),
      },
      // langchain-core utils/_merge.py, @langchain/core messages/base.ts
      {
        id: 'langchain-merge',
        pattern: /\b(?:additional_kwargs|field)\[["']?\w{1,40}["']?\] already exists in (?:this|the) message\b/,
        endsStream: true,
        causes: ['stream', 'client'],
        did: 'error',
        says: 'LangChain could not join the pieces of the stream: a member of one is there twice.',
        fix: 'Update LangChain, or send the request with `stream: false`.',
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
        wantsPlace: true,
        says: 'The client wants JSON, and could not read the text of the reply.',
      },
      {
        id: 'langchain-output',
        pattern: /\bCould not parse LLM output: |\bOUTPUT_PARSING_FAILURE\b|\bOutputParserException\b/,
        ...meant.noAction,
      },
    ],
  ),
  // Source: ai (Vercel), packages/ai/src/error
  ...phrasesOf(
    ['ai-sdk', 'proof'],
    [
      // opencode#25786
      {
        id: 'ai-sdk-id',
        pattern: /\bExpected 'id' to be a string\b/,
        isExact: true,
        causes: ['stream'],
        did: 'calls',
        says: 'The id of the call is no string, and the AI SDK refuses the call for that.',
        fix: 'Choose another provider for this model, or put a proxy before it that writes ids as strings. Update the AI SDK.',
      },
      { id: 'ai-sdk-no-tool', pattern: /\b(?:AI_)?NoSuchToolError\b/, ...meant.unknown },
      { id: 'ai-sdk-input', pattern: /\b(?:AI_)?InvalidTool(?:Input|Arguments)Error\b/, ...meant.refused },
      {
        id: 'ai-sdk-object',
        pattern: /\bNo object generated: (?:could not parse the response|response did not match schema)/,
        causes: ['other-format', 'damaged'],
        did: 'text',
        says: 'The client wants an object of a schema, and could not make one of the reply.',
        fix: ownFixes.form,
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
        pattern: /\bAI_JSONParseError\b|\bJSON\s{1,40}parsing\s{1,40}failed:\s{1,40}Text:\s/,
        by: ['ai-sdk', 'hint'],
        causes: ['arguments', 'damaged'],
        did: 'calls',
        wantsPlace: true,
        says: 'The client could not read JSON that the model wrote.',
      },
    ],
  ),
  // Source: openai-agents-python src/agents/run_internal
  ...phrasesOf(
    ['agents-sdk', 'proof'],
    [
      {
        // Source: its Handoff.default_tool_name
        id: 'agents-sdk-handoff',
        pattern: /\bTool transfer_to_\S{1,80} not found in agent \S/,
        ...meant.unknown,
        says: 'The model hands over to another agent, and the one that ran has no handoff to it.',
        fix: 'Put that agent into `handoffs` of the agent that ran. Its name has to be the one that the model writes.',
      },
      { id: 'agents-sdk-not-found', pattern: /\bTool \S{0,80} not found in agent \S/, ...meant.unknown },
      {
        id: 'agents-sdk-json',
        // openai-agents-js#723
        pattern:
          /\bModelBehaviorError: Invalid JSON (?:input for tool|when parsing)|\bFailed to run function tools: SyntaxError\b/,
        ...meant.unread,
      },
    ],
  ),
  // Source: pydantic-ai _agent_graph.py, tool_manager.py and exceptions.py
  ...phrasesOf(
    ['pydantic-ai', 'proof'],
    [
      {
        id: 'pydantic-ai-tool',
        pattern: /\bTool '?[\w-]{1,80}'? exceeded max retries count of \d/,
        causes: ['arguments'],
        did: 'error',
        says: 'The tool failed, or refused its arguments, more often than the client allows.',
        fix: 'Look at the cause below the error. Then mend the tool, or say in its description what it takes.',
      },
      {
        id: 'pydantic-ai-limit',
        pattern: /\bModel token limit \([^)\n]{1,40}\) exceeded (?:before any response|while generating a tool call)\b/,
        causes: ['cut'],
        did: 'error',
        says: 'The token limit ended the reply.',
      },
      {
        id: 'pydantic-ai-validate',
        pattern: /\bpydantic_ai[/\\]\w{2,30}\.py", line \d{1,5}, in (?:validate|_?validate_tool\w{0,20}|_?call_tool)\b/,
        ...meant.refused,
      },
    ],
  ),
  ...saidBySmolagents,
  ...saidByCrewai,
  // Source: OpenHands software-agent-sdk, openhands-sdk/openhands/sdk/llm/mixins/fn_call_converter.py
  ...phrasesOf(
    ['openhands', 'proof'],
    [
      // Source: openhands-sdk/openhands/sdk/agent/agent.py
      { id: 'openhands-validating', pattern: /\bError validating args [^\n]{0,600}\bfor tool '/, ...meant.unread },
      {
        id: 'openhands-missing',
        pattern: /\bMissing required parameters for function '[^'\n]{1,80}': /,
        causes: ['arguments'],
        did: 'calls',
        says: 'The call lacks arguments that the tool wants.',
        fix: ownFixes.toldBack,
      },
      // Source: OpenHands openhands/agenthub/codeact_agent/function_calling.py
      {
        id: 'openhands-argument',
        pattern: /\bMissing required argument "[^"\n]{1,80}" in tool call \S/,
        by: ['openhands', 'hint'],
        causes: ['arguments'],
        did: 'calls',
        says: 'The call lacks an argument that the tool wants.',
        fix: ownFixes.toldBack,
      },
      {
        id: 'openhands-parameter',
        pattern: /\bParameter '[^'\n]{1,80}' is not allowed for function '/,
        causes: ['arguments'],
        did: 'calls',
        says: 'The call has an argument that the tool does not have.',
      },
    ],
  ),
  // Source: llama_index llama-index-core/llama_index/core/agent/react/output_parser.py
  ...phrasesOf(
    ['llamaindex', 'proof'],
    [
      // llama_index#18463
      {
        id: 'llamaindex-model',
        pattern: /\bModel name \S{1,80} does not support function calling API\b/,
        isExact: true,
        ...sent(
          'LlamaIndex itself refuses, and asks no server: it takes this model for one without calls.',
          'Create `OpenAILike` with `is_function_calling_model=True` and `is_chat_model=True`.',
        ),
      },
      // llama_index/core/agent/workflow/function_agent.py, take_step
      {
        id: 'llamaindex-function-agent',
        pattern: /(?<![Pp]rovided )\bLLM must be a FunctionCallingLLM\b/,
        isExact: true,
        ...sent(
          'LlamaIndex itself refuses, and asks no server: its `FunctionAgent` wants an LLM that is marked as able to call.',
          'Create `OpenAILike` with `is_function_calling_model=True` and `is_chat_model=True`. For other classes, update their package or take `ReActAgent`.',
        ),
      },
      {
        id: 'llamaindex-output',
        pattern:
          /\bValueError: Could not parse output: |\bCould not parse output\. Please follow the thought-action-input format\b/,
        ...meant.noAction,
      },
      // llama_index/core/llms/function_calling.py and llms/llama-index-llms-openai
      {
        id: 'llamaindex-none',
        pattern: /\bExpected at least one tool call, but got 0 tool calls\b/,
        causes: ['parser-off', 'other-format'],
        did: 'answer',
        says: 'The client wants a call, and found none in the reply.',
        instead: '',
      },
    ],
  ),
  // Source: dspy dspy/utils/exceptions.py AdapterParseError
  ...phrasesOf(
    ['dspy', 'proof'],
    [
      {
        id: 'dspy-adapter',
        pattern: /\bAdapter \w{2,40} failed to parse the LM response\b/,
        causes: ['other-format', 'damaged'],
        did: 'text',
        says: 'The client wants fields of its own in the text of the reply, and did not find them.',
        fix: ownFixes.form,
      },
    ],
  ),
  // Source: ollama-js src/utils.ts, AbortableAsyncIterator
  ...phrasesOf(
    ['ollama', 'proof'],
    [
      {
        id: 'ollama-js-end',
        pattern: /\bDid not receive done or success response in stream\b/,
        endsStream: true,
        causes: ['cut', 'stream'],
        did: 'error',
        says: 'The stream of Ollama ended without its last piece.',
        fix: ownFixes.brokenOff,
      },
    ],
  ),
  // Source: google adk-python src/google/adk/tools/function_tool.py
  ...phrasesOf(
    ['adk', 'proof'],
    [
      {
        id: 'adk-missing',
        pattern: /\bfailed as the following mandatory input parameters are not present:/,
        ...meant.refused,
      },
    ],
  ),
  // Source: instructor instructor/core/retry.py and exceptions.py
  ...phrasesOf(
    ['instructor', 'proof'],
    [
      {
        id: 'instructor-cut',
        pattern: /\bThe output is incomplete due to a max_tokens length limit\b/,
        causes: ['cut'],
        did: 'error',
        says: 'The token limit ended the reply.',
      },
      {
        id: 'instructor-retry',
        pattern: /\bInstructorRetryException\b[^]{0,800}?\bvalidation errors? for\b/,
        causes: ['arguments'],
        did: 'error',
        says: 'The client refused the arguments of the call again and again.',
      },
    ],
  ),
  // Source: spring-ai#2423 and #4790, and the fix in pull request 6369
  ...phrasesOf(
    ['spring-ai', 'hint'],
    [
      // spring-ai-alibaba#4487
      {
        id: 'spring-ai-conversion',
        pattern: /\bConversion from JSON to [\w.$<>]{1,120} failed\b/,
        isExact: true,
        causes: ['client'],
        did: 'calls',
        says: 'The method of the tool takes another type than the object of its arguments.',
        fix: 'Give the method a record or a class with the parameters of the schema, in the place of that type.',
      },
      {
        id: 'spring-ai-unmerged',
        pattern: /\btoolName cannot be null or empty\b/,
        causes: ['stream', 'client'],
        did: 'error',
        says: 'Spring AI takes a piece of the stream with an empty id for a call of its own.',
        fix: 'Call without a stream, or update Spring AI.',
      },
      // MethodToolCallback.call of spring-ai-model, which takes no empty text; spring-ai#5806
      {
        id: 'spring-ai-no-input',
        pattern: /\btoolInput cannot be null or empty\b/,
        causes: ['arguments', 'stream'],
        did: 'calls',
        says: 'Spring AI ran a call whose arguments are empty.',
        fix: 'Call without a stream. If the arguments come then, Spring AI lost them: update it.',
      },
    ],
  ),
  // Source: langchainjs libs/langchain-classic/src/agents/tool_calling; flowise nodes, which have their agents from there
  ...phrasesOf(null, [
    {
      id: 'bind-tools',
      pattern: /\bagent requires that the ['"]bind_?[tT]ools\(\)['"] method be implemented on the input model\b/,
      causes: ['client'],
      did: 'error',
      says: 'The chat model of the client takes no tools, so the agent asks nobody.',
      fix: 'Choose a chat model whose integration takes tools, or update it.',
    },
  ]),
  // Source: microsoft/vscode-copilot-chat, the log of its tools
  ...phrasesOf(null, [
    {
      id: 'vscode-schema',
      pattern: /\bTool \S{1,80} failed validation: (?:object|schema|tool)\b/,
      causes: ['schema'],
      did: null,
      says: 'VS Code warns of the schema of a tool, which alone does not show why no answer came.',
      fix: 'Look in the log of the model server for this request. If none came there, leave that tool out.',
    },
  ]),
];
