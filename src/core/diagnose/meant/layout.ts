import { type Span, withPlace } from '../../text/document/index.ts';
import type { Extraction } from '../../trace/index.ts';
import { closersOf, LONGEST_BODY, openerAt } from '../literals.ts';
import { insertAt, remove, type Change } from '../changes.ts';
import type { Subject } from '../subject.ts';
import { type CallInBlock, type Cause, caused } from './cause.ts';

// White space around markers, which our own readers pass over.

/** Line breaks after the opening and before the closing marker, where there are none. */
export function missingLineBreaks({ document }: Subject, around: readonly CallInBlock[]): Cause[] {
  const changes = around.flatMap(({ block }) => (block === null ? [] : lineBreaks(document, block)));
  return caused(changes, ({ from }) => ({
    code: 'D06',
    fact: `${withPlace('The markers are not on lines of their own', document, from)}.`,
    label: 'Add line breaks',
    onlyWhole: true,
  }));
}

function lineBreaks(document: string, { from, to }: Span): readonly Change[] {
  const opener = openerAt(document, from);
  const closer = closersOf(opener).find((one) => document.slice(from, to).endsWith(one));
  const changes: Change[] = [];
  const after = from + opener.length;
  if (opener !== '' && after < to && document.charAt(after) !== '\n') changes.push(insertAt(after, '\n'));
  if (closer !== undefined && document.charAt(to - closer.length - 1) !== '\n')
    changes.push(insertAt(to - closer.length, '\n'));
  return changes;
}

/** The tags of a call on one line. */
export function tagsOnOneLine({ document }: Subject, { trace }: Extraction, around: readonly CallInBlock[]): Cause[] {
  const changes = around.flatMap(({ block }): Change[] => {
    if (block === null || block.to - block.from > LONGEST_BODY) return [];
    const values = valuesIn(trace, block);
    const tags = [...document.slice(block.from, block.to).matchAll(/(?<=>)(?=<)/g)];
    const places = tags.map(({ index }) => block.from + index);
    return places
      .filter((at) => !values.some(({ from, to }) => from <= at && at <= to))
      .map((at) => insertAt(at, '\n'));
  });
  return caused(changes, ({ from }) => ({
    code: 'D06',
    fact: `${withPlace('The tags are not on lines of their own', document, from)}.`,
    label: 'Add line breaks',
    onlyWhole: true,
  }));
}

/** The values of a block that are raw text. */
function valuesIn(trace: Extraction['trace'], { from, to }: Span): readonly Span[] {
  return trace.filter((event) => {
    const isValue = event.kind === 'read' && (event.what === 'value' || event.what === 'coerced-value');
    return isValue && from <= event.from && event.to <= to;
  });
}

/** White space between the tags of a call, and between its name and the first tag: some parsers read it as part of both. */
export function gapsBetweenTags({ document }: Subject, { trace }: Extraction, around: readonly CallInBlock[]): Cause[] {
  const changes = around.flatMap(({ call, block }): Change[] => {
    if (block === null || block.to - block.from > LONGEST_BODY) return [];
    const values = valuesIn(trace, block);
    const text = document.slice(block.from, block.to);
    const gaps = [...text.matchAll(/(?<=>)\s+(?=<)/g)].map(({ index, 0: gap }) => ({
      from: block.from + index,
      to: block.from + index + gap.length,
    }));
    const afterName = /^\s+(?=<)/.exec(document.slice(call.nameSpan.to, block.to))?.[0].length ?? 0;
    const all = [{ from: call.nameSpan.to, to: call.nameSpan.to + afterName }, ...gaps];
    return all
      .filter(({ from, to }) => from < to && !values.some((value) => value.from < to && from < value.to))
      .map(({ from, to }) => remove(from, to));
  });
  return caused(changes, ({ from }) => ({
    code: 'D06',
    fact: `${withPlace('There is white space between the tags', document, from)}.`,
    label: 'Remove white space',
    onlyWhole: true,
    remedy:
      'Choose the parser of this very model: some models write white space between their tags, and others do not.',
  }));
}
