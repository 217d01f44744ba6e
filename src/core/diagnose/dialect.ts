import { type Edit, overlaps, type Span, withPlace, counted } from '../text/document/index.ts';
import type { Diagnosis, ToolCall } from '../trace/index.ts';
import type { ToolFormat } from '../formats/index.ts';
import { member } from '../text/json/index.ts';
import { foreignToEngine } from './engine-dialect.ts';
import { liesIn } from '../engines/kit/index.ts';
import { flagsText } from './engine-flags.ts';
import { objectAt } from './keys.ts';
import { formatOf, writtenAs } from './literals.ts';
import { insertAt, remove, replace } from './changes.ts';
import { diagnosis, edit, quoted, type StepRule, type WholeRule } from './rule.ts';
import type { Subject } from './subject.ts';

/** With more calls than this, the runtime is the right one for the reply. */
const MOST_CALLS = 20;
/** Most calls that one edit rewrites. */
const MOST_REWRITTEN = 200;

/** The text holds a call in a known format that this runtime does not read. */
export const foreignDialect: WholeRule = {
  look(subject) {
    const { extraction } = subject;
    if (subject.engine !== null) return foreignToEngine(subject);
    if (subject.readsEverything || extraction.calls.length > MOST_CALLS || subject.parts.text === null) return [];
    const own = extraction.runtime.formats;
    const found = (subject.everyFormat?.calls ?? []).filter(
      ({ format, tier }) =>
        // A runtime that reads bare JSON knows this dialect: other rules say why it found no call.
        !own.includes(format) && (tier === 'marked' || subject.readsFormats || formatOf(format)?.bare === undefined),
    );
    const first = found[0];
    const format = formatOf(first?.format);
    if (first === undefined || format === undefined) return [];
    const same = found.filter((call) => call.format === format.id);
    const isTaken = same
      .slice(0, MOST_REWRITTEN)
      .some(({ span }) => extraction.calls.some((call) => overlaps(call.span, span)));
    const names = [...new Set(same.map(({ name }) => `\`${quoted(name)}\``))].slice(0, 4).join(', ');
    const what = same.length === 1 ? 'This is a call' : `These are ${counted(same.length, 'call')}`;
    const told = `${what} to ${names} ${writtenAs(format, first, subject.document)}.`;
    return [
      diagnosis(
        'D01',
        isTaken
          ? `${told} ${subject.reader} parses only the JSON and leaves the markers in the text.`
          : `${told} ${unsupportedText(subject)}`,
        first.span,
        isTaken ? null : rewritten(subject, same, format),
        flagsText(format),
      ),
    ];
  },
};

function unsupportedText({ reader, runtime: { lenient, formats } }: Subject): string {
  if (!lenient) return `${reader} does not support that format.`;
  const [only] = formats;
  return `${reader} looks only for ${only === undefined ? 'your own format' : `\`${only}\``} here.`;
}

/** The edit that writes the calls as the runtime expects them; under one of ours, the change to the format's runtime. */
function rewritten(subject: Subject, calls: readonly ToolCall[], format: ToolFormat): Edit | null {
  const { document, runtime } = subject;
  if (subject.readsFormats) return { ...edit(`Read as ${format.id}`), runtime: `format:${format.id}` };
  const { writing } = runtime;
  if (writing === undefined || calls.length > MOST_REWRITTEN) return null;
  const blocks = (subject.everyFormat?.trace ?? []).filter((event) => event.kind === 'enter' && event.part === 'block');
  const byBlock = new Map<Span, ToolCall[]>();
  for (const call of calls) {
    const block: Span = blocks.find(({ from, to }) => from <= call.span.from && call.span.to <= to) ?? call.span;
    byBlock.set(block, [...(byBlock.get(block) ?? []), call]);
  }
  const { onOwnLines } = writing;
  const changes = [...byBlock].map(([{ from, to }, inside]) => {
    const before = onOwnLines && from > 0 && document.charAt(from - 1) !== '\n' ? '\n' : '';
    const after = onOwnLines && to < document.length && document.charAt(to) !== '\n' ? '\n' : '';
    return replace({ from, to }, before + inside.map((call) => writing.write(call)).join('\n') + after);
  });
  const change = edit(writing.label, ...changes);
  return subject.brings(change) ? change : null;
}

/** Most names that are searched for, and most places that are tried for each. */
const MOST_NAMES = 20;

/** A declared name has its arguments directly after it, in no known format: something may have removed special tokens. */
export const nameBesideJson: WholeRule = {
  look(subject) {
    const { document, textTo, extraction, tools } = subject;
    const isElsewhere = extraction.calls.length + extraction.incomplete.length + extraction.suppressed.length > 0;
    if (isElsewhere || (subject.everyFormat?.calls.length ?? 0) > 0) return [];
    for (const name of tools.names.slice(0, MOST_NAMES)) {
      for (let at = document.indexOf(name), tries = 0; at >= 0 && at < textTo && tries < MOST_NAMES; tries += 1) {
        const to = at + name.length;
        const gap = /^(?::\d+)?(?:[ \t\n]|json|\]|>|\|){0,8}(?=\{)/.exec(document.slice(to, to + 24));
        const end = gap === null ? null : bracketEnd(document, to + gap[0].length, textTo);
        const found = end === null || gap === null ? null : objectAt(document, to + gap[0].length, end);
        const args = found?.kind === 'object' ? found : null;
        const isRow = /^[ \t]*\|/.test(document.slice(document.lastIndexOf('\n', at) + 1, at));
        if (args !== null && !isRow && args.members.every(({ key }) => tools.parameter(name, key.value) !== null)) {
          const one = strippedDiagnosis(subject, name, { from: at, to: args.to }, document.slice(args.from, args.to));
          if (one !== null) return [one];
        }
        at = document.indexOf(name, to);
      }
    }
    return [];
  },
};

function strippedDiagnosis(subject: Subject, name: string, span: Span, argumentsText: string): Diagnosis | null {
  const { document } = subject;
  const lineFrom = document.lastIndexOf('\n', span.from - 1) + 1;
  const before = document.slice(Math.max(lineFrom, span.from - 60), span.from);
  const prefix = /(?:(?:assistant|commentary)+ )?(?:to=)?[\w.<|>:]*$/.exec(before);
  const place = { from: span.from - (prefix?.[0].length ?? 0), to: span.to };
  const change = writtenAt(place, name, argumentsText, subject);
  if (change === null || !subject.brings(change)) return null;
  return diagnosis(
    'D01',
    `\`${quoted(name)}\` is directly before an object with its parameters, but in no known format. Something may have removed the markers around it.`,
    span,
    change,
    'Have the server keep special tokens in the text (`skip_special_tokens: false`), or parse the call before something removes them.',
  );
}

