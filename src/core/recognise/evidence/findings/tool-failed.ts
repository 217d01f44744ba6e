import type { Turn } from '../evidence.ts';
import type { Phrase } from '../said/phrase.ts';
import { shortened } from '../words/pieces.ts';

/** How the result of a tool begins that failed. */
const FAILED = /^\W{0,4}(?:\w{2,40}Error\b|error\b|failed\b|failure\b|(?:HTTP|status)\b.{0,12}\b[45]\d\d\b)/i;

/** Why, where the arguments cannot be to blame, and what to do. */
const WHY: readonly (readonly [sign: RegExp, fix: string])[] = [
  [
    /\b40[13]\b|\bunauthori[sz]ed\b|\bforbidden\b|\b(?:invalid|expired|missing) (?:api[ _-]?key|token|credentials?)\b|\b(?:api[ _-]?key|token|credentials?) (?:is |has |are |have )?(?:invalid|expired|missing)\b/i,
    'Renew the key or the rights of the tool, in its own settings. Change nothing about the model or its server.',
  ],
  [
    /\b429\b|\btoo many requests\b|\brate limit/i,
    'Wait, or raise the limit of the service that the tool asks. Change nothing about the model or its server.',
  ],
  [
    /\b50[0234]\b|\bECONN\w{2,12}\b|\bENOTFOUND\b|\bconnection (?:refused|reset|error)\b|\btimed? ?out\b|\bunreachable\b/i,
    'Look whether the service that the tool asks runs and can be reached. Change nothing about the model or its server.',
  ],
];

/** What a tool says that ran and failed for a reason of its own: its key, its limit, the service that it asks. Undefined for others. */
export function toolFailed({ results }: Turn): Pick<Phrase, 'id' | 'says' | 'fix'> | undefined {
  const said = results.at(-1)?.text.trim().split('\n', 1)[0] ?? '';
  const why = FAILED.test(said) ? WHY.find(([sign]) => sign.test(said.slice(0, 400))) : undefined;
  if (why === undefined) return undefined;
  return {
    id: 'tool-failed',
    says: `The tool ran and answered an error of its own: \`${shortened(said)}\`.`,
    fix: why[1],
  };
}
