/** What the words around a reply say of the server that gave it, as whoever reports it would write it; null where they do not say. */
export interface NamedServer {
  readonly version: string | null;
  readonly command: string | null;
}

/** So much of what was pasted is looked at. In UTF-16 units. */
const LOOKED_AT = 50_000;

/** A server and its version on one line: `vLLM 0.11.0`, `vllm==0.11.0`, `**Ollama version**: 0.12.3`. */
const VERSION =
  /(?<![\w./-])(vllm|sglang|ollama|lmdeploy|mlx[-_]lm|lm studio)(?: api server)?(?: version)?(?:\*\*)?(?:==|: {0,2}| is |(?= ) {1,3}|\*\* {1,2})[`"]?v?(\d{1,3}\.\d{1,4}(?:\.\d{1,5}){0,2}(?:(?:rc|\.post|\.dev|[-+])[\w.]{1,20}(?<!\.))?)(?![\w.]*\w)/gi;

/** What starts a server, up to the end of its line or of what quotes it; a backslash goes on to the next line. */
const COMMAND =
  /(?<![\w./-])(?:(?:python3? -m )?(?:vllm\.entrypoints\.openai\.api_server|sglang\.launch_server|mlx_lm\.server) --|vllm serve [\w./~$"'-]|sglang serve [\w./~$"'-]|lmdeploy serve api_server [\w./~$"'-]|llama-server -|mlx_lm\.server --)(?:\\\r?\n|[^\n`]){0,1000}/g;

/** A command has an option, or names a model by its path: `vllm serve works` is a sentence. */
const IS_COMMAND = /(?:^| )--?\w|\w\/\w/;

/** @param reply what the model wrote: it names servers as well */
export function serverNamedIn(pasted: string, reply: string): NamedServer {
  const text = pasted.slice(0, LOOKED_AT);
  const isAround = (found: string): boolean => !reply.includes(found);
  const versions = [...text.matchAll(VERSION)].filter(([found]) => isAround(found));
  const commands = [...text.matchAll(COMMAND)]
    .map(({ 0: found, index }) => unquoted(found, text.charAt(index - 1)))
    .filter(isAround);
  return {
    version: theOnly(versions.map(([, name = '', version = '']) => `${name} ${version}`)),
    command: theOnly(commands.filter((command) => IS_COMMAND.test(command))),
  };
}

/** One that is there, perhaps twice; of several, nobody can tell which is meant. */
function theOnly(found: readonly string[]): string | null {
  const kinds = new Map(found.map((one) => [one.toLowerCase(), one]));
  return kinds.size === 1 ? (found[0] ?? null) : null;
}

/** Without what follows the quote in which it is. */
function unquoted(command: string, before: string): string {
  const to = before === '"' || before === "'" ? command.indexOf(before) : -1;
  return (to < 0 ? command : command.slice(0, to)).trimEnd();
}
