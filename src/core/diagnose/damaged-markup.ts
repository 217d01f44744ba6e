import { catalogue, type Diagnosis, type DiagnosisCode, type TraceEvent } from '../trace/index.ts';
import { type Span, withPlace } from '../text/document/index.ts';
import { isObject } from '../text/json/index.ts';
import { isLookalike, oddNames } from './literals.ts';
import { replace } from './changes.ts';
import { diagnosis, edit, quoted, quotedApart, type StepRule, type WholeRule } from './rule.ts';
import type { Subject } from './subject.ts';
import { triggerOf } from './trigger.ts';

type RepairEvent = Extract<TraceEvent, { readonly kind: 'repair' }>;

/** What is wrong: its code, and a sentence without place and full stop. */
interface Fault {
  readonly code: DiagnosisCode;
  readonly text: string;
  /** What readers do with it, where it is not what they do with damage. */
  readonly reader?: string;
  /** What to do, where it is not what the code says. */
  readonly remedy?: string;
}

const MOST_FINDINGS = 4;
const MOST_CHANGES = 40;

/** The repairs that our readers make outside of JSON, by the code of the step. */
const faults: Readonly<Record<string, (written: string, inserted: string) => Fault>> = {
  'missing-marker': (_, inserted) => ({
    code: closes(inserted) ? 'D04' : 'D06',
    text: `The marker \`${quoted(inserted)}\` is missing`,
  }),
  'surplus-marker': (written) => ({
    code: 'D05',
    text: `${written === '`' ? 'A backtick' : `\`${quoted(written)}\``} is ${/^\w+\s*$/.test(written) ? 'written once too often' : 'one marker too many'}`,
  }),
  'wrong-marker': (written, inserted) => {
    if (inserted === '') return { code: 'D06', text: `\`${quoted(written)}\` does not belong here` };
    const [there, wanted] = quotedApart(written, inserted);
    const place = `\`${there}\` is in the place of \`${wanted}\``;
    return isLookalike(written, inserted)
      ? { code: 'D07', text: `${place}: it contains other characters, ${oddNames(written, inserted)}` }
      : { code: 'D06', text: place };
  },
  'invented-form': () => ({
    code: 'D01',
    text: 'This looks like a call, but in a form that no server reads',
    remedy: 'Send earlier calls back to the model in its own format, not in words. Models copy what the history shows.',
  }),
  'string-delimiter': (written, inserted) => ({
    code: 'D06',
    text:
      written === ''
        ? `The string marker \`${quoted(inserted)}\` is missing`
        : `\`${quoted(written)}\` is in the place of the string marker \`${quoted(inserted)}\``,
  }),
  'surplus-text': (written) => ({ code: 'D10', text: `\`${quoted(written)}\` is between the marker and the call` }),
  'encoded-call': () => ({ code: 'D15', text: 'The whole call is a JSON string' }),
  'flat-arguments': () => ({ code: 'D02', text: 'The arguments are beside the name, without a key of their own' }),
  'other-key': (written, inserted) => ({
    code: 'D02',
    text: `${inserted === '"name"' ? 'The name is' : 'The arguments are'} under the key \`${quoted(written)}\` in the place of \`${quoted(inserted)}\``,
  }),
  'wrapped-arguments': (written) => {
    const what = written.startsWith('[')
      ? 'a list in the place of an object'
      : written.startsWith('"')
        ? 'tags in the place of an object'
        : 'wrapped once more';
    return {
      code: 'D02',
      text: `The arguments are ${what}: \`${quoted(written)}\``,
      remedy: 'Show one complete call as an example in the prompt: small models copy the schema of the tool.',
    };
  },
  'missing-name': (_, inserted) => ({
    code: 'D22',
    text: `The call has no name, and its arguments fit only \`${quoted(inserted)}\``,
  }),
  'mended-value': (written) => ({ code: 'D08', text: `The JSON of this value is invalid: \`${quoted(written)}\`` }),
  'mistyped-value': (written, inserted) => ({
    code: 'D08',
    text:
      inserted === written
        ? `The markup gives \`${quoted(written)}\` a type that its text does not have`
        : `The markup says that \`${quoted(written)}\` is JSON, and it is not`,
    reader: 'Callscope keeps the text as a string.',
  }),
  'id-form': (written, inserted) => ({
    code: 'D23',
    text: `The id \`${quoted(written)}\` does not have the form of \`${quoted(inserted)}\``,
    reader: 'Callscope reads the call, but some parsers refuse it.',
    remedy: 'Have the chat template write earlier calls with their whole ids: models copy them.',
  }),
  'spaced-number': (written, inserted) => ({
    code: 'D28',
    text: `\`${quoted(written)}\` is the number \`${inserted}\` with white space in it`,
  }),
  'untrimmed-key': (written, inserted) => ({
    code: 'D23',
    text: `The argument \`${quoted(written)}\` is declared as \`${quoted(inserted)}\``,
  }),
};

