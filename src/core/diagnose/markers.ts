import type { Diagnosis, Extraction } from '../extraction.ts';
import { formatList } from '../formats/index.ts';
import { readJson } from '../json/strict.ts';
import { codePointText, oddCharacters } from '../odd-characters.ts';
import { placeText } from '../place.ts';
import { liesIn } from '../reasoning.ts';
import type { Span } from '../span.ts';
import { editDistance } from './distance.ts';
import { closerOf, fold, formatOf, headOf, literalsOf, LONGEST_MARKER, openerOf, type Literal } from './literals.ts';
import {
  diagnosis,
  edit,
  insertAt,
  quoted,
  remove,
  replace,
  type Change,
  type StepRule,
  type WholeRule,
} from './rule.ts';
import { blocksOf, firstCalls, type Subject } from './subject.ts';

/** A marker of a page of HTML is looked at no longer than this. */
const MOST_TAGS = 300;
const MOST_CHANGES = 40;
const MOST_FINDINGS = 4;

/** Tags that are nearly markers, and would be with a few other characters. */
export const nearMissMarker: WholeRule = {
  look(subject) {
    const { extraction, document } = subject;
    if (extraction.calls.length > 50) return [];
    const changes = nearMisses(subject);
    const first = changes[0];
    if (first === undefined) return [];
    const change = edit(changes.length > 1 ? 'Correct the markers' : 'Correct the marker', ...changes);
    if (!bringsMarked(subject, change)) return [];
    const written = document.slice(first.span.from, first.span.to);
    const before = document.slice(document.lastIndexOf('\n', first.span.from - 1) + 1, first.span.from);
    // In the middle of a line entities show markup and make none.
    if (written.startsWith('&') && before.trim() !== '') return [];
    const isLookalike = changes.every(({ span, insert }) => {
      const text = document.slice(span.from, span.to);
      return fold(text) === fold(insert) && oddCharacters(text + insert, 1).total > 0;
    });
    return [
      diagnosis(
        isLookalike ? 'D07' : 'D06',
        isLookalike
          ? `\`${quoted(written)}\` looks like the marker \`${first.insert}\` and is written with other characters (${oddNames(written, first.insert)}).`
          : `\`${quoted(written)}\` at ${placeText(document, first.span.from)} is nearly the marker \`${first.insert}\`, and opens nothing.`,
        first.span,
        change,
      ),
    ];
  },
};

/** More calls than before, or as many with more of them found by their markers. */
function bringsMarked(subject: Subject, change: ReturnType<typeof edit>): boolean {
  const after = subject.after(change);
  if (after === null) return false;
  const marked = ({ calls }: Extraction): number => calls.filter(({ tier }) => tier === 'marked').length;
  const before = subject.extraction;
  return (
    after.calls.length > before.calls.length ||
    (after.calls.length === before.calls.length && marked(after) > marked(before))
  );
}

function oddNames(one: string, other: string): string {
  const codes = oddCharacters(one + other, LONGEST_MARKER).found.map(({ code }) => codePointText(code));
  return [...new Set(codes)].slice(0, 4).join(', ');
}

function nearMisses(subject: Subject): Change[] {
  const { extraction, document, textTo } = subject;
  const literals = literalsFor(subject);
  if (literals.size === 0) return [];
  const known = new Map<string, Change['insert'] | null>();
  const changes: Change[] = [];
  const read = extraction.ledger.filter(({ kind }) => kind === 'call' || kind === 'reasoning');
  for (const tag of tagsIn(document, textTo)) {
    if (liesIn(read, tag.from)) continue;
    const written = document.slice(tag.from, tag.to);
    for (const candidate of new Set([written, headOf(written)])) {
      if (literals.has(candidate)) break;
      if (!known.has(candidate)) {
        if (known.size >= MOST_TAGS) return changes;
        known.set(candidate, nearestLiteral(candidate, literals));
      }
      const insert = known.get(candidate) ?? null;
      if (insert === null) continue;
      changes.push(replace({ from: tag.from, to: tag.from + candidate.length }, insert));
      break;
    }
    if (changes.length >= MOST_CHANGES) break;
  }
  return changes;
}

