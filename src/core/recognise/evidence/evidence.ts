import type { Span } from '../../text/document/index.ts';
import type { MessageCall, RecognisedReply, Said } from '../index.ts';

export type { Said } from '../index.ts';

/**
 * Who can have written a paste: servers, proxies, providers, and the clients in front of them. Providers and clients that
 * have no runtime here are named as well.
 */
export type Writer = keyof typeof writers;

/** `client` is nearest to the person, then `proxy`, then `provider`, then `engine`: a paste of a client may quote its server. */
export type WriterKind = 'client' | 'proxy' | 'provider' | 'engine';

/** THE list of writers, by id. */
export const writers = {
  vllm: { label: 'vLLM', kind: 'engine' },
  sglang: { label: 'SGLang', kind: 'engine' },
  llamacpp: { label: 'llama.cpp', kind: 'engine' },
  ollama: { label: 'Ollama', kind: 'engine' },
  mlx: { label: 'mlx_lm.server', kind: 'engine' },
  lmdeploy: { label: 'LMDeploy', kind: 'engine' },
  lmstudio: { label: 'LM Studio', kind: 'engine' },
  localai: { label: 'LocalAI', kind: 'engine' },
  'llama-cpp-python': { label: 'llama-cpp-python', kind: 'engine' },
  koboldcpp: { label: 'KoboldCpp', kind: 'engine' },
  tgi: { label: 'TGI', kind: 'engine' },
  xinference: { label: 'Xinference', kind: 'engine' },
  'tensorrt-llm': { label: 'TensorRT-LLM', kind: 'engine' },
  aphrodite: { label: 'Aphrodite', kind: 'engine' },
  tabbyapi: { label: 'TabbyAPI', kind: 'engine' },
  ovms: { label: 'OpenVINO Model Server', kind: 'engine' },
  'vllm-mlx': { label: 'vllm-mlx', kind: 'engine' },
  'mlx-openai-server': { label: 'mlx-openai-server', kind: 'engine' },
  omlx: { label: 'oMLX', kind: 'engine' },
  openai: { label: 'OpenAI', kind: 'provider' },
  anthropic: { label: 'Anthropic', kind: 'provider' },
  gemini: { label: 'Gemini', kind: 'provider' },
  bedrock: { label: 'Bedrock', kind: 'provider' },
  groq: { label: 'Groq', kind: 'provider' },
  together: { label: 'Together', kind: 'provider' },
  fireworks: { label: 'Fireworks', kind: 'provider' },
  cerebras: { label: 'Cerebras', kind: 'provider' },
  mistral: { label: 'Mistral', kind: 'provider' },
  deepseek: { label: 'DeepSeek', kind: 'provider' },
  moonshot: { label: 'Moonshot', kind: 'provider' },
  zai: { label: 'Z.ai', kind: 'provider' },
  dashscope: { label: 'DashScope', kind: 'provider' },
  openrouter: { label: 'OpenRouter', kind: 'proxy' },
  litellm: { label: 'LiteLLM', kind: 'proxy' },
  portkey: { label: 'Portkey', kind: 'proxy' },
  'one-api': { label: 'One API or New API', kind: 'proxy' },
  opencode: { label: 'OpenCode', kind: 'client' },
  'claude-code': { label: 'Claude Code', kind: 'client' },
  codex: { label: 'Codex', kind: 'client' },
  cline: { label: 'Cline', kind: 'client' },
  roo: { label: 'Roo Code', kind: 'client' },
  aider: { label: 'aider', kind: 'client' },
  goose: { label: 'goose', kind: 'client' },
  'qwen-code': { label: 'Qwen Code', kind: 'client' },
  'gemini-cli': { label: 'Gemini CLI', kind: 'client' },
  'hermes-agent': { label: 'Hermes Agent', kind: 'client' },
  continue: { label: 'Continue', kind: 'client' },
  librechat: { label: 'LibreChat', kind: 'client' },
  'open-webui': { label: 'Open WebUI', kind: 'client' },
  langchain: { label: 'LangChain', kind: 'client' },
  'ai-sdk': { label: 'the AI SDK', kind: 'client' },
  exathena: { label: 'ExAthena', kind: 'client' },
  chatcli: { label: 'ChatCLI', kind: 'client' },
  'agents-sdk': { label: 'the OpenAI Agents SDK', kind: 'client' },
  'pydantic-ai': { label: 'Pydantic AI', kind: 'client' },
  smolagents: { label: 'smolagents', kind: 'client' },
  llamaindex: { label: 'LlamaIndex', kind: 'client' },
  crewai: { label: 'CrewAI', kind: 'client' },
  openhands: { label: 'OpenHands', kind: 'client' },
  zed: { label: 'Zed', kind: 'client' },
  dify: { label: 'Dify', kind: 'client' },
  n8n: { label: 'n8n', kind: 'client' },
  strands: { label: 'Strands Agents', kind: 'client' },
  'spring-ai': { label: 'Spring AI', kind: 'client' },
  'semantic-kernel': { label: 'Semantic Kernel', kind: 'client' },
  autogen: { label: 'AutoGen', kind: 'client' },
  'browser-use': { label: 'browser-use', kind: 'client' },
  livekit: { label: 'LiveKit Agents', kind: 'client' },
  kilo: { label: 'Kilo Code', kind: 'client' },
  haystack: { label: 'Haystack', kind: 'client' },
  dspy: { label: 'DSPy', kind: 'client' },
  agno: { label: 'Agno', kind: 'client' },
  adk: { label: 'Google ADK', kind: 'client' },
  instructor: { label: 'instructor', kind: 'client' },
  langchain4j: { label: 'LangChain4j', kind: 'client' },
  flowise: { label: 'Flowise', kind: 'client' },
  'anything-llm': { label: 'AnythingLLM', kind: 'client' },
  'home-assistant': { label: 'Home Assistant', kind: 'client' },
  huggingface: { label: 'huggingface_hub', kind: 'client' },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly kind: WriterKind }>>;

