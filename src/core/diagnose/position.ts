import { type Diagnosis, explain, type Extraction } from '../trace/index.ts';
import { type Edit, type Span, withPlace } from '../text/document/index.ts';
import { isTurnEnd, reasoningMarkers } from '../formats/index.ts';
import { closedThoughts, liesIn } from '../engines/kit/index.ts';
import { insertAt, remove } from './changes.ts';
import { diagnosis, edit, quoted, type StepRule, type WholeRule } from './rule.ts';
import { firstCalls, type Subject } from './subject.ts';

/** Most places that are reported. */
const MOST_PLACES = 4;

/** The reasoning considers a call, and the client gets it. */
export const draftedCall: WholeRule = {
  look(subject) {
    const { document, textTo, extraction, readsFormats, runtime } = subject;
    const thoughts = readsFormats || extraction.calls.length === 0 ? [] : closedThoughts(document, textTo);
    return firstCalls(extraction)
      .filter(({ span }) => liesIn(thoughts, span.from))
      .slice(0, MOST_PLACES)
      .map(({ span }) =>
        diagnosis(
          'D19',
          `This call is inside a think block. The model only considered it, but ${runtime.label} returns it.`,
          span,
          removal(subject, span, thoughts),
        ),
      );
  },
};

/** The edit that removes a call from its reasoning, and leaves the marker that closes it. */
function removal(subject: Subject, call: Span, thoughts: readonly Span[]): Edit {
  const around = thoughts.find(({ from, to }) => from <= call.from && call.from < to) ?? call;
  const { document } = subject;
  const [open, close] = reasoningMarkers.find(([one]) => document.startsWith(one, around.from)) ?? ['', ''];
  const inside = {
    from: around.from + open.length,
    to: around.to - (document.endsWith(close, around.to) ? close.length : 0),
  };
  const { from, to } = subject.markupIn(inside, call);
  return edit('Remove the draft', remove(from, to));
}

/** A complete call is inside closed reasoning, so the runtime does not run it. */
export const trappedCall: StepRule = {
  on: ['inside-reasoning'],
  find: (event, subject) => {
    const around = reasoningAround(subject.extraction, event.from);
    return around === undefined ? null : trapped(subject, around, event.from);
  },
};

/** The reply is closed reasoning with a call in it, and nothing else: an engine returns nothing, and nothing is wrong with the text. */
export const callInThoughtAlone: WholeRule = {
  look(subject) {
    const { extraction, readsFormats, document, textTo } = subject;
    if (readsFormats || extraction.calls.length > 0) return [];
    const { everyFormat } = subject;
    if (everyFormat === null || everyFormat.calls.length > 0 || everyFormat.incomplete.length > 0) return [];
    const lone = everyFormat.trace.find(
      (event) => event.kind === 'quirk' && event.code === 'reasoning-began-in-prompt',
    );
    if (lone !== undefined && document.slice(lone.to, textTo).trim() === '') {
      const told = beforeLoneCloser(subject, everyFormat, lone);
      return told === null ? [] : [told];
    }
    const inside = everyFormat.trace.find((event) => event.kind === 'reject' && event.code === 'inside-reasoning');
    const around = inside === undefined ? undefined : reasoningAround(everyFormat, inside.from);
    if (inside === undefined || around === undefined || document.slice(around.to, textTo).trim() !== '') return [];
    const found = trapped(subject, around, inside.from);
    return found === null ? [] : [found];
  },
};

/** The same for a call without markers, if its name is declared. */
export const trappedBareCall: WholeRule = {
  look(subject) {
    const { extraction, tools, readsFormats } = subject;
    if (!readsFormats || tools.isEmpty || extraction.calls.length > 0) return [];
    const thoughts = extraction.ledger.filter(
      ({ kind, from, to }) => kind === 'reasoning' && to - from <= LONGEST_THOUGHT,
    );
    const found = thoughts.slice(0, MOST_PLACES).map((around) => {
      const open = reasoningMarkers.find(([one]) => subject.document.startsWith(one, around.from))?.[0] ?? '';
      return trapped(subject, around, around.from + open.length);
    });
    return found.filter((one) => one !== null);
  },
};

/** Longer reasoning is not searched for calls without markers. */
const LONGEST_THOUGHT = 20_000;

function reasoningAround({ ledger }: Extraction, at: number): Span | undefined {
  return ledger.find(({ kind, from, to }) => kind === 'reasoning' && from <= at && at < to);
}

/** The first call at or after `from` in a block of closed reasoning. */
function trapped(subject: Subject, around: Span, from: number): Diagnosis | null {
  const { document } = subject;
  const close = closerOfReasoning(document, around.from);
  if (close === null || !document.endsWith(close, around.to)) return null;
  const closeFrom = around.to - close.length;
  const call = subject.readAlone(document.slice(from, closeFrom))?.calls[0];
  if (call === undefined) return null;
  const at = from + call.span.from;
  const change = edit('Move the call out of the reasoning', insertAt(from, `${close}\n`), remove(closeFrom, around.to));
  const isAll = isTurnEnd(document.slice(around.to, subject.textTo));
  const fact = withPlace(`A call to \`${quoted(call.name)}\` is inside closed reasoning`, document, at);
  return diagnosis(
    'D19',
    isAll
      ? `${fact}. Nothing follows the reasoning, so this call is all of the reply.`
      : `${fact}. The model considers it and does not make it.`,
    { from: at, to: from + call.span.to },
    mayBeMeant(subject, call.name) && subject.brings(change) ? change : null,
    isAll ? ALL_THINKING : NO_THINKING,
  );
}

