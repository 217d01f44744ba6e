import type { Extraction, ToolCall } from '../trace/index.ts';
import { correctForm } from '../reader/index.ts';
import { type Edit, entitiesIn, withoutEntities, withPlace } from '../text/document/index.ts';
import { replace } from './changes.ts';
import { areAlike } from './meant/departures.ts';
import { diagnosis, edit, type WholeRule } from './rule.ts';
import { blocksOf, type Subject } from './subject.ts';

const FIRST = /&(?:lt|quot|#34);/;
const MOST_CHANGES = 200;
/** What may be before the first entity on its line: after words it displays markup to a reader. */
const BEFORE = /^[\s[{]*$|^\s*<[^<>]{0,60}$/;

/** Calls come when the entities of HTML in a text are decoded, and none without that. */
export const encodedMarkup: WholeRule = {
  look(subject) {
    const { document, textTo, tools } = subject;
    const first = FIRST.exec(document.slice(0, textTo));
    if (first === null || (subject.everyFormat?.calls.length ?? 1) > 0) return [];
    const lineFrom = document.lastIndexOf('\n', first.index) + 1;
    if (!BEFORE.test(document.slice(lineFrom, first.index))) return [];
    const written = document.slice(0, textTo);
    const found = entitiesIn(written);
    const read = found.length > MOST_CHANGES ? null : subject.readAlone(withoutEntities(written));
    const { calls } = read ?? { calls: [] };
    // Without declared tools only markers tell calls from data.
    const isCall = ({ name, tier }: ToolCall): boolean => (tools.isEmpty ? tier === 'marked' : tools.has(name));
    if (read === null || calls.length === 0 || !calls.every(isCall)) return [];
    const changes = found.map(({ from, to, character }) => replace({ from, to }, character));
    const [entity] = first;
    const span = { from: first.index, to: first.index + entity.length };
    const decoded = edit('Decode the entities', ...changes);
    const change = brings(subject, calls, decoded) ? decoded : inOwnForm(subject, read);
    return [
      diagnosis(
        'D06',
        `${withPlace(`\`${entity}\` is in the place of \`${withoutEntities(entity)}\`: the call is written with entities of HTML`, document, first.index)}. ${subject.reader} does not decode them.`,
        span,
        change,
        'Find what encodes the reply: a page that shows text as HTML, or a log. Models seldom write entities themselves.',
      ),
    ];
  },
};

/** The reply with its decoded calls as the runtime reads them, which may know them only in another form. Its words stay. */
function inOwnForm(subject: Subject, decoded: Extraction): Edit | null {
  const [own] = subject.runtime.formats;
  const form = own === undefined ? null : correctForm(own, decoded.calls, '');
  const { text } = subject.parts;
  if (form === null || text === null) return null;
  const blocks = blocksOf(decoded).filter(({ from, to }) =>
    decoded.calls.some(({ span }) => from <= span.from && span.to <= to),
  );
  const spans = [...blocks, ...decoded.calls.map(({ span }) => span)];
  const from = Math.min(...spans.map((one) => one.from));
  const to = Math.max(...spans.map((one) => one.to));
  const [before, after] = [decoded.document.slice(0, from), decoded.document.slice(to)];
  const ways = [form.text, ...form.others].map((written) =>
    edit('Rewrite the calls', replace(text, before + written + after)),
  );
  return ways.find((one) => brings(subject, decoded.calls, one)) ?? null;
}

/** Agents may have made a call of the encoded text, so it is not the number of calls that counts. */
function brings(subject: Subject, calls: readonly ToolCall[], change: Edit): boolean {
  return areAlike(calls, subject.after(change)?.calls ?? []);
}
