import { member, readJson } from '../../../text/json/index.ts';
import type { History } from '../paste/history.ts';
import type { Reason } from '../findings/reason.ts';

/** The status with which servers refuse a request that they cannot read. */
const REFUSED = /\b4(?:00|22)\b/;

/**
 * What is odd in the shape of the calls that a client sends back, where the server refused the request. OpenAI API reference,
 * "Create chat completion": `tool_calls[].function.arguments` is a string.
 */
export function oddShape({ turns }: Pick<History, 'turns'>, around: string): Reason | null {
  if (!REFUSED.test(around)) return null;
  for (const { name, json = '', span } of turns.flatMap(({ calls }) => calls)) {
    const reading = readJson(json);
    const call = reading.ok && reading.node.kind === 'object' ? reading.node : null;
    const inner = call === null ? undefined : member(call, 'function');
    if (inner !== undefined && member(inner, 'arguments')?.kind === 'object')
      return {
        cause: 'client',
        says: `The history has the arguments of \`${name}\` as an object, and OpenAI’s API takes a string there.`,
        fix: 'Write the arguments as JSON in a string before the client sends them back.',
        span,
      };
    // Calls of the Responses API and of Anthropic have a type, and no function in them.
    const isFlat = call !== null && inner === undefined && member(call, 'type') === undefined;
    if (isFlat && member(call, 'arguments') !== undefined)
      return {
        cause: 'client',
        says: `The call to \`${name}\` in the history lacks its \`function\`: its name and arguments are beside its id.`,
        fix: 'Send each call as `{"id", "type": "function", "function": {"name", "arguments"}}`.',
        span,
      };
  }
  return null;
}
