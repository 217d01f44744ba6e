import { withPlace } from '../text/document/index.ts';
import type { Diagnosis } from '../trace/index.ts';
import { diagnosis } from './rule.ts';
import type { Subject } from './subject.ts';

/** What a template writes around the result of a tool. */
const OPENER = /<tool_response(?:\s[^<>\n]{0,200})?>/;
const CLOSER = '</tool_response>';

/**
 * A model that is not stopped after its calls writes their results as well. They look like calls whose markup is damaged, and are
 * none: what was said of them becomes one sentence.
 *
 *     </tool_call>
 *     <tool_response name="gcd"> {"arguments": {"num": 32}} </tool_response>
 *     ^ from                                                               ^ to
 */
export function withInventedResults(found: readonly Diagnosis[], subject: Subject): readonly Diagnosis[] {
  const { document, extraction, textTo } = subject;
  const [first] = extraction.calls;
  if (first === undefined || !found.some(({ code }) => code === 'D06')) return found;
  const opener = OPENER.exec(document.slice(first.span.to, textTo));
  if (opener === null) return found;
  const from = first.span.to + opener.index;
  const end = document.lastIndexOf(CLOSER, textTo);
  const to = end < from ? textTo : end;
  const isAbout = ({ code, span }: Diagnosis): boolean => code === 'D06' && span.from >= from && span.from < to;
  const at = found.findIndex(isAbout);
  if (at < 0) return found;
  const fact = `${withPlace('The reply holds a result that the model made up', document, from)}.`;
  const told = diagnosis('D38', { fact, reader: 'It is no call.' }, { from, to: from + opener[0].length });
  return found.flatMap((one, index) => (index === at ? [told] : isAbout(one) ? [] : [one]));
}