/** The edit that writes the call on lines of its own, as the runtime expects it; null if the runtime has no such form. */
function writtenAt(place: Span, name: string, argumentsText: string, { runtime }: Subject): Edit | null {
  const { writing, lenient, formats } = runtime;
  if (writing?.onOwnLines === true)
    return edit(writing.label, replace(place, `\n${writing.write({ name, argumentsText })}\n`));
  if (!lenient || !formats.includes('hermes')) return null;
  const call = `{"name": ${JSON.stringify(name)}, "arguments": ${argumentsText}}`;
  return edit('Convert to <tool_call>', replace(place, `\n<tool_call>\n${call}\n</tool_call>\n`));
}

/** The message contains a call and other text. */
export const proseAroundJson: StepRule = {
  on: ['begins-with-json'],
  find(event, subject) {
    const { document, textTo: to } = subject;
    if (event.kind !== 'gate' || event.answer || event.found === null) return null;
    const open = document.indexOf('{', event.from);
    if (open < 0 || open >= to) return null;
    const call = objectAt(document, open, to);
    if (call === null || member(call, 'name')?.kind !== 'string' || member(call, 'arguments') === undefined)
      return null;
    const end = call.to;
    if ((open <= event.found.from && end === to) || subject.isAmongData(call) || !subject.isMeantAsCall(call))
      return null;
    return diagnosis(
      'D18',
      `The raw JSON parser accepts only a message that is JSON. ${withPlace('Text surrounds this object', document, open)}.`,
      { from: open, to: end },
      edit('Keep only the JSON', remove(event.from, open), remove(end, to)),
    );
  },
};

/** The rule of our own readers. Many parsers want a reply that is nothing but the call. */
const OWN_LINES = 'Such a call must be on lines of its own.';

/** A call without markers in the middle of a line. */
export const callInsideLine: StepRule = {
  on: ['inside-a-line'],
  find(event, subject) {
    const { document, textTo } = subject;
    const end = bracketEnd(document, event.from, textTo);
    if (end === null) return null;
    if (subject.tools.isEmpty) return announcedCall(subject, { from: event.from, to: end });
    const alone = edit('Add line breaks', insertAt(event.from, '\n'), insertAt(end, '\n'));
    const only = edit('Keep only the call', remove(0, event.from), remove(end, textTo));
    const change = [alone, only].find((one) => bringsDeclared(subject, one));
    if (change === undefined) return null;
    return diagnosis(
      'D18',
      {
        fact: `${withPlace('Text surrounds this call, which has no markers', document, event.from)}.`,
        reader: OWN_LINES,
      },
      { from: event.from, to: end },
      change,
    );
  },
};

/** What announces a call: one or two words with a colon, with which the reply begins. */
const ANNOUNCEMENT = /^\s*\p{L}+(?: \p{L}+)?: $/u;

