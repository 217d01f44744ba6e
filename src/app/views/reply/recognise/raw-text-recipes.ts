import type { Evidence, Writer } from '../../../../core/index.ts';

/** How to get the text of the model out of an engine or a library that did not report it. */
export interface RawTextRecipe {
  /** What to do, in one sentence. */
  readonly step: string;
  /** What to type or to write. */
  readonly code: string;
  /** Where the text is then. */
  readonly then: string;
}

/** What works with every server that has the API of OpenAI. */
const anyServer: RawTextRecipe = {
  step: 'Send the request again without its tools, or with log probabilities.',
  code: '"logprobs": true',
  then: 'Paste the whole response. Its tokens hold the text, with markers that the server removed.',
};

/**
 * Recipes by who answered. Sources: vLLM `entrypoints/logger.py` (outputs are logged with both flags only), SGLang `server_args.py`,
 * llama.cpp `tools/server` (`__verbose`), Ollama `server/routes.go` (trace level), the docs of LangChain and of the AI SDK.
 */
const recipes: Readonly<Partial<Record<Writer, RawTextRecipe>>> = {
  vllm: {
    step: 'Start vLLM with both flags and send the request again.',
    code: '--enable-log-requests --enable-log-outputs',
    then: 'Paste the log line that begins with “Generated response”.',
  },
  sglang: {
    step: 'Start SGLang with these flags and send the request again.',
    code: '--log-requests --log-requests-level 3',
    then: 'Paste the log line that begins with “Finish”.',
  },
  llamacpp: {
    step: 'Start llama-server with this flag and send the request again without streaming.',
    code: '--verbose',
    then: 'Paste the log, or a response that has “__verbose” in it.',
  },
  ollama: {
    step: 'Start Ollama with this variable and send the request again.',
    code: 'OLLAMA_DEBUG=2 ollama serve',
    then: 'Paste the log lines with “builtin parser input”.',
  },
  langchain: {
    step: 'Print the message of the model before a parser reads it.',
    code: 'print(repr(llm.invoke(messages)))',
    then: 'Paste what it prints.',
  },
  'ai-sdk': {
    step: 'Log the properties of the error that hold the text.',
    code: 'console.log(JSON.stringify({ ...error }, null, 2))',
    then: 'Paste the JSON with “toolInput” or “text”.',
  },
};

/** The recipe for the nearest of those whom the evidence names: who has none may have asked one that has. */
export function rawTextRecipe({
  writer,
  likely,
  others,
}: Pick<Evidence, 'writer' | 'likely' | 'others'>): RawTextRecipe {
  const known = [writer ?? likely, ...others].flatMap((one) => (one === null ? [] : (recipes[one] ?? [])));
  return known[0] ?? anyServer;
}
