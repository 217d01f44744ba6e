import { at, itemsOf, placeOf, stringAt } from '../../index.ts';
import { type Answer, envelopes } from '../paste/answer.ts';
import { shortened } from '../words/pieces.ts';
import type { Reason } from './reason.ts';

/**
 * Why LM Studio, which runs the tools itself under its own API, did not run the last call; null where it tells of none.
 * Source: lmstudio-ai/docs, 2_rest/chat.md and streaming-events.md
 */
export function refusedByServer(answer: Answer | null): Reason | null {
  const value = answer?.value ?? null;
  const items = value === null ? [] : envelopes(value).flatMap((one) => itemsOf(at(one, 'output')));
  const item = items.findLast((one) => stringAt(one, 'type') === 'invalid_tool_call');
  if (item === undefined) return null;
  const about = at(item, 'metadata');
  const name = stringAt(about, 'tool_name') ?? '';
  const span = placeOf(item);
  if (stringAt(about, 'type') === 'invalid_name')
    return {
      cause: 'unknown-tool',
      says: `The model called \`${name}\`, and the request allows no tool of that name.`,
      fix: 'Look at `integrations` and their `allowed_tools` in the request, or name the allowed tools in the prompt.',
      span,
    };
  const reason = shortened(stringAt(item, 'reason') ?? '');
  return { cause: 'arguments', says: `LM Studio did not run the call to \`${name}\`: \`${reason}\`.`, span };
}