/** Without declared tools nothing but what is before it tells a call from other data. */
function announcedCall({ document }: Subject, span: Span): Diagnosis | null {
  const name = /^\{\s*"name"\s*:\s*"([\w.-]{1,100})"/.exec(document.slice(span.from, span.to))?.[1];
  if (name === undefined || !ANNOUNCEMENT.test(document.slice(0, span.from))) return null;
  const what = withPlace(`This looks like a call to \`${quoted(name)}\`, but text surrounds it`, document, span.from);
  return diagnosis('D18', { fact: `${what}.`, reader: OWN_LINES }, span);
}

/** A call expression ends a line of prose, or the one line of the reply assigns it: `I will run: f(a=1)`, `x = f(a=1)`. */
export const expressionAfterWords: WholeRule = {
  look(subject) {
    const { document, textTo, extraction, tools } = subject;
    if (!subject.readsFormats && extraction.calls.length > 0) return [];
    for (const name of tools.names.slice(0, MOST_NAMES)) {
      const found = [': ', ': [', '= ', '= ['].map((one) => document.indexOf(`${one}${name}(`)).find((one) => one >= 0);
      const at = (found ?? -2) + 2;
      const lineFrom = document.lastIndexOf('\n', at - 1) + 1;
      const line = document.slice(lineFrom, at);
      const isAssigned = /^\w+ ?= $/.test(line);
      if (at < 2 || at >= textTo || !(isAssigned || PROSE_BEFORE.test(line)) || liesIn(subject.quotations, at))
        continue;
      const end = bracketEnd(document, at, textTo);
      if (end === null || !/^[ \t]*(?:\n|$)/.test(document.slice(end, Math.min(textTo, end + 40)))) continue;
      // More lines are a program.
      if (isAssigned && document.slice(0, textTo).trim() !== document.slice(lineFrom, end)) continue;
      const span = { from: at, to: end };
      const change = (
        subject.readsFormats && !isAssigned
          ? [edit('Add a line break', insertAt(at, '\n'))]
          : [
              edit('Remove the text', remove(lineFrom, at)),
              edit('Make it a list', replace({ from: lineFrom, to: at }, '['), insertAt(end, ']')),
            ]
      ).find((one) => bringsDeclared(subject, one));
      if (extraction.ledger.some((one) => one.kind !== 'content' && overlaps(one, span))) continue;
      const isCall =
        change !== undefined || (isAssigned && subject.readAlone(document.slice(at, end))?.calls[0] !== undefined);
      if (!isCall) continue;
      const fact = `${withPlace('Text is before this call, which has no markers', document, at)}.`;
      return [diagnosis('D18', subject.readsFormats ? { fact, reader: OWN_LINES } : fact, span, change ?? null)];
    }
    return [];
  },
};

const PROSE_BEFORE = /^\p{L}[^`"'<>]*: $/u;

function bringsDeclared(subject: Subject, change: Edit): boolean {
  const calls = subject.after(change)?.calls ?? [];
  return calls.length > subject.extraction.calls.length && calls.every(({ name }) => subject.tools.has(name));
}

/** The end of a bare call is searched for this far, in UTF-16 units. */
const LONGEST_CALL = 20_000;

/** The offset after the bracket that balances the first one at or after `from`. Brackets in strings do not count. */
export function bracketEnd(document: string, from: number, to: number): number | null {
  const limit = Math.min(to, from + LONGEST_CALL);
  let depth = 0;
  let quote = '';
  for (let at = from; at < limit; at += 1) {
    const sign = document.charAt(at);
    if (quote !== '') {
      if (sign === '\\') at += 1;
      else if (sign === quote) quote = '';
    } else if (sign === '"' || (sign === "'" && depth > 0)) quote = sign;
    else if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) {
      depth -= 1;
      if (depth <= 0) return at + 1;
    }
  }
  return null;
}

/** More mentions than this are no mistake of the model. */
const MOST_MENTIONS = 50;

/** Prose mentions the fence marker, so the later tiers do not run. */
export const mentionClaimsText: StepRule = {
  on: ['fence-mention-claims-text'],
  find(event, subject) {
    const { document, trace } = subject;
    const mentions = trace.filter((one) => one.kind === 'reject' && one.code === 'no-line-break-after-marker');
    if (
      mentions.length === 0 ||
      mentions.length > MOST_MENTIONS ||
      trace.some((one) => one.kind === 'reject' && one.code === 'unclosed-block')
    )
      return null;
    const change = edit('Remove the tildes', ...mentions.map(({ from }) => remove(from, from + 3)));
    if (!subject.brings(change)) return null;
    return diagnosis(
      'D31',
      `${withPlace('The text mentions `~~~tool_call`, so the fence parser claims it and the raw JSON parser never runs', document, event.from)}. With \`native_tool_calls: false\` it would run.`,
      event,
      change,
    );
  },
};

/** Prose mentions the tag, so the raw tier does not run. */
export const tagClaimsText: StepRule = {
  on: ['contains-tag'],
  find(event, subject) {
    const { document, textTo, extraction } = subject;
    if (event.kind !== 'gate' || !event.answer || event.found === null || extraction.calls.length > 0) return null;
    const mentions: number[] = [];
    for (let at = event.found.from; at >= 0 && at < textTo; at = document.indexOf('<tool_call>', at + 1)) {
      mentions.push(at);
      if (mentions.length > MOST_MENTIONS) return null;
    }
    const change = edit('Remove the bracket', ...mentions.map((at) => remove(at, at + 1)));
    if (!subject.brings(change)) return null;
    return diagnosis(
      'D31',
      `${withPlace('The text mentions `<tool_call>`, so the tag parser claims it', document, event.found.from)}. It finds no call, and the raw JSON parser does not run.`,
      event.found,
      change,
    );
  },
};
