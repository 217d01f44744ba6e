import { entitiesIn, withoutEntities, withPlace } from '../text/document/index.ts';
import { replace } from './changes.ts';
import { diagnosis, edit, type WholeRule } from './rule.ts';

const FIRST = /&(?:lt|quot|#34);/;
const MOST_CHANGES = 200;
/** What may be before the first entity on its line: after words it displays markup to a reader. */
const BEFORE = /^[\s[{]*$|^\s*<[^<>]{0,60}$/;

/** Calls of declared tools come when the entities of HTML in a text are decoded, and none without that. */
export const encodedMarkup: WholeRule = {
  look(subject) {
    const { document, textTo, tools } = subject;
    const first = FIRST.exec(document.slice(0, textTo));
    if (first === null || (subject.everyFormat?.calls.length ?? 1) > 0) return [];
    const lineFrom = document.lastIndexOf('\n', first.index) + 1;
    if (!BEFORE.test(document.slice(lineFrom, first.index))) return [];
    const written = document.slice(0, textTo);
    const found = entitiesIn(written);
    const calls = found.length > MOST_CHANGES ? [] : (subject.readAlone(withoutEntities(written))?.calls ?? []);
    if (calls.length === 0 || !calls.every(({ name }) => tools.has(name))) return [];
    const changes = found.map(({ from, to, character }) => replace({ from, to }, character));
    const [entity] = first;
    const span = { from: first.index, to: first.index + entity.length };
    const change = edit('Decode the entities', ...changes);
    return [
      diagnosis(
        'D06',
        `${withPlace(`\`${entity}\` is in the place of \`${withoutEntities(entity)}\`: the call is written with entities of HTML`, document, first.index)}. ${subject.reader} does not decode them.`,
        span,
        subject.brings(change) ? change : null,
        'Find what encodes the reply: a page that shows text as HTML, or a log. Models seldom write entities themselves.',
      ),
    ];
  },
};
