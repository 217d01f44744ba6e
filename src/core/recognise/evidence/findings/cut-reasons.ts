import { counted, numberText } from '../../../text/document/index.ts';
import type { Answer } from '../paste/answer.ts';
import { compact } from '../calls/call-faults.ts';
import type { TextReading } from '../calls/text-reading.ts';
import type { Turn } from '../evidence.ts';
import type { Around, Reason } from './reason.ts';
import { MLX_LIMIT, ownFixes } from '../said/fixes.ts';
import type { RequestFacts } from '../paste/request-facts.ts';

/**
 * Whether the reply has as many tokens as the request allows: vLLM and others that made calls of it give another reason for the
 * end. Source: vllm#58228
 */
export function isAtLimit(request: RequestFacts | null, answer: Answer | null): boolean {
  return request !== null && request.limit !== null && answer?.tokens === request.limit;
}

/**
 * Why a call has no end, or none came where one was begun, by how many tokens the reply has: whatever the finish reason says. Null
 * where their number tells nothing.
 */
export function limitReason({ request, named }: Limits, answer: Answer | null, came: Came = 'open'): Reason | null {
  if (isAtLimit(request, answer)) return fullReason(answer);
  const count = answer?.tokens ?? 0;
  // Ollama says so itself.
  if (answer?.isOfOllama === true || (request?.limit ?? null) !== null) return null;
  if (!isRound(count) || (came === 'none' && count < FEWEST)) return null;
  const what = came === 'open' ? 'the call has no end' : 'no call came of it';
  if (named.includes('mlx') && count === OF_MLX)
    return {
      cause: 'cut',
      says: `The reply has exactly ${counted(count, 'token')}, the default limit of mlx_lm.server, and ${what}.`,
      fix: MLX_LIMIT,
    };
  return {
    cause: 'cut',
    says: `The reply has exactly ${counted(count, 'token')}, as with a token limit, and ${what}.`,
    fix: `Look whether the request or the server sets a token limit of ${numberText(count)} (\`max_tokens\`), and raise it.${came === 'open' ? ' Do not run the call.' : ''}`,
  };
}

type Limits = Pick<Around, 'request' | 'named'>;

/** A call that has no end, or none. */
type Came = 'open' | 'none';

/** Fewer tokens may be a short reply. */
const FEWEST = 256;

/** Source: mlx-lm server.py, `--max-tokens`, which holds for requests without `max_tokens`; mlx-lm#905 */
const OF_MLX = 512;

/** People set limits that are a power of two, or round. In tokens. */
function isRound(count: number): boolean {
  const isPower = count >= 32 && Number.isInteger(Math.log2(count));
  return isPower || (count > 0 && (count % STEP === 0 || count % 500 === 0 || (count < 1000 && count % 100 === 0)));
}

export function fullReason(answer: Answer | null): Reason {
  const says = `The reply has all ${counted(answer?.tokens ?? 0, 'token')} that the request allows: the token limit ended it.`;
  return { cause: 'cut', says };
}

/** Servers are given contexts of a whole number of these; a limit of the request rarely ends there. In tokens. */
const STEP = 1024;
const OLLAMA =
  'Give the model a longer context: `num_ctx` in the `options` of the request, or `OLLAMA_CONTEXT_LENGTH` for the server.';
const OTHERS = 'Give the server a longer context, or send a shorter prompt and fewer tools.';

/** Whether a stream is not in the paste to its end. */
export function isBrokenOff(answer: Answer | null): boolean {
  return answer?.faults.some(({ code }) => code === 'stream-cut' || code === 'event-cut') ?? false;
}

/** Why a reply has no end: by its finish reason, or because its stream has none. */
export function cutReason({ finish, calls }: Turn, answer: Answer | null): Reason {
  const again = finish === null ? null : repeatedCall(calls);
  if (again !== null) return again;
  if (finish === null) {
    const says = 'The stream has no end here: it broke off, or the rest of it was not pasted.';
    // Where the call is whole, it is not the call that is cut off.
    const isWhole = /^\s*\{[^]*\}\s*$/.test(calls.at(-1)?.argumentsText ?? '');
    return { cause: 'cut', says, headline: isWhole ? says : undefined, fix: ownFixes.brokenOff };
  }
  const all = answer === null || answer.prompt === null || answer.tokens === null ? 0 : answer.prompt + answer.tokens;
  if (all > 0 && all % STEP === 0)
    return {
      cause: 'cut',
      says: `The prompt and the reply fill the context: ${numberText(answer?.prompt ?? 0)} and ${numberText(answer?.tokens ?? 0)} are ${counted(all, 'token')}.`,
      fix: answer?.isOfOllama === true ? OLLAMA : OTHERS,
      span: finish.span,
    };
  return {
    cause: 'cut',
    says: `The token limit ended the reply: the finish reason is \`${finish.text}\`.`,
    ...(answer?.isOfOllama === true ? { fix: PREDICT } : {}),
    span: finish.span,
  };
}

/** Of a text that ends inside of a call, where nobody knows of a limit: one rarely cuts right before the last brackets. */
export function cutInText({ fault, isUnclosed }: TextReading): Reason {
  const says = fault?.says ?? 'The text ends inside of the call.';
  return isUnclosed === true
    ? { cause: 'cut', says: says.replace(' The token limit may have cut it off.', ''), fix: UNCLOSED }
    : { cause: 'cut', says };
}

const UNCLOSED =
  'Send the request again: only what closes the call is missing. If that repeats, flatten nested parameters of the tool, or raise the token limit (`max_tokens`). Do not run the call.';

/** Source: ollama docs/api.md and docs/modelfile.mdx, the parameters of `options` */
const PREDICT = 'Raise `num_predict` in the `options` of the request, and `num_ctx` if the prompt is long.';

/** So many equal calls are a loop. */
const LOOP = 3;

/** A model that writes one call until nothing is left of the limit: more tokens would hold more of them. */
function repeatedCall(calls: Turn['calls']): Reason | null {
  const seen = new Map<string, number>();
  const often = calls.find(({ name, argumentsText }) => {
    const key = `${name} ${compact(argumentsText)}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count >= LOOP;
  });
  if (often === undefined) return null;
  const says = `The model repeats its call to \`${often.name}\` until the token limit.`;
  return {
    cause: 'cut',
    says,
    headline: says,
    fix: 'Run one of the equal calls at most. A higher limit only brings more of them: send `tool_choice: auto`, or update the server.',
  };
}