const writerIds = Object.keys(writers) as Writer[];

/** The one server that a line names, as its makers write it; null for none and for several. */
export function labelIn(said: string): Writer | null {
  // So is its package called, and its command.
  const line = said.replaceAll(/\bllama_cpp\b/g, 'llama-cpp-python');
  const [only = null, other] = writerIds.filter((id) => {
    const { label, kind } = writers[id];
    const name = label.replaceAll(/\W/g, '[ ._-]?').replace('[ ._-]?or[ ._-]?', '|');
    return kind !== 'client' && new RegExp(`(?<![\\w.-])(?:${name})(?![\\w-])`, 'i').test(line);
  });
  return other === undefined ? only : null;
}

/** Whether others run its models: whoever asks it has no parser to choose. */
export function isHosted(writer: Writer | null): boolean {
  return writer !== null && (writers[writer].kind === 'provider' || writer === 'openrouter');
}

/**
 * Clients that read calls in the text, with the format that they ask for and read in every text. Null: they ask for their own
 * format now and then, and take the calls of the server otherwise (the README of each in `engines/` names its source).
 */
const textClients = {
  cline: 'tag-per-tool',
  roo: 'tag-per-tool',
  continue: null,
  crewai: null,
  openhands: null,
  smolagents: null,
} as const satisfies Partial<Record<Writer, string | null>>;

export type TextClient = keyof typeof textClients;

export function isTextClient(writer: string | null): writer is TextClient {
  return writer !== null && Object.hasOwn(textClients, writer);
}

/** Whether a client looks for calls in every text. */
export function readsEveryText(writer: Writer | null): boolean {
  return isTextClient(writer) && textClients[writer] !== null;
}

/** Whether a format is one of those that clients read in every text: no server looks for it. */
export function isOfClients(format: string | null): boolean {
  return Object.values<string | null>(textClients).includes(format ?? '');
}

/** Agents that send their tools with every request. They have no mode without any. */
const agents: ReadonlySet<Writer> = new Set<Writer>([
  'claude-code',
  'codex',
  'gemini-cli',
  'qwen-code',
  'opencode',
  'goose',
]);

