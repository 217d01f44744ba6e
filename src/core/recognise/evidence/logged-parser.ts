import type { EngineId } from '../../formats/index.ts';
import { parserFlag } from './paste/parser-flag.ts';

/**
 * How servers name their parser in what they log; the first group is the name, or the name is given. Sources: vLLM `tool_parsers/`,
 * SGLang `function_call/`, llama.cpp `common/chat.cpp`, Ollama `harmony/` and `server/routes.go`.
 */
const names: Partial<Record<EngineId | 'mlx', readonly (RegExp | readonly [RegExp, string])[]>> = {
  vllm: [/\b(\w{2,40}?)_tool_parser\.py/, /tool_parsers\/(\w{2,40}?)(?:_tool_parser)?\.py/],
  sglang: [/\b(\w{2,40}?)_detector\.py/],
  llamacpp: [/\bChat format: ([A-Za-z][\w .-]{1,40}?)\s{0,3}$/m, /--chat-template[= ]([\w.-]{1,60})/],
  ollama: [
    /\bparser=([\w.-]{0,39}\w)/,
    /source=(\w+?)(?:parser|_parser)?\.go:\d+ msg="(?:\w+ )?(?:tool call|harmony)/,
    // Only the reader of harmony reports its raw text.
    [/\bharmony parser:|error parsing tool call: raw=/, 'harmony'],
  ],
};

/** How much of a log is looked at. In UTF-16 units. */
const HEAD = 256 * 1024;

/** The parser that a server names in its log, where no setting names one; null for none. */
export function loggedParser(server: EngineId | 'mlx', content: string): string | null {
  const head = content.slice(0, HEAD);
  for (const name of names[server] ?? []) {
    const found = name instanceof RegExp ? name.exec(head)?.[1] : name[0].test(head) ? name[1] : undefined;
    if (found !== undefined) return found;
  }
  return server === 'vllm' || server === 'sglang' ? (parserFlag(head, server)?.text ?? null) : null;
}
