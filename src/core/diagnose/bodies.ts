import type { Diagnosis } from '../extraction.ts';
import { readJson } from '../json/strict.ts';
import { placeText } from '../place.ts';
import { closerOf, LONGEST_BODY, LONGEST_MARKER, oddNames } from './literals.ts';
import { diagnosis, edit, quoted, remove, replace, type StepRule } from './rule.ts';
import type { Subject } from './subject.ts';

/** Behind an opener stands no JSON, and nothing else that a format begins with. */
export const bodyIsNotJson: StepRule = {
  on: ['opener-without-body', 'tag-body-not-json'],
  find(event, subject) {
    const { document, textTo } = subject;
    const opener = /^<[a-zA-Z][\w:|-]*>/.exec(document.slice(event.from, event.from + LONGEST_MARKER))?.[0] ?? '';
    const isLine =
      document.slice(Math.max(0, document.lastIndexOf('\n', event.from - 1) + 1), event.from).trim() === '';
    if (opener === '' || !isLine) return null;
    const from = event.from + opener.length;
    const to = document.indexOf(closerOf(opener), from);
    const body = to < 0 || to > Math.min(textTo, from + LONGEST_BODY) ? '' : document.slice(from, to).trim();
    if (body === '' || body.includes('<')) return null;
    if (/^[{[]/.test(body)) return gapBeforeJson(subject, from, document.indexOf(body.charAt(0), from));
    const wrapped = asOnlyArgument(subject, body);
    const change = wrapped === null ? null : edit('Write it as the only argument', replace({ from, to }, wrapped));
    return diagnosis(
      'D14',
      `Between the markers stands no JSON, but \`${quoted(body)}\`.`,
      { from, to },
      change !== null && subject.brings(change) ? change : null,
    );
  },
};

/** The JSON is there, behind white space that the runtime does not know. */
function gapBeforeJson(subject: Subject, from: number, to: number): Diagnosis | null {
  const change = edit('Remove them', remove(from, to));
  if (from === to || !subject.brings(change)) return null;
  const names = oddNames(subject.document.slice(from, to), '');
  return diagnosis(
    'D07',
    `Between the marker and the JSON stand characters that look like white space and are none to this runtime (${names}).`,
    { from, to },
    change,
  );
}

/** The same opener twice, one right behind the other. */
export const doubledOpener: StepRule = {
  on: ['opener-without-body'],
  find(event, { document }) {
    const opener = document.slice(event.from, event.to);
    const next = document.slice(event.to, event.to + LONGEST_MARKER);
    if (!next.trimStart().startsWith(opener)) return null;
    return diagnosis(
      'D04',
      `\`${quoted(opener)}\` at ${placeText(document, event.from)} is opened twice and closed once: the first one is left over.`,
      event,
      edit('Remove the first one', remove(event.from, event.to + next.indexOf(opener))),
    );
  },
};

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
            'Write it as the only argument',
            replace(event, JSON.stringify(JSON.stringify({ [argument.parameter]: reading.node.value }))),
          );
    return diagnosis(
      'D14',
      `The arguments are text and no JSON: \`${quoted(reading.node.value)}\`.`,
      event,
      change !== null && subject.helps(change, 'json-syntax') ? change : null,
    );
  },
};

/** At the place that a format has for the JSON of its arguments stands plain text. */
export const textForArguments: StepRule = {
  on: ['arguments-not-json'],
  find(event, subject) {
    const { document, textTo } = subject;
    // Of a call that is JSON itself the whole object is refused.
    if (event.kind !== 'reject' || event.to > textTo || /[{"]/.test(document.charAt(event.from))) return null;
    const text = document.slice(event.at, event.to).trim();
    const span = { from: event.at, to: event.at + text.length };
    const argument = text.length > LONGEST_BODY ? null : soleArgument(subject);
    if (text === '') return null;
    const change =
      argument === null || !document.slice(event.from, event.at).includes(argument.tool)
        ? null
        : edit('Write it as the only argument', replace(span, JSON.stringify({ [argument.parameter]: text })));
    return diagnosis(
      'D14',
      `The arguments are text and no JSON: \`${quoted(text)}\`.`,
      span,
      change !== null && subject.brings(change) ? change : null,
    );
  },
};

/** The one tool that is declared, where it has one parameter that is text. */
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