/** Whether a client declares tools in every request. */
export function declaresAlways(writer: Writer): boolean {
  return agents.has(writer);
}

/** What the client was given for the last turn of the assistant. */
export type Did =
  /** Structured calls. */
  | 'calls'
  /** No structured call, and the text holds one or evidently tries to. */
  | 'text'
  /** Text without a call. */
  | 'answer'
  | 'nothing'
  | 'error';

/** Why the person has no call, or another one than was meant. */
export type Cause =
  /** A sound call of a known format came back as text. */
  | 'parser-off'
  /** The text is in another format than the parser, or than the model's own. */
  | 'other-format'
  /** The text of the call is broken. */
  | 'damaged'
  /** The call is in the reasoning. */
  | 'in-reasoning'
  /** The token limit ended the reply, or the stream broke off. */
  | 'cut'
  /** The finish reason or a log says that there was a call, and none came. */
  | 'lost'
  /** Structured calls whose arguments are no JSON, or do not fit the schema. */
  | 'arguments'
  /** Deltas that are merged, repeated, or without index, name or id. */
  | 'stream'
  /** The chat template could not be rendered. */
  | 'template'
  /** The server refused the schema of a tool. */
  | 'schema'
  /** The request declares no tools. */
  | 'no-tools'
  /** The call is to a tool that nobody declared. */
  | 'unknown-tool'
  /** The call is sound and was delivered, and the client did not take it. */
  | 'client';

/** How sure a rule is: no other program is known to write it, or others write it too. Two hints that agree are proof. */
export type Weight = 'proof' | 'hint';

/** A step of the reasoning: because of what, and where that is in the paste. */
export interface EvidenceRow {
  /** What it is evidence of. */
  readonly of: 'writer' | 'model' | 'parser' | 'did' | 'reply' | 'cause';
  /** The writer, the model, the parser, what was given, a reply in words that somebody tells of, or the cause. */
  readonly value: string;
  /** Id of the rule, for tests and links. */
  readonly rule: string;
  /** One sentence. */
  readonly says: string;
  /** Of a cause: what the headline says of it, where that is another sentence, or where it would leave a cause of this kind out. */
  readonly headline?: string | undefined;
  /** Of a cause: what to do about it, where that is another thing than for most. Of what was given: what to do where nothing is wrong. */
  readonly fix?: string | undefined;
  /** Of a cause: what may be done in the place of that, as a sentence. */
  readonly also?: string | undefined;
  /** Of a writer: the person names it, in words or with the command that starts it. */
  readonly namesServer?: true | undefined;
  /** Of what was given: it says what an error is about that no call is to blame for. Of a reply: what it says in the place of a call. */
  readonly isTopic?: true;
  /** Of the first cause of an error: which tool or message is at the place in the request that the error names. */
  readonly where?: string | undefined;
  /** Of a cause: two answers in the paste show it, and the sentence speaks of both. */
  readonly isCompared?: true | undefined;
  /** Of a cause: it tells only what an error is about, so the words of the error say more. */
  readonly isBroad?: true | undefined;
  /** It says that the JSON of the reply could not be read, and not where. */
  readonly wantsPlace?: true | undefined;
  /** Of a cause: the finish reason that speaks of a call that did not come. */
  readonly finish?: string | undefined;
  /** Where it is in what was pasted; null where nothing can be pointed to. */
  readonly span: Span | null;
}

/** Where the client got the text of the call, or would have got it. */
export type Field = 'content' | 'reasoning' | 'tool_calls' | 'error' | 'log' | 'reply';

