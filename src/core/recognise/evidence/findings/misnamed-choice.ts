import type { RequestFacts } from '../paste/request-facts.ts';
import { ownFixes } from '../said/fixes.ts';
import type { Reason } from './reason.ts';

/** A request that demands a call to a tool that it does not declare: servers refuse it before the model is asked. Null for others. */
export function misnamedChoice(request: RequestFacts | null): Reason | null {
  const { chosen = null, tools = [] } = request ?? {};
  const [only, another] = tools;
  if (chosen === null || only === undefined || tools.some(({ name }) => name === chosen)) return null;
  const declared = another === undefined ? `only \`${only.name}\` is declared` : 'no declared tool has that name';
  return {
    cause: 'client',
    says: `The request names \`${chosen}\` in \`tool_choice\`, and ${declared}.`,
    fix: ownFixes.choice,
  };
}
