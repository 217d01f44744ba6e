import { endOfLine } from '../../text/document/index.ts';
import type { Session } from './session.ts';

/** What a person writes about a server above its reply: a command and its variables, options, a name with a version and no sentence. */
const HEAD =
  /^\s{0,8}(?:\$ )?(?:(?:export |set |\$env:)?[A-Z][A-Z\d_]{2,60} ?=|(?:\S{1,80} )?(?:vllm serve|sglang serve|lmdeploy serve|ollama (?:serve|run|pull)) ?|\S{0,80}\bpython3? -m (?:vllm|sglang|mlx_lm)|(?:\S{0,80}\/)?llama-server -|mlx_lm\.server |docker (?:compose|run) |curl(?:\.exe)? \S|--?[a-z][\w-]{1,60}(?:[= ]\S|$)|(?:v?llm|sglang|ollama|llama\.cpp|lmdeploy|lm studio) (?:version )?v?\d(?![^\n]{0,400}(?:[a-z\d)]\. [A-Z]|[:.?!]\s{0,4}$))[^\n<{]{0,120}$)/i;
const GOES_ON = /[\\^`]\s?$/;
const MOST_LINES = 24;

/** The reply below such lines, as what came of a command. Whoever writes words among them writes a report: then there is none. */
export function belowHead(text: string): Pick<Session, 'outputs'> {
  let [at, isOpen, isHead] = [0, false, false];
  for (let count = 0; count < MOST_LINES && at < text.length; count += 1) {
    const line = text.slice(at, Math.min(endOfLine(text, at), at + 2000));
    const isOurs = isOpen || HEAD.test(line);
    if (!isOurs && line.trim() !== '') return { outputs: isHead ? [{ from: at, to: text.length }] : [] };
    isHead ||= isOurs;
    isOpen = isOurs && GOES_ON.test(line.slice(-3));
    at = endOfLine(text, at) + 1;
  }
  return { outputs: [] };
}