const headTags = ['<tool_call>', '</tool_call>'].map((text): Literal => ({ text, folded: fold(text) }));

/** The markers that a profile knows. Those of the last profile and tools are kept: streams and edits ask again and again. */
function literalsFor({ extraction: { profile }, tools }: Subject): ReadonlyMap<string, Literal> {
  const key = JSON.stringify([profile, tools.names]);
  if (kept.key !== key) {
    const format = formatOf(profile.slice('format:'.length));
    const formats = profile === 'auto' ? formatList : format === undefined ? [] : [format];
    const literals = profile === 'exathena-head' ? headTags : literalsOf(formats, tools);
    kept = { key, literals: new Map(literals.map((literal) => [literal.text, literal])) };
  }
  return kept.literals;
}

let kept: { readonly key: string; readonly literals: ReadonlyMap<string, Literal> } = { key: '', literals: new Map() };

/** What stands in angle or square brackets, on one line and not long; also where the brackets are lookalikes or escaped. */
function* tagsIn(document: string, to: number): Generator<Span> {
  const opening = /[<[＜‹⟨]|&lt;/g;
  for (let found = opening.exec(document); found !== null && found.index < to; found = opening.exec(document)) {
    const piece = document.slice(found.index, Math.min(to, found.index + LONGEST_MARKER));
    const tag = (found[0] === '[' ? /^\[[^\][\n]*\]/ : /^(?:[<＜‹⟨]|&lt;)[^<>＜＞\n]*?(?:[>＞›⟩]|&gt;)/).exec(piece);
    if (tag !== null) yield { from: found.index, to: found.index + tag[0].length };
  }
}

function nearestLiteral(written: string, literals: ReadonlyMap<string, Literal>): string | null {
  const folded = fold(written);
  let best: { readonly text: string; readonly distance: number } | null = null;
  for (const literal of literals.values()) {
    const limit = literal.folded.length >= 8 ? 2 : literal.folded.length >= 6 ? 1 : 0;
    const isSameLetters = literal.folded.toLowerCase() === folded.toLowerCase();
    // Another spelling is nearer than another case.
    const distance = Math.min(editDistance(folded, literal.folded, limit), isSameLetters ? limit : limit + 1);
    if (distance <= limit && distance < (best?.distance ?? Infinity)) best = { text: literal.text, distance };
  }
  return best?.text ?? null;
}

/** Tags that lost their angle brackets. */
export const lostBrackets: WholeRule = {
  look(subject) {
    const { document, textTo } = subject;
    if (!subject.readsFormats || subject.extraction.calls.length > 0) return [];
    const changes = [...document.slice(0, textTo).matchAll(/(?:invoke|parameter)(?: name="|>)/g)]
      .filter(
        ({ 0: tag, index }) =>
          /^$|[\s>]/.test(document.charAt(index - 1)) ||
          (tag.endsWith('>') && document.charAt(index - 1) !== '/' && document.charAt(index - 1) !== '<'),
      )
      .slice(0, MOST_CHANGES)
      .map(({ 0: tag, index }) => insertAt(index, tag.endsWith('>') ? '</' : '<'));
    const first = changes[0];
    const change = edit('Put the angle brackets back', ...changes);
    if (first === undefined || !subject.brings(change)) return [];
    return [
      diagnosis(
        'D06',
        `The tags from ${placeText(document, first.span.from)} on have lost their angle brackets.`,
        first.span,
        change,
        'Find what takes `<` and `</` away: a filter for HTML, or a renderer that reads the text as markup.',
      ),
    ];
  },
};

/** Gemma’s calls without the word before their name. */
export const lostWord: WholeRule = {
  look: ({ extraction, document }) =>
    firstCalls(extraction)
      .filter(({ format, nameSpan: { from } }) => {
        const isGemma = format === 'gemma4' || format === 'functiongemma';
        return isGemma && document.charAt(from - 1) === ':' && !document.startsWith('call:', from - 5);
      })
      .slice(0, MOST_FINDINGS)
      .map(({ nameSpan }) =>
        diagnosis(
          'D06',
          'The word `call` is missing before the name. This profile reads the call all the same; the parsers of engines drop it.',
          { from: nameSpan.from - 1, to: nameSpan.to },
          edit('Write call before it', insertAt(nameSpan.from - 1, 'call')),
        ),
      ),
};

/** Markers with ordinary characters where the format has lookalikes of them. */
export const plainMarkers: WholeRule = {
  look(subject) {
    const { extraction, document, readsFormats } = subject;
    if (!readsFormats) return [];
    const call = firstCalls(extraction).find(({ format }) => formatOf(format)?.example.includes('｜') === true);
    const block = call === undefined ? null : subject.blockAround(call.span.from);
    if (call === undefined || block === null) return [];
    const isUnder = /[▁]/.test(formatOf(call.format)?.example ?? '');
    const changes = [
      ...document.slice(block.from, Math.min(block.to, block.from + LONGEST_BODY)).matchAll(/<[^<>\n]{1,60}>/g),
    ]
      .filter(({ 0: tag }) => tag.includes('|'))
      .slice(0, MOST_CHANGES)
      .map(({ 0: tag, index }) => {
        const wide = tag.replace(/\|+/g, '｜');
        const from = block.from + index;
        return replace({ from, to: from + tag.length }, isUnder ? wide.replaceAll('_', '▁') : wide);
      });
    const first = changes[0];
    const change = edit('Write the fullwidth bars', ...changes);
    if (first === undefined || (subject.after(change)?.calls.length ?? 0) < extraction.calls.length) return [];
    return [
      diagnosis(
        'D07',
        `The markers of \`${call.format}\` are written with \`｜\` (U+FF5C); here stands \`|\`. This profile reads it, the parsers of engines do not.`,
        first.span,
        change,
      ),
    ];
  },
};

interface Stray extends Span {
  readonly literal: string;
  /** The block that ends before it, with nothing but white space between. */
  readonly block: Span | null;
  /** Where what was read before it ends. */
  readonly behind: number;
}

/** Closing markers for which nothing is open. */
export const strayCloser: WholeRule = {
  look(subject) {
    const { document, extraction, readsFormats } = subject;
    if (!readsFormats) return [];
    const strays = straysIn(extraction);
    const found: Diagnosis[] = [];
    for (const stray of strays.slice(0, 50)) {
      const one = judgeStray(subject, stray, strays.length);
      if (one !== null) found.push(one);
      if (found.length >= MOST_FINDINGS) break;
    }
    return found.filter(({ span }) => span.to <= document.length);
  },
};

function judgeStray(subject: Subject, stray: Stray, count: number): Diagnosis | null {
  const { document, extraction } = subject;
  const { literal, block, behind } = stray;
  const opener = openerOf(literal);
  // Its opener is there, perhaps with attributes, and what stands behind that is another matter.
  if (opener !== null && document.lastIndexOf(opener.replace(/>$/, ''), stray.from - 1) >= behind) return null;
  const taken = edit('Remove the closing marker', remove(stray.from, stray.to));
  if (block === null) {
    if (!isAloneOnLine(document, stray)) return null;
    const isSurplus = extraction.calls.some(({ span }) => span.to <= stray.from);
    return diagnosis(
      isSurplus ? 'D05' : 'D03',
      isSurplus
        ? `\`${literal}\` at ${placeText(document, stray.from)} closes nothing: everything before it is closed already.`
        : `\`${literal}\` at ${placeText(document, stray.from)} closes nothing: no opening marker stands before it.`,
      stray,
      taken,
    );
  }
  const isClosed = document.endsWith(literal, block.to);
  const change = opener === null ? null : edit('Put the opening marker back', insertAt(block.from, `${opener}\n`));
  const after = isClosed || change === null ? null : subject.after(change);
  const isOrphan = after !== null && after.calls.length >= extraction.calls.length && straysIn(after).length < count;
  return diagnosis(
    isOrphan || !isClosed ? 'D03' : 'D05',
    isOrphan || !isClosed
      ? `\`${literal}\` closes what was never opened: its opening marker is missing, the rest is whole.`
      : `\`${literal}\` at ${placeText(document, stray.from)} is one closing marker too many.`,
    stray,
    isOrphan ? change : taken,
  );
}

const allClosers = new Set(formatList.flatMap(({ closers }) => closers ?? []));

function straysIn(extraction: Extraction): Stray[] {
  const { ledger, document } = extraction;
  // A block that turned out to be none encloses nothing.
  const blocks = blocksOf(extraction)
    .filter(({ outcome }) => outcome === 'matched' || outcome === 'malformed')
    .toSorted((one, other) => one.from - other.from);
  const strays: Stray[] = [];
  let next = 0;
  let block: Span | null = null;
  for (const { kind, from, to } of ledger) {
    for (let one = blocks[next]; one !== undefined && one.from <= from; one = blocks[next]) {
      block = one;
      next += 1;
    }
    if (kind !== 'markup' || to - from > LONGEST_MARKER || (block !== null && from < block.to)) continue;
    const literal = document.slice(from, to);
    if (!allClosers.has(literal)) continue;
    const behind: number = Math.max(block?.to ?? 0, strays.at(-1)?.to ?? 0);
    const isNext =
      block !== null && document.slice(behind, Math.min(from, behind + 200)).trim() === '' && from - behind <= 200;
    strays.push({ from, to, literal, block: isNext ? block : null, behind });
  }
  return strays;
}

function isAloneOnLine(document: string, { from, to }: Span): boolean {
  const before = document.slice(Math.max(0, from - 200), from);
  const after = document.slice(to, to + 200);
  return /(?:^|\n)[ \t]*$/.test(before) && /^[ \t]*(?:\n|$)/.test(after);
}

/** The closing marker is missing; the call was made all the same. */
export const toleratedNoCloser: StepRule = {
  on: ['closer-missing'],
  find(event, subject) {
    const { document, extraction } = subject;
    const block = blocksOf(extraction).findLast(({ from, to }) => from <= event.from && event.from <= to);
    const hasCall = extraction.calls.some(
      ({ span }) => block !== undefined && block.from <= span.from && span.to <= block.to,
    );
    const format = hasCall ? formatOf(block?.name.slice('format:'.length)) : undefined;
    if (block === undefined || format === undefined) return null;
    const opener = /^<[^\s<>]*>/.exec(document.slice(block.from, block.from + LONGEST_MARKER))?.[0] ?? '';
    const inExample = [...format.example.matchAll(/<\/[^<>\s]{1,40}>/g)].map(({ 0: tag }) => tag);
    const literals = [...new Set([closerOf(opener), ...(format.closers ?? []), ...inExample])].filter(
      (one) => one !== '',
    );
    for (const literal of literals.slice(0, 6)) {
      const change = edit('Add the closing marker', insertAt(event.from, `\n${literal}`));
      if (!subject.helps(change, 'closer-missing')) continue;
      return diagnosis(
        'D04',
        `The closing marker \`${literal}\` is missing at ${placeText(document, event.from)}. The call is whole, and this profile takes it.`,
        { from: block.from, to: event.to },
        change,
      );
    }
    return null;
  },
};

/** A value that holds the marker which ends its block. */
export const delimiterInValue: WholeRule = {
  look({ document, extraction }) {
    const found: Diagnosis[] = [];
    for (const { argumentsSpan, format, span, name } of firstCalls(extraction)) {
      if (argumentsSpan === null || found.length >= MOST_FINDINGS) continue;
      const value = document.slice(argumentsSpan.from, argumentsSpan.to);
      const opener = /^<[^\s<>]*>/.exec(document.slice(span.from, span.from + LONGEST_MARKER))?.[0] ?? '';
      const closers = [...new Set([...closersFor(format), closerOf(opener)])].filter((one) => one.length > 3);
      const literal = closers.find((one) => isInValue(value, one));
      if (literal === undefined) continue;
      const first = argumentsSpan.from + value.indexOf(literal);
      found.push(
        diagnosis(
          'D13',
          `A value of \`${quoted(name)}\` holds \`${literal}\`, which ends the block for parsers that look for the marker alone.`,
          { from: first, to: first + literal.length },
          value.startsWith('{') && readJson(value).ok
            ? edit('Escape it in the JSON', ...escapes(value, literal, argumentsSpan.from))
            : null,
        ),
      );
    }
    return found;
  },
};

/** Of a format whose values are raw, the closers of values too. */
function closersFor(format: string): readonly string[] {
  const known = formatOf(format);
  if (known === undefined) return format === 'hermes' ? ['</tool_call>'] : [];
  const inExample = [...known.example.matchAll(/<\/[^<>\s]{1,40}>/g)].map(({ 0: tag }) => tag);
  return [...(known.closers ?? []), ...inExample];
}

/** In JSON any occurrence is in a value; of raw values only the inside counts, because their own markers stand around. */
function isInValue(value: string, literal: string): boolean {
  return /^[{[]/.test(value) && value.includes(literal);
}

function escapes(value: string, literal: string, shift: number): Change[] {
  const changes: Change[] = [];
  for (
    let at = value.indexOf(literal);
    at >= 0 && changes.length < MOST_CHANGES;
    at = value.indexOf(literal, at + literal.length)
  ) {
    const from = shift + at;
    if (literal.startsWith('</')) changes.push(insertAt(from + 1, '\\'));
    else changes.push(replace({ from, to: from + 1 }, `\\u${literal.charCodeAt(0).toString(16).padStart(4, '0')}`));
  }
  return changes;
}

/** How far a closing marker is looked for behind an opener. */
const LONGEST_BODY = 4_000;

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

/** The text ends in an opening marker, or right behind one. */
export const cutAtMarker: WholeRule = {
  look(subject) {
    const { document, textTo, readsFormats } = subject;
    if (!readsFormats) return [];
    const text = document.slice(Math.max(0, textTo - LONGEST_MARKER), textTo).trimEnd();
    const last = text.slice(text.lastIndexOf('\n') + 1);
    const from = textTo - (document.slice(0, textTo).length - document.slice(0, textTo).trimEnd().length) - last.length;
    const marker =
      last.length < 6 ? undefined : [...literalsFor(subject).values()].find((one) => one.text.startsWith(last));
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
  return literal.startsWith('</') || formatList.some(({ closers }) => closers?.includes(literal) === true);
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

/** A call that the end of the text cuts off. */
export const cutCall: StepRule = {
  on: ['cut-off'],
  find(event, { document, extraction }) {
    const name = extraction.incomplete.find(({ span }) => span.to >= event.from)?.name;
    return diagnosis(
      'D27',
      `The text ends inside ${name === undefined ? 'a call' : `the call of \`${quoted(name)}\``}, at ${placeText(document, event.to)}: it was cut, perhaps by the token limit. Do not run what is there.`,
      event,
    );
  },
};

/** What this profile takes for nothing, and another reader for a call that was cut. */
export const cutElsewhere: WholeRule = {
  look(subject) {
    const { extraction, trace, document } = subject;
    if (extraction.profile === 'auto' || extraction.calls.length > 0 || extraction.incomplete.length > 0) return [];
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
