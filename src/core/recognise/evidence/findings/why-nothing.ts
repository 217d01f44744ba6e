import { counted } from '../../../text/document/index.ts';
import type { Answer } from '../paste/answer.ts';
import { fullReason, isAtLimit } from './cut-reasons.ts';
import { isHosted, type Turn } from '../evidence.ts';
import { finishKind } from '../paste/finish.ts';
import { ranByServer } from './ran-by-server.ts';
import type { Around, Reason } from './reason.ts';

/** Why a turn holds nothing that no reason for the end explains; null where that is unknown. */
export function whyNothing(
  { finish, reasoning }: Turn,
  { request, named }: Around,
  answer: Answer | null,
): Reason | null {
  if (finishKind(finish?.text ?? null) === 'unprompted')
    return {
      cause: 'client',
      says: 'Ollama only loaded the model: the finish reason is `load`, as after a request without messages.',
      fix: 'Look whether the request holds its messages, and send it again.',
      span: finish?.span ?? null,
    };
  if (answer?.endsCall === true)
    return {
      cause: 'lost',
      says: 'The model stopped at the token `<|call|>`: it wrote a call, and the server returned none.',
      fix: 'Start vLLM with `--enable-auto-tool-choice --tool-call-parser openai`, or update it.',
    };
  if (answer !== null && ranByServer(answer) !== undefined) return null;
  const wrote = answer?.tokens ?? 0;
  if (wrote > 0 && isAtLimit(request, answer)) return fullReason(answer);
  if (
    answer !== null &&
    answer.tokens !== null &&
    wrote <= 1 &&
    (answer.prompt ?? 0) > 0 &&
    finishKind(finish?.text ?? null) === 'plain'
  )
    return {
      cause: 'lost',
      says: `The server counts ${counted(wrote, 'token')} of the model: the first one ended the reply.`,
      fix: 'Send the request again without its tools. If a text comes then, the server ends the reply where a call begins: update it, or try another one.',
    };
  const counts = `The server counts ${counted(wrote, 'token')} of the model, and returned`;
  if (reasoning === null && wrote >= FEW_TOKENS) return { cause: 'lost', says: `${counts} nothing.` };
  // What a provider shows of the reasoning may be a part of it.
  const isShown = reasoning !== null && !named.some((one) => isHosted(one));
  const thought = Math.max(answer?.thinking ?? 0, mostTokens(reasoning?.text ?? ''));
  if (isShown && wrote - thought >= MORE_TOKENS) return { cause: 'lost', says: `${counts} only a short reasoning.` };
  return request?.forbids === true ? { cause: 'no-tools', says: 'The request has `tool_choice: none`.' } : null;
}

/** Fewer are the end of a turn and a line break. */
const FEW_TOKENS = 8;
/** Fewer are the marks around the reasoning. */
const MORE_TOKENS = 16;

/** More tokens than a text has in any tokenizer: letters of the alphabet share one, others may take two. */
function mostTokens(text: string): number {
  const others = text.match(/[^\u0020-\u024f]/g)?.length ?? 0;
  return (text.length - others) / 2 + others * 2;
}
