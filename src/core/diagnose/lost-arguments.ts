import type { Diagnosis, ToolCall } from '../trace/index.ts';
import { isObject, type JsonObject } from '../text/json/index.ts';
import { type Span, withPlace } from '../text/document/index.ts';
import { closersFor } from './closers.ts';
import { keyInMarkup } from './keys-in-markup.ts';
import { formatOf } from './literals.ts';
import { diagnosis, quoted, type StepRule, type WholeRule } from './rule.ts';
import { firstCalls, type Subject } from './subject.ts';

const MOST_FINDINGS = 4;
const LONGEST_ARGUMENTS = 100_000;
/** Lost arguments are searched for this far after a call, in UTF-16 units. */
const NEAR = 300;

/** A call has an argument twice, and only the first value counts. */
export const repeatedArgument: StepRule = {
  on: ['duplicate-key'],
  find: (event, { document, readsFormats }) =>
    event.kind !== 'quirk' || !readsFormats
      ? null
      : diagnosis(
          'D02',
          {
            fact: `${withPlace(`The argument \`${quoted(document.slice(event.from, event.to).replaceAll('"', ''))}\` is there twice`, document, event.from)}.`,
            reader: 'Callscope takes the first value, and other readers may take the last.',
          },
          event,
        ),
};

/**
 * Arguments are beside a call instead of in it, because its markup is damaged: the call ends too early, or the marker that
 * opens its arguments is lost. Reported only if the call lacks a declared parameter.
 */
export const leftArguments: WholeRule = {
  look(subject) {
    if (!subject.readsFormats) return [];
    const calls = firstCalls(subject.extraction);
    const found: Diagnosis[] = [];
    for (const [index, call] of calls.entries()) {
      if (found.length >= MOST_FINDINGS) break;
      const one = leftOf(subject, call, calls[index + 1]?.span.from ?? subject.textTo);
      if (one !== null) found.push(one);
    }
    return found;
  },
};

function leftOf(subject: Subject, call: ToolCall, next: number): Diagnosis | null {
  if (call.span.to > subject.textTo || call.argumentsText.length > LONGEST_ARGUMENTS) return null;
  const given = call.arguments;
  if (!isObject(given)) return null;
  const lacking = subject.tools.parameters(call.name).filter((key) => !Object.hasOwn(given, key));
  if (lacking.length === 0) return null;
  const swallowed = inValue(call, given, lacking);
  if (swallowed !== null) {
    const { key, holder } = swallowed;
    return diagnosis(
      'D06',
      `The call to \`${quoted(call.name)}\` lacks \`${quoted(key)}\`, which is in its value of \`${quoted(holder)}\`. The markup between them is damaged.`,
      call.argumentsSpan ?? call.span,
    );
  }
  for (const place of placesBeside(subject, call, next)) {
    const text = subject.document.slice(place.from, place.to);
    const key = lacking.find((one) => keyInMarkup(text, one) >= 0);
    // A value may be left without its key: only its closing tag shows it.
    const closer = text.includes('</') ? valueClosers(call.format).find((one) => valueEnds(text, one)) : undefined;
    if (key === undefined && closer === undefined) continue;
    const what = key === undefined ? 'a value of it' : `\`${quoted(key)}\``;
    return diagnosis(
      'D06',
      `${withPlace(`The call to \`${quoted(call.name)}\` lacks ${what}, which is beside it`, subject.document, place.from)}. The markup of the call is damaged.`,
      place,
    );
  }
  return null;
}

/** The closing tags of values in a format: all but those of its blocks. */
function valueClosers(format: string): readonly string[] {
  const ofBlocks = formatOf(format)?.closers ?? [];
  return closersFor(format).filter((one) => one.startsWith('</') && !ofBlocks.includes(one));
}

/** Markup is searched for this far before the name of an argument, in UTF-16 units. */
const BEFORE_KEY = 60;
const LONGEST_VALUE = 20_000;
/** A key inside a closing tag is only mentioned. */
const CLOSING_TAG = /<\/[^<>]*$/;

/** Finds a missing parameter in markup inside a raw value: the parameter (`key`), and the argument with that value (`holder`). */
function inValue(
  { format }: ToolCall,
  given: JsonObject,
  lacking: readonly string[],
): { readonly key: string; readonly holder: string } | null {
  for (const [holder, value] of Object.entries(given)) {
    if (typeof value !== 'string' || value.length > LONGEST_VALUE) continue;
    const key = lacking.find((one) => {
      const at = keyInMarkup(value, one);
      if (at < 0) return false;
      const before = value.slice(Math.max(0, at - BEFORE_KEY), at);
      return (
        !CLOSING_TAG.test(before) &&
        markersIn(formatOf(format)?.example ?? '').some((marker) => before.includes(marker))
      );
    });
    if (key !== undefined) return { key, holder };
  }
  return null;
}

/** The starts of tags, and words such as `BEGIN_ARG`, in the example of a format. */
function markersIn(example: string): readonly string[] {
  return [...new Set([...example.matchAll(/<[^<>\s=]{2,40}|\b[A-Z]+_[A-Z]+\b/g)].map(({ 0: marker }) => marker))];
}

/** Whether a text is one line of words, perhaps after a tag, that ends with `closer`. */
function valueEnds(beside: string, closer: string): boolean {
  const text = beside.replace(/^\s*<[^<>/]*>/, '');
  const at = text.indexOf(closer);
  return at > 0 && /^[^<>\n]*[\p{L}\p{N}][^<>\n]*$/u.test(text.slice(0, at));
}

/** Where lost arguments may be: after the name, after the arguments, and after the call up to an empty line. */
function placesBeside({ document }: Subject, { span, nameSpan, argumentsSpan }: ToolCall, next: number): Span[] {
  const inside =
    argumentsSpan === null
      ? [{ from: Math.max(nameSpan.to, span.from), to: span.to }]
      : [
          { from: Math.max(nameSpan.to, span.from), to: argumentsSpan.from },
          { from: argumentsSpan.to, to: span.to },
        ];
  const after = document.slice(span.to, Math.min(next, span.to + NEAR));
  const end = AFTER_CALL.exec(after)?.index ?? after.length;
  return [...inside, { from: span.to, to: span.to + end }].filter(({ from, to }) => from < to);
}

/** Where the text after a call no longer belongs to it. */
const AFTER_CALL = /\n\s*\n|<think|response|result|observation/i;
