import type { Diagnosis } from '../trace/index.ts';
import { readJson } from '../text/json/index.ts';
import { type Span, withPlace } from '../text/document/index.ts';
import { liesIn } from '../engines/kit/index.ts';
import { closersOf, LONGEST_BODY, LONGEST_MARKER, oddNames, openerAt } from './literals.ts';
import { remove, replace } from './changes.ts';
import { diagnosis, edit, quoted, type StepRule, type WholeRule } from './rule.ts';
import type { Subject } from './subject.ts';

/** So near after a marker is what is between it and its closer. */
const NEAR = 40;

/** An opening marker is followed by something that no format begins with, or by nothing. */
export const bodyIsNotJson: StepRule = {
  on: ['opener-without-body', 'tag-body-not-json', 'markup-not-followed', 'not-a-call-expression', 'not-an-object'],
  find(event, subject) {
    const block = subject.blockAround(event.from);
    if (isReadInAForm(subject, event)) return null;
    const from = block?.from ?? event.from;
    if (!beginsLine(subject, from)) return null;
    if (event.from === from) return afterOpener(subject, from);
    const body = subject.document.slice(event.from, event.to).trim();
    // Other rules report an object, list or string that is broken JSON.
    if (body === '' || /^[{["]/.test(body) || readJson(body).ok) return null;
    return begunAgain(subject, event, from) ?? notJson(subject, event, body);
  },
};

/** The same for a `~~~tool_call` fence. A fence without JSON opens no block, so no step tells where it is. */
export const fencedBodyIsNotJson: WholeRule = {
  look(subject) {
    const { document, textTo, readsFormats } = subject;
    if (!readsFormats) return [];
    const opener = /^~~~tool_call[ \t]*\n/m.exec(document.slice(0, textTo));
    if (opener === null || subject.blockAround(opener.index) !== null) return [];
    if (liesIn(subject.quotations, opener.index)) return [];
    const from = opener.index + opener[0].length;
    const to = document.indexOf('\n~~~', from - 1);
    const body = to < 0 || to > Math.min(textTo, from + LONGEST_BODY) ? '{' : document.slice(from, to).trim();
    return /^[{[]/.test(body) ? [] : [notJson(subject, { from, to: Math.max(from, to) }, body)];
  },
};

/** Whether a call in a form of its own is read there: then it is no call of the format, but a call. */
function isReadInAForm({ oddSteps }: Subject, { from, to }: Span): boolean {
  return oddSteps.some(
    (one) => one.kind === 'repair' && one.code === 'invented-form' && one.from >= from && one.from - to < NEAR,
  );
}

function afterOpener(subject: Subject, at: number): Diagnosis | null {
  const { document, textTo } = subject;
  const opener = openerAt(document, at);
  if (opener === '') return null;
  const from = at + opener.length;
  const close = firstOf(document, closersOf(opener), from, Math.min(textTo, from + LONGEST_BODY));
  if (close === null) return null;
  const to = close.from;
  const body = document.slice(from, to).trim();
  if (body.includes('<')) return null;
  // A call in a string of JSON: another rule reports it.
  if (/^"\s*(?:\{|\\?")/.test(body)) return null;
  if (/^[{[]/.test(body)) return gapBeforeJson(subject, from, document.indexOf(body.charAt(0), from));
  // An empty pair of markers in the middle of a line is only mentioned there.
  if (body === '' && !/^[ \t]*(?:\n|$)/.test(document.slice(close.to, close.to + 200))) return null;
  return notJson(subject, { from, to }, body);
}

/** A call whose first argument has no name: `f("a")`, `f({"a": 1})`. */
const UNNAMED = /^([A-Za-z_][\w.]{0,120})\(\s{0,20}(?:["'\d{[-]|True\b|False\b|None\b)/;

function notJson(subject: Subject, span: Span, body: string): Diagnosis {
  const name = UNNAMED.exec(body)?.[1];
  if (name !== undefined && body.endsWith(')'))
    return diagnosis(
      'D14',
      `The arguments of \`${quoted(name)}\` have no names: \`${quoted(body)}\`.`,
      span,
      null,
      'Show one complete call in the prompt, with a name before every argument.',
    );
  // Markup is no value: a call began there.
  const wrapped = body === '' || body.includes('<') ? null : asOnlyArgument(subject, body);
  const change = wrapped === null ? null : edit('Wrap the text', replace(span, wrapped));
  const head = body.replace(/^call:/, '');
  const isBegun = subject.tools.isEmpty
    ? /^[A-Za-z_][\w.:-]{0,100}\s?[{([<]/.test(head)
    : subject.tools.names.some((one) => head.startsWith(one) && !/^\w/.test(head.slice(one.length)));
  return diagnosis(
    'D14',
    body === ''
      ? 'There is nothing between the markers.'
      : isBegun
        ? `What is between the markers is no call that can be read: \`${quoted(body)}\`.`
        : `There is no call between the markers, only \`${quoted(body)}\`.`,
    span,
    change !== null && subject.brings(change) ? change : null,
  );
}

/** What was written between the markers is written once more after a second opening marker. */
function begunAgain({ document }: Subject, body: Span, from: number): Diagnosis | null {
  const begun = document.slice(from, body.to);
  if (begun.trim() === '' || !document.startsWith(begun, body.to)) return null;
  return diagnosis(
    'D04',
    `${withPlace('The call begins, and begins again before it ends', document, body.to)}.`,
    { from, to: body.to },
    edit('Remove the first beginning', remove(from, body.to)),
  );
}

/** Whether `at` is the first ink of a line, or the end of something that was read. */
function beginsLine({ document, extraction }: Subject, at: number): boolean {
  if (document.slice(Math.max(0, document.lastIndexOf('\n', at - 1) + 1), at).trim() === '') return true;
  return extraction.ledger.some(({ kind, to }) => kind !== 'content' && to === at);
}

function firstOf(document: string, literals: readonly string[], from: number, to: number): Span | null {
  const area = document.slice(from, to + LONGEST_MARKER);
  const places = literals
    .map((literal) => ({ from: area.indexOf(literal), length: literal.length }))
    .filter((place) => place.from >= 0 && from + place.from <= to)
    .toSorted((one, other) => one.from - other.from || other.length - one.length);
  const first = places[0];
  return first === undefined ? null : { from: from + first.from, to: from + first.from + first.length };
}

/** The JSON follows, but after white space that the runtime does not skip. */
function gapBeforeJson(subject: Subject, from: number, to: number): Diagnosis | null {
  const change = edit('Remove the characters', remove(from, to));
  if (from === to || !subject.brings(change)) return null;
  const names = oddNames(subject.document.slice(from, to), '');
  return diagnosis(
    'D07',
    `The characters between the marker and the JSON look like white space, but are not white space to this server: ${names}.`,
    { from, to },
    change,
  );
}

/** The same opener twice, one right after the other. */
export const doubledOpener: StepRule = {
  on: ['opener-without-body'],
  find(event, { document, textTo }) {
    const opener = document.slice(event.from, event.to);
    const next = document.slice(event.to, event.to + LONGEST_MARKER);
    if (!next.trimStart().startsWith(opener)) return null;
    const first = remove(event.from, event.to + next.indexOf(opener));
    const surplus = doubledCloser(document, opener, first.span.to + opener.length, textTo);
    const told =
      surplus === null
        ? `\`${quoted(opener)}\` opens twice and closes once, so the first one is left over`
        : `\`${quoted(opener)}\` opens twice and closes twice`;
    return diagnosis(
      surplus === null ? 'D04' : 'D05',
      `${withPlace(told, document, event.from)}.`,
      event,
      surplus === null
        ? edit('Remove the first', first)
        : edit('Remove the doubled markers', first, remove(surplus.from, surplus.to)),
      'Check whether the template already ends with the opening marker, so that the model writes it again.',
    );
  },
};

/** The second of two closing markers, one right after the other, with the white space before it. */
function doubledCloser(document: string, opener: string, from: number, to: number): Span | null {
  const close = firstOf(document, closersOf(opener), from, Math.min(to, from + LONGEST_BODY));
  if (close === null) return null;
  const closer = document.slice(close.from, close.to);
  const after = document.slice(close.to, close.to + LONGEST_MARKER);
  const gap = after.length - after.trimStart().length;
  return after.startsWith(closer, gap) ? { from: close.to, to: close.to + gap + closer.length } : null;
}

/** Arguments of a native call that are plain text. */
export const argumentsAreText: StepRule = {
  on: ['json-syntax', 'arguments-not-json', 'plain-arguments'],
  find(event, subject) {
    const { document, parts } = subject;
    if (document.charAt(event.from) !== '"' || parts.native === null || event.from < parts.native.from) return null;
    const reading = readJson(document, event.from, event.to);
    if (!reading.ok || reading.node.kind !== 'string' || /^\s*(?:[{["]|$)/.test(reading.node.value)) return null;
    const argument = soleArgument(subject);
    const change =
      argument === null
        ? null
        : edit(
            'Wrap the text',
            replace(event, JSON.stringify(JSON.stringify({ [argument.parameter]: reading.node.value }))),
          );
    return diagnosis(
      'D14',
      `The arguments are text, not JSON: \`${quoted(reading.node.value)}\`.`,
      event,
      change !== null && subject.helps(change, 'json-syntax') ? change : null,
    );
  },
};

/** Plain text is where the format has the JSON of the arguments. */
export const textForArguments: StepRule = {
  on: ['arguments-not-json'],
  find(event, subject) {
    const { document, textTo } = subject;
    if (event.kind !== 'reject' || event.to > textTo) return null;
    const input = inputOf(document, event);
    // If the call itself is JSON, the step covers the whole object, and other rules report it.
    if (input === null && /[{"]/.test(document.charAt(event.from))) return null;
    const written = input ?? document.slice(event.at, event.to).trim();
    const span = { from: event.at, to: event.at + written.length };
    const text = input === null ? written : String(JSON.parse(input));
    const argument = text.length > LONGEST_BODY ? null : soleArgument(subject);
    if (text === '') return null;
    const change =
      argument === null || !document.slice(event.from, event.at).includes(argument.tool)
        ? null
        : edit('Wrap the text', replace(span, JSON.stringify({ [argument.parameter]: text })));
    return diagnosis(
      'D14',
      `The arguments are text, not JSON: \`${quoted(text)}\`.`,
      span,
      change !== null && subject.brings(change) ? change : null,
    );
  },
};

/** The string of JSON that an action of LangChain has for its input; null for others. */
function inputOf(document: string, { from, to, at }: Span & { readonly at: number }): string | null {
  if (!/"action_input"\s{0,20}:\s{0,20}$/.test(document.slice(Math.max(from, at - 60), at))) return null;
  const string = /^"(?:[^"\\\n]|\\.)*"/.exec(document.slice(at, to))?.[0];
  return string !== undefined && readJson(string).ok ? string : null;
}

/** The declared tool and its parameter, if there is exactly one of each and the parameter is a string. */
function soleArgument({ definitions, tools }: Subject): { readonly tool: string; readonly parameter: string } | null {
  const [tool, ...others] = definitions;
  if (tool === undefined || others.length > 0) return null;
  const [parameter, ...more] = tools.parameters(tool.name);
  if (parameter === undefined || more.length > 0) return null;
  return tools.parameter(tool.name, parameter)?.['type'] === 'string' ? { tool: tool.name, parameter } : null;
}

function asOnlyArgument(subject: Subject, body: string): string | null {
  const argument = soleArgument(subject);
  return argument === null
    ? null
    : `\n{"name": ${JSON.stringify(argument.tool)}, "arguments": {${JSON.stringify(argument.parameter)}: ${JSON.stringify(body)}}}\n`;
}
