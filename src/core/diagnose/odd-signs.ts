import { ordinaryForm, strayCharacters, withPlace } from '../text/document/index.ts';
import { replace } from './changes.ts';
import { oddNames } from './literals.ts';
import { diagnosis, edit } from './rule.ts';
import type { Diagnosis } from '../trace/index.ts';
import type { Subject } from './subject.ts';

/** More are a text in a script of its own. */
const MOST_CHANGES = 200;

/**
 * A call comes once invisible and lookalike characters are replaced, such as a no-break space before the first brace. Runs only
 * if no other rule found anything: those say which marker or which piece of JSON has them.
 */
export function callBehindOddSigns(subject: Subject): Diagnosis[] {
  const { document, textTo, extraction } = subject;
  if (extraction.calls.length > 0) return [];
  const text = document.slice(0, textTo);
  const { found, total } = strayCharacters(text, MOST_CHANGES);
  const [first] = found;
  if (first === undefined || total > MOST_CHANGES) return [];
  const changes = found.map((odd) => replace({ from: odd.from, to: odd.to }, ordinaryForm(odd)));
  const change = edit(total === 1 ? 'Replace the character' : 'Replace these characters', ...changes);
  if (!subject.brings(change)) return [];
  const names = oddNames(found.map(({ from, to }) => text.slice(from, to)).join(''), '');
  const what =
    total === 1
      ? `An invisible or lookalike character (${names}) keeps`
      : `Characters that are invisible or look like others (${names}) keep`;
  return [diagnosis('D07', `${withPlace(`${what} the call from being found`, document, first.from)}.`, first, change)];
}