/** A reasoning parser would take the call away as well. */
const NO_THINKING = 'If the call was meant, turn thinking off for requests with tools, or choose another model.';
/** What helps where the reasoning holds the whole answer. */
const ALL_THINKING =
  'Turn thinking off for requests with tools, or use a server that looks for calls in the reasoning.';

/** Calls are before a `</think>` that has no opener. */
export const callBeforeLoneCloser: StepRule = {
  on: ['reasoning-began-in-prompt'],
  find: (event, subject) => beforeLoneCloser(subject, subject.extraction, event),
};

/** The call in reasoning that began in the prompt and that the marker at `closer` ends; null where there is none. */
function beforeLoneCloser(subject: Subject, { suppressed }: Extraction, closer: Span): Diagnosis | null {
  const first = suppressed.find(
    ({ reason, name, span }) => reason === 'in-reasoning' && name !== null && span.to <= closer.from,
  );
  if (first === undefined) return null;
  const change = edit('Remove the closing marker', remove(closer.from, closer.to));
  return diagnosis(
    'D19',
    `A call to \`${quoted(first.name ?? '')}\` is before a closing marker of reasoning. The reasoning began in the prompt, so the call is part of it.`,
    first.span,
    mayBeMeant(subject, first.name ?? '') && subject.brings(change) ? change : null,
  );
}

function mayBeMeant({ tools }: Subject, name: string): boolean {
  return tools.isEmpty || tools.has(name);
}

/** The reasoning is never closed, and the opening marker of a call ends it. */
export const reasoningEndedByCall: StepRule = {
  on: ['call-ends-reasoning'],
  find(event, { document, extraction }) {
    const before = extraction.ledger.find(({ kind, to }) => kind === 'reasoning' && to === event.from);
    const close = before === undefined ? null : closerOfReasoning(document, before.from);
    return diagnosis(
      'D20',
      {
        fact: `${withPlace('The reasoning is never closed, and a call begins', document, event.from)}.`,
        reader: 'Callscope ends the reasoning there, but many reasoning parsers keep the call in it.',
      },
      event,
      close === null ? null : edit('Close the reasoning', insertAt(event.from, `${close}\n`)),
      'Turn thinking off for this request, or choose a reasoning parser that ends the reasoning at a call.',
    );
  },
};

/** The reasoning runs to the end of the text. */
export const openReasoning: WholeRule = {
  look(subject) {
    const { document, textTo, extraction } = subject;
    if (extraction.calls.length > 0 || extraction.incomplete.length > 0) return [];
    const from = firstInk(document, textTo);
    const [open, close] = reasoningMarkers.find(([one]) => document.startsWith(one, from)) ?? ['', ''];
    if (open === '' || document.includes(close, from + open.length)) return [];
    const body = document.indexOf('{', from);
    const change = body < 0 || body >= textTo ? null : edit('Close the reasoning', insertAt(body, `${close}\n`));
    return [
      diagnosis(
        'D20',
        `The reply begins with \`${open}\` and never closes it, so all of it is reasoning. The model may have reached its token limit before it answered.`,
        { from, to: from + open.length },
        change !== null && subject.brings(change) ? change : null,
      ),
    ];
  },
};

function firstInk(document: string, to: number): number {
  let at = 0;
  while (at < to && /\s/.test(document.charAt(at))) at += 1;
  return at;
}

function closerOfReasoning(document: string, from: number): string | null {
  return reasoningMarkers.find(([open]) => document.startsWith(open, from))?.[1] ?? null;
}

const suppressions = {
  'self-contained': 'The provider runs its own tools (`self_contained_tools: true`), so the server returns no call.',
  'hidden-by-native': 'The text also contains a call, but native calls hide everything in the text.',
  'one-error-ends-all': 'One fault turns the whole reply into an error: no call comes.',
  duplicate: 'An earlier call has the same name and arguments, so the server drops this one.',
  'copy-of-earlier': 'An earlier call of the same name contains this text, so the server drops this one as a copy.',
  'no-call-name': 'This name means that the model calls no tool.',
} as const;

/** The runtime drops something that looks like a call, and no edit of the text can change that. */
export const suppressedCall: StepRule = {
  on: ['self-contained', 'hidden-by-native', 'one-error-ends-all', 'duplicate', 'copy-of-earlier', 'no-call-name'],
  find(event, subject): Diagnosis | null {
    const { extraction, document, runtime } = subject;
    if (event.kind === 'gate') {
      const found = event.answer ? (subject.parts.native ?? subject.everyFormat?.calls[0]?.span) : undefined;
      return found === undefined ? null : diagnosis('D30', suppressions['self-contained'], found);
    }
    if (event.kind !== 'quirk' && event.kind !== 'reject') return null;
    const message = Object.hasOwn(suppressions, event.code)
      ? suppressions[event.code as keyof typeof suppressions]
      : '';
    const remedy = event.code === 'one-error-ends-all' ? 'Repair the place at which the error happens.' : undefined;
    const fault = extraction.trace.find((one) => one.kind === 'reject' && one.json !== null);
    const isError = remedy !== undefined && fault?.kind === 'reject';
    const why = !isError ? '' : `${explain(fault, document, runtime.words).title} `;
    return message === ''
      ? null
      : diagnosis(
          'D30',
          why + message,
          isError ? { from: fault.at, to: Math.min(fault.to, fault.at + 1) } : event,
          null,
          remedy,
        );
  },
};