function closes(marker: string): boolean {
  return marker.includes('</') || /close|end[|｜]?>$|^[>})]$/.test(marker);
}

/** The markup of a call is damaged, and our readers repair it. One diagnosis for each block. */
export const damagedMarkup: WholeRule = {
  look(subject) {
    if (!subject.readsFormats) return [];
    const blocks = new Map<number, RepairEvent[]>();
    for (const event of subject.oddSteps) {
      if (event.kind !== 'repair' || !Object.hasOwn(faults, event.code)) continue;
      const from = subject.blockAround(event.from)?.from ?? event.from;
      const known = blocks.get(from);
      if (known !== undefined) known.push(event);
      else if (blocks.size < MOST_FINDINGS) blocks.set(from, [event]);
    }
    return [...blocks.values()].map((events) => ofBlock(subject, events));
  },
};

function ofBlock(subject: Subject, events: readonly RepairEvent[]): Diagnosis {
  const { document } = subject;
  const sorted = events.toSorted((one, other) => one.from - other.from || one.to - other.to);
  const first = sorted[0] as RepairEvent;
  const fault = faults[first.code]?.(document.slice(first.from, first.to), first.inserted);
  const more = sorted.length - 1;
  const others = more === 0 ? '' : ` ${String(more)} more ${more === 1 ? 'place is' : 'places are'} damaged.`;
  const changes: ReturnType<typeof replace>[] = [];
  for (const { from, to, inserted } of sorted.slice(0, MOST_CHANGES))
    if (from >= (changes.at(-1)?.span.to ?? 0)) changes.push(replace({ from, to }, inserted));
  const change = edit('Correct the markup', ...changes);
  const told = diagnosis(
    fault?.code ?? 'D06',
    {
      fact: `${withPlace(fault?.text ?? '', document, first.from)}.${others}`,
      reader: fault?.reader ?? 'Callscope reads the call, but most parsers do not.',
    },
    first,
    isBetter(subject, change) ? change : null,
    fault?.remedy ??
      (first.code === 'surplus-text'
        ? 'Ask in the prompt for nothing but the call between the markers.'
        : isInside(subject, first)
          ? catalogue.D06.remedy
          : undefined),
  );
  if (first.code === 'missing-marker') return { ...told, missing: first.inserted };
  const isOfName = first.code === 'other-key' && first.inserted === '"name"';
  return isOfName ? { ...told, fault: 'name-under-other-key' } : told;
}

/** Whether a marker is missing or surplus where no stop sequence can have done it: text of the call follows. */
function isInside({ document, textTo }: Subject, { code, from, to, inserted }: RepairEvent): boolean {
  if (code !== 'missing-marker' && code !== 'surplus-marker') return false;
  const rest = document.slice(to, Math.min(textTo, to + 200)).trim();
  return (
    rest !== '' &&
    !closes((code === 'surplus-marker' ? document.slice(from, to) : '') + (/^<[^/]/.test(inserted) ? inserted : ''))
  );
}

/** Whether all calls stay the same after an edit, and need fewer repairs. */
function isBetter(subject: Subject, change: ReturnType<typeof edit>): boolean {
  const after = subject.after(change);
  if (after === null || after.calls.length < subject.extraction.calls.length) return false;
  const repairs = (trace: readonly TraceEvent[]): number =>
    trace.filter((event) => event.kind === 'repair' && Object.hasOwn(faults, triggerOf(event) ?? '')).length;
  const isSame = subject.extraction.calls.every(
    ({ name, argumentsText }, index) =>
      after.calls[index]?.name === name && after.calls[index].argumentsText === argumentsText,
  );
  return isSame && repairs(after.trace) < repairs(subject.trace);
}