/** What was found of the call that the person misses. */
export interface FoundCall {
  readonly field: Field;
  /** As the model wrote it; for structured calls the arguments as they came. */
  readonly text: string;
  /** Where that is in what was pasted, escaped as it is there; null where it is in pieces without an end. */
  readonly span: Span | null;
  /** Names of the tools, in order; empty where none can be read. */
  readonly names: readonly string[];
  /** Id of the format; null for structured calls, and where no format fits. */
  readonly format: string | null;
  /** What is wrong with it, as a sentence; null for nothing. */
  readonly fault: string | null;
  /** What to do about it, where that is another thing than for most faults. */
  readonly fix?: string;
  /** The whole reasoning that it is in. Absent elsewhere. */
  readonly reasoning?: string;
}

/** A turn of a conversation that went wrong. */
export interface Trouble {
  /** Its number among the turns of the assistant, from 0. */
  readonly turn: number;
  readonly cause: Cause;
  /** A sentence. */
  readonly says: string;
  /** What a list of replies says of it, where that is another thing than for most of its cause. */
  readonly short?: string | undefined;
  readonly call: FoundCall | null;
  readonly span: Span | null;
}

/** What a paste proves about the server that answered. */
export interface Evidence {
  /** Who wrote it, the nearest to the person; null where nothing is proved. */
  readonly writer: Writer | null;
  /** Others that it names: the server of a client, the engine of a provider. The nearest first. */
  readonly others: readonly Writer[];
  /** A single hint that proves nothing; null beside a writer. */
  readonly likely: Writer | null;
  /** Who served the answer, as the proxy that wrote it says. Absent elsewhere. */
  readonly provider?: string;
  readonly model: string | null;
  /** The tool parser that the paste names; null where it names none. */
  readonly parser: string | null;
  /** Null where the paste proves nothing about it. */
  readonly did: Did | null;
  /** The likeliest first; empty for a healthy turn, and where nothing is to blame. */
  readonly causes: readonly Cause[];
  readonly call: FoundCall | null;
  /** Names of the tools that the request declares; null where the paste does not hold the request. */
  readonly tools: readonly string[] | null;
  /** Whether the request sends tools, by its body or by the code that sends it; null where the paste does not show it. */
  readonly sendsTools: boolean | null;
  /** What came back is in the paste, and not only what a request, a log or a person tells. */
  readonly isAnswered: boolean;
  /** The request demands a call: `tool_choice` is `required`, or names a tool. */
  readonly demands: boolean;
  /** What was reported, in the words of who reported it; null for no error. */
  readonly error: string | null;
  /** How many turns of the assistant the paste holds, and those that went wrong: a conversation has many. */
  readonly turns: number;
  readonly troubles: readonly Trouble[];
  /** Everything that led to this, in the order of the fields above. */
  readonly because: readonly EvidenceRow[];
}

/** Who answered, or the one server that the person names: in words, or with the command that starts it. */
export function namedServer({ writer, likely, because }: Evidence): Writer | null {
  const isNamed = because.some(({ of, value, namesServer }) => of === 'writer' && value === likely && namesServer);
  return writer ?? (isNamed ? likely : null);
}

/** What an error or a log quotes of a reply: all of it, or a part of a call. */
export type Quoted = Said & Pick<RecognisedReply, 'part'>;

/** A structured call as it came, and what became of it. */
export interface GivenCall extends Pick<MessageCall, 'id' | 'name' | 'argumentsText' | 'type' | 'span'> {
  /** What the client made of it, where the paste is a client's; `pending`: it never ran. */
  readonly state: 'done' | 'failed' | 'pending' | null;
  /** Why it failed there; null where it did not. */
  readonly error: string | null;
  /** As it is written; absent where it was put together of pieces. */
  readonly json?: string;
  /** It is there again with the same id, name and arguments. */
  readonly isTwice?: true;
}

/** A result of a call, as a client sends it back. */
export interface GivenResult extends Said {
  readonly id: string | null;
  readonly isError: boolean;
}

/** A turn of the assistant, and what followed it until the next one. */
export interface Turn {
  readonly text: Said | null;
  readonly reasoning: Said | null;
  readonly calls: readonly GivenCall[];
  readonly finish: Said | null;
  /** Words of users, tools and clients after it. */
  readonly after: readonly Said[];
  readonly results: readonly GivenResult[];
  readonly span: Span | null;
}
