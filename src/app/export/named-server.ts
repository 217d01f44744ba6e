/** What the words around a reply say of the server that gave it, as whoever reports it would write it; null where they do not say. */
export interface NamedServer {
  readonly version: string | null;
  readonly command: string | null;
  readonly model: string | null;
  readonly quantisation: string | null;
  /** Of the answer: who runs the server finds it in a log by that. */
  readonly answerId: string | null;
}

/** So much of what was pasted is looked at. In UTF-16 units. */
const LOOKED_AT = 50_000;

/** A server and its version on one line: `vLLM 0.11.0`, `vllm==0.11.0`, `**Ollama version**: 0.12.3`, `LM Studio: [0.4.2 (Build 2)]`. */
const VERSION =
  /(?<![\w./-])(vllm|sglang|ollama|lmdeploy|mlx[-_]lm|lm studio)(?: api server)?(?: version)?(?:\*\*)?(?:==|: {0,2}\[?| is |(?= ) {1,3}|\*\* {1,2})[`"]?v?(\d{1,3}\.\d{1,4}(?:\.\d{1,5}){0,2}(?:(?:rc|\.post|\.dev|[-+])[\w.]{1,20}(?<!\.))?(?: \(Build \d{1,5}\))?)(?![\w.]*\w)/gi;

/** What `llama-server --version` prints, and its log. */
const BUILD = /^\s{0,8}(?:version|build): (\d{3,6} \([\da-f]{7,12}\))/gm;

/** The version of what was named before: `I am using version v0.11.0`. */
const BARE_VERSION = /\b(?:using|on|running) version v?(\d{1,3}\.\d{1,4}\.\d{1,5})(?![\w.]*\w)/gi;

/** What starts a server, up to the end of its line or of what quotes it; a backslash goes on to the next line, and so do options there. */
const COMMAND =
  /(?<![\w.~/-])(?:[\w.~/-]{0,200}\/)?(?:(?:python3? -m )?(?:vllm\.entrypoints\.openai\.api_server|sglang\.launch_server|mlx_lm\.server) (?:\\\r?\n\s{0,40})?--|vllm serve [\w./~$"'-]|sglang serve [\w./~$"'-]|lmdeploy serve api_server [\w./~$"'-]|llama-server -|mlx_lm\.server --)(?:\\\r?\n|\r?\n[ \t]{1,40}(?=--?[a-z])|[^\n`]){0,1000}/g;

/** A command has an option, or names a model by its path: `vllm serve works` is a sentence. */
const IS_COMMAND = /(?:^| )--?\w|\w\/\w/;
/** Such a one starts nothing. */
const ONLY_ASKS = /^\S+ -(?:-version|-help|h)\b/;

/** Files of llama.cpp, and pages of models. A page has a maker and a name; the other addresses there are none. */
const MODEL =
  /(?<![\w/.-])(?:[\w.~-]{0,60}\/){0,8}([\w.-]{1,120})\.gguf\b|\bhuggingface\.co\/((?!datasets\/|spaces\/|docs\/|blog\/|papers\/)[\w.-]{1,60}\/[\w.-]{1,100}\w)/g;

/** The same where it is started by that: a name, or the folder that it is in. */
const STARTED =
  /(?:\bserve(?: api_server)?|\s--model(?:[-_]path)?)[= ](?:\\?\s{1,40})?["']?(?!-)((?:[\w.~-]{0,80}\/){0,8}[\w.:-]{2,120})/;

/** As files and people name it, and not that of the cache of a command. */
const QUANTISATION =
  /(?<![a-z\d])(?<!cache-type-[kv][= ])((?:UD-)?(?:IQ\d_[A-Z]{1,3}|Q\d_K(?:_(?:XXL|XL|L|M|S))?|Q\d_[01]|MXFP4|NVFP4|AWQ|GPTQ|FP8))(?![a-z\d])/gi;

/** As OpenRouter, OpenAI, Anthropic and those who answer like them name what they wrote. */
const ANSWER_ID = /["']id["']\s{0,2}[:=]\s{0,2}["']((?:gen|chatcmpl|msg|resp|cmpl)[-_][\w-]{6,80})["']/g;

/** @param reply what the model wrote: it names servers as well */
export function serverNamedIn(pasted: string, reply: string): NamedServer {
  const text = pasted.slice(0, LOOKED_AT);
  const isAround = (found: string): boolean => !reply.includes(found);
  const all = (pattern: RegExp): readonly RegExpExecArray[] =>
    [...text.matchAll(pattern)].filter(([found]) => isAround(found));
  const builds = all(BUILD).map(([, build = '']) => `llama.cpp build ${build}`);
  const versions = [...all(VERSION).map(([, name = '', version = '']) => `${name} ${version}`), ...builds];
  const bare = versions.length === 0 ? all(BARE_VERSION).map(([, version = '']) => version) : [];
  const commands = [...text.matchAll(COMMAND)]
    .map(({ 0: found, index }) => unquoted(found, text.charAt(index - 1)))
    .filter((command) => isAround(command) && IS_COMMAND.test(command) && !ONLY_ASKS.test(command));
  const command = theOnly(commands);
  return {
    version: theOnly([...versions, ...bare]),
    command,
    model: theOnly(all(MODEL).map(([, file, page]) => file ?? page ?? '')) ?? STARTED.exec(command ?? '')?.[1] ?? null,
    answerId: theOnly(all(ANSWER_ID).map(([, id = '']) => id)),
    quantisation: theOnly(all(QUANTISATION).map(([, one = '']) => one)),
  };
}

/** One that is there, perhaps twice; of several, nobody can tell which is meant. */
function theOnly(found: readonly string[]): string | null {
  const kinds = new Map(found.map((one) => [one.toLowerCase(), one]));
  return kinds.size === 1 ? (found[0] ?? null) : null;
}

/** Without what follows the quote in which it is, and without the sign that ends it. */
function unquoted(command: string, before: string): string {
  const to = before === '"' || before === "'" ? command.indexOf(before) : -1;
  return (to < 0 ? command : command.slice(0, to)).trimEnd().replace(/(?: ?\\|;)$/, '');
}
