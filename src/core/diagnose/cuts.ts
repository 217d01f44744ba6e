import { formatList } from '../formats/index.ts';
import { placeText } from '../document/place.ts';
import { LONGEST_MARKER } from './literals.ts';
import { diagnosis, quoted, type StepRule, type WholeRule } from './rule.ts';

/** The text ends in an opening marker, or right after one. */
export const cutAtMarker: WholeRule = {
  look(subject) {
    const { document, textTo, readsFormats } = subject;
    if (!readsFormats) return [];
    const text = document.slice(Math.max(0, textTo - LONGEST_MARKER), textTo).trimEnd();
    const last = text.slice(text.lastIndexOf('\n') + 1);
    const from = textTo - (document.slice(0, textTo).length - document.slice(0, textTo).trimEnd().length) - last.length;
    const marker =
      last.length < 6 ? undefined : [...subject.literals.values()].find((one) => one.text.startsWith(last));
    if (marker === undefined || closesSomething(marker.text)) return [];
    return [
      diagnosis(
        'D27',
        last === marker.text
          ? `The text ends right behind the opening marker \`${marker.text}\`: it was cut before the call.`
          : `The text ends inside the marker \`${marker.text}\`: it was cut.`,
        { from, to: from + last.length },
      ),
    ];
  },
};

function closesSomething(literal: string): boolean {
  return (
    literal.startsWith('</') ||
    formatList.some(({ closers = [], around = [] }) => closers.includes(literal) || around.includes(literal))
  );
}

/** A call that the end of the text cuts off. */
export const cutCall: StepRule = {
  on: ['cut-off', 'broken-off'],
  find(event, { document, extraction }) {
    const name = extraction.incomplete.find(({ span }) => span.to >= event.from)?.name;
    const call = name === undefined ? 'a call' : `the call of \`${quoted(name)}\``;
    const place = placeText(document, event.to);
    return diagnosis(
      'D27',
      event.kind === 'reject' && event.code === 'broken-off'
        ? `Before the end of ${call}, at ${place}, a value is missing or breaks off. Do not run what is there.`
        : `The text ends inside ${call}, at ${place}: it was cut, perhaps by the token limit. Do not run what is there.`,
      event,
    );
  },
};

/** What this runtime takes for nothing, and another reader for a call that was cut. */
export const cutElsewhere: WholeRule = {
  look(subject) {
    const { extraction, trace, document } = subject;
    if (subject.readsEverything || extraction.calls.length > 0 || extraction.incomplete.length > 0) return [];
    // Their own rules say so.
    if (trace.some((event) => event.kind === 'reject' && /^(?:unclosed-block|tag-unclosed)$/.test(event.code)))
      return [];
    const cut = subject.everyFormat?.incomplete[0];
    if (cut === undefined) return [];
    return [
      diagnosis(
        'D27',
        `The text ends inside a call of \`${quoted(cut.name)}\` (\`${cut.format}\`), at ${placeText(document, cut.span.to)}: it was cut. Do not run what is there.`,
        cut.span,
      ),
    ];
  },
};