/** How markup gives types: reading the text once more is only worth it where it does. */
const TYPED = /\b(?:string|type)=/;

/** An engine keeps the text of a value that the markup says to be no string, as our own readers do. */
export const mistypedValue: WholeRule = {
  look(subject) {
    const { extraction, readsFormats } = subject;
    if (readsFormats || extraction.calls.length === 0 || !TYPED.test(subject.document)) return [];
    const { everyFormat } = subject;
    if (everyFormat === null) return [];
    const given = new Set(
      extraction.calls.flatMap(({ arguments: value }) => (isObject(value) ? Object.values(value) : [])),
    );
    return everyFormat.trace
      .flatMap((event) => (event.kind === 'repair' && event.code === 'mistyped-value' ? [event] : []))
      .filter(({ from, to }) => given.has(everyFormat.document.slice(from, to)))
      .slice(0, MOST_FINDINGS)
      .map((event) => {
        const fault = faults[event.code]?.(everyFormat.document.slice(event.from, event.to), event.inserted);
        return diagnosis(
          'D08',
          {
            fact: `${withPlace(fault?.text ?? '', subject.document, event.from)}.`,
            reader: `${subject.reader} keeps the text as a string.`,
          },
          event,
        );
      });
  },
};

/** A message has a header that its format does not know. */
export const unknownHeader: StepRule = {
  on: ['unknown-header'],
  find: (event, { document }) =>
    diagnosis(
      'D06',
      `${withPlace(`\`${quoted(document.slice(event.from, event.to))}\` is no header of the format, and names no tool`, document, event.from)}. What follows is content.`,
      event,
    ),
};

const unclear: Readonly<Record<string, string>> = {
  'unclear-pairs': 'The markers of keys and values are exchanged, and this call can be read in two ways',
  'name-with-key': 'The marker between the name and the first key is missing, and no declared tool tells them apart',
};

/** Two parts of a call cannot be told apart. */
export const unclearParts: StepRule = {
  on: ['unclear-pairs', 'name-with-key'],
  find: (event, { document }) =>
    event.kind !== 'reject'
      ? null
      : diagnosis(
          'D06',
          `${withPlace(unclear[event.code] ?? '', document, event.at)}. Callscope makes no call of it.`,
          event,
        ),
};

/** A call without arguments has members that are no declared parameters. */
export const unreadMembers: StepRule = {
  on: ['unread-members'],
  find: (event, { document }) =>
    diagnosis(
      'D02',
      {
        fact: `${withPlace('This call has no arguments, and its other members are no parameters of the tool', document, event.from)}.`,
        reader: 'The call gets `{}`.',
      },
      event,
    ),
};

/** A call is in text that the format marks as the answer to the user. */
export const callInAnswer: StepRule = {
  on: ['answer'],
  find: inAnswer,
};

/** The same under an engine that returns nothing. */
export const callInAnswerAlone: WholeRule = {
  look(subject) {
    if (subject.readsFormats || subject.extraction.calls.length > 0) return [];
    const { everyFormat } = subject;
    if (everyFormat === null || everyFormat.calls.length > 0) return [];
    const answer = everyFormat.trace.find((event) => triggerOf(event) === 'answer');
    const found = answer === undefined ? null : inAnswer(answer, subject);
    return found === null ? [] : [found];
  },
};

function inAnswer({ from, to }: Span, subject: Subject): Diagnosis | null {
  const { document } = subject;
  const call = subject.readAlone(document.slice(from, to))?.calls[0];
  if (call === undefined) return null;
  const span = { from: from + call.span.from, to: from + call.span.to };
  return diagnosis(
    'D30',
    `${withPlace(`The answer to the user holds a call to \`${quoted(call.name)}\``, document, span.from)}. Text that the format marks as the answer is never a call.`,
    span,
    null,
    'Ask in the prompt for the call outside of the answer, as the format writes it. Where the text is meant for the user, change nothing.',
  );
}
