import type { History } from './history.ts';
import type { Reason } from './reason.ts';

/** The status with which servers refuse a request that they cannot read. */
const REFUSED = /\b4(?:00|22)\b/;

/**
 * What is odd in the shape of the calls that a client sends back, where the server refused the request. OpenAI API reference,
 * "Create chat completion": `tool_calls[].function.arguments` is a string.
 */
export function oddShape({ turns }: Pick<History, 'turns'>, around: string): Reason | null {
  if (!REFUSED.test(around)) return null;
  for (const { name, json = '', span } of turns.flatMap(({ calls }) => calls)) {
    if (/^\{[^{}]*"function"\s{0,4}:\s{0,4}\{[^{}]*"arguments"\s{0,4}:\s{0,4}\{/.test(json))
      return {
        cause: 'client',
        says: `The history has the arguments of \`${name}\` as an object, and OpenAI’s API takes a string there.`,
        fix: 'Write the arguments as JSON in a string before the client sends them back.',
        span,
      };
    if (/^\{/.test(json) && !/"(?:function|type)"\s{0,4}:/.test(json) && /"arguments"\s{0,4}:/.test(json))
      return {
        cause: 'client',
        says: `The call to \`${name}\` in the history lacks its \`function\`: its name and arguments are beside its id.`,
        fix: 'Send each call as `{"id", "type": "function", "function": {"name", "arguments"}}`.',
        span,
      };
  }
  return null;
}
