import { numberText } from '../../../text/document/index.ts';
import { at } from '../../index.ts';
import type { Answer } from '../paste/answer.ts';
import type { Around, Reason } from './reason.ts';

/**
 * What is left of a longer prompt has two lengths: the whole context in releases of 2025, half of it and two or three tokens
 * since then. A cached prompt may count fewer, and a shorter one tells nothing.
 *
 * Sources: ollama#10368 (`limit=2048 … new=2048`), #17427 (65536 → 32770), #17889 (4096 → 2050), #3839 (32768 → 16387)
 */
function isLeft(prompt: number, context: number): 'all' | 'half' | null {
  if (prompt === context) return 'all';
  const over = prompt - context / 2;
  return over === 2 || over === 3 ? 'half' : null;
}

/** Of servers with little memory. Sources: ollama docs/context-length.mdx; 2048 before ollama 0.6.7: zed#31682 */
const DEFAULTS = [4096, 2048];

/** A prompt that Ollama cut to its context, which it tells only by its counts; null where they do not show it. */
export function fullContext({ named, request }: Around, answer: Answer | null): Reason | null {
  const prompt = answer?.prompt ?? null;
  if (prompt === null || !(answer?.isOfOllama === true || named.includes('ollama'))) return null;
  const asked = contextOf(request);
  const [context, share = null] =
    (asked === null ? DEFAULTS : [asked])
      .map((one) => [one, isLeft(prompt, one)] as const)
      .find(([, left]) => left !== null) ?? [];
  if (context === undefined || share === null) return null;
  const name = asked === null ? `the default ${numberText(context)}` : '`num_ctx`';
  return {
    cause: 'no-tools',
    says: `Ollama seems to have cut the prompt, and maybe its tools: ${numberText(prompt)} tokens are ${share} of ${name}.`,
    fix: 'Raise the context well above the prompt: `num_ctx` in the `options` of the request, or `OLLAMA_CONTEXT_LENGTH`. Then look whether the count of the prompt grows.',
  };
}

function contextOf(request: Around['request']): number | null {
  const node = at(at(request?.body ?? null, 'options'), 'num_ctx')?.node;
  return node?.kind === 'number' ? Number(node.literal) : null;
}
