import type { GivenAway } from './recognised.ts';

/** What a project writes into its logs and errors, and how its parser is named there. */
interface Trace {
  readonly project: GivenAway;
  /** The name as logs, paths and commands have it, and words that only it writes. */
  readonly marks: RegExp;
  /** The parser; the first group is its name, or the name is given. */
  readonly parsers: readonly (RegExp | readonly [RegExp, string])[];
}

/**
 * THE list of what gives a project away, the most telling first: an exact message of an engine says more than a library whose
 * files are in the traceback. Sources: vLLM `entrypoints/logger.py` and `tool_parsers/`, SGLang `function_call/` and
 * `utils/request_logger.py`, Ollama `harmony/` and `server/routes.go`, llama.cpp `common/chat.cpp` and `tools/server`.
 */
const traces: readonly Trace[] = [
  {
    project: 'langchain',
    marks: /\bOutputParserException\b|\blangchain_core\.exceptions|OUTPUT_PARSING_FAILURE/,
    parsers: [],
  },
  {
    project: 'ai-sdk',
    marks:
      /\bAI_[A-Z]\w{3,60}Error\b|\b(?:InvalidToolInputError|NoSuchToolError|InvalidToolArgumentsError|NoObjectGeneratedError)\b|@ai-sdk\/|@ai-sdk-tool\//,
    parsers: [/@ai-sdk-tool\/parser\S{0,80}?\b(hermes|morph-xml|yaml-xml|qwen3coder)\b/],
  },
  {
    project: 'llamacpp',
    marks:
      /Failed to parse input at pos \d|(?:expected|unparsed) peg-[a-z]|\bcommon_chat_\w|\bllama[-_]server\b|\bllama\.cpp\b|\[json\.exception\.|^\s{0,3}(?:srv|slot) {1,12}[a-z_]{3,30}:|\bChat format: |Invalid diff: '/m,
    parsers: [/\bChat format: ([A-Za-z][\w .-]{1,40}?)\s{0,3}$/m, /--chat-template[= ]([\w.-]{1,60})/],
  },
  {
    project: 'ollama',
    marks:
      /error parsing tool call: raw=|"error parsing tool call"|\[GIN\] \d{4}\/|\bollama\b|\blocalhost:11434\b|127\.0\.0\.1:11434|builtin parser (?:input|output)|(?:^|\s)level=[A-Z]+ source=\w+\.go:\d/im,
    parsers: [
      /\bparser=([\w.-]{0,39}\w)/,
      /source=(\w+?)(?:parser|_parser)?\.go:\d+ msg="(?:\w+ )?(?:tool call|harmony)/,
      // Only the reader of harmony reports its raw text.
      [/\bharmony parser:|error parsing tool call: raw=/, 'harmony'],
    ],
  },
  {
    project: 'vllm',
    marks:
      /\bvllm\b|\bvLLM\b|\w_tool_parser\.py|\(APIServer pid=|\(EngineCore\w* |Generated response \S{3,200}(?: \(streaming \w{4,10}\))?: output: |serving_chat\.py/,
    parsers: [
      /\b(\w{2,40}?)_tool_parser\.py/,
      /--tool-call-parser[= ]([\w.-]{0,39}\w)/,
      /tool_parsers\/(\w{2,40}?)(?:_tool_parser)?\.py/,
    ],
  },
  {
    project: 'sglang',
    marks:
      /\bsglang\b|\bSGLang\b|\w_detector\.py|function_call_parser|\bGenerateReqInput\(|\bFinish: obj=|Model attempted to call undefined function|^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: (?:TP|DP|PP)\d+[^\]]{0,20})?\] /m,
    parsers: [/\b(\w{2,40}?)_detector\.py/, /--tool-call-parser[= ]([\w.-]{0,39}\w)/],
  },
  { project: 'exathena', marks: /\bExAthena\b|\bex_athena\b/, parsers: [] },
  { project: 'chatcli', marks: /\bchatcli\b/i, parsers: [] },
  { project: 'langchain', marks: /\blang(?:chain|graph)(?:_\w{2,30})?\b/i, parsers: [] },
];

/** How much of a text is looked at: what gives a project away is at the beginning of a log as anywhere else. */
const HEAD = 256 * 1024;

/** Which project wrote an error or a log, and which parser it names. */
export function tracedProject(text: string): { readonly project: GivenAway | null; readonly parser: string | null } {
  const head = text.slice(0, HEAD);
  const trace = traces.find(({ marks }) => marks.test(head));
  if (trace === undefined) return { project: null, parser: null };
  for (const parser of trace.parsers) {
    const name = parser instanceof RegExp ? parser.exec(head)?.[1] : parser[0].test(head) ? parser[1] : undefined;
    if (name !== undefined) return { project: trace.project, parser: name };
  }
  return { project: trace.project, parser: null };
}
