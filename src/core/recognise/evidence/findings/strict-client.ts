import type { Answer } from '../paste/answer.ts';
import type { RequestFacts } from '../paste/request-facts.ts';
import { ownFixes } from '../said/fixes.ts';
import type { Reason } from './reason.ts';

/**
 * What readers of text take and many clients do not: a declared name with a prefix or a number around it, and arguments that
 * are no object because there are none. What the server ran itself is no call for the client. Null for neither.
 * Source: vllm#19419 and #43851, openai-agents-js#664, langchain#27602; roo-code and others take `default_api:` off
 */
export function strictly({ turn, kind }: Answer, request: RequestFacts | null): Reason | null {
  const names = (request?.tools ?? []).map((tool) => tool.name).toSorted((a, b) => b.length - a.length);
  const isEnded = turn.finish?.text === 'tool_calls';
  for (const { id, name, argumentsText, type, span } of turn.calls) {
    if (turn.results.some((result) => result.id === id)) continue;
    const meant = names.includes(name) ? undefined : names.find((one) => name.includes(one));
    if (meant !== undefined)
      return {
        cause: 'unknown-tool',
        says: `The declared tool is named \`${meant}\`, and clients look for the whole name.`,
        fix: 'Have the client take off what is around the declared name, or repeat the declared names in the prompt.',
        span,
      };
    // Other APIs send objects, and leave them out where there are no arguments.
    const isText = kind === 'stream' ? isEnded : /^function(?:_call)?$/.test(type ?? '');
    const given = argumentsText.trim();
    if (!isText || (given !== '' && given !== 'null')) continue;
    return {
      cause: 'arguments',
      says: `The arguments of \`${name}\` are ${given === '' ? 'empty' : '`null`'} in place of \`{}\`, and strict clients fail at that.`,
      fix: ownFixes.empty,
      span,
    };
  }
  return null;
}
