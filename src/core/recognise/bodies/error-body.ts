import { CLASS_KEY } from '../printed/index.ts';
import {
  at,
  firstAt,
  hasAny,
  isObject,
  itemsOf,
  slice,
  stringAt,
  stringOf,
  unpacked,
  type Source,
} from '../sources.ts';

/** What a server answered in place of a reply. */
export interface ErrorBody {
  readonly message: string;
}

/**
 * The body of an error: OpenAI and llama-server (`{error: {message}}`), Ollama (`{error: "…"}`), vLLM (`{object: "error"}`),
 * Anthropic (`{type: "error"}`), FastAPI (`{detail}`), problem details, and an error that JavaScript printed.
 */
export function errorBodyOf(source: Source): ErrorBody | null {
  if (source.node.kind === 'array') {
    const [first, second, third] = source.node.items;
    // An error is in one list at most: alone, or as Elixir has it, `{:error, %{…}}`.
    const isTuple = first?.kind === 'string' && first.value === 'error' && third === undefined;
    const only = isTuple ? second : second === undefined ? first : undefined;
    return only?.kind === 'object' ? errorBodyOf({ ...source, node: only }) : null;
  }
  if (!isObject(source) || hasAny(source, ['choices', 'candidates', 'messages', 'arguments'])) return null;
  const error = unpacked(at(source, 'error'));
  if (error !== null && error.node.kind !== 'false') {
    if (isObject(error)) return { message: stringAt(error, 'message') ?? stringAt(error, 'error') ?? '' };
    const message = stringOf(error);
    return message === null ? null : { message };
  }
  // Mistral writes it with a capital.
  if (/^[eE]rror$/.test(stringAt(source, 'object') ?? '') || stringAt(source, 'type') === 'error')
    return { message: stringAt(source, 'message') ?? '' };
  // Ollama 0.11.3 had its message for a key.
  const misplaced = stringAt(source, 'error parsing tool call');
  if (misplaced !== null) return { message: `error parsing tool call: ${misplaced}` };
  const detail = firstAt(source, ['detail']);
  if (detail !== null && isObject(source) && source.node.members.length <= 3)
    return { message: stringOf(detail) ?? stringAt(itemsOf(detail)[0] ?? detail, 'msg') ?? '' };
  // llama-server's own, out of its envelope.
  if (isCoded(source)) return { message: stringAt(source, 'message') ?? '' };
  const name = stringAt(source, 'name') ?? stringAt(source, 'type') ?? '';
  const isException =
    /(?:Error|Exception)$/.test(name) ||
    hasAny(source, ['stack', 'traceback', 'statusCode', 'status_code', 'providerId']);
  const message = stringAt(source, 'message') ?? inner(source, name);
  if (message !== null && isException && !hasAny(source, ['role', 'content'])) return { message };
  return quoted(source);
}

/** Where a client keeps what the server said to a request that failed; `0` is what an exception was made with. */
const BODIES = ['body', 'data', 'response', 'responseBody', 'response_body', '0'];

/** A client's record of a request that failed: it has a status or is an exception, and the body is in it. */
function quoted(source: Source): ErrorBody | null {
  const status = firstAt(source, ['status', 'statusCode', 'status_code', 'code']);
  const isFailed = status !== null && isFailure(Number(slice(status)));
  if (!isFailed && !/(?:Error|Exception)$/.test(stringAt(source, CLASS_KEY) ?? '')) return null;
  for (const key of BODIES) {
    const body = unpacked(at(source, key));
    const error = isObject(body) ? errorBodyOf(body) : null;
    if (error !== null) return error;
  }
  return null;
}

function isFailure(status: number): boolean {
  return status >= 400 && status < 600;
}

/** What a server said to a client whose error has no message of its own when it is written as JSON: that of the AI SDK. */
function inner(source: Source, name: string): string | null {
  if (!/Error$/.test(name) || !hasAny(source, ['statusCode', 'responseBody', 'toolName', 'url'])) return null;
  const body = unpacked(firstAt(source, ['data', 'responseBody']));
  return (isObject(body) ? errorBodyOf(body)?.message : stringOf(body)) ?? '';
}

/** `{"code": 500, "message": …, "type": "server_error"}`. */
function isCoded(source: Source): boolean {
  const code = Number(slice(at(source, 'code') ?? source));
  const hasType = /error/i.test(stringAt(source, 'type') ?? stringAt(source, 'status') ?? '');
  return isFailure(code) && hasType && stringAt(source, 'message') !== null;
}

/** Whether an object is the entry of a log: a level and a message, as zap, pino, winston, slog and structlog write them. */
export function isLogEntry(source: Source): boolean {
  const level = firstAt(source, ['level', 'severity', 'lvl', 'levelname', 'log_level']);
  return level !== null && firstAt(source, ['msg', 'message', 'event']) !== null && at(source, 'role') === null;
}

/** Keys under which an error or a log keeps what the model wrote: Groq's `failed_generation`, LangChain's `llm_output`, … */
export const WROTE = [
  ...['failed_generation', 'raw_output', 'model_output', 'llm_output', 'toolInput', 'raw_response', 'raw_completion'],
  ...['raw_text', 'generated_text'],
];
