import { capture, choice, end, optional, sequence, until } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import type { Request } from '../request.ts';
import { jsonSection } from '../auto/json-calls.ts';

const THINK_END = '<|END_THINKING|>';
const TEXT = '<|START_TEXT|>';
const TEXT_END = '<|END_TEXT|>';
const ACTION = { open: '<|START_ACTION|>', close: '<|END_ACTION|>' };

/** Reasoning, and then either words or calls, each in markers. */
export function cohere2Moe(request: Request): Matcher {
  const reasoning = optional(
    '<|START_THINKING|>',
    capture('reasoning', until(THINK_END, TEXT, ACTION.open)),
    optional(THINK_END),
  );
  const words = sequence(TEXT, capture('content', until(TEXT_END)), optional(TEXT_END));
  const keys = { name: 'tool_name', arguments: 'parameters', id: 'tool_call_id', idAt: 'first' } as const;
  const body =
    request.tools.length === 0
      ? words
      : choice(request.rules.asCalls(jsonSection(request, { markers: ACTION, isArray: true, keys })), words);
  return sequence('<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>', reasoning, body, optional('<|END_OF_TURN_TOKEN|>'), end);
}
